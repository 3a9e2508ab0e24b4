"""A Redis that is killed in the middle of play: moves, scores and boards stay of one mind."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

from bot.daily.results import Result
from bot.store.connect import connect
from bot.store.daily import DailyStore
from bot.store.daily_keys import Board
from bot.tables.views import TableView
from tests.bot.daily.conftest import ANNA, FIRST, GUILD, Clock, Evening, SmallPool, make_daily


def best_of(view: TableView) -> int:
    """The best score along the moves that were made."""
    game, record = view.record.game, view.record
    return max(
        Result(game.won(position), game.placed(position), 0, 0, moves).score
        for moves, position in enumerate(record.positions[1:], start=1)
    )


async def test_a_killed_redis_leaves_no_move_without_its_score(
    short_folder: Path, clock: Clock, pool: SmallPool
) -> None:
    database = await connect(None, short_folder)
    store = DailyStore(database)
    daily = make_daily(database, clock, pool)
    evening = Evening(daily, clock, pool)
    try:
        for _ in range(8):
            # Everything is on the disk when it is answered; as set up, a second may be lost.
            await database.run(lambda r: r.config_set("appendfsync", "always"))
            number = await evening.begin(ANNA)
            pid = int((await database.run(lambda r: r.info("server")))["process_id"])
            killer = threading.Timer(0.004, os.kill, (pid, signal.SIGKILL))
            killer.start()
            for _ in range(3):
                await evening.move(number, ANNA, 1)
            killer.join()
            view = await daily.tables.view(number)
            assert view
            fields = (await store.person(GUILD, int(ANNA.id)))[FIRST]
            assert int(fields["score"]) == best_of(view)
            points = int(fields["points"])
            assert await store.ranked(Board(GUILD, "day", FIRST), 2) == [(ANNA.id, best_of(view))]
            assert await store.ranked(Board(GUILD, "week", FIRST), 2) == [(ANNA.id, points)]
            assert await store.ranked(Board(GUILD, "ever"), 2) == [(ANNA.id, points)]
    finally:
        await database.aclose()
