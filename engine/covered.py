"""Piles as sets of cards, as `deadlock` takes them apart from the top."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import HIDDEN, Mask, Pile, face

BIT = tuple(1 << face(card) for card in range(2 * HIDDEN))
LANE = 64
"""Bits of a set of cards.  What holds for each kind of pile stands side by side in one number."""


class Kind(NamedTuple):
    """Piles whose cards may go to the same places.

    `lane`: where in a number the sets stand that hold for cards of such piles; `built`: whether
    cards are laid on them; `units`: whether all their face-up cards move as one and no other way.
    """

    lane: int
    built: bool
    units: bool


class Column:
    """A pile in sets, for each number of its lowest cards; in the lane of its kind."""

    __slots__ = ("cards", "foot", "tops")

    def __init__(self, pile: Pile, kind: Kind) -> None:
        self.cards = cards_of(pile)
        """All of them, in no lane."""
        self.tops = [BIT[card] << kind.lane for card in pile]
        """The last of so many."""
        self.foot = list(range(len(pile)))
        """How many lie under the card that moves with the last of so many."""
        for n in range(1, len(pile) if kind.units else 0):
            if pile[n - 1] < HIDDEN:
                self.foot[n] = self.foot[n - 1]


class Covered(NamedTuple):
    """Cards of a pile that lie on each other as they did: from the `floor`-th to below the `n`-th.

    `moved`: as one, so that they lie somewhere on others, and the last one goes home first.
    """

    column: Column
    n: int
    kind: Kind
    floor: int = 0
    moved: bool = False

    def off(self, goes: Mask, wanted: Mask) -> tuple[Mask, list[Covered]]:
        """When all cards are off that go somewhere: what came free, and what still lies so."""
        column, n, kind, floor, moved = self
        tops, foot = column.tops, column.foot
        shown, left = 0, list[Covered]()
        while n > floor:
            under = foot[n - 1]
            if tops[n - 1] & wanted:
                n -= 1
            elif not moved and tops[under] & goes:
                if under < n - 1:
                    left.append(Covered(column, n, kind, under, moved=True))
                n = under
            else:
                left.append(Covered(column, n, kind, floor, moved))
                break
            if n > floor:
                shown |= tops[n - 1]
        return shown, left


def cards_of(pile: Pile) -> Mask:
    """The cards of a pile, whichever way they lie."""
    cards = 0
    for card in pile:
        cards |= BIT[card]
    return cards
