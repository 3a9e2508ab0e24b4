"""Building blocks of rules: which cards may be taken, and where they fit.

A game's regular moves are `Route`s: from a `Source` (which cards of some piles may be taken) to
piles with a `Fit` (which cards each takes as it lies).  Both are written as data and bound once,
when the game is made, to plain functions over tuples; sets of cards are bit masks, so most of a
position is passed over at the cost of one ``&`` a pile.
"""

from __future__ import annotations

import functools
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from engine.cards import (
    ANY,
    BLACK,
    DECK,
    HIDDEN,
    RANK_WORDS,
    RANKS,
    RED,
    Card,
    Mask,
    Pile,
    is_red,
    mask,
    rank,
    rank_symbol,
    suit,
)

Piles = Sequence[Pile]
Index = Mapping[str, int]
"""Where each pile id stands in a position."""
Offer = tuple[Mask, int, int]
"""Cards that may be taken as one: the mask of the lowest of them, the pile's index, how many."""
Offers = Callable[[Piles], list[Offer]]
Wants = Callable[[Piles, int], Mask]
"""The cards that the pile at this index takes."""
FitTable = tuple[Mask, ...]
"""For each card lying on top (and `EMPTY` for none): the cards that may be laid there."""

EMPTY = 2 * HIDDEN
BITS: tuple[Mask, ...] = (*(1 << card for card in range(HIDDEN)), *(0,) * (HIDDEN + 1))
"""The mask of a top card; 0 for a card lying face down, and for `EMPTY`."""


@functools.cache
def expand(text: str) -> tuple[str, ...]:
    """Pile ids written short: ``"H W F1-F3"`` is H, W, F1, F2, F3."""
    ids: list[str] = []
    for word in text.split():
        if run := re.fullmatch(r"(\D*)(\d+)-\1(\d+)", word):
            letter, first, last = run[1], int(run[2]), int(run[3])
            ids += [f"{letter}{n}" for n in range(first, last + 1)]
        else:
            ids.append(word)
    return tuple(ids)


class Match(Enum):
    """How the suits of two neighbouring cards must agree."""

    SUIT = "of the same suit"
    OTHER_COLOUR = "of the other colour"
    ANY = "of any suit"

    def allows(self, one: Card, other: Card) -> bool:
        """Whether two cards may be neighbours, as far as suits go."""
        if self is Match.SUIT:
            return suit(one) == suit(other)
        return self is Match.ANY or is_red(one) != is_red(other)


# --- where cards fit ---------------------------------------------------------------------------


class Fit(ABC):
    """Which cards a pile takes, as it lies.  `words` says it to players."""

    words: str

    def table(self, k: int) -> FitTable | None:
        """The k-th target's table, or None when more than its top card decides."""
        return None

    def guards(self, k: int) -> tuple[str, ...]:
        """Piles that must be empty for the k-th target to take what its table says."""
        return ()

    @abstractmethod
    def bind(self, index: Index, targets: Sequence[int]) -> Wants:
        """The function that tells what the pile at an index takes."""


class TableFit(Fit):
    """A fit that the top card alone decides."""

    def bind(self, index: Index, targets: Sequence[int]) -> Wants:
        """See `Fit.bind`."""
        tables = {target: self.table(k) or () for k, target in enumerate(targets)}

        def wants(piles: Piles, target: int) -> Mask:
            pile = piles[target]
            return tables[target][pile[-1] if pile else EMPTY]

        return wants


def make_table(follow: Callable[[Card], Mask], empty: Mask = 0) -> FitTable:
    """A table from a function on the top card; nothing is laid on hidden cards."""
    entries = [0] * (EMPTY + 1)
    for card in DECK:
        entries[card] = follow(card)
    entries[EMPTY] = empty
    return tuple(entries)


def neighbours(
    card: Card, steps: Sequence[int], match: Match, wrap: bool, ranks: str = RANKS
) -> Mask:
    """The cards whose rank is one of `steps` away, in a pack of these `ranks`.

    `wrap` joins the last of them and the first.
    """
    at = ranks.find(RANKS[rank(card) - 1])
    if at < 0:
        return 0
    near = {at + step for step in steps}
    if wrap:
        near = {n % len(ranks) for n in near}
    found = {rank_of(ranks[n]) for n in near if 0 <= n < len(ranks)}
    return mask(c for c in DECK if rank(c) in found and match.allows(card, c))


