"""The solver in a process of its own, which leaves the processor to everybody else."""

import asyncio
import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import wait

from bot.daily.vetting import prove

NICENESS = 15


async def prove_apart(game_id: str, label: str, seconds: float) -> tuple[str, ...]:
    """Moves that win a deal, () when none were found in so many seconds.

    The process is a fresh interpreter, since a copy of this one would share sockets and threads
    with it; it ends with the answer, when nobody waits any more, or with this one, however that
    ends.
    """
    context = multiprocessing.get_context("spawn")
    worker = ProcessPoolExecutor(1, mp_context=context, initializer=begin)
    try:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(worker, prove, game_id, label, seconds)
    finally:
        for process in multiprocessing.active_children():
            if process.pid in (worker._processes or {}):  # noqa: SLF001 - no other way before 3.14
                process.terminate()
        worker.shutdown(wait=False, cancel_futures=True)


def begin() -> None:
    """In the new process: step back behind everybody else, and end when the parent is gone."""
    os.nice(NICENESS)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
