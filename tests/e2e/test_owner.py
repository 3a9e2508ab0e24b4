"""Two processes for the same bot: the second one waits, and is there when the first one ends."""

from __future__ import annotations

import asyncio

import pytest

from bot.demo import Loopback
from bot.demo.model import Channel
from bot.store import owner
from bot.store.database import Database
from tests.e2e.conftest import Boot, Running, board_at
from tests.e2e.test_chat import moves_made, replies
from tests.e2e.test_play import begin


async def serves(bot: Running) -> None:
    """Wait until it is the one that serves."""
    async with asyncio.timeout(60):
        while not bot.client.succession.serves:  # noqa: ASYNC110 - nothing rings
            await asyncio.sleep(0.01)


async def test_a_second_process_stands_by_and_goes_on_at_once(
    discord: Loopback, boot: Boot, table: Channel
) -> None:
    first, second = await boot(), await boot()
    anna = discord.person("Anna")
    await begin(discord, table)
    anna.say(table, "d")
    await board_at(table, 2)
    async with asyncio.timeout(60):
        await second.client.wait_until_ready()
    assert not second.client.succession.serves
    assert await moves_made(first, table) == ["d"]
    leaving = asyncio.create_task(first.stop())
    anna.say(table, "d")
    await serves(second)
    pressed = await anna.slash(table, "patience deal", timeout=20)
    anna.say(table, "d")
    await board_at(table, 5)
    await leaving
    assert pressed.answered
    assert await moves_made(second, table) == ["d"] * 4
    assert replies(table) == []


async def test_whoever_waits_goes_on_after_a_kill_with_what_was_said_meanwhile(
    discord: Loopback, boot: Boot, table: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one that serves vanishes: it says nothing to anybody, and its lock expires."""
    first, second = await boot(), await boot()
    anna = discord.person("Anna")
    await begin(discord, table)
    async with asyncio.timeout(60):
        await second.client.wait_until_ready()
    first.client.ears.close()
    assert first.client.succession._owning
    first.client.succession._owning.cancel()
    anna.say(table, "d")
    data = discord.commands.fill(table, "patience deal", {})
    discord.interactions.send(2, anna, table, data, None, None)
    await board_at(table, 3, 30)
    assert await moves_made(second, table) == ["d", "d"]
    monkeypatch.setattr(
        first.client.succession, "serves", False
    )  # it is gone, and hands nothing over


async def test_each_of_discord_s_buckets_has_its_own_turn(
    discord: Loopback, boot: Boot, database: Database
) -> None:
    """Six shards in three buckets: two rounds, and as many turns in Redis as there are buckets."""
    discord.gateway.shards, discord.gateway.buckets = 6, 3
    bot = await boot()
    async with asyncio.timeout(60):
        await bot.client.wait_until_ready()
    assert [*bot.client.shards] == [*range(6)]
    turns = [key async for key in database.scan("patience:identify:*")]
    bot_id = bot.client.application_id
    assert {key.rpartition(":")[2] for key in turns} <= {"0", "1", "2"}
    assert all(key.startswith(f"patience:identify:{bot_id}:") for key in turns)
    assert await database.run(lambda r: r.get(f"patience:owner:{bot_id}:of")) == b"6"
    begun = [frame.shard[0] for frame in discord.gateway._sessions.values()]
    assert sorted(begun) == [*range(6)]


async def test_a_process_that_lost_its_shards_stops_answering_and_waits(
    discord: Loopback, boot: Boot, table: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a long sleep of its computer."""
    monkeypatch.setattr(owner, "PERIOD", 0.2)
    bot = await boot()
    await begin(discord, table)
    key = f"patience:owner:{bot.client.application_id}:0"
    database = bot.client.chat.tables._store._database
    await database.run(lambda r: r.set(key, "somebody else", px=3000))
    for _ in range(200):
        await asyncio.sleep(0.05)
        if bot.logins == 2 and bot.client.is_ready():
            break
    discord.person("Anna").say(table, "d")
    await board_at(table, 2)
    assert bot.logins == 2
