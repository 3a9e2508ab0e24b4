"""What an attempt is worth: how it compares, what it earns, how it is told."""

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

T = TypeVar("T")

WON_POINTS = 150
"""For a win without help; a loss earns its share of a hundred."""
MOST_OFF = 50
"""Points that help can cost."""
HINT_POINTS = 10
"""What a hint costs; a move taken back costs one."""
COUNTED_DAYS = 5
"""Days of a week that count, the best ones."""

# From the most significant: won, placed, hints, undos, moves.  41 bits, exact in a double.
_BITS = (("placed", 9), ("hints", 6), ("undos", 12), ("moves", 13))
_FEWER = ("hints", "undos", "moves")


class Result(NamedTuple):
    """How far an attempt got.  Time is not in it."""

    won: bool
    placed: int
    """Cards where they stay for good."""
    hints: int = 0
    undos: int = 0
    """Moves that were taken back."""
    moves: int = 0

    @property
    def score(self) -> int:
        """Greater is better, equal is a tie; `read` is the inverse within its bounds."""
        value = int(self.won)
        for name, bits in _BITS:
            most = (1 << bits) - 1
            part = min(getattr(self, name), most)
            value = value << bits | (most - part if name in _FEWER else part)
        return value

    @classmethod
    def read(cls, score: int) -> "Result":
        """The result with that score."""
        parts: dict[str, int] = {}
        for name, bits in reversed(_BITS):
            most = (1 << bits) - 1
            part = score & most
            parts[name] = most - part if name in _FEWER else part
            score >>= bits
        return cls(bool(score), **parts)

    def points(self, goal: int) -> int:
        """What it adds to a week: 100 to 150 for a win, below 100 otherwise."""
        if self.won:
            return WON_POINTS - min(MOST_OFF, self.undos + HINT_POINTS * self.hints)
        return min(99, 100 * self.placed // goal) if goal else 0


def told(result: Result, goal: int) -> str:
    """``won in 84 moves, 3 taken back`` or ``71 of 96 cards, 120 moves``."""
    moves = _many(result.moves, "move")
    parts = [f"won in {moves}" if result.won else f"{result.placed} of {goal} cards in {moves}"]
    if result.undos:
        parts.append(f"{result.undos} taken back")
    if result.hints:
        parts.append(_many(result.hints, "hint"))
    return ", ".join(parts)


def bar(result: Result, goal: int, width: int = 10) -> str:
    """How far it got, in ten squares that say nothing of cards."""
    full = width if result.won else min(width - 1, width * result.placed // max(1, goal))
    return "🟩" * full + "⬜" * (width - full)


def places(scores: Iterable[tuple[T, int]]) -> list[tuple[int, T, int]]:
    """Place, whose, score, best first.  Equal scores share a place, and the next one is skipped."""
    found: list[tuple[int, T, int]] = []
    for number, (who, score) in enumerate(sorted(scores, key=lambda item: -item[1]), start=1):
        place = found[-1][0] if found and found[-1][2] == score else number
        found.append((place, who, score))
    return found


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
