"""Foundations: which cards they take one after the other."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import (
    ANY,
    DECK,
    RANK_WORDS,
    RANKS,
    SUITS,
    Mask,
    mask,
    of_rank,
    of_suit,
    rank,
)
from engine.rules import (
    EMPTY,
    Fit,
    FitTable,
    Index,
    Match,
    Piles,
    TableFit,
    Wants,
    expand,
    make_table,
    neighbours,
    rank_list,
    rank_of,
)

FULL_UP = RANKS
FULL_DOWN = RANKS[::-1]


@dataclass(frozen=True)
class Family(TableFit):
    """Foundations: ranks in a fixed order, base first, no rank twice.

    `orders` holds one order for all targets or one for each; `suits` the suit of each base
    (``"SHDC"``, repeated as often as needed), or "" where any suit may begin.  With `begun` the
    bases lie there from the start, and an empty place takes nothing.
    """

    orders: str | tuple[str, ...] = FULL_UP
    suits: str = SUITS
    match: Match = Match.SUIT
    begun: bool = False

    def order(self, k: int) -> str:
        """The ranks of the k-th target, base first."""
        return self.orders if isinstance(self.orders, str) else self.orders[k]

    @property
    def words(self) -> str:  # type: ignore[override]  # read-only here, and frozen
        """``one rank after the other from ace to king, of the same suit``."""
        if not isinstance(self.orders, str):
            return f"each from its base to its last card, {self.match.value}"
        return f"{order_words(self.orders)}, {self.match.value}"

    def table(self, k: int) -> FitTable:
        """See `Fit.table`."""
        order = self.order(k)
        base = 0 if self.begun else of_rank(rank_of(order[0]))
        if self.suits:
            base &= of_suit(SUITS.index(self.suits[k % len(self.suits)]))
        return (*_following(order, self.match)[:EMPTY], base)


@functools.cache
def _following(order: str, match: Match) -> FitTable:
    after = {rank_of(a): rank_of(b) for a, b in itertools.pairwise(order)}
    cards = {r: [c for c in DECK if rank(c) == after.get(r)] for r in RANK_WORDS}
    return make_table(lambda card: mask(c for c in cards[rank(card)] if match.allows(card, c)))


def order_words(order: str) -> str:
    """``up from ace to king`` where the order is a plain run, else its ranks one by one."""
    if order == order[:13] * (len(order) // 13) and len(order) > 13:
        times = {2: "twice", 3: "three times", 4: "four times"}[len(order) // 13]
        return f"{order_words(order[:13])}, {times} over"
    first, last = RANK_WORDS[rank_of(order[0])], RANK_WORDS[rank_of(order[-1])]
    for way, circle in (("up", FULL_UP * 2), ("down", FULL_DOWN * 2)):
        if order in circle:
            return f"{way} from {first} to {last}"
    return f"in the order {rank_list(order)}"


ACES_AND_KINGS = Family((FULL_UP,) * 4 + (FULL_DOWN,) * 4)
"""Eight foundations: each suit up from its ace, then each suit down from its king."""


@dataclass(frozen=True)
class CountedFamily(Fit):
    """Foundations whose order may name a rank twice, in suit or, with no `suits`, in any.

    The number of cards lying there tells which rank is next.
    """

    order: str
    suits: str = SUITS

    @property
    def words(self) -> str:  # type: ignore[override]  # read-only here, and frozen
        """``in the order A K 2 Q …, of the same suit``."""
        match = Match.SUIT if self.suits else Match.ANY
        return f"{order_words(self.order)}, {match.value}"

    def bind(self, index: Index, targets: Sequence[int]) -> Wants:
        """See `Fit.bind`."""
        own = [of_suit(SUITS.index(suit)) for suit in self.suits] or [ANY] * len(targets)
        following = {
            target: [of_rank(rank_of(letter)) & cards for letter in self.order]
            for target, cards in zip(targets, own, strict=True)
        }

        def wants(piles: Piles, target: int) -> Mask:
            count = len(piles[target])
            return following[target][count] if count < len(self.order) else 0

        return wants


@dataclass(frozen=True)
class TurnedFamily(Fit):
    """Foundations whose base rank is that of the first card of any of the piles `bases`.

    Thirteen cards, king and ace being neighbours; up, or down where `step` is -1.  `suits` are
    those of the bases, or "" where any suit may begin.  While all of `bases` are empty any card
    begins.
    """

    bases: str = "F1"
    match: Match = Match.SUIT
    step: int = 1
    suits: str = ""

    @property
    def words(self) -> str:  # type: ignore[override]  # read-only here, and frozen
        """``up in suit from the rank of the first base, ace after king``."""
        match = "in suit" if self.match is Match.SUIT else "red and black in turn"
        up, wrap = ("up", "ace after king") if self.step > 0 else ("down", "king after ace")
        return f"{up} {match} from the turned rank, {wrap}"

    def bind(self, index: Index, targets: Sequence[int]) -> Wants:
        """See `Fit.bind`."""
        following = make_table(lambda card: neighbours(card, (self.step,), self.match, wrap=True))
        of_ranks = [0, *map(of_rank, range(1, 14))]
        bases = [index[id] for id in expand(self.bases)]
        suits = [of_suit(SUITS.index(letter)) for letter in self.suits] or [ANY]
        own = dict(zip(targets, itertools.cycle(suits), strict=False))

        def wants(piles: Piles, target: int) -> Mask:
            pile = piles[target]
            if pile:
                return following[pile[-1]] if len(pile) < 13 else 0
            begun = next((piles[i] for i in bases if piles[i]), None)
            return own[target] & (of_ranks[rank(begun[0])] if begun else ANY)

        return wants
