"""Many people at one table, and many tables at once: nothing is lost, nothing is played twice."""

from __future__ import annotations

import asyncio
import time

import pytest

from bot.demo import Loopback
from bot.demo.model import Channel
from bot.store.ids import ChannelTable
from tests.depth import much
from tests.e2e.conftest import Running, board_at, is_board
from tests.e2e.test_play import begin


async def until(look: object, seconds: float = 60.0) -> None:
    """Wait until `look()` is true."""
    deadline = time.monotonic() + seconds
    while not await look():  # type: ignore[operator]
        assert time.monotonic() < deadline, "it didn't come"
        await asyncio.sleep(0.05)


async def test_a_hundred_players_at_one_table(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    people = [discord.add_person(f"Player {number}") for number in range(100)]
    for person in people:
        discord.world.join(discord.guild, person)
    await begin(discord, table)
    for number, person in enumerate(people):
        if number % 2:
            person.say(table, "d")
    sent = await asyncio.gather(
        *(person.slash(table, "patience deal", timeout=90) for person in people[::2])
    )
    assert all(interaction.answered for interaction in sent)

    async def all_played() -> bool:
        view = await bot.client.chat.tables.view(ChannelTable(table.id))
        return view is not None and view.record.game.no_deal(view.record.position) != ""

    # The pack has a few cards less than there are players; the last ones are refused.
    await until(all_played, 90)
    view = await bot.client.chat.tables.view(ChannelTable(table.id))
    assert view is not None
    assert len(view.entries) == view.record.done
    assert len({entry.id for entry in view.entries}) == len(view.entries)
    shown = await board_at(table, view.version, 30)
    assert shown.attachments[0].filename == f"board-{view.version}.png"
    # Bursts are drawn together: far fewer updates than moves.
    updates = [r for r in discord.requests if r.path.startswith(f"/channels/{table.id}/messages")]
    boards = [r for r in updates if r.files]
    assert len(boards) < 60


@pytest.mark.slow
@pytest.mark.timeout(400)
async def test_many_tables_at_once(discord: Loopback, bot: Running) -> None:
    anna = discord.person("Anna")
    tables = [discord.world.add_channel(discord.guild, f"table-{n}") for n in range(much(200))]
    await asyncio.sleep(0.5)

    async def play(channel: Channel) -> None:
        started = await anna.slash(channel, "patience start", game="anna", timeout=150)
        assert started.answered
        await board_at(channel, 1, 300)
        for number in range(3):
            anna.say(channel, "d")
            await board_at(channel, number + 2, 300)

    await asyncio.gather(*map(play, tables))
    for channel in tables:
        view = await bot.client.chat.tables.view(ChannelTable(channel.id))
        assert view is not None
        assert [entry.move for entry in view.entries] == ["d", "d", "d"]
        assert len([m for m in channel.messages.values() if is_board(m)]) == 1
