"""Below the use cases: tables come out of the store, and changes go in, each event once."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, Protocol
from weakref import WeakValueDictionary

import msgspec

from bot.store.ids import TableId
from bot.store.standings import Standing
from bot.store.tables import Committed, Duplicate, Stale, Stored, TableStore
from bot.tables.beginning import is_hopeless
from bot.tables.outcomes import OnSitting, Outcome, Refusal, Said, Sitting
from bot.tables.record import TableRecord, UnreadableTable, decode, encode, replay
from bot.tables.terms import Terms
from bot.tables.views import Answer, TableView
from engine.game import Game
from engine.hints import Outlook, State, is_open, outlook
from engine.record import Record

KEPT = 200
"""Tables whose positions are kept in memory; others are played again when they are asked for."""
ATTEMPTS = 100
"""Commits that may be overtaken by other processes before an event is given up."""
SLOTS = 24
"""Channels that are served at the same moment.  The rest of a burst waits here, not for one of the
store's connections, where waiting long counts as a failure."""
EARLIER = 12
"""Versions of a table that are kept for presses on boards that were overtaken."""
FEW = 8
"""Legal moves up to which it is searched whether any of them leads anywhere: with more of them the
search would only run into its bound, after every move of every open game."""
HOPELESS = Outlook(State.HOPELESS, "This deal can't be won, however it is played.")
SHORT_LINE = 60
"""Moves that are played again without going to a worker."""


# Python computes in one thread at a time; several would only keep the event loop waiting longer.
_worker = ThreadPoolExecutor(1, "tables")


class Run(Protocol):
    """Runs a function elsewhere and awaits its result, as `asyncio.to_thread` does."""

    def __call__(self, function: Callable[..., Any], /, *args: Any) -> Awaitable[Any]: ...


async def in_worker(function: Callable[..., Any], /, *args: Any) -> Any:
    """See `Run`."""
    return await asyncio.get_running_loop().run_in_executor(_worker, function, *args)


@dataclass
class _Kept:
    blob: bytes
    view: TableView
    outlook: Outlook | None = field(default=None)
    earlier: tuple[TableView, ...] = ()
    """The same table at earlier versions, as far as they went through here."""
    before: Outlook | None = None
    """How the game stood before the last change, as far as somebody has asked."""


