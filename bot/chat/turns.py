"""What is said in order is played in order: for each place one event after the other, by the time
at which Discord made it, whatever way it came (message, interaction, edit, read back).

Discord sends events one after the other, but each is handled by a task of its own, and those
overtake each other at every wait for the network.  So an event takes its place in the queue
before its first wait.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

GRACE = 0.01
"""Seconds for which an event waits for an earlier one that arrives a little later."""

POLL = 0.002
"""Seconds between two looks whether all is done."""


class Turn:
    """An event's place in a queue: `async with` waits for it, and lets the next one in."""

    def __init__(self, queue: _Queue, event: int, number: int) -> None:
        self.order = (event, number)
        self.come = asyncio.get_running_loop().create_future()
        self._queue = queue

    async def __aenter__(self) -> None:
        try:
            await self.come
        except asyncio.CancelledError:
            self._queue.leave(self)
            raise

    async def __aexit__(self, *_: object) -> None:
        self._queue.leave(self)

    def close(self) -> None:
        """Give it up, if it hasn't been had."""
        self._queue.leave(self)

    def __lt__(self, other: Turn) -> bool:
        return self.order < other.order


class _Queue:
    """The events of one place."""

    def __init__(self, empty: Callable[[], object], paused: Callable[[], bool]) -> None:
        self.waiting: list[Turn] = []
        self._empty = empty
        """Called when nothing happens here any more, and nothing waits."""
        self._paused = paused
        self._now: Turn | None = None
        self._timer: asyncio.TimerHandle | None = None

    def join(self, turn: Turn) -> None:
        """Wait among the others."""
        heapq.heappush(self.waiting, turn)
        if self._now is None and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(GRACE, self.go_on)

    def leave(self, turn: Turn) -> None:
        """It has had its turn, or gives it up."""
        if turn is self._now:
            self._now = None
            self.go_on()
        elif turn in self.waiting:
            self.waiting.remove(turn)
            heapq.heapify(self.waiting)
            # The timer, or whoever has the turn now, finds out whether anybody is left.

    def resume(self) -> None:
        """The pause of all places is over; whoever has just come still has their grace."""
        if self._timer is None:
            self.go_on()

    def go_on(self) -> None:
        """Let the next one in, unless somebody has the turn or all places wait."""
        self._timer = None
        if self._paused():
            return
        while self._now is None and self.waiting:
            turn = heapq.heappop(self.waiting)
            if not turn.come.done():
                self._now = turn
                turn.come.set_result(None)
        if self._now is None:
            self._empty()


class Turns:
    """The queues of all places."""

    def __init__(self) -> None:
        self._queues: dict[int, _Queue] = {}
        self._numbers = itertools.count()
        self._pauses = 0

    async def idle(self, seconds: float) -> None:
        """Wait until nothing happens anywhere, at most so long."""
        end = time.monotonic() + seconds
        while self._queues and time.monotonic() < end:  # noqa: ASYNC110 - for some ms, once
            await asyncio.sleep(POLL)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Meanwhile nobody's turn comes, at any place; whoever has it keeps it."""
        self._pauses += 1
        try:
            yield
        finally:
            self._pauses -= 1
            for queue in list(self._queues.values()):
                queue.resume()

    def take(self, place: int, event: int) -> Turn:
        """The turn of an event, by its snowflake; to be entered with `async with`, or
        else to be closed.

        `place` is a channel's id, or a person's where they alone see the answer.
        """
        queue = self._queues.get(place)
        if queue is None:
            queue = self._queues[place] = _Queue(
                lambda: self._queues.pop(place), lambda: self._pauses > 0
            )
        turn = Turn(queue, event, next(self._numbers))
        queue.join(turn)
        return turn
