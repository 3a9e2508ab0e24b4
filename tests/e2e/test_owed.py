"""A process that is killed owes answers; the next one gives them, and does nothing twice."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.demo import Loopback
from bot.demo.model import LOADING, Channel, Interaction
from bot.store import backup
from bot.store.connect import connect
from bot.store.database import Database
from bot.store.ids import ChannelTable
from bot.store.tables import TableStore
from bot.tables.tables import Tables
from tests.bot.store.servers import Server, closing, needs_server
from tests.chaos.test_chaos import Bot
from tests.contracts.check import assert_contract
from tests.e2e.conftest import board_at, board_says

pytestmark = needs_server


@pytest.fixture
async def discord() -> AsyncIterator[Loopback]:
    """A Discord for other processes."""
    async with Loopback() as discord:
        yield discord
        assert_contract(discord.requests)


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[Server]:
    server = Server(tmp_path / "redis", "--save", "")
    with closing(server):
        yield server


async def until_owed(redis: Server, count: int) -> list[str]:
    """Wait until the answers of so many interactions are owed; the keys."""
    async with asyncio.timeout(60):
        while True:
            keys = [key.decode() for key in redis.say("KEYS", "patience:owed:*")]
            if len(keys) == count:
                return keys
            await asyncio.sleep(0.02)


def thinking(interaction: Interaction) -> bool:
    return any(message.flags & LOADING for message in interaction.messages)


async def moved(database: Database, table: Channel) -> list[str]:
    view = await Tables(TableStore(database)).view(ChannelTable(table.id))
    return [entry.name for entry in view.entries] if view else []


async def test_what_a_killed_process_owed_is_answered_by_the_next(
    discord: Loopback, redis: Server, tmp_path: Path
) -> None:
    table, anna, ben = discord.channel("table"), discord.person("Anna"), discord.person("Ben")
    bot = Bot(discord, redis, tmp_path)
    await bot.start()
    try:
        await anna.slash(table, "patience start", game="klondike", deal="1", timeout=90)
        board = await board_at(table, 1)
        await until_owed(redis, 0)
        # Discord takes everything but boards and answers from now on.
        discord.faults.fail(503, times=1000, path="/messages", method="PATCH")
        pressed = await ben.click(board, "Deal", timeout=90)
        dealt = await anna.slash(table, "patience deal", timeout=90)
        asked = await ben.slash(table, "patience hint", timeout=90)
        keys = await until_owed(redis, 3)
        assert all(0 < redis.say("TTL", key) <= 15 * 60 for key in keys)
        database = await connect(f"redis://127.0.0.1:{redis.port}/0", tmp_path)
        assert not [item async for item in backup._items(database) if "owed" in item.key]
        await bot.end(signal.SIGKILL)
        assert thinking(dealt)
        assert thinking(asked)
        discord.faults.pending.clear()
        await bot.start()
        await board_says(table, "Anna: deal")
        await until_owed(redis, 0)
        assert await moved(database, table) == ["Ben", "Anna"]
        assert not thinking(dealt)
        assert not thinking(asked)
        assert asked.messages
        assert pressed.answered
        assert not any(one.token in bot.log for one in (dealt, pressed, asked))
        await database.aclose()
    finally:
        await bot.end(signal.SIGKILL)
    assert "Traceback" not in bot.log
