"""The solver beside the bot."""

import asyncio
import multiprocessing

import pytest

from bot.daily.proving import prove_apart
from engine.games.catalogue import find
from engine.record import Record


async def test_a_winning_line_comes_from_another_process() -> None:
    line = await prove_apart("nestor", "1", 20.0)
    record = Record.replay(find("nestor"), "1", list(line))
    assert record.game.won(record.position)


async def test_nothing_found_in_time_is_no_line() -> None:
    assert await prove_apart("empress-of-india", "1", 0.0) == ()


async def test_whoever_stops_waiting_leaves_no_process_behind() -> None:
    before = set(multiprocessing.active_children())
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(prove_apart("empress-of-india", "1", 60.0), 3)
    for process in set(multiprocessing.active_children()) - before:
        await asyncio.to_thread(process.join, 10)
        assert not process.is_alive()
