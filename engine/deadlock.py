"""Cards that block each other for good, found at a glance.

A position is judged by easier rules: what can be taken or laid once can be for ever after, and no
card lies in the way of those it was laid on.  (The relaxation of planning, without deletions.)
What wins by the real rules wins by these, so if not even by these all cards come home, the game
is lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_

from engine.cards import HIDDEN, Mask, Pile, face, mask
from engine.game import Game
from engine.position import Position
from engine.rules import EMPTY, FitTable, Route, Tops


class Deadlock:
    """Tells of positions of one game that they are lost, since cards block each other.

    For games that say `Game.by_routes`; of all others nothing is known.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kinds: list[Kind] = []
        self.piles: list[tuple[int, Kind]] = []
        self.families: dict[FitTable, set[tuple[int, FitTable]]] = {}
        laying = [route for route in game.routes if route.target_ids[0] not in game.home]
        for id in game.pile_ids if game.by_routes else ():
            if id not in game.home and id != "S":
                routes = [route for route in laying if id in route.source.ids]
                built = any(id in route.target_ids for route in laying)
                self.piles.append((game.index[id], self._kind(routes, built)))
        for route in game.routes if game.by_routes else ():
            for k, id in enumerate(route.target_ids if route not in laying else ()):
                table = table_of(route, k)
                self.families.setdefault(table[:EMPTY], set()).add((game.index[id], table))

    def _kind(self, routes: list[Route], built: bool) -> Kind:
        for kind in self.kinds:
            if kind.routes == routes and kind.built == built:
                return kind
        self.kinds.append(Kind(len(self.kinds), routes, built))
        return self.kinds[-1]

    def __call__(self, position: Position) -> bool:
        """Whether it is lost; False when that can't be told."""
        if not self.piles or (position.redeals_left != 0 and self.game.rearranges):
            return False
        return not Easier(self, position).won()


class Kind:
    """Piles whose cards may go to the same places; `built` if cards are laid on them."""

    def __init__(self, number: int, routes: list[Route], built: bool) -> None:
        self.number, self.routes, self.built = number, routes, built
        self.units = any(type(route.source) is not Tops for route in routes)
        """Whether several cards may move as one."""
        tables = [table_of(route, k) for route in routes for k in range(len(route.target_ids))]
        self.follow = [union(table[on] for table in tables) for on in range(EMPTY + 1)]
        """For each card, and for an empty place, what may be laid there."""


def table_of(route: Route, k: int) -> FitTable:
    """The table of a route's k-th target."""
    table = route.fit.table(k)
    if table is None:
        raise TypeError(f"more than the top card decides: {route.fit.words}")
    return table


def union(masks: Iterable[Mask]) -> Mask:
    """All cards of some sets."""
    return reduce(or_, masks, 0)


class Easier:
    """One position, played by the easier rules as far as they lead."""

    def __init__(self, deadlock: Deadlock, position: Position) -> None:
        piles, index = position.piles, deadlock.game.index
        self.kinds = deadlock.kinds
        self.free = [0] * len(self.kinds)  # cards that came to lie free, by the kind of their pile
        self.goes = [0] * len(self.kinds)  # cards that found a place outside the foundations
        self.under: Mask = 0  # cards on which others may be laid
        self.home: Mask = 0  # cards that the foundations took
        self.families = [
            Family(following, union(table[piles[i][-1] if piles[i] else EMPTY] for i, table in at))
            for following, at in deadlock.families.items()
        ]
        self.away: Mask = 0  # cards that are to come home
        self.covered: list[tuple[Pile, Kind]] = []
        for i, kind in deadlock.piles:
            pile = piles[i]
            self.away |= mask(map(face, pile))
            if i == index.get("W"):  # the pack is as good as free, a talon that is dealt again too
                loose = piles[index["S"]] + (pile if position.redeals_left != 0 else ())
                self.free[kind.number] |= mask(loose)
                self.away |= mask(loose)
                pile = () if position.redeals_left != 0 else pile
            if pile:
                self.covered.append((pile, kind))
            elif kind.built:
                self._vacant()

    def won(self) -> bool:
        """Whether all cards come home."""
        before: object = None
        while self.covered and before != (now := self._reached()):
            before = now
            self._take_home()
            for kind in self.kinds:
                self._lay(self.free[kind.number] & self.goes[kind.number])
            self.covered = [
                (p, kind) for pile, kind in self.covered if (p := self._off(pile, kind))
            ]
        self._take_home()
        return not self.covered and not self.away & ~self.home

    def _reached(self) -> object:
        return self.home, self.under, *self.free, sum([len(pile) for pile, _ in self.covered])

    def _take_home(self) -> None:
        free = union(self.free)
        for family in self.families:
            while new := family.wanted & free & ~family.taken:
                card = new.bit_length() - 1
                family.taken |= 1 << card
                family.wanted |= family.following[card]
            self.home |= family.taken

    def _lay(self, cards: Mask) -> None:
        """These cards come to lie where others can be laid on them."""
        new = cards & ~self.under
        self.under |= new
        while new:
            card = new.bit_length() - 1
            new ^= 1 << card
            for kind in self.kinds:
                self.goes[kind.number] |= kind.follow[card]

    def _vacant(self) -> None:
        for kind in self.kinds:
            self.goes[kind.number] |= kind.follow[EMPTY]

    def _off(self, pile: Pile, kind: Kind) -> Pile:
        """What is left of a pile when all cards are off that have a place to go to."""
        n = len(pile)
        wanted = union([family.wanted for family in self.families])
        while n:
            lowest = n - 1
            if not (wanted | self.goes[kind.number]) >> face(pile[lowest]) & 1:
                lowest = self._unit(pile[:n], kind)
            self._uncover(pile[min(lowest, n - 1) : n], kind)
            if lowest == n:
                return pile[:n]
            n = lowest
        if kind.built:
            self._vacant()
        return ()

    def _unit(self, pile: Pile, kind: Kind) -> int:
        """Where the lowest card lies that can go with all those on it; else the pile's length."""
        if kind.units and pile[-1] < HIDDEN:
            for at in range(len(pile) - 2, -1, -1):
                if pile[at] >= HIDDEN:
                    break
                if self.goes[kind.number] >> pile[at] & 1:
                    return at
        return len(pile)

    def _uncover(self, cards: Pile, kind: Kind) -> None:
        shown = mask(map(face, cards))
        self.free[kind.number] |= shown
        if kind.built:
            self._lay(shown)


@dataclass
class Family:
    """Foundations of one order: what they took, and what they want."""

    following: FitTable
    wanted: Mask
    taken: Mask = 0
