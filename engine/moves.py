"""A player's command, and the three ways in which one can fail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Move(NamedTuple):
    """`count` cards from pile `source` to pile `target`, or a verb with the piles it names."""

    verb: str = ""
    source: str = ""
    target: str = ""
    count: int = 1  # type: ignore[assignment]  # nobody counts the words of a move

    def __str__(self) -> str:
        """What people type: ``d``, ``7 F1``, ``3 5 4``, ``pair 1 2``, ``play A3``."""
        words = [self.verb, self.source, self.target, str(self.count) if self.count != 1 else ""]
        return " ".join(word for word in words if word)


DEAL = Move("d")
REDEAL = Move("redeal")
FILL = Move("fill")
ALONE = frozenset({"d", "redeal", "fill"})
"""Verbs that name no pile."""
TWO_PLACES = frozenset({"pair", "swap"})
"""Verbs that name two piles."""
ONE_PLACE = frozenset({"play"})
"""Verbs that name one pile, in some games also where its card goes."""
VERBS = ALONE | TWO_PLACES | ONE_PLACE


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
    wanted = (0,) if verb in ALONE else (1, 2) if verb in ONE_PLACE else (2,)
    if len(words) not in wanted or not (count.isascii() and count.isdigit()):
        raise InvalidMove(f"{text!r} is not a move.")
    source, target, *_ = [*words, "", ""]
    return Move(verb, source, target, int(count))
