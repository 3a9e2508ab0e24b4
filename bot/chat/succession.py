"""One process after the other: which one serves, and what the one that leaves tells the next."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable

import msgspec

from bot import logs
from bot.chat.backlog import Backlog
from bot.chat.ears import Ears
from bot.chat.guard import Refused
from bot.store.owner import Owner

HANDOVER_SECONDS = 0.04
"""How long what is being played may take before another process goes on."""
IN_FLIGHT_SECONDS = 1.0
"""How long boards that another process has sent may be on their way."""
SETTLE_SECONDS = 5.0
"""How long a process that leaves takes at most to show boards and to answer."""

Board = tuple[int, int]
"""The server (0: direct messages) and channel of one."""

log = logs.get(__name__)


class Handover(msgspec.Struct):
    """What a process that leaves tells the next one."""

    heard: list[str]
    """Ids of the events that it has heard last, and sees to."""
    behind: list[Board]
    """Those that don't show the newest state yet."""


class Succession:
    """Whether this login serves its shards, or stands by for the process that does.

    `serve` begins what only the one that serves does, `show` brings a board up to date, `end` ends
    the login; without an `owner` it always serves.
    """

    def __init__(
        self,
        owner: Owner | None,
        ears: Ears,
        backlog: Backlog,
        *,
        serve: Callable[[], Awaitable[None]],
        show: Callable[[Board], Awaitable[None]],
        end: Callable[[], Awaitable[None]],
    ) -> None:
        self._owner = owner
        self._ears = ears
        self._backlog = backlog
        self._serve = serve
        self._show = show
        self._end = end
        self._shards: list[int] = []
        self._ready: set[int] = set()
        self._owning: asyncio.Task[None] | None = None
        self._later: asyncio.Task[None] | None = None
        self._heard: list[str] = []
        self.serves = owner is None

    async def begin(self, bot: int, shards: Iterable[int], count: int) -> None:
        """Serve these shards of so many, or stand by as long as another process does; end when one
        takes them over.
        """
        self._shards = [*shards]
        if self._owner:
            await self._own(self._owner, bot, count)
        if self.serves:
            await self._serve()

    async def _own(self, owner: Owner, bot: int, count: int) -> None:
        taking = asyncio.create_task(owner.take(bot, self._shards, count))

        async def keep() -> None:
            told = await taking
            if not self.serves:
                await self._take_over(read(told))
            await owner.keep()
            await self._end()

        first = asyncio.create_task(owner.is_waiting.wait())
        await asyncio.wait((taking, first), return_when=asyncio.FIRST_COMPLETED)
        first.cancel()
        self.serves = taking.done()
        if not self.serves:
            self._ears.stand_by()
        self._owning = asyncio.create_task(keep())
        self._owning.add_done_callback(lambda _: taking.cancel())

    async def connected(self, shard: int) -> None:
        """A shard has logged in."""
        if self.serves:
            await self._backlog.hold(shard)

    async def ready(self, shard: int) -> None:
        """A shard has a new session: what was said since the last one ended hasn't been told to us.
        After a mere break Discord tells it by itself.
        """
        self._ready.add(shard)
        if self.serves:
            await self._backlog.catch_up(shard)

    async def _take_over(self, handover: Handover | None) -> None:
        """The process that served before has ended; it may have told what it has seen to."""
        # Everything waits where it isn't known yet what the other process has left undone.
        behind = [id for id in self._shards if handover is None or id not in self._ready]
        for shard in behind:
            await self._backlog.hold(shard)
        self.serves, ready = True, [*self._ready]  # others catch up when they are ready
        answering = [
            asyncio.create_task(self._backlog.catch_up(id)) for id in behind if id in self._ready
        ]
        await asyncio.sleep(0)
        self._ears.take_over(handover.heard if handover else None)
        await asyncio.gather(*answering)
        log.info("serving", shards=ready, told=handover is not None)
        try:
            await self._serve()
        except Refused as refused:
            log.warning("commands not told", reason=refused.reason.value)
        if handover is not None:
            self._later = asyncio.create_task(self._finish(handover, ready))

    async def _finish(self, handover: Handover, shards: list[int]) -> None:
        """What the other process leaves undone."""
        await asyncio.sleep(IN_FLIGHT_SECONDS)
        for board in handover.behind:
            await self._show(board)
        await asyncio.sleep(2 * SETTLE_SECONDS)
        await self._backlog.settle(shards)

    def stop(self) -> None:
        """Hear nothing more."""
        self._heard = self._ears.close()
        for task in (self._owning, self._later):
            if task and task is not asyncio.current_task():
                task.cancel()

    async def hand_over(
        self, idle: Callable[[float], Awaitable[None]], give_up: Callable[[], list[Board]]
    ) -> None:
        """To the process that stands by, if one does: as soon as nothing is being played (`idle`
        waits for it, at most so many seconds), with the boards that this one gives up.
        """
        if self._owner and self.serves and await self._owner.awaited():
            await idle(HANDOVER_SECONDS)
            told = Handover(self._heard, give_up())
            await self._owner.leave(msgspec.json.encode(told).decode())

    async def leave(self) -> None:
        """Nothing is left to be done."""
        if self._owner:
            await self._owner.leave()


def read(told: list[str]) -> Handover | None:
    """What those who left have told together; None when nobody could."""
    whole = Handover([], [])
    for text in told:
        try:
            one = msgspec.json.decode(text, type=Handover)
        except msgspec.DecodeError as error:
            log.warning("the handover can't be read", reason=str(error))
            return None
        whole.heard += one.heard
        whole.behind += one.behind
    return whole if told else None
