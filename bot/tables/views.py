"""What goes into the use cases of a table, and what comes out: plain values."""

from collections import Counter
from dataclasses import dataclass

from bot import names
from bot.tables.record import Mode, TableRecord
from engine.moves import Move
from engine.record import Record


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

    channel: int
    version: int
    table: TableRecord
    record: Record
    at: float
    """Unix seconds of the last change."""

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
    def last_mover(self) -> str:
        """Name of whoever changed the table last."""
        return self.table.seats[self.table.last].name

    @property
    def tally(self) -> list[tuple[str, int]]:
        """Names and how many of the moves that count were theirs, most first."""
        counts = Counter(entry.seat for entry in self.table.entries[: self.table.done])
        return [(self.table.seats[seat].name, count) for seat, count in counts.most_common()]


@dataclass(frozen=True)
class Answer:
    """What a use case says.

    `text` is ready for a Discord message; `changed`: a new board is to be drawn; `private`: only
    the asker needs to see it; `error` says in one word why nothing was done ("" when it was);
    `hint` is a move that a picture beside the text would show.
    """

    text: str
    table: TableView | None
    changed: bool
    private: bool = False
    offers: tuple[Offer, ...] = ()
    error: str = ""
    hint: Move | None = None