@dataclass(frozen=True)
class Building(TableFit):
    """Cards laid on a packet so many ranks lower or higher; `empty` may be laid on a bare place.

    On `heads` any card may be laid.  `ranks` are those of a short pack, in order.

    >>> Building((-1,), Match.SUIT).words
    'one rank lower, of the same suit'
    >>> Building((), Match.ANY, heads=of_rank(13)).words
    'on a king any card'
    """

    steps: tuple[int, ...]
    match: Match
    wrap: bool = False
    empty: Mask = 0
    occupied: bool = True
    heads: Mask = 0
    ranks: str = RANKS

    @property
    def words(self) -> str:  # type: ignore[override]  # read-only here, and frozen
        """``one rank lower, of the same suit``."""
        far = "two ranks" if 2 in map(abs, self.steps) else "one rank"
        both = sorted(self.steps, reverse=True)
        ways = " or ".join("higher" if step > 0 else "lower" for step in both)
        text = f"{far} {ways}, {self.match.value}" if self.occupied and self.steps else ""
        if self.wrap:
            text += ", king and ace being neighbours"
        if self.ranks != RANKS:
            text += f", the ranks being {rank_list(self.ranks)}"
        parts = [text] if text else []
        if self.heads:
            parts.append(f"on {_card_kinds(self.heads)} any card")
        if self.empty:
            cards = "any card" if self.empty == ANY else f"only {_card_kinds(self.empty)}"
            parts.append(f"on an empty place {cards}")
        return "; ".join(parts)

    def table(self, k: int) -> FitTable:
        """See `Fit.table`."""
        if not self.occupied:
            return make_table(lambda card: 0, self.empty)
        built = _built(self.steps, self.match, self.wrap, self.heads, self.ranks)
        return (*built[:EMPTY], self.empty)


@functools.cache
def _built(steps: tuple[int, ...], match: Match, wrap: bool, heads: Mask, ranks: str) -> FitTable:
    return make_table(
        lambda card: ANY if heads >> card & 1 else neighbours(card, steps, match, wrap, ranks)
    )


VACANCY = Building((), Match.ANY, empty=ANY, occupied=False)
"""An empty place that takes any card, and nothing more."""


def _card_kinds(cards: Mask) -> str:
    if cards in (RED, BLACK):
        return "a red card" if cards == RED else "a black card"
    ranks = sorted({rank(card) for card in DECK if cards >> card & 1})
    return ", ".join(f"a {RANK_WORDS[r]}" for r in ranks)


PIQUET = "A789TJQK"
"""The ranks of a piquet pack."""


def rank_of(letter: str) -> int:
    """1 to 13 for ``A`` to ``K``."""
    return RANKS.index(letter) + 1


def rank_list(ranks: str) -> str:
    """``A K 2 Q``, as people write them."""
    return " ".join(rank_symbol(rank_of(letter)) for letter in ranks)


# --- which cards may be taken ------------------------------------------------------------------


class Source(ABC):
    """Which cards of its piles may be taken.  `words` says it to players."""

    ids: tuple[str, ...]
    words: str

    @abstractmethod
    def bind(self, index: Index) -> Offers:
        """The function that lists what may be taken in a position."""

    def leading(self, pile: Pile, count: int) -> Card:
        """The card that decides where the top `count` cards of a pile fit, and names them."""
        return pile[-count]


class Tops(Source):
    """The top card of each pile, one at a time."""

    words = "the top card"

    def __init__(self, ids: str) -> None:
        self.ids = expand(ids)

    def bind(self, index: Index) -> Offers:
        """See `Source.bind`."""
        where = [index[id] for id in self.ids]

        def offers(piles: Piles) -> list[Offer]:
            return [
                (1 << pile[-1], i, 1) for i in where if (pile := piles[i]) and pile[-1] < HIDDEN
            ]

        return offers


