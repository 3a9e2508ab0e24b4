"""What differs between a free table and an attempt at the daily challenge, in one object each."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from bot.store.ids import TableId
from bot.store.standings import Standing
from bot.tables import texts
from bot.tables.outcomes import Outcome, Refusal, Said
from bot.tables.record import Ending, TableRecord
from bot.tables.rights import recent
from bot.tables.views import Error, Player, TableView
from engine.game import Game
from engine.moves import MoveError
from engine.record import Record

Reserved = Callable[[Game, str], Awaitable[str]]
"""Why a deal may not be played just now, "" when it may."""


class Terms(Protocol):
    """Under which terms a table is played.  Times are unix seconds."""

    not_begun: str
    """What is said where no table is on."""
    fixed_mode: str
    """Why nobody chooses who may play, "" where the starter does."""
    no_hints: str
    """Why there are no hints, "" where there are."""
    keeps: bool
    """Whether a game that is stopped is put on a shelf."""
    looks_ahead: bool
    """Whether players are told that a game is lost that has moves left."""

    async def reserved(self, record: Record) -> str:
        """Why a deal may not be begun, gone on with or shown just now, "" when it may."""
        ...

    async def check(self, view: TableView, now: float) -> None:
        """Refuse whatever changes a table that may not be played just now."""
        ...

    def check_other(self, id: TableId) -> None:
        """Refuse to begin another game here, or to go on with one that was kept."""
        ...

    async def check_end(
        self, view: TableView, player: Player, kind: Ending, *, sure: bool, now: float
    ) -> None:
        """Refuse to stop or restart, or to vote for it; `sure`: they have been asked already."""
        ...

    def voters(self, view: TableView, now: float) -> set[str]:
        """Ids of those who are asked before a game ends."""
        ...

    def is_open(self, view: TableView, now: float) -> bool:
        """Whether moves may still be made."""
        ...

    def unread(self, error: MoveError) -> MoveError:
        """What may be said of a line that can't be read."""
        ...

    def played(self, view: TableView, outcome: Outcome) -> Outcome:
        """What comes of moves."""
        ...

    def stopped(self, view: TableView, table: TableRecord, name: str, kept: str) -> Outcome:
        """What comes of stopping; `table` has its last player seated, `name` is theirs for people
        to read, and `kept` says where the shelf would have the game.
        """
        ...

    def standing(self, id: TableId, table: TableRecord, record: Record) -> Standing | None:
        """What a table is worth, None where nothing is ranked."""
        ...


async def none_reserved(_game: Game, _deal: str) -> str:
    """Every deal may be played at any time."""
    return ""


class FreeTerms:
    """Any game that people like, with hints; what is stopped is kept.

    `reserved` keeps deals apart.
    """

    not_begun = texts.NO_TABLE
    fixed_mode = no_hints = ""
    keeps = looks_ahead = True

    def __init__(self, reserved: Reserved = none_reserved) -> None:
        self._reserved = reserved

    async def reserved(self, record: Record) -> str:
        """See `Terms`."""
        return await self._reserved(record.game, record.deal)

    async def check(self, view: TableView, now: float) -> None:
        """Refuse a deal that has been reserved since it was begun."""
        if reason := await self.reserved(view.record):
            raise Refusal(Error.RESERVED, reason)

    def check_other(self, id: TableId) -> None:
        """Nothing is against it."""

    async def check_end(
        self, view: TableView, player: Player, kind: Ending, *, sure: bool, now: float
    ) -> None:
        """Stopping is always possible, beginning again like any other move."""
        if kind == "restart":
            await self.check(view, now)

    def voters(self, view: TableView, now: float) -> set[str]:
        """Whoever is playing."""
        return {seat.id for seat in recent(view.table, now)}

    def is_open(self, view: TableView, now: float) -> bool:
        """Always."""
        return True

    def unread(self, error: MoveError) -> MoveError:
        """All of it."""
        return error

    def played(self, view: TableView, outcome: Outcome) -> Outcome:
        """Nothing more."""
        return outcome

    def stopped(self, view: TableView, table: TableRecord, name: str, kept: str) -> Outcome:
        """The table goes on the shelf, if a move was ever made and it isn't won."""
        what = texts.headline(view.record.game, view.record.deal)
        archive = bool(view.table.entries) and not view.won
        text = f"{name} stops {what}." + (f" {kept}" if archive else "")
        offers = texts.after(view.record)
        return Outcome(Said(text, changed=True, offers=offers), None, archive=archive)

    def standing(self, id: TableId, table: TableRecord, record: Record) -> Standing | None:
        """Nothing is ranked."""
        return None
