"""What is said in order is played in order: bursts, replays, read-backs, every way at once."""

from __future__ import annotations

import asyncio
import random

import pytest

from bot.chat.turns import Turns
from bot.demo import Loopback
from bot.demo.model import Channel, Interaction, Message
from bot.demo.people import Person
from bot.store.ids import ChannelTable
from tests.e2e.conftest import Running, board_at
from tests.e2e.test_chat import moves_made
from tests.e2e.test_play import begin

NAMES = ("Anna", "Ben", "Cleo")


async def players(bot: Running, table: Channel) -> list[str]:
    """Ids of those who made the moves, in order."""
    view = await bot.client.chat.tables.view(ChannelTable(table.id))
    assert view
    return [entry.id for entry in view.entries]


async def until_version(bot: Running, table: Channel, least: int) -> None:
    """Wait until the table has that version; the test's own time limit is the only one."""
    reached = 0
    while reached < least:
        await asyncio.sleep(0.02)
        view = await bot.client.chat.tables.view(ChannelTable(table.id))
        reached = view.version if view else 0


async def caught_up(bot: Running, table: Channel) -> None:
    """Wait until the board shows the table as it is."""
    view = await bot.client.chat.tables.view(ChannelTable(table.id))
    assert view
    await board_at(table, view.version)


@pytest.mark.parametrize("seed", range(3))
async def test_a_burst_of_every_way_is_played_as_it_was_sent(
    discord: Loopback, bot: Running, table: Channel, seed: int
) -> None:
    await begin(discord, table)
    rng = random.Random(seed)
    people = [discord.person(name) for name in NAMES]
    sent: list[tuple[str, Message | asyncio.Task[Interaction]]] = []
    for _ in range(24):
        who = rng.choice(people)
        sent.append((str(who.id), await send(who, table, rng.random() < 0.4)))
    await until_version(bot, table, 25)
    assert await players(bot, table) == [id for id, _ in sent]
    await asyncio.gather(*(thing for _, thing in sent if isinstance(thing, asyncio.Task)))
    await caught_up(bot, table)


async def send(who: Person, table: Channel, slash: bool) -> Message | asyncio.Task[Interaction]:
    """A deal, typed or as a command; not waited for."""
    if not slash:
        return who.say(table, "d")
    task = asyncio.create_task(who.slash(table, "patience deal", timeout=90))
    await asyncio.sleep(0)  # it is on its way
    return task


async def test_a_deal_and_its_undo_at_once(discord: Loopback, bot: Running, table: Channel) -> None:
    await begin(discord, table)
    anna = discord.person("Anna")
    for _ in range(10):
        task = asyncio.create_task(anna.slash(table, "patience deal", timeout=90))
        await asyncio.sleep(0)
        anna.say(table, "undo")
        anna.say(table, "d")
        anna.say(table, "undo")
        await task
    anna.say(table, "d")
    await until_version(bot, table, 42)
    assert await moves_made(bot, table) == ["d"]
    await caught_up(bot, table)


@pytest.mark.parametrize("resumable", [True, False])
async def test_what_is_replayed_or_read_back_is_played_as_it_was_said(
    discord: Loopback, bot: Running, table: Channel, resumable: bool
) -> None:
    await begin(discord, table)
    people = [discord.person(name) for name in NAMES]
    expected: list[str] = []
    rng, said = random.Random(7), 0
    for _ in range(2):
        await discord.gateway.drop(resumable=resumable)
        for number in range(16):
            who = rng.choice(people)
            if number % 4 == 3:
                who.say(table, "undo")
                expected.pop()
                said += 1
            who.say(table, "d")
            expected.append(str(who.id))
            said += 1
            if number > 10:  # the connection comes back meanwhile
                await asyncio.sleep(0.05)
        await until_version(bot, table, 1 + said)
        assert await players(bot, table) == expected
    await caught_up(bot, table)


async def test_a_line_that_is_corrected_comes_when_it_was_corrected(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    await begin(discord, table)
    anna, ben = discord.person("Anna"), discord.person("Ben")
    wrong = anna.say(table, "dd?")
    ben.say(table, "d")
    await until_version(bot, table, 2)
    ben.say(table, "d")
    anna.edit(wrong, "d")
    ben.say(table, "d")
    await until_version(bot, table, 5)
    order = [str(ben.id), str(ben.id), str(anna.id), str(ben.id)]
    assert await players(bot, table) == order


async def test_turns_come_by_their_event_and_one_at_a_time() -> None:
    turns, had, inside = Turns(), list[int](), 0

    async def act(event: int, place: int = 1) -> None:
        nonlocal inside
        async with turns.take(place, event):
            inside += 1
            assert inside == 1
            await asyncio.sleep(0.001)
            had.append(event)
            inside -= 1

    events = list(range(30))
    random.Random(1).shuffle(events)
    await asyncio.gather(*(act(event) for event in events))
    assert had == sorted(events)
    given_up = turns.take(1, 0)
    cancelled = asyncio.create_task(act(1))
    await asyncio.sleep(0)
    cancelled.cancel()
    given_up.close()
    had.clear()
    await asyncio.gather(act(3), act(2))
    assert had == [2, 3]
    assert not turns._queues


async def test_other_places_go_on_meanwhile() -> None:
    turns = Turns()
    async with turns.take(1, 1):
        async with turns.take(2, 1):
            pass
        waiting = asyncio.ensure_future(turns.take(1, 2).__aenter__())
        await asyncio.sleep(0.05)
        assert not waiting.done()
    await waiting
