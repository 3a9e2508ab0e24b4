"""What is owed to whoever pressed or asked: should this process be killed before it has answered,
the next one goes through the same interaction once more.  Its id sees to it that nothing is done
twice.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from typing import Any

from bot import logs
from bot.store.errors import StoreUnavailable
from bot.store.owed import OwedStore

Payload = dict[str, Any]
"""An interaction as Discord sends it."""
REMEMBERED = 20_000
"""Interactions that are known to be this login's."""

log = logs.get(__name__)


class Ledger:
    """The debts of one login."""

    def __init__(self, store: OwedStore) -> None:
        self._store = store
        self.bot = 0
        self.count = 1
        """How many shards there are."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._open: dict[int, asyncio.Future[None]] = {}
        self._mine: OrderedDict[int, None] = OrderedDict()
        """What this login has begun to answer: it may be being struck out, but nobody left it."""

    def heard(self, hear: Callable[[Payload], None]) -> Callable[[Payload], None]:
        """What hears of interactions, with a debt for each; it begins tasks that answer them."""

        def listen(payload: Payload, *, again: bool = False) -> None:
            token = _current.set(Debt(self, payload, again=again))
            try:
                hear(payload)
            finally:
                _current.reset(token)

        self._listen = listen
        return listen

    async def settle(self, shard: int) -> int:
        """Answer what a process that has ended owed on a shard; how many there were.

        Raises StoreUnavailable.
        """
        found = await self._store.all(self.bot, shard)
        left = {id: payload for id, payload in found.items() if id not in self._mine}
        for payload in left.values():
            self._listen(json.loads(payload), again=True)
        return len(left)

    def begin(self, debt: Debt) -> asyncio.Task[None] | None:
        """Note a debt, beside everything else; unless it is the copy of one."""
        if debt.id in self._open:
            return None
        self._open[debt.id] = asyncio.get_running_loop().create_future()
        self._mine[debt.id] = None
        if len(self._mine) > REMEMBERED:
            self._mine.popitem(last=False)
        data = json.dumps(debt.payload, separators=(",", ":")).encode()
        return self._note(self._store.put(self.bot, debt.shard(self.count), debt.id, data))

    def end(self, debt: Debt, noted: asyncio.Task[None]) -> None:
        """Strike it out, once it has been noted."""

        async def strike() -> None:
            await asyncio.wait((noted,))
            await self._store.drop(self.bot, debt.shard(self.count), debt.id)

        self._open.pop(debt.id).set_result(None)
        self._note(strike())

    def _note(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        async def noting() -> None:
            try:
                await work
            except StoreUnavailable as error:
                log.info("not noted what is owed", reason=str(error))

        task = asyncio.create_task(noting())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self, seconds: float) -> None:
        """Wait for the answers under way, at most so long, then for what is being struck out."""
        if self._open:
            await asyncio.wait(self._open.values(), timeout=seconds)
        while self._tasks:
            await asyncio.wait(self._tasks)


class Debt:
    """One interaction; `again` when another process may have begun to answer it."""

    def __init__(self, ledger: Ledger, payload: Payload, *, again: bool) -> None:
        self.payload = payload
        self.id = int(payload["id"])
        self.again = again
        self._ledger = ledger
        self._noted: asyncio.Task[None] | None = None

    def shard(self, count: int) -> int:
        """Which of so many shards it came by."""
        return (int(self.payload.get("guild_id") or 0) >> 22) % count

    def begin(self) -> None:
        """It is going to be acknowledged, and then its answer is owed."""
        self._noted = self._ledger.begin(self)

    def paid(self) -> None:
        """All is said."""
        if self._noted:
            self._ledger.end(self, self._noted)


_current: ContextVar[Debt | None] = ContextVar("debt", default=None)


def current() -> Debt | None:
    """The debt of the interaction that this task answers."""
    return _current.get()
