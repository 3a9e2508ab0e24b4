"""The witness of the tests under chaos notices what it is there for."""

from __future__ import annotations

import pytest

from bot.commands.benches.witness import Witness
from bot.demo import Loopback
from bot.demo.drafts import Draft
from bot.demo.model import Channel


def board(discord: Loopback, table: Channel, version: int, mover: str) -> None:
    """The bot shows a board with a button."""
    button = {"type": 2, "style": 2, "label": "Deal", "custom_id": f"p:{version}:d", "id": 3}
    parts = [{"type": 10, "content": f"**{mover}**: deal", "id": 2},
             {"type": 1, "id": 4, "components": [button]}]  # fmt: skip
    draft = Draft(components=[{"type": 17, "id": 1, "components": parts}])
    discord.world.post(table, discord.bot, draft)


async def watched() -> tuple[Witness, list[int]]:
    """Three lines in a channel, all of which the bot said it had played."""
    async with Loopback() as discord:
        witness, table = Witness(discord), discord.channel("table")
        for number in range(3):
            who = witness.sender(table)
            witness.note(table, who, who.say(table, "d"), 0)
            board(discord, table, number + 2, who.name)
        return witness, [sent.who.id for sent in witness.tables[table.id].sent]


def record(people: list[int], order: str) -> list[int]:
    return [people[int(number)] for number in order]


@pytest.mark.parametrize(
    ("order", "fault"),
    [
        ("0112", "event 1 is stored 2 times"),
        ("021", "event 2 was played before event 1"),
        ("021", "a board of version 3 showed event 1, which the record doesn't have there"),
        ("01", "event 2 is neither played nor answered"),
        ("01", "the board shows version 4 of 3"),
        ("", "a board of version 2 showed event 0, which the record doesn't have there"),
    ],
)
async def test_what_differs_is_named(order: str, fault: str) -> None:
    witness, people = await watched()
    (channel,) = witness.tables
    assert f"channel {channel}: {fault}" in witness.faults({channel: record(people, order)})


async def test_what_was_told_and_stored_is_well() -> None:
    witness, people = await watched()
    (channel,) = witness.tables
    assert witness.faults({channel: people}) == []
    assert f"channel {channel}: 7 moved, but nobody sent that" in witness.faults({channel: [7]})


async def test_a_line_that_was_answered_may_be_left_out() -> None:
    async with Loopback() as discord:
        witness, table = Witness(discord), discord.channel("table")
        who = witness.sender(table)
        line = who.say(table, "d")
        witness.note(table, who, line, 0)
        witness.tables[table.id].newest = 1
        assert witness.faults({table.id: []}) == [
            f"channel {table.id}: event 0 is neither played nor answered"
        ]
        discord.world.post(table, discord.bot, Draft(content="Not now."), reply_to=line)
        assert witness.faults({table.id: []}) == []


async def test_an_acknowledged_command_is_in_the_record() -> None:
    async with Loopback() as discord:
        witness, table = Witness(discord), discord.channel("table")
        who = witness.sender(table)
        pressed = discord.interactions.send(2, who, table, {"name": "deal"}, None, None)
        witness.note(table, who, pressed, 0)
        witness.tables[table.id].newest = 1
        assert witness.faults({table.id: []}) == []  # nobody has promised anything
        pressed.answered = 5
        assert witness.faults({table.id: []}) == [
            f"channel {table.id}: event 0 was acknowledged and is lost"
        ]
