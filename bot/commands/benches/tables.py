"""How many commands the tables take a second, from an event to its answer, with a real store."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

from bot.store.connect import connect
from bot.store.ids import ChannelTable
from bot.store.tables import TableStore
from bot.tables.tables import Tables
from bot.tables.views import Player

TABLES = 50
GAMES = ("klondike", "anna", "flower-garden", "zodiac")


async def run(seconds: float = 3.0, tables: int = TABLES) -> AsyncIterator[str]:
    """The report, line by line: many channels play at once, each as fast as it is answered."""
    with tempfile.TemporaryDirectory(prefix="patience-bench-") as folder:
        database = await connect(None, Path(folder), keep=False)
        try:
            yield f"{tables} tables, store: {database.where.partition(' in /')[0]}"
            table = Tables(TableStore(database))
            start = time.monotonic()
            all_took = await asyncio.gather(
                *(_channel(table, channel, start + seconds) for channel in range(1, tables + 1))
            )
            took = sorted(t for times in all_took for t in times)
            rate = len(took) / (time.monotonic() - start)
            yield f"{rate:,.0f} commands/s"
            yield (
                f"one command: {1000 * statistics.median(took):.1f} ms in the middle, "
                f"{1000 * took[int(len(took) * 0.95)]:.1f} ms for the slowest twentieth"
            )
            alone = await _channel(table, tables + 1, time.monotonic() + 1)
            yield f"one command at a time: {1000 * statistics.median(alone):.1f} ms"
        finally:
            await database.aclose()


async def _channel(tables: Tables, channel: int, end: float) -> list[float]:
    """Play in a channel until the time is up; the seconds that each command took."""
    player, took = Player("1", "Anna"), list[float]()
    game, id = GAMES[channel % len(GAMES)], ChannelTable(channel)
    await tables.start(id, player, game, f"{channel} start", str(channel))
    while time.monotonic() < end:
        view = await tables.view(id)
        moves = view.record.game.moves(view.record.position) if view else []
        before = time.perf_counter()
        event = f"{channel} {len(took)}"
        if moves:
            await tables.play(id, player, str(moves[len(took) % len(moves)]), event)
        else:
            await tables.undo(id, player, event, 40)
        took.append(time.perf_counter() - before)
    return took
