"""Everything breaks while people play; what they were told is stored once, in order.

Short here; `THOROUGH=1 deploy/test tests/chaos` breaks much more, for some minutes.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.commands.benches.witness import Witness
from bot.demo import Loopback
from bot.demo.model import Channel, Interaction
from bot.store.connect import connect
from bot.store.database import Database
from bot.store.ids import ChannelTable
from bot.store.tables import TableStore
from bot.tables.tables import Tables
from tests.bot.store.servers import Server, closing, needs_server
from tests.contracts.check import assert_contract
from tests.depth import THOROUGH
from tests.e2e.conftest import board_at
from tests.e2e.test_run import PROGRAM

ROOT = Path(__file__).parents[2]
SETTLED = 90.0
"""Seconds after which what has not come right is wrong."""
EVENTS = 4
"""Events between two disasters."""

pytestmark = [needs_server, pytest.mark.slow]


class Bot:
    """`patience run` in a process of its own."""

    def __init__(self, discord: Loopback, redis: Server, folder: Path) -> None:
        self._discord, self._redis, self._folder = discord, redis, folder
        self._process: asyncio.subprocess.Process | None = None

    async def start(self, **more: str) -> None:
        """Begin, with more settings, and wait until one is logged in."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith("PATIENCE_")}
        with (self._folder / "log").open("ab") as file:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", PROGRAM, "run", self._discord.url),
                env=kept | {
                    "PATIENCE_TOKEN": self._discord.token,
                    "PATIENCE_REDIS_URL": f"redis://127.0.0.1:{self._redis.port}/0",
                    "PATIENCE_DATA": str(self._folder),
                } | more,
                stdout=file,
                stderr=file,
            )  # fmt: skip
        await self._discord.gateway.ready(60)

    async def end(self, how: signal.Signals) -> int:
        """Its exit code; SIGKILL is a machine that loses its power."""
        assert self._process
        self._process.send_signal(how)
        return await asyncio.wait_for(self._process.wait(), 60)

    @property
    def log(self) -> str:
        return (self._folder / "log").read_text("utf-8")


