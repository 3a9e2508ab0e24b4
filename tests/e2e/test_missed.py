"""What is said while the bot is away: heard afterwards, once, in order, answered by the board."""

from __future__ import annotations

import asyncio

import pytest

from bot.chat import missed
from bot.demo import Loopback
from bot.demo.model import Channel
from bot.store.errors import UNREACHABLE, StoreUnavailable
from bot.store.ids import ChannelTable
from bot.store.pointers import Pointers
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


async def test_what_is_said_before_redis_has_answered_waits_too(
    discord: Loopback, boot: Boot, table: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until Redis says where something may have been missed, nobody's turn comes anywhere."""
    bot = await boot()
    people = [discord.person(name) for name in ("Anna", "Ben", "Cleo")]
    await begin(discord, table)
    await bot.stop()
    for who in people:
        who.say(table, "d")
    asked, known = asyncio.Event(), asyncio.Event()
    lately = Pointers.lately

    async def late(pointers: Pointers, most: int) -> list[tuple[int, int]]:
        asked.set()
        await known.wait()
        return await lately(pointers, most)

    monkeypatch.setattr(Pointers, "lately", late)
    monkeypatch.setattr(missed, "UNKNOWING", 60.0)
    bot = await boot()
    await asyncio.wait_for(asked.wait(), 60)
    for who in people:
        who.say(table, "d")
    async with asyncio.timeout(60):
        while len(bot.client.lines._heard) < 3:  # noqa: ASYNC110 - nothing rings
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)
    assert await moves_made(bot, table) == []
    known.set()
    await board_at(table, 7, 30)
    view = await bot.client.chat.tables.view(ChannelTable(table.id))
    assert view
    assert [entry.name for entry in view.entries] == ["Anna", "Ben", "Cleo"] * 2


@pytest.mark.parametrize("bound", ["UNKNOWING", "LONGEST_HOLD"])
async def test_nobody_waits_for_ever_for_what_was_missed(
    discord: Loopback, bot: Running, table: Channel, monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    """Neither for a Redis that stands still, nor for a shard that is never ready."""
    await begin(discord, table)
    ways = bot.client.missed

    async def never(most: int) -> list[tuple[int, int]]:
        await asyncio.Event().wait()
        return []

    monkeypatch.setattr(missed, bound, 0.2)
    if bound == "UNKNOWING":
        monkeypatch.setattr(ways._pointers, "lately", never)
        with pytest.raises(StoreUnavailable):
            await ways.hold(0, 1)
    else:
        while not await ways._pointers.lately(1):  # noqa: ASYNC110 - noted after the board is up
            await asyncio.sleep(0.01)
        await ways.hold(0, 1)
        assert ways._held[0]
    discord.person("Ben").say(table, "d")
    await board_at(table, 2)


async def test_a_line_that_was_answered_is_not_played_later(
    discord: Loopback, boot: Boot, table: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the answer was; but who changes a line afterwards wants it tried."""
    bot = await boot()
    anna, ben = discord.person("Anna"), discord.person("Ben")
    await begin(discord, table)
    anna.say(table, "undo")  # there is nothing yet
    await until_replies(table, 1)

    async def lost(*_: object, **__: object) -> None:
        raise StoreUnavailable(UNREACHABLE)

    with monkeypatch.context() as away:
        away.setattr(bot.client.chat.tables._store, "commit", lost)
        anna.say(table, "d")
        corrected = anna.say(table, "d, d, d")
        await until_replies(table, 3)
    ben.say(table, "d")
    await board_at(table, 2)
    await bot.stop()
    anna.edit(corrected, "deal")
    ben.say(table, "d")
    bot = await boot()
    await board_at(table, 4, 20)
    view = await bot.client.chat.tables.view(ChannelTable(table.id))
    assert view
    assert sorted(entry.name for entry in view.entries) == ["Anna", "Ben", "Ben"]


async def until_replies(table: Channel, count: int) -> None:
    """Wait until so many lines were answered in words."""
    async with asyncio.timeout(60):
        while len(replies(table)) < count:  # noqa: ASYNC110 - nothing rings
            await asyncio.sleep(0.01)
