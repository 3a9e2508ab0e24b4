"""A game in progress: the deal and the moves made so far.  Positions are computed, never stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.game import Game
from engine.games.catalogue import UnknownGame, find
from engine.moves import Move, MoveError, read_exact
from engine.position import Position

FORMAT = 1
MAX_MOVES = 20_000
"""A bound for records that come from outside."""


class RecordError(ValueError):
    """A record that can't be read or is not of this program's rules; the text is a sentence."""


class NothingLeft(ValueError):
    """There is nothing to take back or to do again; the text is a sentence."""


class Step(NamedTuple):
    """A legal move and the position that it leads to."""

    move: Move
    after: Position


@dataclass(frozen=True)
class Record:
    """`moves` in order, of which the first `done` are played and the rest have been taken back.

    `positions` holds the position before the first move and after each.
    """

    game: Game
    deal: str
    moves: tuple[Move, ...]
    done: int
    positions: tuple[Position, ...]

    @classmethod
    def begin(cls, game: Game, deal: str, *, kept: bool = False) -> Record:
        """A fresh deal, see `Game.start`; `DealError` when the label can't be one."""
        start = game.start(deal, kept=kept)
        return cls(game, start.deal, (), 0, (start,))

    @classmethod
    def replay(cls, game: Game, deal: str, moves: list[str], done: int | None = None) -> Record:
        """The record of these moves (canonical text); `RecordError` names one that can't be."""
        record = cls.begin(game, deal, kept=True)
        positions, made = [record.positions[0]], []
        for number, text in enumerate(moves, start=1):
            try:
                made.append(read_exact(text))
                positions.append(game.apply(positions[-1], made[-1]))
            except MoveError as error:
                raise RecordError(f"Move {number} of the record, “{text[:40]}”: {error}") from None
        count = len(made) if done is None else done
        if not 0 <= count <= len(made):
            raise RecordError(f"The record says {count} moves are played, but holds {len(made)}.")
        return cls(game, record.deal, tuple(made), count, tuple(positions))

    @property
    def position(self) -> Position:
        """The position now."""
        return self.positions[self.done]

    @property
    def played(self) -> tuple[Move, ...]:
        """The moves that count."""
        return self.moves[: self.done]

    @property
    def last(self) -> Move | None:
        """The move that led to the position now."""
        return self.moves[self.done - 1] if self.done else None

    def play(self, move: Move) -> Record:
        """The record with one more move; what was taken back is forgotten.

        `IllegalMove` when the move can't be made.
        """
        return self.along([Step(move, self.game.apply(self.position, move))])

    def along(self, steps: Sequence[Step]) -> Record:
        """The record with these steps from the position now; what was taken back is forgotten."""
        return Record(
            self.game,
            self.deal,
            (*self.played, *(step.move for step in steps)),
            self.done + len(steps),
            (*self.positions[: self.done + 1], *(step.after for step in steps)),
        )

    def undo(self, count: int = 1) -> Record:
        """Take back `count` moves, as far as there are any; `NothingLeft` if there are none."""
        if not self.done:
            raise NothingLeft("No move has been made yet, so there is nothing to take back.")
        return self._at(max(0, self.done - count))

    def redo(self, count: int = 1) -> Record:
        """Make `count` moves again that were taken back; `NothingLeft` if there are none."""
        if self.done == len(self.moves):
            raise NothingLeft("No move has been taken back, so there is nothing to do again.")
        return self._at(min(len(self.moves), self.done + count))

    def restart(self) -> Record:
        """The first position of the same deal; `redo` brings the moves back."""
        return self._at(0)

    def _at(self, done: int) -> Record:
        return Record(self.game, self.deal, self.moves, done, self.positions)

    # --- portable text -------------------------------------------------------------------------

    def text(self) -> str:
        """The played moves in a form that any version can name, see `parse`."""
        head = f"patience {FORMAT}\ngame {self.game.id} rules {self.game.rules_version}\n"
        moves = "\n".join(
            ", ".join(map(str, self.played[i : i + 10])) for i in range(0, self.done, 10)
        )
        return f"{head}deal {self.deal}\n{moves}\n"

    @classmethod
    def parse(cls, text: str) -> Record:
        """The inverse of `text`; `RecordError` says what can't be read."""
        lines = text.strip().splitlines()
        head = lines[0].split() if lines else []
        if len(lines) < 3 or head[:1] != ["patience"] or lines[2][:5] != "deal ":
            raise RecordError("This is not a record of a game of patience.")
        words = lines[1].split()
        if head != ["patience", str(FORMAT)] or len(words) != 4 or words[2] != "rules":
            raise RecordError("The record is of a form that this version doesn't know.")
        try:
            game = find(words[1])
        except UnknownGame as error:
            raise RecordError(str(error)) from None
        if words[3] != str(game.rules_version):
            raise RecordError(
                f"The record was played by rules {words[3][:9]} of {game.title}; "
                f"these are rules {game.rules_version}."
            )
        moves = [move.strip() for line in lines[3:] for move in line.split(",") if move.strip()]
        if len(moves) > MAX_MOVES:
            raise RecordError(f"The record has more than {MAX_MOVES} moves.")
        return cls.replay(game, lines[2][5:], moves)
