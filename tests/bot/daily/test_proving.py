"""The solver beside the bot."""

import asyncio
import multiprocessing
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.daily import proving
from bot.daily.proving import prove_apart
from engine.games.catalogue import find
from engine.record import Record

ROOT = Path(__file__).resolve().parents[3]


async def test_a_winning_line_comes_from_another_process() -> None:
    line = await prove_apart("nestor", "1", 20.0)
    record = Record.replay(find("nestor"), "1", list(line))
    assert record.game.won(record.position)


async def test_nothing_found_in_time_is_no_line() -> None:
    assert await prove_apart("empress-of-india", "1", 0.0) == ()


def wait_for_ever(game_id: str, label: str, seconds: float) -> tuple[str, ...]:
    """Stands in for a search that takes long: says that it has begun, and ends only with its end
    of the pipe.
    """
    Path(label).write_text(str(os.getpid()), "utf-8")
    with Path(game_id).open("rb") as pipe:
        pipe.read()
    return ()


def wait_until_gone(process: multiprocessing.process.BaseProcess) -> None:
    """It is joined by the program as well, and only one of the two learns how it ended."""
    while process in multiprocessing.active_children():
        time.sleep(0.01)


async def test_whoever_stops_waiting_leaves_no_process_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proving, "prove", wait_for_ever)
    pipe, begun = tmp_path / "pipe", tmp_path / "begun"
    os.mkfifo(pipe)
    before = set(multiprocessing.active_children())
    waiting = asyncio.create_task(prove_apart(str(pipe), str(begun), 60.0))
    end = await asyncio.to_thread(pipe.open, "wb")  # opens when the other process reads
    with end:
        assert begun.read_text("utf-8")
        [process] = set(multiprocessing.active_children()) - before
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await asyncio.to_thread(wait_until_gone, process)


PARENT = """
import asyncio, multiprocessing, sys
from bot.daily.proving import prove_apart

async def main():
    proving = asyncio.ensure_future(prove_apart("empress-of-india", "1", 600.0))
    while not multiprocessing.active_children():
        await asyncio.sleep(0.01)
    print(*(child.pid for child in multiprocessing.active_children()), flush=True)
    await proving

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_a_killed_program_leaves_no_process_behind(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    with subprocess.Popen(
        [sys.executable, script],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
    ) as parent:
        assert parent.stdout
        assert parent.stdout.readline()
        parent.kill()
    while members(parent.pid):  # the test's own time limit is the only one
        time.sleep(0.05)


def members(session: int) -> list[int]:
    """Processes of a session, the helpers of multiprocessing among them."""
    found = subprocess.run(
        ["ps", "-o", "pid=", "--sid", str(session)], capture_output=True, text=True, check=False
    )
    return [int(pid) for pid in found.stdout.split()]
