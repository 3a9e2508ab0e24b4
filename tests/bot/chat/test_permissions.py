"""What the bot may do in a place, and how it says what it lacks."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import discord
import pytest

from bot.chat.permissions import forbidden, lacking, may_answer, may_attach


def place(kind: type, allowed: discord.Permissions | Exception) -> Any:
    """A channel or thread of a server with these permissions."""
    made = Mock(spec=kind)
    made.guild.me = object()
    answers = {"side_effect" if isinstance(allowed, Exception) else "return_value": allowed}
    made.permissions_for = Mock(**answers)
    return made


@pytest.mark.parametrize(
    ("kind", "send"),
    [
        (discord.TextChannel, "**Send Messages**"),
        (discord.Thread, "**Send Messages in Threads**"),
    ],
)
def test_what_is_missing_is_named(kind: type, send: str) -> None:
    shut = place(kind, discord.Permissions.none())
    assert f"**View Channel** and {send}" in str(forbidden(lacking(shut)))
    assert not may_attach(shut)
    assert not may_answer(shut)
    open_ = place(kind, discord.Permissions.all())
    assert lacking(open_) == []
    assert may_attach(open_)
    assert may_answer(open_)


def test_where_nothing_is_known_it_is_tried() -> None:
    unknown = [
        place(discord.PartialMessageable, discord.Permissions.none()),
        place(discord.Thread, discord.ClientException("its parent isn't known")),
        Mock(spec=discord.DMChannel, guild=None),
    ]
    for one in unknown:
        assert lacking(one) == []
        assert may_attach(one)
        assert may_answer(one)
