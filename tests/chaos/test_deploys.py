"""The bot is updated while people play: a new process stands by, the old one hands over.

Two updates here; `THOROUGH=1` makes it twenty.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.demo import Loopback
from bot.demo.model import LOADING, Interaction
from tests.bot.store.servers import Server, closing, free_port, needs_server
from tests.chaos.test_chaos import ROOT, Bot, Evening, settled
from tests.contracts.check import assert_contract
from tests.depth import THOROUGH

pytestmark = [needs_server, pytest.mark.slow]


def is_ready(port: int) -> bool:
    """What Kubernetes asks before it ends the old process."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/ready", timeout=60) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


async def started(discord: Loopback, redis: Server, folder: Path) -> Bot:
    """A process that is ready."""
    bot, port = Bot(discord, redis, folder), free_port()
    await bot.start(PATIENCE_METRICS_PORT=str(port))
    async with asyncio.timeout(120):
        while not await asyncio.to_thread(is_ready, port):  # noqa: ASYNC110 - nothing rings
            await asyncio.sleep(0.1)
    return bot


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    redis = Server(tmp_path / "redis", str(ROOT / "deploy" / "redis.conf"))
    with closing(redis):
        async with Loopback() as discord:
            bot = await started(discord, redis, tmp_path)
            evening = Evening(discord, redis, bot, seed=2)
            try:
                yield evening
            finally:
                await evening.bot.end(signal.SIGKILL)
            assert_contract(discord.requests)


@pytest.mark.timeout(1800)
async def test_nothing_is_lost_or_done_twice_while_the_bot_is_updated(
    evening: Evening, tmp_path: Path
) -> None:
    playing = True

    async def play() -> None:
        while playing:
            evening.event()
            await asyncio.sleep(evening.rng.uniform(0.05, 0.2))

    for number in range(20 if THOROUGH else 2):
        await evening.begin(number)
        new = await started(evening.discord, evening.redis, tmp_path)
        old, evening.bot = evening.bot, new
        playing = True
        players = asyncio.create_task(play())
        try:
            await asyncio.sleep(0.5)
            assert await old.end(signal.SIGTERM) == 0
            await asyncio.sleep(0.5)
        finally:
            playing = False
            await players
            with contextlib.suppress(ProcessLookupError):
                await old.end(signal.SIGKILL)
        faults = await settled(evening, tmp_path)
        assert not faults, "\n".join([*evening.story, *faults])
    asked = [
        sent.event
        for table in evening.witness.tables.values()
        for sent in table.sent
        if isinstance(sent.event, Interaction)
    ]
    assert asked
    assert all(one.answered for one in asked)
    async with asyncio.timeout(60):
        while any(m.flags & LOADING for one in asked for m in one.messages):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    assert evening.bot.log.count("told=True") == (20 if THOROUGH else 2)
    assert "Traceback" not in evening.bot.log
