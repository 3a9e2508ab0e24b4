"""A bot under load, beside the floor of bare discord.py: how soon it answers and shows, what that
costs, and whether everything that it acknowledged is stored once and in order.

The bot runs in a process of its own, with real discord.py over a loopback Discord and a Redis that
is started for it.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bot.commands.benches.witness import Sent, Table, Witness
from bot.demo.model import COMMAND, Channel, Message
from bot.demo.server import Loopback
from bot.store.connect import connect
from bot.store.ids import ChannelTable
from bot.store.tables import TableStore
from bot.tables.tables import Tables
from engine.games.catalogue import find
from engine.record import Record
from render.board import draw
from render.theme import Look

DEALS = 20
"""Commands in a channel; a stock of Klondike has a few more cards."""
COMMANDS = 0.4
"""Share of the events that are slash commands; the others are lines in chat."""
SETTLED = 60.0
"""Seconds within which everything is shown."""


@dataclass(frozen=True)
class Cost:
    """What a process has used: seconds of processor time, bytes of memory, open files."""

    seconds: float
    memory: int
    files: int

    @classmethod
    def of(cls, pid: int) -> Cost:
        """As Linux tells it."""
        here = Path(f"/proc/{pid}")
        fields = (here / "stat").read_text().rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])  # in user's and in system's mode
        pages = int((here / "statm").read_text().split()[1])
        return cls(
            ticks / os.sysconf("SC_CLK_TCK"),
            pages * os.sysconf("SC_PAGE_SIZE"),
            len(list((here / "fd").iterdir())),
        )


async def run(seconds: float, rate: float) -> AsyncIterator[str]:
    """The report, line by line: so many commands a second, for each of the two."""
    costs = dict[str, float]()
    for kind, title in (("floor", "bare discord.py"), ("run", "patience")):
        with tempfile.TemporaryDirectory(prefix="patience-bench-") as folder:
            async with Loopback(record=False) as discord, serving(kind, discord, folder) as pid:
                witness, channels = Witness(discord), _channels(discord, seconds * rate)
                if kind == "run":
                    await _begin(discord, witness, channels)
                before = Cost.of(pid)
                sent = await _play(kind, discord, witness, channels, seconds, rate)
                after = Cost.of(pid)
                costs[kind] = 1000 * (after.seconds - before.seconds) / len(sent)
                yield f"{title}: {len(sent)} commands, {rate:g} a second"
                acknowledged = [one.acknowledged - one.at for one in sent if one.acknowledged]
                yield f"  acknowledged {_spread(acknowledged, 50, 99)}"
                if kind == "run":
                    shown = [one.shown - one.at for one in sent if one.shown]
                    yield f"  board seen   {_spread(shown, 50, 90, 99)}"
                yield f"  processor    {costs[kind]:.1f} ms a command"
                yield (
                    f"  memory       {before.memory / 1e6:.0f} → {after.memory / 1e6:.0f} MB, "
                    f"{after.files} files"
                )
            if kind == "run":
                faults = witness.faults(await _stored(Path(folder), channels))
                yield _judged(faults)
    yield f"{costs['run'] / costs['floor']:.2f} times the floor"


def _judged(faults: Sequence[str]) -> str:
    """What the witness found, in a line or more."""
    if not faults:
        return "  every acknowledged move is stored once, in order"
    return "\n".join(f"  WRONG: {fault}" for fault in faults)


@asynccontextmanager
async def serving(kind: str, discord: Loopback, folder: str) -> AsyncIterator[int]:
    """The process under load, logged in; its number."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PATIENCE_")}
    program = (sys.executable, "-m", "bot.commands.benches.loaded", kind, discord.url)
    more = {
        "PATIENCE_TOKEN": discord.token,
        "PATIENCE_DATA": folder,
        "PATIENCE_LOG_LEVEL": "warning",
    }
    process = await asyncio.create_subprocess_exec(
        *program, env=kept | more, stdin=asyncio.subprocess.PIPE
    )
    try:
        if kind == "floor" and process.stdin:
            record = Record.begin(find("klondike"), "1")
            process.stdin.write(draw(record.game, record.position, look=Look(), deal="1"))
        if process.stdin:
            process.stdin.close()
        await discord.gateway.ready(60)
        await discord.world.bell.until(lambda: discord.commands.of(None), 60)
        yield process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        await process.wait()


def _channels(discord: Loopback, events: float) -> list[Channel]:
    """As many as the events need."""
    return [
        discord.world.add_channel(discord.guild, f"table-{number}")
        for number in range(int(events / DEALS * 1.5) + 1)
    ]


async def _begin(discord: Loopback, witness: Witness, channels: list[Channel]) -> None:
    """A game of Klondike in each channel."""
    anna = discord.person("Anna")
    for number, channel in enumerate(channels):
        table = witness.tables[channel.id]
        options = {"game": "klondike", "deal": str(number)}
        await anna.slash(channel, "patience start", options, timeout=30)
        await discord.world.bell.until(partial(_begun, table), SETTLED)


def _begun(table: Table) -> bool:
    return table.newest > 0


def _chosen(channels: list[Channel], count: int) -> Iterator[Channel]:
    """Channels by chance, none more often than it has cards."""
    every = channels * DEALS
    random.Random(1).shuffle(every)  # noqa: S311 - the same load every time
    return iter(every[:count])


async def _play(
    kind: str,
    discord: Loopback,
    witness: Witness,
    channels: list[Channel],
    seconds: float,
    rate: float,
) -> list[Sent]:
    """Send the events at their times, and wait until all are shown."""
    rng, sent, waiting = random.Random(2), list[Sent](), list[asyncio.Task[None]]()  # noqa: S311
    begun = time.perf_counter()
    for number, channel in enumerate(_chosen(channels, int(seconds * rate))):
        await asyncio.sleep(max(0.0, begun + number / rate - time.perf_counter()))
        who, now = witness.sender(channel), time.perf_counter()
        if rng.random() < COMMANDS:
            data = discord.commands.fill(channel, "patience deal", {})
            asked = discord.interactions.send(COMMAND, who, channel, data, None, None)
            one = witness.note(channel, who, asked, now)
            waiting.append(asyncio.create_task(_acknowledged(one)))
        else:
            one = witness.note(channel, who, who.say(channel, "d"), now)
        sent.append(one)
    await asyncio.gather(*waiting)
    # The floor knows no moves: it has shown as many pictures as there were events.
    moved = witness.all_shown if kind == "run" else lambda: witness.pictures == len(sent)
    await discord.world.bell.until(moved, SETTLED)
    return sent


async def _acknowledged(one: Sent) -> None:
    if not isinstance(one.event, Message) and await one.event.acknowledged(SETTLED):
        one.acknowledged = time.perf_counter()


async def _stored(folder: Path, channels: list[Channel]) -> dict[int, list[int]]:
    """Who moved at each table, in order."""
    database = await connect(None, folder)
    try:
        tables, records = Tables(TableStore(database)), dict[int, list[int]]()
        for channel in channels:
            view = await tables.view(ChannelTable(channel.id))
            records[channel.id] = [int(entry.id) for entry in view.entries] if view else []
        return records
    finally:
        await database.aclose()


def _spread(times: list[float], *shares: int) -> str:
    """Percentiles in milliseconds."""
    times = sorted(times)
    return ", ".join(
        f"p{share} {1000 * times[min(len(times) - 1, len(times) * share // 100)]:.0f} ms"
        for share in shares
    )
