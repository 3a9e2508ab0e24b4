"""Below the use cases: tables come out of the store, and changes go in, each event once."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol
from weakref import WeakValueDictionary

import msgspec

from bot.store.tables import Committed, Duplicate, Stale, Stored, TableStore
from bot.tables.record import TableRecord, UnreadableTable, decode, encode, replay
from bot.tables.views import Answer, Offer, TableView
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
FEW = 8
"""Legal moves up to which it is searched whether any of them leads anywhere: with more of them the
search would only run into its bound, after every move of every open game."""
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


class Refusal(Exception):
    """Nothing is done; `said` is the answer."""

    def __init__(self, error: str, text: str, *offers: Offer) -> None:
        super().__init__(text)
        self.said = Said(text, private=True, offers=offers, error=error)


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer without the table, as it is remembered for its event."""

    text: str
    changed: bool = False
    private: bool = False
    offers: tuple[Offer, ...] = ()
    error: str = ""

    def answer(self, table: TableView | None) -> Answer:
        """The answer, with the table as it is now."""
        return Answer(self.text, table, self.changed, self.private, self.offers, self.error)


class Sitting(NamedTuple):
    """What the store has for a channel: a readable table, or something that must be left alone."""

    version: int
    view: TableView | None
    blob: bytes
    trouble: str = ""
    """Why it can't be read; then there is no view."""


@dataclass(frozen=True)
class Outcome:
    """What a use case wants done, all at once.

    `table` is the new table (None: the channel has none any more), `record` its game as far as
    it is known already; `archive` and `resumes` as in `TableStore.commit`.
    """

    said: Said
    table: TableRecord | None
    record: Record | None = None
    archive: bool = False
    resumes: int | None = None


Act = Callable[[Sitting | None], Awaitable[Outcome]]


@dataclass
class _Kept:
    blob: bytes
    view: TableView
    outlook: Outlook | None = field(default=None)


class Desk:
    """Reads, caches and commits the tables of all channels; `run` does what takes long."""

    def __init__(self, store: TableStore, clock: Callable[[], float], run: Run) -> None:
        self.store = store
        self.clock = clock
        self.run = run
        self.timer: Callable[[], AbstractContextManager[object]] = nullcontext
        self._kept: OrderedDict[int, _Kept] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._slots = asyncio.Semaphore(SLOTS)

    async def change(self, channel: int, event: str, act: Act) -> Answer:
        """Carry out what `act` makes of the channel's table; once for an event.

        `act` is asked again when somebody else was faster. It raises `Refusal` to do nothing;
        that answer is remembered for the event as well.
        """
        lock = self._locks.setdefault(channel, asyncio.Lock())
        async with lock, self._slots:
            found = await self.store.begin(channel, event)
            for _ in range(ATTEMPTS):
                if isinstance(found, Duplicate):
                    return await self._again(channel, found)
                sitting = await self.sit(channel, found)
                try:
                    outcome = await act(sitting)
                except Refusal as refusal:
                    known = await self.store.note(channel, event, _said.encode(refusal.said))
                    if known:
                        return await self._again(channel, known)
                    return refusal.said.answer(sitting and sitting.view)
                result = await self._commit(channel, event, sitting, outcome)
                if isinstance(result, Answer):
                    return result
                found = result.stored if isinstance(result, Stale) else result
        raise TimeoutError(f"channel {channel} was changed {ATTEMPTS} times by others")

    async def look(self, channel: int) -> Sitting | None:
        """The channel's table as it is now."""
        async with self._slots:
            return await self._look(channel)

    async def _look(self, channel: int) -> Sitting | None:
        return await self.sit(channel, await self.store.load(channel))

    async def sit(self, channel: int, stored: Stored | None) -> Sitting | None:
        """A stored table with its positions."""
        if stored is None:
            return None
        kept = self._kept.get(channel)
        if kept and kept.blob == stored.blob:
            self._kept.move_to_end(channel)
            kept.view = replace(kept.view, version=stored.version, at=stored.at)
            return Sitting(stored.version, kept.view, stored.blob)
        try:
            table, game = decode(stored.blob)
            record = await self.replayed(table, game, kept.view.record if kept else None)
        except UnreadableTable as error:
            return Sitting(stored.version, None, stored.blob, str(error))
        view = TableView(channel, stored.version, table, record, stored.at)
        self._keep(channel, stored.blob, view)
        return Sitting(stored.version, view, stored.blob)

    async def replayed(self, table: TableRecord, game: Game, near: Record | None = None) -> Record:
        """The table's record; `UnreadableTable`."""
        if len(table.entries) - (len(near.moves) if near else 0) <= SHORT_LINE:
            return replay(table, game, near)
        record: Record = await self.run(replay, table, game, near)
        return record

    async def outlook(self, view: TableView) -> Outlook:
        """How the game stands; worked out once for a version."""
        kept = self._kept.get(view.channel)
        if kept and kept.view.version == view.version and kept.outlook:
            return kept.outlook
        found: Outlook
        game, position = view.record.game, view.record.position
        if not is_open(game, position):
            found = outlook(view.record)  # there is nothing to search, so this is quick
        elif len(game.moves(position)) > FEW:
            found = Outlook(State.OPEN)
        else:
            found = await self.run(outlook, view.record)
        kept = self._kept.get(view.channel)
        if kept and kept.view.version == view.version:
            kept.outlook = found
        return found

    def forget(self, channel: int) -> None:
        """Drop what is kept in memory of a channel."""
        self._kept.pop(channel, None)

    def more(self, channel: int, outcome: Outcome) -> dict[str, Any]:
        """What else the store is told with a commit."""
        return {}

    async def _again(self, channel: int, known: Duplicate) -> Answer:
        sitting = await self._look(channel)
        said = _said_decoder.decode(known.answer) if known.answer else Said("")
        return said.answer(sitting and sitting.view)

    async def _commit(
        self, channel: int, event: str, sitting: Sitting | None, outcome: Outcome
    ) -> Answer | Stale | Duplicate:
        table = outcome.table
        blob = encode(table) if table else None
        with self.timer():
            result = await self.store.commit(
                channel,
                sitting.version if sitting else 0,
                event,
                blob,
                answer=_said.encode(outcome.said),
                archive=outcome.archive,
                resumes=outcome.resumes,
                **self.more(channel, outcome),
            )
        if not isinstance(result, Committed):
            return result
        if table is None or blob is None:
            self.forget(channel)
            return outcome.said.answer(None)
        stored = Stored(result.version, blob, self.clock())
        if outcome.record:
            view = TableView(channel, result.version, table, outcome.record, stored.at)
            self._keep(channel, blob, view)
            return outcome.said.answer(view)
        now = await self.sit(channel, stored)
        return outcome.said.answer(now and now.view)

    def _keep(self, channel: int, blob: bytes, view: TableView) -> None:
        self._kept[channel] = _Kept(blob, view)
        self._kept.move_to_end(channel)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


_said = msgspec.msgpack.Encoder()
_said_decoder = msgspec.msgpack.Decoder(Said)
