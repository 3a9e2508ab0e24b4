"""What goes into the use cases of a table, and what comes out: plain values."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from bot import names
from bot.store.ids import TableId
from bot.tables.record import Mode, TableRecord
from engine.moves import Move
from engine.record import Record


class Error(StrEnum):
    """Why nothing was done.  The values are stored with the answers to events."""

    # At a table.
    NO_TABLE = "no-table"
    UNREADABLE = "unreadable"
    STALE = "stale"
    """The board has changed since."""
    BUSY = "busy"
    """Another game is on, and nobody has agreed yet to put it away."""
    NOT_ALLOWED = "not-allowed"
    TURN = "turn"
    VOTED = "voted"
    NOTHING = "nothing"
    """There is nothing to do, to take back, to show."""
    FULL = "too-long"
    # Moves and what else is typed.
    NOT_A_MOVE = "not-a-move"
    ILLEGAL = "illegal"
    AMBIGUOUS = "ambiguous"
    MISCOUNTED = "miscounted"
    NO_PILE = "no-pile"
    UNKNOWN_GAME = "unknown-game"
    NO_DEAL = "no-deal"
    NOT_KEPT = "not-kept"
    # The daily challenge.
    RESERVED = "reserved"
    """The deal is kept for the challenge."""
    LOCKED = "locked"
    """There are no hints."""
    UNSURE = "sure"
    """Whoever asked has to say that they are sure."""
    OVER = "over"
    NOT_OVER = "not-over"
    ELSEWHERE = "elsewhere"
    NO_CHALLENGE = "no-challenge"
    NO_RESULT = "no-result"
    UNKNOWN_DAY = "unknown-day"
    # Places.
    NO_SERVER = "no-server"
    NO_PLACE = "no-place"
    REFUSED = "refused"
    """For another reason, which the text gives; also what other versions have stored."""

    @classmethod
    def _missing_(cls, value: object) -> "Error":  # noqa: ARG003 - whatever it is
        return cls.REFUSED


@dataclass(frozen=True)
class Player:
    """Who asks. `moderator` may do what the starter may; in a direct message everybody is one."""

    id: str
    name: str
    moderator: bool = False


@dataclass(frozen=True)
class Offer:
    """Something that can be pressed or typed next: `command` is a line as people type it."""

    label: str
    command: str


@dataclass(frozen=True)
class Played:
    """One move of a table and whose it was; `name` is tidy, but not escaped for markdown."""

    move: str
    id: str
    name: str
    at: int


@dataclass(frozen=True)
class TableView:
    """A table as it is now. Names are tidy, but not escaped for markdown."""

    id: TableId
    version: int
    table: TableRecord
    record: Record
    at: float
    """Unix seconds of the last change."""

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, listed once."""
        return tuple(self.record.game.moves(self.record.position))

    @property
    def entries(self) -> tuple[Played, ...]:
        """The moves that count, with their players."""
        seats = self.table.seats
        return tuple(
            Played(entry.move, seats[entry.seat].id, seats[entry.seat].name, entry.at)
            for entry in self.table.entries[: self.table.done]
        )

    @property
    def starter(self) -> str:
        """Player id of who started the table."""
        return self.table.starter

    @property
    def starter_name(self) -> str:
        """Name of who started the table."""
        seat = self.table.seat_of(self.table.starter)
        return names.NOBODY if seat is None else self.table.seats[seat].name

    @property
    def mode(self) -> Mode:
        """Who may play."""
        return self.table.mode

    @property
    def won(self) -> bool:
        """Whether the game is won as it lies."""
        return self.record.game.won(self.record.position)

    @property
    def attempts(self) -> int:
        """How often the deal was begun: once, and once more with each restart."""
        return 1 + self.table.restarts

    @property
    def begun(self) -> int:
        """Unix seconds of the start."""
        return self.table.begun

    @property
    def tally(self) -> list[tuple[str, int]]:
        """Names and how many of the moves that count were theirs, most first."""
        counts = Counter(entry.seat for entry in self.table.entries[: self.table.done])
        return [(self.table.seats[seat].name, count) for seat, count in counts.most_common()]


@dataclass(frozen=True)
class Answer:
    """What a use case says.

    `text` is ready for a Discord message; `changed`: a new board is to be drawn; `private`: only
    the asker needs to see it; `error` says why nothing was done (None when it was); `hint` is a
    move that a picture beside the text would show.
    """

    text: str
    table: TableView | None
    changed: bool
    private: bool = False
    offers: tuple[Offer, ...] = ()
    error: Error | None = None
    hint: Move | None = None
