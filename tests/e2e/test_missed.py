"""What is said while the bot is away: heard afterwards, once, in order, answered by the board."""

from __future__ import annotations

import asyncio

import pytest

from bot.chat import missed
from bot.demo import Loopback
from bot.demo.model import Channel
from bot.store.ids import ChannelTable
from tests.e2e.conftest import Boot, Running, board_at, is_board
from tests.e2e.test_chat import moves_made, replies
from tests.e2e.test_play import begin, deal_once


async def test_a_new_session_reads_back_what_was_said_meanwhile(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = await deal_once(discord, table)
    await discord.gateway.drop(resumable=False)
    anna.say(table, "d")
    anna.say(table, "is it gone?")
    anna.say(table, "1 F1")  # can't be played; nobody waits for the reason any more
    anna.say(table, "undo")
    anna.say(table, "d, d")
    board = await board_at(table, 5, 20)
    assert "Anna: deal" in board.text
    assert await moves_made(bot, table) == ["d"] * 3
    await asyncio.sleep(0.5)
    assert replies(table) == []
    anna.say(table, "d")
    await board_at(table, 6)


async def test_what_was_said_while_no_bot_ran(
    discord: Loopback, boot: Boot, table: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = await boot()
    anna, private = discord.person("Anna"), discord.person("Anna").dm()
    await begin(discord, table)
    await anna.slash(private, "patience start", game="klondike", deal="1")
    await board_at(private, 1)
    anna.say(table, "d")
    await board_at(table, 2)
    await bot.stop()
    anna.say(table, "d")
    anna.say(private, "d")
    bot = await boot()
    await board_at(table, 3, 20)
    await board_at(private, 2, 20)
    assert await moves_made(bot, table) == ["d", "d"]
    # What is long over is left alone.
    await bot.stop()
    anna.say(table, "d")
    monkeypatch.setattr(missed, "LONGEST", -1)
    bot = await boot()
    await asyncio.sleep(3)
    assert await moves_made(bot, table) == ["d", "d"]


async def test_what_is_said_since_the_login_waits_for_what_was_said_before(
    discord: Loopback, boot: Boot, table: Channel
) -> None:
    """The servers are known, and so what was missed can be read, only seconds after the login."""
    bot = await boot()
    people = [discord.person(name) for name in ("Anna", "Ben", "Cleo")]
    await begin(discord, table)
    await bot.stop()
    discord.faults.fail(503, times=2, method="GET", path="/messages")  # and then not at once
    for who in people:
        who.say(table, "d")
    bot = await boot()
    async with asyncio.timeout(60):
        while not (bot.client.missed._held.get(0) or bot.client.missed._reading):  # noqa: ASYNC110 - nothing rings
            await asyncio.sleep(0.01)
    for who in people:
        who.say(table, "d")
    await board_at(table, 7, 30)
    view = await bot.client.chat.tables.view(ChannelTable(table.id))
    assert view
    assert [entry.name for entry in view.entries] == ["Anna", "Ben", "Cleo"] * 2


async def test_places_that_cannot_be_read_are_passed_over(
    discord: Loopback, boot: Boot, table: Channel
) -> None:
    bot = await boot()
    anna, talk = discord.person("Anna"), discord.channel("talk")
    await begin(discord, table)
    await anna.slash(talk, "patience start", game="anna", deal="1")
    await talk.wait_for(is_board)
    await bot.stop()
    discord.world.deny(talk, "read_message_history")
    anna.say(talk, "d")
    anna.say(table, "d")
    bot = await boot()
    await board_at(table, 2, 20)
    assert await moves_made(bot, talk) == []


async def test_a_shard_that_is_ready_before_places_are_known_holds_nothing_up(
    discord: Loopback, bot: Running, table: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow Redis: the read-back is over before it is known what would have to wait for it."""
    await begin(discord, table)
    ways = bot.client.missed
    known = asyncio.Event()
    lately = ways._pointers.lately

    async def late(most: int) -> list[tuple[int, int]]:
        await known.wait()
        return await lately(most)

    with monkeypatch.context() as slow:
        slow.setattr(ways._pointers, "lately", late)
        holding = asyncio.create_task(ways.hold(0, 1))
        await asyncio.sleep(0)
    await ways.read_back(0, 1)
    known.set()
    await holding
    discord.person("Ben").say(table, "d")
    await board_at(table, 2)