class Above(Tops):
    """The top card of each pile, if it is not the only one: never the base of a foundation."""

    words = "the top card, but never the base"

    def bind(self, index: Index) -> Offers:
        """See `Source.bind`."""
        where = [index[id] for id in self.ids]

        def offers(piles: Piles) -> list[Offer]:
            return [(BITS[pile[-1]], i, 1) for i in where if len(pile := piles[i]) > 1]

        return offers


class Runs(Tops):
    """The top card, or any number of top cards that are built like `building`.

    With several steps in `building` a unit still runs in one direction all the way.
    """

    words = "the top card, or a run of top cards as one"

    def __init__(self, ids: str, building: Building) -> None:
        super().__init__(ids)
        self.building = building

    def bind(self, index: Index) -> Offers:
        """See `Source.bind`."""
        where = [index[id] for id in self.ids]
        b = self.building
        ways = [
            make_table(lambda card, step=step: neighbours(card, (step,), b.match, b.wrap))  # type: ignore[misc]
            for step in b.steps
        ]

        def offers(piles: Piles) -> list[Offer]:
            found: list[Offer] = []
            for i in where:
                pile = piles[i]
                if not pile or pile[-1] >= HIDDEN:
                    continue
                found.append((1 << pile[-1], i, 1))
                for on in ways:
                    n = 1
                    while n < len(pile) and on[pile[-n - 1]] >> pile[-n] & 1:
                        n += 1
                        found.append((1 << pile[-n], i, n))
            return found

        return offers


class WholeRuns(Tops):
    """All face-up cards of a pile as one; with `buried`, only above cards that lie face down."""

    def __init__(self, ids: str, buried: bool = False) -> None:
        super().__init__(ids)
        self.buried = buried
        self.words = "all face-up cards together"
        if buried:
            self.words += " where hidden cards lie under them"

    def bind(self, index: Index) -> Offers:
        """See `Source.bind`."""
        where = [index[id] for id in self.ids]
        buried = self.buried

        def offers(piles: Piles) -> list[Offer]:
            found: list[Offer] = []
            for i in where:
                pile = piles[i]
                if not pile:
                    continue
                if pile[0] < HIDDEN:
                    if buried:
                        continue
                    n = len(pile)
                else:
                    n = 1
                    while pile[~n] < HIDDEN:
                        n += 1
                found.append((BITS[pile[-n]], i, n))
            return found

        return offers


class Packets(Tops):
    """All cards of a pile as one, whatever they are.

    Where they fit is decided by their lowest card, or with `by_top` by the top one.
    """

    words = "the whole packet"

    def __init__(self, ids: str, by_top: bool = False) -> None:
        super().__init__(ids)
        self.by_top = by_top

    def bind(self, index: Index) -> Offers:
        """See `Source.bind`."""
        where = [index[id] for id in self.ids]
        at = -1 if self.by_top else 0

        def offers(piles: Piles) -> list[Offer]:
            return [(BITS[pile[at]], i, len(pile)) for i in where if (pile := piles[i])]

        return offers

    def leading(self, pile: Pile, count: int) -> Card:
        """See `Source.leading`."""
        return pile[-1] if self.by_top else pile[-count]


# --- routes ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Route:
    """One regular kind of move.

    `cards` limits what may go this way, `phases` when: the first words of the position's phase,
    none for always.
    """

    source: Source
    targets: str
    fit: Fit
    cards: Mask = ANY
    phases: tuple[str, ...] = ()
    target_ids: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "target_ids", expand(self.targets))


# --- pairs -------------------------------------------------------------------------------------


def alike(shown: Iterable[tuple[str, int]]) -> list[tuple[str, str]]:
    """All pairs of piles that show the same, in the order in which the piles are given.

    >>> alike([("1", 9), ("2", 5), ("3", 9)])
    [('1', '3')]
    """
    groups: dict[int, list[str]] = {}
    for id, value in shown:
        groups.setdefault(value, []).append(id)
    return [pair for ids in groups.values() if len(ids) > 1 for pair in combinations(ids, 2)]
