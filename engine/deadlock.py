"""Cards that block each other for good, found at a glance.

A position is judged by easier rules: what can be taken or laid once can be for ever after, and no
card lies in the way of those it was laid on.  (The relaxation of planning, without deletions.)
Only the pack is dealt card by card, and what can't be played before the next one lies under it;
and cards that move only as one stay together until they go home, the last one first.
What wins by the real rules wins by these, so if not even by these all cards come home, the game
is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

from engine.cards import Mask, Pile
from engine.covered import BIT, LANE, Column, Covered, Kind, cards_of
from engine.game import Game
from engine.position import Position
from engine.rules import EMPTY, FitTable, Route, Tops, WholeRuns

KEPT = 20_000
"""Piles, and sets of cards, of which it is remembered what they allow; of each sort."""
Lying = tuple[list[Covered], list[Mask], list[Mask], Mask, Mask, Mask, Mask]
"""The piles; the cards of the talon and of the pack, where they are gone through only once more,
in their lanes; all cards that aren't home; of these, those that lie free, in the lanes of their
piles; those on which others may be laid; those that find a place elsewhere, in each lane.
"""


class Deadlock:
    """Tells of positions of one game that they are lost, since cards block each other.

    For games that say `Game.by_routes`; of all others nothing is known.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._piles: list[tuple[int, Kind]] = []
        self._follow: list[FitTable] = []
        self._families: dict[FitTable, set[tuple[int, FitTable]]] = {}
        self._stock, self._talon = game.index.get("S", -1), game.index.get("W", -1)
        self._columns: dict[tuple[Pile, Kind], Column] = {}
        laying = [route for route in game.routes if route.target_ids[0] not in game.home]
        for id in game.pile_ids if game.by_routes else ():
            if id not in game.home and id != "S":
                routes = [route for route in laying if id in route.source.ids]
                sources = {type(route.source) for route in routes}
                if len(sources) > 1 or not sources <= {Tops, WholeRuns}:
                    raise TypeError(f"cards of {id} move in more ways than are thought of here")
                units = WholeRuns in sources
                built = any(id in route.target_ids for route in laying)
                self._piles.append((game.index[id], Kind(self._lane(routes), built, units)))
        for route in game.routes if game.by_routes else ():
            for k, id in enumerate(route.target_ids if route not in laying else ()):
                table = table_of(route, k)
                self._families.setdefault(table[:EMPTY], set()).add((game.index[id], table))
        lanes = range(0, LANE * len(self._follow), LANE)
        self._lanes = sum(1 << lane for lane in lanes)
        laid = [
            sum(follow[on] << lane for follow, lane in zip(self._follow, lanes, strict=True))
            for on in range(EMPTY + 1)
        ]
        self._vacant, self._laid = laid[EMPTY], Unions(laid)
        self._homes = [(Unions(following), at) for following, at in self._families.items()]

    def _lane(self, routes: list[Route]) -> int:
        """Where the sets stand for cards that may go along these routes."""
        tables = [table_of(route, k) for route in routes for k in range(len(route.target_ids))]
        follow = tuple(union([table[on] for table in tables]) for on in range(EMPTY + 1))
        if follow not in self._follow:
            self._follow.append(follow)
        return LANE * self._follow.index(follow)

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
        covered, talon, pack, away, free, landing, goes = self._lying(piles, again)
        homes = [
            Home(following, union([table[piles[i][-1] if piles[i] else EMPTY] for i, table in at]))
            for following, at in self._homes
        ]
        fold, laid, lanes, vacant = self._folded, self._laid, self._lanes, self._vacant
        under = 0  # cards on which others may be laid
        while True:
            changed = False
            new = (landing | fold(free & goes)) & ~under
            if new:
                under |= new
                goes |= laid(new)
                changed = True
            everywhere, wanted = fold(free), 0
            for home in homes:
                if home.wanted & everywhere & ~home.taken:
                    home.take(everywhere)
                    changed = True
                wanted |= home.wanted
            wanted *= lanes
            either = goes | wanted
            if played := _played(pack, either) | _played(talon, either):
                free |= played
                changed = True
            left = []
            for entry in covered:
                column, n, kind, _, moved = entry
                tops = column.tops
                if not (tops[n - 1] & wanted or (not moved and tops[column.foot[n - 1]] & goes)):
                    left.append(entry)
                    continue
                changed = True
                shown, still = entry.off(goes, wanted)
                free |= shown
                left += still
                if kind.built:
                    new = shown >> kind.lane & ~under
                    under |= new
                    bare = not moved and all(each.moved for each in still)
                    goes |= laid(new) | (vacant if bare else 0)
            covered = left
            if not changed:
                _deal_on(pack, talon, either)
                if not pack:
                    break
        return not (covered or talon or away & ~union([home.taken for home in homes]))

    def _lying(self, piles: Sequence[Pile], again: bool) -> Lying:
        """How the cards lie at first."""
        covered, away, free, landing, goes = list[Covered](), 0, 0, 0, 0
        talon, pack = list[Mask](), list[Mask]()
        for i, kind in self._piles:
            pile = piles[i]
            if i == self._talon:
                loose = cards_of(pile) | cards_of(piles[self._stock])
                away |= loose
                if again:  # all of it comes up again and again
                    free |= loose << kind.lane
                else:
                    talon = [BIT[card] << kind.lane for card in pile]
                    pack = [BIT[card] << kind.lane for card in piles[self._stock]]
            elif pile:
                column = self._columns.get((pile, kind)) or self._column(pile, kind)
                covered.append(Covered(column, len(pile), kind))
                away |= column.cards
                free |= column.tops[-1]
                if kind.built:
                    landing |= BIT[pile[-1]]
            elif kind.built:
                goes |= self._vacant
        return covered, talon, pack, away, free, landing, goes

    def _folded(self, cards: Mask) -> Mask:
        """Cards of any lane."""
        found = cards
        while cards := cards >> LANE:
            found |= cards
        return found & (1 << LANE) - 1

    def _column(self, pile: Pile, kind: Kind) -> Column:
        if len(self._columns) >= KEPT:
            self._columns.clear()
        column = self._columns[pile, kind] = Column(pile, kind)
        return column


