"""A player's command, and the three ways in which one can fail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Move(NamedTuple):
    """`count` cards from pile `source` to pile `target`, or a verb with the piles it names.

    `others` are the piles that a verb names after the second.
    """

    verb: str = ""
    source: str = ""
    target: str = ""
    count: int = 1  # type: ignore[assignment]  # nobody counts the words of a move
    others: tuple[str, ...] = ()

    def __str__(self) -> str:
        """What people type: ``d``, ``7 F1``, ``3 5 4``, ``pair 1 2``, ``play A3``."""
        words = [self.verb, *self.piles, str(self.count) if self.count != 1 else ""]
        return " ".join(word for word in words if word)

    @property
    def piles(self) -> tuple[str, ...]:
        """All piles that are named."""
        return tuple(id for id in (self.source, self.target, *self.others) if id)


DEAL = Move("d")
REDEAL = Move("redeal")
FILL = Move("fill")
ALONE = frozenset({"d", "redeal", "fill"})
"""Verbs that name no pile."""
TWO_PLACES = frozenset({"pair", "swap"})
"""Verbs that name two piles."""
SOME_PLACES = frozenset({"play"})
"""Verbs that name one pile, in some games also where its card goes, or several that go together."""
VERBS = ALONE | TWO_PLACES | SOME_PLACES


class MoveError(ValueError):
    """Something typed that can't be played; its text is one sentence for the player."""

    number = 1
    """Which of the moves of a line it is."""


class InvalidMove(MoveError):
    """The text can't be read as a move."""


class IllegalMove(MoveError):
    """The move can't be made here; the text says why."""


class Way(NamedTuple):
    """One thing that something ambiguous could mean: what it does, and the line that says so."""

    what: str
    line: str


class AmbiguousMove(MoveError):
    """The text fits several legal moves: `candidates`; `ways` tells them, in the same order."""

    def __init__(self, message: str, candidates: Sequence[Move], ways: Sequence[Way] = ()) -> None:
        super().__init__(message)
        self.candidates = tuple(candidates)
        self.ways = tuple(ways)


def read_exact(text: str) -> Move:
    """The inverse of ``str(move)``; `InvalidMove` when the words don't make a move.

    Pile names are not checked here.
    """
    verb, *words = text.split() or [""]
    if verb not in VERBS:
        verb, words = "", text.split()
    count = words.pop() if verb == "" and len(words) == 3 else "1"
    wanted = 0 if verb in ALONE else max(1, len(words)) if verb in SOME_PLACES else 2
    if len(words) != wanted or not (count.isascii() and count.isdigit()):
        raise InvalidMove(f"{text!r} is not a move.")
    return naming(verb, words, int(count))


def naming(verb: str, piles: Sequence[str], count: int = 1) -> Move:
    """The move of a verb that names these piles."""
    source, target, *_ = [*piles, "", ""]
    return Move(verb, source, target, count, tuple(piles[2:]))
