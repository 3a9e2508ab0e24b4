"""What is stored of a table: the record of its game and who did what.

Stored as msgpack of the Structs below. `format` comes first in importance: a record of another
format, or of other rules, is never guessed at and never overwritten by a move.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from engine.game import Game
from engine.games.catalogue import UnknownGame, find
from engine.moves import read_exact
from engine.record import Record

FORMAT = 1
MOST_MOVES = 5000
"""Moves of one table; the longest games that were ever finished have a tenth of it."""

Mode = Literal["open", "starter", "turns"]
"""Who may play: everybody, only who started, or nobody twice in a row."""
Ending = Literal["stop", "restart"]
"""What can be voted on."""


class UnreadableTable(ValueError):
    """A stored table that this version can't go on with; the text is a sentence for players."""


class Seat(msgspec.Struct, frozen=True, array_like=True):
    """Somebody who has done something at the table; `at` is when last, in unix seconds."""

    id: str
    name: str
    at: int


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """One move: canonical text, index of the player's seat, unix seconds.

    Moves of one command share `group`; `whole` ones are taken back together.
    """

    move: str
    seat: int
    at: int
    group: int
    whole: bool = False


class Vote(msgspec.Struct, frozen=True, array_like=True):
    """Who is for it (player ids), and since when it runs (unix seconds)."""

    kind: Ending
    ids: tuple[str, ...]
    at: int


class TableRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One table. Of `entries` the first `done` are played, the rest have been taken back."""

    format: int
    rules: int
    game: str
    deal: str
    starter: str
    begun: int
    seats: tuple[Seat, ...]
    entries: tuple[Entry, ...] = ()
    done: int = 0
    mode: Mode = "open"
    votes: tuple[Vote, ...] = ()
    restarts: int = 0
    undone: int = 0
    """Moves that were taken back so far, by `undo` or by beginning again."""
    label: str = ""
    """What the deal is called where its number is a secret."""
    over: bool = False
    """Nothing more is played here."""
    announced: bool = False
    """That the game was won has been said."""
    last: int = 0
    """Seat of whoever changed the table last."""
    number: int = 0
    """Under which it was kept before, and will be again; 0 for a table that never was."""

    def seat_of(self, player_id: str) -> int | None:
        """Index of a player's seat, None if they have none."""
        return next((i for i, seat in enumerate(self.seats) if seat.id == player_id), None)


class _Head(msgspec.Struct):
    """What records of all formats have in common."""

    format: int


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(TableRecord)
_head_decoder = msgspec.msgpack.Decoder(_Head)


def encode(table: TableRecord) -> bytes:
    """The form in which a table is stored."""
    return _encoder.encode(table)


def decode(blob: bytes) -> tuple[TableRecord, Game]:
    """The inverse of `encode`, with the game; `UnreadableTable` says what is wrong."""
    try:
        written = _head_decoder.decode(blob).format
        if written != FORMAT:
            raise UnreadableTable(
                f"This table was stored in form {written}, and this version of Patience knows "
                f"form {FORMAT}. It is left as it is; an update will bring it back."
            )
        table = _decoder.decode(blob)
    except msgspec.DecodeError:
        raise UnreadableTable(
            "What is stored of this table can't be read. It is left as it is."
        ) from None
    try:
        game = find(table.game)
    except UnknownGame:
        raise UnreadableTable(
            f"This table plays “{table.game[:40]}”, which this version of Patience doesn't have. "
            "It is left as it is."
        ) from None
    if table.rules != game.rules_version:
        raise UnreadableTable(
            f"This table was begun by rules {table.rules} of {game.title}; these are rules "
            f"{game.rules_version}. It is left as it is."
        )
    return table, game


def number_kept(blob: bytes) -> int | None:
    """The number under which a table was kept before, 0 when it never was; None for one that isn't
    worth keeping: it is won, or nobody has moved.
    """
    try:
        table, _ = decode(blob)
    except UnreadableTable:
        return 0
    won = table.announced and table.done == len(table.entries)
    return table.number if table.entries and not won else None


def replay(table: TableRecord, game: Game, near: Record | None = None) -> Record:
    """The engine's record of a table. Moves that it shares with `near`, an earlier record, are
    taken from there; all others are made again.

    Raises `UnreadableTable` when a move can't be made.
    """
    texts = [entry.move for entry in table.entries]
    if not 0 <= table.done <= len(texts):
        raise UnreadableTable("What is stored of this table doesn't fit. It is left as it is.")
    try:
        begun = near if near and (near.game, near.deal) == (game, table.deal) else None
        begun = begun or Record.begin(game, table.deal, kept=True)
        kept = _common(list(map(str, begun.moves)), texts)
        moves, positions = list(begun.moves[:kept]), list(begun.positions[: kept + 1])
        for text in texts[kept:]:
            moves.append(read_exact(text))
            positions.append(game.apply(positions[-1], moves[-1]))
    except ValueError as error:  # a label, a move
        raise UnreadableTable(f"This table can't be played again as it was: {error}") from None
    return Record(game, begun.deal, tuple(moves), table.done, tuple(positions))


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many items two lists share from the start."""
    for number, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return number
    return min(len(one), len(other))
