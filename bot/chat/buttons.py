"""Buttons and the menu of moves: they carry a command and a version, nothing else, so they work
for ever, after a restart as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.chat import texts
from bot.store.seats import is_seat, seat_of

if TYPE_CHECKING:
    from bot.chat.client import PatienceClient

Way = str
"""Whose table: ``p`` the place's, ``s`` the one that only its player sees (solo), ``a20787``
somebody's own attempt at the challenge of that day, ``t20787`` the attempt that is played in the
place.
"""

WAYS = r"[ps]|[at]\d{1,6}"
KNOWN = re.compile(rf"({WAYS}):\d+(:.+|\?)", re.DOTALL)
"""What custom ids of this version look like."""


def way_at(table: int) -> Way:
    """The way to a table that is played in a place."""
    return f"t{seat_of(table).day}" if is_seat(table) else "p"


class Press(
    ui.DynamicItem["ui.Button[ui.LayoutView]"],
    template=rf"(?P<way>{WAYS}):(?P<version>\d+):(?P<command>.{{1,80}})",
):
    """A button that says a command; version 0 fits every board."""

    def __init__(
        self,
        way: Way,
        version: int,
        command: str,
        label: str,
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        disabled: bool = False,
    ) -> None:
        custom_id = f"{way}:{version}:{command}"
        super().__init__(
            ui.Button(
                label=texts.fit(label, texts.LABEL),
                custom_id=custom_id,
                style=style,
                disabled=disabled,
            )
        )
        self.way, self.version, self.command = way, version, command

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Press:
        """The button as it was sent."""
        label = item.label if isinstance(item, ui.Button) and item.label else "?"
        return cls(match["way"], int(match["version"]), match["command"], label)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Say the command for whoever pressed."""
        client: PatienceClient = interaction.client
        await client.hall.pressed(interaction, self.way, self.command, self.version or None)


class Pick(
    ui.DynamicItem["ui.Select[ui.LayoutView]"], template=rf"(?P<way>{WAYS}):(?P<version>\d+)\?"
):
    """The menu of legal moves."""

    def __init__(self, way: Way, version: int, choices: Sequence[tuple[str, str]]) -> None:
        options = [
            discord.SelectOption(
                label=texts.fit(label, texts.OPTION), value=texts.fit(value, texts.OPTION)
            )
            for label, value in choices[: texts.CHOICES]
        ]
        super().__init__(
            ui.Select(
                custom_id=f"{way}:{version}?", placeholder="What can be played", options=options
            )
        )
        self.way, self.version = way, version

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], _item: ui.Item[Any], match: re.Match[str], /
    ) -> Pick:
        """The menu as it was sent; its options don't matter any more."""
        return cls(match["way"], int(match["version"]), [("?", "?")])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Play what was picked."""
        client: PatienceClient = interaction.client
        picked = self.item.values[0] if self.item.values else ""
        await client.hall.pressed(interaction, self.way, picked, self.version)
