"""Buttons and the menu of moves, as discord.py's items that outlive the program."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Protocol

import discord
from discord import ui

from bot import markup
from bot.chat.custom_ids import BUTTON, MENU, CustomId, Target
from bot.chat.emoji import CARDS


class Pressable(Protocol):
    """A client that hears of presses."""

    async def pressed(
        self, interaction: discord.Interaction[Any], target: Target, line: str, version: int | None
    ) -> None:
        """Carry out the line at the target's table; with a version only if it is still that."""


class Press(ui.DynamicItem["ui.Button[ui.LayoutView]"], template=BUTTON):
    """A button that says a line; version 0 fits every board."""

    def __init__(
        self,
        target: Target,
        version: int,
        line: str,
        label: str,
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        disabled: bool = False,
    ) -> None:
        self.says = CustomId(target, version, line)
        super().__init__(
            ui.Button(
                label=markup.fit(label, markup.LABEL),
                custom_id=self.says.encode(),
                style=style,
                disabled=disabled,
            )
        )

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Press:
        """The button as it was sent."""
        label = item.label if isinstance(item, ui.Button) and item.label else "?"
        says = CustomId.decode(match[0])
        return cls(says.target, says.version, says.line, label)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Say the line for whoever pressed."""
        client: Pressable = interaction.client
        says = self.says
        await client.pressed(interaction, says.target, says.line, says.version or None)


class Pick(ui.DynamicItem["ui.Select[ui.LayoutView]"], template=MENU):
    """The menu of legal moves."""

    def __init__(self, target: Target, version: int, choices: Sequence[tuple[str, str]]) -> None:
        self.says = CustomId(target, version)
        options = [
            discord.SelectOption(
                label=markup.fit(label, markup.OPTION),
                value=markup.fit(value, markup.OPTION),
                emoji=CARDS.of(label),
            )
            for label, value in choices[: markup.CHOICES]
        ]
        super().__init__(
            ui.Select(
                custom_id=self.says.encode(), placeholder="What can be played", options=options
            )
        )

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], _item: ui.Item[Any], match: re.Match[str], /
    ) -> Pick:
        """The menu as it was sent; its options don't matter any more."""
        says = CustomId.decode(match[0])
        return cls(says.target, says.version, [("?", "?")])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Play what was picked."""
        client: Pressable = interaction.client
        picked = self.item.values[0] if self.item.values else ""
        await client.pressed(interaction, self.says.target, picked, self.says.version)
