"""Zones: the piles of a game by what they are for, under the books' names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.layout import Place
from engine.rules import expand

ALL_SEEN = 10**6
"""More cards than any pile holds."""


class Kind(Enum):
    """What a zone is for; the first two kinds are where cards go for good."""

    FOUNDATION = "foundation"
    DISCARD = "discard"
    STOCK = "stock"
    TALON = "talon"
    HAND = "hand"
    TABLEAU = "tableau"
    RESERVE = "reserve"
    ORNAMENT = "ornament"


HOME = (Kind.FOUNDATION, Kind.DISCARD)


@dataclass(frozen=True)
class Zone:
    """Piles of one kind under the book's name.

    `capacity` is the size of a finished foundation or discard (0 for other kinds).  `seen` is
    how many cards, counted from the top, players may look at.
    `notes` are the book's own signs for the piles, where they are not what people type.
    """

    ids: tuple[str, ...]
    name: str
    kind: Kind
    places: tuple[Place, ...]
    capacity: int = 0
    seen: int = ALL_SEEN
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.ids) != len(self.places):
            raise ValueError(f"{self.name}: {len(self.ids)} piles, {len(self.places)} places")

    def note(self, id: str) -> str:
        """The book's own sign for a pile, or ""."""
        return self.notes[self.ids.index(id)] if self.notes else ""


def stock(x: float, y: float, name: str = "the pack") -> Zone:
    """The pack ``S``, of which only the number of cards is seen."""
    return Zone(("S",), name, Kind.STOCK, (Place(x, y),), seen=0)


def talon(x: float, y: float, name: str = "the talon") -> Zone:
    """The talon ``W``."""
    return Zone(("W",), name, Kind.TALON, (Place(x, y),))


def hand(x: float, y: float, name: str = "the card in hand") -> Zone:
    """The dealt card in hand, ``H``."""
    return Zone(("H",), name, Kind.HAND, (Place(x, y),))


def foundations(
    ids: str, places: tuple[Place, ...], capacity: int = 13, name: str = "the foundations"
) -> Zone:
    """Piles that are built up and never taken from."""
    return Zone(expand(ids), name, Kind.FOUNDATION, places, capacity)


def tableau(
    ids: str,
    places: tuple[Place, ...],
    name: str,
    seen: int = ALL_SEEN,
    notes: tuple[str, ...] = (),
) -> Zone:
    """The piles that are played most."""
    return Zone(expand(ids), name, Kind.TABLEAU, places, seen=seen, notes=notes)


def reserve(ids: str, places: tuple[Place, ...], name: str, seen: int = ALL_SEEN) -> Zone:
    """Cards that wait to be played."""
    return Zone(expand(ids), name, Kind.RESERVE, places, seen=seen)


def discard(x: float, y: float, capacity: int, name: str = "the pairs") -> Zone:
    """The pile ``X`` of cards that are out of play for good."""
    return Zone(("X",), name, Kind.DISCARD, (Place(x, y),), capacity)


def is_field(ids: Sequence[str]) -> bool:
    """Whether these piles are the cells of a field, ``a1`` to ``h8``."""
    return len(ids) >= 12 and all(re.fullmatch(r"[a-z]\d+", id) for id in ids)


@dataclass(frozen=True)
class Weights:
    """What makes a position look far from a win, for the solver, in points.

    A card lies in the way when it lies over one that goes home before it.
    """

    placed: float = 30.0
    """For every card that is not home."""
    hidden: float = 6.0
    """For every card that lies face down."""
    blocked: float = 2.0
    """For every card that lies in the way."""
    depth: float = 0.5
    """For each card that goes home between the two."""
    gap: float = 0.3
    """For each card that goes home between two that lie in good order."""
    empty: float = 3.0
    """Taken off for every empty place of the tableau."""
    talon: float = 0.0
    """How much the order of the talon counts, compared with that of a pile of the tableau."""
    dealing: float = -3.0
    """What a deal is worth by itself."""
    redealing: float = -33.0
    """What a re-deal is worth by itself."""


def laid(ids: str, cards: str) -> dict[str, str]:
    """Cards laid out before the shuffle, one to each pile: ``laid("F1-F4", "AS AH AD AC")``."""
    return dict(zip(expand(ids), cards.split(), strict=True))