class Unions:
    """What may follow on any of some cards."""

    def __init__(self, following: Sequence[Mask]) -> None:
        self._following = following
        self._known: dict[Mask, Mask] = {}

    def __call__(self, cards: Mask) -> Mask:
        """The union of what may follow each."""
        found = self._known.get(cards)
        if found is None:
            if len(self._known) >= KEPT:
                self._known.clear()
            found, left = 0, cards
            while left:
                card = left.bit_length() - 1
                left ^= 1 << card
                found |= self._following[card]
            self._known[cards] = found
        return found


class Home:
    """Foundations of one order, that take all they want as soon as it is free."""

    __slots__ = ("following", "taken", "wanted")

    def __init__(self, following: Unions, wanted: Mask) -> None:
        self.following, self.wanted, self.taken = following, wanted, 0

    def take(self, free: Mask) -> Mask:
        """Take what is free; what they took, and what they want besides."""
        while new := self.wanted & free & ~self.taken:
            self.taken |= new
            self.wanted |= self.following(new)
        return self.wanted


def _played(cards: list[Mask], either: Mask) -> Mask:
    """Take off the last cards, as long as they go somewhere."""
    found = 0
    while cards and cards[-1] & either:
        found |= cards.pop()
    return found


def _deal_on(pack: list[Mask], talon: list[Mask], either: Mask) -> None:
    """Deal until a card comes that goes somewhere."""
    while pack and not pack[-1] & either:
        talon.append(pack.pop())


def table_of(route: Route, k: int) -> FitTable:
    """The table of a route's k-th target."""
    table = route.fit.table(k)
    if table is None:
        raise TypeError(f"more than the top card decides: {route.fit.words}")
    return table


def union(masks: Iterable[Mask]) -> Mask:
    """All cards of some sets."""
    return reduce(or_, masks, 0)
