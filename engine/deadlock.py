"""Cards that block each other for good, found at a glance.

A position is judged by easier rules: what can be taken or laid once can be for ever after, and no
card lies in the way of those it was laid on.  (The relaxation of planning, without deletions.)
What wins by the real rules wins by these, so if not even by these all cards come home, the game
is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import and_, or_

from engine.cards import DECK, HIDDEN, Mask, Pile, face
from engine.game import Game
from engine.position import Position
from engine.rules import EMPTY, FitTable, Route, Tops

KEPT = 5000
"""Sets of cards for which it is remembered what may be laid on them."""
BIT = tuple(1 << face(card) for card in range(2 * HIDDEN))


class Deadlock:
    """Tells of positions of one game that they are lost, since cards block each other.

    For games that say `Game.by_routes`; of all others nothing is known.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._kinds: list[Kin] = []
        self._piles: list[tuple[int, Kin]] = []
        self._families: dict[FitTable, set[tuple[int, FitTable]]] = {}
        self._stock, self._talon = game.index.get("S", -1), game.index.get("W", -1)
        self._on: dict[Mask, list[Mask]] = {}
        laying = [route for route in game.routes if route.target_ids[0] not in game.home]
        for id in game.pile_ids if game.by_routes else ():
            if id not in game.home and id != "S":
                routes = [route for route in laying if id in route.source.ids]
                built = any(id in route.target_ids for route in laying)
                self._piles.append((game.index[id], self._kind(routes, built)))
        for route in game.routes if game.by_routes else ():
            for k, id in enumerate(route.target_ids if route not in laying else ()):
                table = table_of(route, k)
                self._families.setdefault(table[:EMPTY], set()).add((game.index[id], table))
        self._vacant = [kind.follow[EMPTY] for kind in self._kinds]

    def _kind(self, routes: list[Route], built: bool) -> Kin:
        for kind in self._kinds:
            if kind.routes == routes and kind.built == built:
                return kind
        self._kinds.append(Kin(len(self._kinds), routes, built))
        return self._kinds[-1]

    def __call__(self, position: Position) -> bool:
        """Whether it is lost; False when that can't be told."""
        if self.game.hopeless(position):
            return True
        again = position.redeals_left != 0
        if not self._piles or (again and self.game.rearranges):
            return False
        return not self._come_home(position.piles, again)

    def _come_home(self, piles: Sequence[Pile], again: bool) -> bool:
        """Whether all cards do, by the easier rules; `again` if the talon is dealt again."""
        homes = [
            Home(following, union([table[piles[i][-1] if piles[i] else EMPTY] for i, table in at]))
            for following, at in self._families.items()
        ]
        free = [0] * len(self._kinds)  # cards that came to lie free, by the kind of their pile
        goes = [0] * len(self._kinds)  # cards that found a place outside the foundations
        under = 0  # cards on which others may be laid
        covered, away = [], 0
        for i, kind in self._piles:
            pile = piles[i]
            if i == self._talon:  # the pack is as good as free
                loose = cards_of(piles[self._stock]) | (cards_of(pile) if again else 0)
                free[kind.number] |= loose
                away |= loose
                pile = () if again else pile
            if pile:
                away |= cards_of(pile)
                covered.append((pile, len(pile), kind))
            elif kind.built:
                goes = list(map(or_, goes, self._vacant))
        changed = True
        while changed:
            changed = False
            everywhere = union(free)
            wanted = union([home.take(everywhere) for home in homes])
            left = []
            new = union(map(and_, free, goes))
            for pile, n, kind in covered:
                rest, shown = kind.off(pile, n, goes[kind.number], wanted)
                if rest:
                    left.append((pile, rest, kind))
                elif kind.built:
                    goes = list(map(or_, goes, self._vacant))
                if shown & ~free[kind.number]:
                    free[kind.number] |= shown
                    changed = True
                if kind.built:
                    new |= shown
                changed = changed or rest < n
            covered = left
            new &= ~under
            if new:
                under |= new
                goes = list(map(or_, goes, self._laid(new)))
                changed = True
        return not covered and not away & ~union([home.taken for home in homes])

    def _laid(self, cards: Mask) -> list[Mask]:
        """What may be laid on these cards, by the kind of pile it comes from."""
        found = self._on.get(cards)
        if found is None:
            if len(self._on) >= KEPT:
                self._on.clear()
            each = [card for card in DECK if cards >> card & 1]
            found = [union([kind.follow[card] for card in each]) for kind in self._kinds]
            self._on[cards] = found
        return found


class Kin:
    """Piles whose cards may go to the same places; `built` if cards are laid on them."""

    def __init__(self, number: int, routes: list[Route], built: bool) -> None:
        self.number, self.routes, self.built = number, routes, built
        self.units = any(type(route.source) is not Tops for route in routes)
        """Whether several cards may move as one."""
        tables = [table_of(route, k) for route in routes for k in range(len(route.target_ids))]
        self.follow = [union([table[on] for table in tables]) for on in range(EMPTY + 1)]
        """For each card, and for an empty place, what may be laid there."""

    def off(self, pile: Pile, n: int, goes: Mask, wanted: Mask) -> tuple[int, Mask]:
        """How many of the first n cards stay when all are off that go somewhere; what came free."""
        either = goes | wanted
        shown = 0
        while n:
            bit = BIT[pile[n - 1]]
            shown |= bit
            if either & bit:
                n -= 1
                continue
            lowest = _unit(pile, n, goes) if self.units else n
            if lowest == n:
                break
            shown |= cards_of(pile[lowest:n])
            n = lowest
        return n, shown


def _unit(pile: Pile, n: int, goes: Mask) -> int:
    """Which of the cards under the n-th one goes somewhere with all those on it; n if none does."""
    for at in range(n - 1, -1, -1):
        if pile[at] >= HIDDEN:
            break
        if goes & BIT[pile[at]]:
            return at
    return n


class Home:
    """Foundations of one order, that take all they want as soon as it is free."""

    __slots__ = ("following", "taken", "wanted")

    def __init__(self, following: FitTable, wanted: Mask) -> None:
        self.following, self.wanted, self.taken = following, wanted, 0

    def take(self, free: Mask) -> Mask:
        """Take what is free; what they took, and what they want besides."""
        while new := self.wanted & free & ~self.taken:
            card = new.bit_length() - 1
            self.taken |= 1 << card
            self.wanted |= self.following[card]
        return self.wanted


def table_of(route: Route, k: int) -> FitTable:
    """The table of a route's k-th target."""
    table = route.fit.table(k)
    if table is None:
        raise TypeError(f"more than the top card decides: {route.fit.words}")
    return table


def union(masks: Iterable[Mask]) -> Mask:
    """All cards of some sets."""
    return reduce(or_, masks, 0)


def cards_of(pile: Pile) -> Mask:
    """The cards of a pile, whichever way they lie."""
    cards = 0
    for card in pile:
        cards |= BIT[card]
    return cards
