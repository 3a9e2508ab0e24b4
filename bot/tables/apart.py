"""What takes long, in a process of its own, which leaves the processor to everybody else."""

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing.connection import wait
from typing import ParamSpec, TypeVar

NICENESS = 15

P = ParamSpec("P")
R = TypeVar("R")


async def apart(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """What a function of some module answers.

    The process is a fresh interpreter, since a copy of this one would share sockets and threads
    with it; it ends with the answer, when nobody waits any more, or with this one, however that
    ends.
    """
    context = multiprocessing.get_context("spawn")
    worker = ProcessPoolExecutor(1, mp_context=context, initializer=begin)
    try:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(worker, partial(function, *args, **kwargs))
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