class Evening:
    """Tables, the people at them, and all that can break."""

    def __init__(self, discord: Loopback, redis: Server, bot: Bot, seed: int) -> None:
        self.discord, self.redis, self.bot = discord, redis, bot
        self.witness = Witness(discord)
        self.rng = random.Random(seed)
        self.tables: list[Channel] = []
        self.story: list[str] = []
        """What happened, for whoever has to find out why something went wrong."""

    async def begin(self, number: int) -> None:
        """Games of Klondike in new channels; more cards than there are events."""
        anna = self.discord.person("Anna")
        self.tables = [
            self.discord.world.add_channel(self.discord.guild, f"table-{number}-{n}")
            for n in range(5)
        ]
        for n, table in enumerate(self.tables):
            self.witness.tables[table.id]  # what is heard there counts
            await anna.slash(table, "patience start", game="klondike", deal=str(n), timeout=90)
            await board_at(table, 1)

    def event(self) -> None:
        """Somebody deals, in chat or by command; nobody waits for it."""
        table = self.rng.choice(self.tables)
        who = self.witness.sender(table)
        typed = self.rng.random() < 0.6
        number = len(self.witness.tables[table.id].sent)
        self.story.append(f"{table.id}: event {number}, {'a line' if typed else 'a command'}")
        if typed:
            self.witness.note(table, who, who.say(table, "d"), 0)
            return
        data = self.discord.commands.fill(table, "patience deal", {})
        pressed = self.discord.interactions.send(2, who, table, data, None, None)
        self.witness.note(table, who, pressed, 0)

    async def play(self) -> None:
        """A few events, some at once and some apart."""
        for _ in range(EVENTS):
            self.event()
            if self.rng.random() < 0.5:
                await asyncio.sleep(self.rng.uniform(0, 0.1))

    # What breaks

    async def bot_is_killed(self) -> None:
        await self.bot.end(signal.SIGKILL)
        await self.play()
        await self.bot.start()

    async def bot_is_updated(self) -> None:
        assert await self.bot.end(signal.SIGTERM) == 0
        await self.play()
        await self.bot.start()

    async def redis_is_killed(self) -> None:
        self.redis.kill()
        await self.play()
        await asyncio.to_thread(self.redis.start)

    async def redis_stands_still(self) -> None:
        self.redis.process.send_signal(signal.SIGSTOP)
        await self.play()
        await asyncio.sleep(0.5)
        self.redis.process.send_signal(signal.SIGCONT)

    async def connection_drops(self) -> None:
        await self.discord.gateway.drop(resumable=self.rng.random() < 0.5)
        await self.play()
        await self.discord.gateway.ready(60)

    async def replayed_too_far(self) -> None:
        self.discord.gateway.replay_extra = 6
        await self.discord.gateway.drop()
        await self.play()
        await self.discord.gateway.ready(60)
        self.discord.gateway.replay_extra = 0

    async def everything_comes_twice(self) -> None:
        self.discord.gateway.copies = 2
        await self.play()
        self.discord.gateway.copies = 1

    async def discord_fails(self) -> None:
        self.discord.faults.fail(503, times=2, path="/messages")
        await self.play()

    async def discord_is_busy(self) -> None:
        self.discord.faults.fail(429, times=3, path="/messages", retry_after=0.2)
        await self.play()

    @property
    def disasters(self) -> tuple[Callable[[], Awaitable[None]], ...]:
        return (
            self.connection_drops, self.redis_is_killed, self.everything_comes_twice,
            self.bot_is_killed, self.discord_fails, self.redis_stands_still,
            self.replayed_too_far, self.discord_is_busy, self.bot_is_updated,
        )  # fmt: skip


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """A Discord, a Redis that is set up as we say, and a bot at work."""
    redis = Server(tmp_path / "redis", str(ROOT / "deploy" / "redis.conf"))
    with closing(redis):
        async with Loopback() as discord:
            bot = Bot(discord, redis, tmp_path)
            await bot.start()
            try:
                yield Evening(discord, redis, bot, seed=1)
            finally:
                await bot.end(signal.SIGTERM)
            assert_contract(discord.requests)
            assert "Traceback" not in bot.log


async def stored(database: Database, evening: Evening) -> dict[int, list[int]]:
    """Who moved at each table, in order."""
    tables, records = Tables(TableStore(database)), dict[int, list[int]]()
    for channel in evening.witness.tables:
        view = await tables.view(ChannelTable(channel))
        records[channel] = [int(entry.id) for entry in view.entries] if view else []
    return records


async def settled(evening: Evening, folder: Path) -> list[str]:
    """What is still wrong when nothing comes any more."""
    database = await connect(f"redis://127.0.0.1:{evening.redis.port}/0", folder)
    faults = ["nobody has looked"]
    try:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SETTLED):
                while faults:
                    await asyncio.sleep(0.1)
                    faults = evening.witness.faults(await stored(database, evening))
    finally:
        await database.aclose()
    return faults


@pytest.mark.timeout(1800)
async def test_whatever_breaks_each_move_is_stored_once_and_in_order(
    evening: Evening, tmp_path: Path
) -> None:
    for number in range(12 if THOROUGH else 1):
        await evening.begin(number)
        disasters = list(evening.disasters)
        if number:
            evening.rng.shuffle(disasters)
        for disaster in disasters:
            await evening.play()
            evening.story.append(disaster.__name__)
            await disaster()
        faults = await settled(evening, tmp_path)
        assert not faults, "\n".join([*evening.story, *faults])
    sent = [sent for table in evening.witness.tables.values() for sent in table.sent]
    assert len(sent) >= 2 * EVENTS * len(evening.disasters)
    assert sum(isinstance(one.event, Interaction) for one in sent) > len(sent) / 5
