"""The form in which a line is typed to the bot: for phones, and where chat can't be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Protocol

import discord
from discord import ui

from bot import markup
from bot.chat.custom_ids import FORM, Target

LONGEST = 400
"""Characters of a line."""
PLACEHOLDER = 100
OPENS = "Move…"
LINE = "line"

Value = str | bool | list[str]
Values = dict[str, Value]
"""What was filled in, by the custom ids of the fields."""


class Asking(Protocol):
    """A client that puts forms up."""

    async def ask_for_line(self, interaction: discord.Interaction[Any], target: Target) -> None:
        """Show the form; what is typed in it is for the target's table."""


class OpenForm(ui.DynamicItem["ui.Button[ui.LayoutView]"], template=FORM):
    """The button that opens the form; it fits every board."""

    def __init__(self, target: Target) -> None:
        self.target = target
        super().__init__(ui.Button(label=OPENS, custom_id=form_id(target)))

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], _item: ui.Item[Any], match: re.Match[str], /
    ) -> OpenForm:
        """The button as it was sent."""
        return cls(Target.decode(match["target"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Put the form up for whoever pressed."""
        client: Asking = interaction.client
        await client.ask_for_line(interaction, self.target)


def form(target: Target, example: str) -> ui.Modal:
    """The form, with a move as an example.

    Whoever shows it forgets it: what is sent off is known by its custom id, after a restart too.
    """
    line: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=LINE,
        placeholder=markup.fit(example, PLACEHOLDER) or None,
        max_length=LONGEST,
    )
    modal = ui.Modal(title="Your move", custom_id=form_id(target), timeout=None)
    label: ui.Label[ui.Modal] = ui.Label(
        text="A card or pile, and where it goes",
        description="Several moves: with commas between. undo, hint and other words do too.",
        component=line,
    )
    modal.add_item(label)
    return modal


def form_id(target: Target) -> str:
    """As Discord keeps it: ``p!``; ``a20787!`` for an attempt at the challenge of a day."""
    return f"{target}!"


def typed(interaction: discord.Interaction[Any]) -> tuple[Target, str] | None:
    """For which table a form was sent off, and what it says; None for a form of another kind."""
    match = FORM.fullmatch(sent_id(interaction))
    if match is None:
        return None
    return Target.decode(match["target"]), str(values(interaction).get(LINE, ""))


def sent_id(interaction: discord.Interaction[Any]) -> str:
    """The custom id of the form that was sent off, "" where none was."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return ""
    return str(dict(interaction.data or {}).get("custom_id", ""))


def values(interaction: discord.Interaction[Any]) -> Values:
    """What was filled in, by the custom ids of the fields."""
    data: dict[str, Any] = dict(interaction.data or {})
    return dict(_fields(data.get("components", [])))


def _fields(parts: list[dict[str, Any]]) -> Iterator[tuple[str, Value]]:
    for part in parts:
        for value in (part.get("value"), part.get("values")):
            if isinstance(value, str | bool | list):
                yield str(part.get("custom_id")), value
        yield from _fields(part.get("components", []))
        yield from _fields([part["component"]] if part.get("component") else [])
