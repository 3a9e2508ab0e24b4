"""The solver in a process of its own, which leaves the processor to everybody else."""

import asyncio
import contextlib
import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from bot.daily.vetting import Prove, prove

NICENESS = 15


@contextlib.contextmanager
def prover() -> Iterator[Prove]:
    """What finds winning lines; its process begins with the first question."""
    # A fresh interpreter: a copy of this one would share sockets and threads with it.
    context = multiprocessing.get_context("spawn")
    workers = ProcessPoolExecutor(1, mp_context=context, initializer=os.nice, initargs=(NICENESS,))

    async def ask(game_id: str, label: str, seconds: float) -> tuple[str, ...]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(workers, prove, game_id, label, seconds)

    try:
        yield ask
    finally:
        for process in (getattr(workers, "_processes", None) or {}).values():
            process.terminate()
        workers.shutdown(wait=True, cancel_futures=True)