class Desk:
    """Reads, caches and commits all tables; `run` does what takes long."""

    def __init__(
        self,
        store: TableStore,
        terms: Callable[[TableId], Terms],
        clock: Callable[[], float],
        run: Run,
    ) -> None:
        self.store = store
        self.clock = clock
        self._terms = terms
        self.run = run
        self.timer: Callable[[], AbstractContextManager[object]] = nullcontext
        self._kept: OrderedDict[TableId, _Kept] = OrderedDict()
        self._locks: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()
        self._slots = asyncio.Semaphore(SLOTS)

    async def change(self, id: TableId, event: str, act: OnSitting) -> Answer:
        """Carry out what `act` makes of a table; once for an event.

        `act` is asked again when somebody else was faster. It raises `Refusal` to do nothing;
        that answer is remembered for the event as well. `NotMeant` passes through.
        """
        lock = self._locks.setdefault(id, asyncio.Lock())
        async with lock, self._slots:
            found = await self.store.begin(id, event)
            for _ in range(ATTEMPTS):
                if isinstance(found, Duplicate):
                    return await self._again(id, found)
                sitting = await self.sit(id, found)
                try:
                    outcome = await act(sitting)
                except Refusal as refusal:
                    known = await self.store.note(id, event, _said.encode(refusal.said))
                    if known:
                        return await self._again(id, known)
                    return refusal.said.answer(sitting and sitting.view)
                result = await self._commit(id, event, sitting, outcome)
                if isinstance(result, Answer):
                    return result
                found = result.stored if isinstance(result, Stale) else result
        raise TimeoutError(f"the table of {id} was changed {ATTEMPTS} times by others")

    async def look(self, id: TableId) -> Sitting | None:
        """The table as it is now."""
        async with self._slots:
            return await self._look(id)

    async def _look(self, id: TableId) -> Sitting | None:
        return await self.sit(id, await self.store.load(id))

    async def sit(self, id: TableId, stored: Stored | None) -> Sitting | None:
        """A stored table with its positions."""
        if stored is None:
            return None
        kept = self._kept.get(id)
        if kept and kept.blob == stored.blob:
            self._kept.move_to_end(id)
            if (kept.view.version, kept.view.at) != (stored.version, stored.at):
                kept.view = replace(kept.view, version=stored.version, at=stored.at)
            return Sitting(stored.version, kept.view, stored.blob)
        try:
            table, game = decode(stored.blob)
            record = await self.replayed(table, game, kept.view.record if kept else None)
        except UnreadableTable as error:
            return Sitting(stored.version, None, stored.blob, str(error))
        view = TableView(id, stored.version, table, record, stored.at)
        self._keep(id, stored.blob, view)
        return Sitting(stored.version, view, stored.blob)

    async def replayed(self, table: TableRecord, game: Game, near: Record | None = None) -> Record:
        """The table's record; `UnreadableTable`."""
        if len(table.entries) - (len(near.moves) if near else 0) <= SHORT_LINE:
            return replay(table, game, near)
        record: Record = await self.run(replay, table, game, near)
        return record

    async def outlook(self, view: TableView) -> Outlook:
        """How the game stands; worked out once for a version."""
        kept = self._kept.get(view.id)
        if kept and kept.view.version == view.version and kept.outlook:
            return kept.outlook
        found: Outlook
        record = view.record
        ahead = self._terms(view.id).looks_ahead and not view.won
        if (
            ahead
            and not record.game.redeals
            and await self.run(is_hopeless, record.game, record.deal)
        ):
            found = HOPELESS
        elif ahead and len(view.moves) <= FEW and _is_open(record):
            found = await self.run(outlook, record)
        else:
            found = outlook(record, view.moves, search=False)
        kept = self._kept.get(view.id)
        if kept and kept.view.version == view.version:
            kept.outlook = found
        return found

    def since(self, id: TableId, version: int) -> Sequence[TableView]:
        """The table at that version and all later ones; nothing when one isn't known any more."""
        kept = self._kept.get(id)
        views = (
            [view for view in (*kept.earlier, kept.view) if view.version >= version] if kept else []
        )
        complete = [view.version for view in views] == [*range(version, version + len(views))]
        return views if complete else ()

    async def news(self, view: TableView) -> Outlook | None:
        """How the game stands, if that is news: None when it was as lost before the last change."""
        found, kept = await self.outlook(view), self._kept.get(view.id)
        lost = (State.LOST, State.HOPELESS)
        known = kept and kept.before and kept.before.state is found.state and found.state in lost
        return None if known else found

    def forget(self, id: TableId) -> None:
        """Drop what is kept in memory of a table."""
        self._kept.pop(id, None)

    async def _again(self, id: TableId, known: Duplicate) -> Answer:
        sitting = await self._look(id)
        said = _said_decoder.decode(known.answer) if known.answer else Said("")
        return said.answer(sitting and sitting.view)

    async def _commit(
        self, id: TableId, event: str, sitting: Sitting | None, outcome: Outcome
    ) -> Answer | Stale | Duplicate:
        table = outcome.table
        blob = encode(table) if table else None
        standing: Standing | None = None
        if table and outcome.record:
            standing = self._terms(id).standing(id, table, outcome.record)
        with self.timer():
            result = await self.store.commit(
                id,
                sitting.version if sitting else 0,
                event,
                blob,
                answer=_said.encode(outcome.said),
                archive=outcome.archive,
                number=sitting.view.table.number if sitting and sitting.view else 0,
                resumes=outcome.resumes,
                standing=standing,
            )
        if not isinstance(result, Committed):
            return result
        if table is None or blob is None:
            self.forget(id)
            return outcome.said.answer(None)
        stored = Stored(result.version, blob, self.clock())
        if outcome.record:
            view = TableView(id, result.version, table, outcome.record, stored.at)
            self._keep(id, blob, view)
            return outcome.said.answer(view)
        now = await self.sit(id, stored)
        return outcome.said.answer(now and now.view)

    def _keep(self, id: TableId, blob: bytes, view: TableView) -> None:
        old, record = self._kept.get(id), view.record
        same = old and (old.view.record.game, old.view.record.deal) == (record.game, record.deal)
        kept = self._kept[id] = _Kept(blob, view)
        if old and same:
            kept.before, kept.earlier = old.outlook, (*old.earlier, old.view)[-EARLIER:]
        self._kept.move_to_end(id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def _is_open(record: Record) -> bool:
    return is_open(record.game, record.position)


_said = msgspec.msgpack.Encoder()
_said_decoder = msgspec.msgpack.Decoder(Said)
