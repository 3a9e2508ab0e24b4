"""How far a position seems from a win: what the solver goes by when it has to choose."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import reduce
from operator import or_

from engine.cards import HIDDEN, Card, Mask, Pile, suit
from engine.game import Game
from engine.position import Position
from engine.rules import Route
from engine.zones import Kind, Weights

FAR = 99
"""The wait of cards that no foundation will take."""
HOPELESS = 1e6
"""The points of a position that is lost."""
KEPT = 2000
"""States of the foundations for which waits are remembered."""
LONGEST = 60
"""Cards that a foundation is thought ahead."""

Waits = bytes
"""For each card, first face up, then face down: how many cards a foundation needs before it."""

Packed = int
"""The waits of all cards side by side in one number, a byte each: all are compared at once."""


def _packed(waits: Iterable[int]) -> Packed:
    return int.from_bytes(waits, "little")


NEVER = _packed([FAR] * HIDDEN)
TOPS = _packed([0x80] * HIDDEN)
"""The highest bit of each byte, which no wait needs."""


def _not_less(one: Packed, other: Packed) -> Packed:
    """All bits of those bytes in which `one` isn't less."""
    return (((one | TOPS) - other & TOPS) >> 7) * 0xFF


def _least(one: Packed, other: Packed) -> Packed:
    """Byte by byte the lesser wait."""
    greater = _not_less(one, other)
    return other & greater | one & ~greater


class Foresight:
    """How many cards each card waits for, as the foundations stand; remembered for each state."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._home = [
            (game.index[id], [route for route in game.routes if id in route.target_ids])
            for id in game.pile_ids
            if game.zone_of(id).kind is Kind.FOUNDATION
            and any(id in route.target_ids for route in game.routes)
        ]
        self._kept: dict[Hashable, tuple[Waits, ...]] = {}
        self._alone: dict[Hashable, tuple[Packed, int]] = {}

    def state(self, position: Position) -> Hashable:
        """What the waits depend on."""
        piles = position.piles
        return tuple([(len(piles[i]), piles[i][-1:]) for i, _ in self._home])

    def waits(self, position: Position, state: Hashable) -> tuple[Waits, ...]:
        """The wait of every card, for the foundation that takes it first.

        Where each card has two foundations there are two more: one goes by the first of the two
        as long as that takes the card at all, the other by the second.
        """
        waits = self._kept.get(state)
        if waits is None:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            waits = self._kept[state] = self._look(position)
        return waits

    def _look(self, position: Position) -> tuple[Waits, ...]:
        nearest = NEVER
        halves = [NEVER, NEVER]
        suits = 0
        for at, routes in self._home:
            pile = position.piles[at]
            known = self._alone.get((at, len(pile), pile[-1:]))
            if known is None:
                known = self._alone[at, len(pile), pile[-1:]] = self._single(position, at, routes)
            own, own_suits = known
            which = bool(own_suits & suits)
            suits |= own_suits
            halves[which] = _least(halves[which], own)
            nearest = _least(nearest, own)
        found = [nearest]
        if halves[1] != NEVER:
            for half in halves:
                none = _not_less(half, NEVER)
                found.append(nearest & none | half & ~none)
        return tuple([waits.to_bytes(HIDDEN, "little") * 2 for waits in found])

    def _single(self, position: Position, at: int, routes: Sequence[Route]) -> tuple[Packed, int]:
        """The waits for one foundation by itself, and a set of the suits that it still takes."""
        ahead = self._ahead(position, at, routes)
        suits = reduce(or_, [1 << suit(card) for card in ahead], 0)
        return _packed([ahead.get(card, FAR) for card in range(HIDDEN)]), suits

    def _ahead(self, position: Position, at: int, routes: Sequence[Route]) -> dict[Card, int]:
        """The cards that one foundation is still to take, with their waits.

        They depend on how far it is, and else only on what stays the same for a whole deal.
        """
        waits: dict[Card, int] = {}
        piles = list(position.piles)
        ahead: list[Pile] = [piles[at]]
        for wait in range(LONGEST):
            done: set[Mask] = set()
            later: list[Pile] = []
            for pile in ahead:
                piles[at] = pile
                cards = self._takes(piles, at, routes)
                if cards in done:
                    continue
                done.add(cards)
                while cards:
                    card = cards.bit_length() - 1
                    cards ^= 1 << card
                    waits.setdefault(card, wait)
                    later.append((*pile, card))
            ahead = later
        return waits

    def _takes(self, piles: Sequence[Pile], at: int, routes: Sequence[Route]) -> Mask:
        """What a foundation takes, in any phase."""
        cards = 0
        for route in routes:
            cards |= self.game.routing.wants(route)(piles, at) & route.cards
        return cards


class Promise:
    """Judges positions of one game by `weights`; less is better."""

    def __init__(self, foresight: Foresight, weights: Weights) -> None:
        self._foresight = foresight
        self._game = foresight.game
        self._weights = weights
        game = self._game
        self._piles = [(game.index[id], 1.0) for id in game.tableau_ids]
        if weights.talon and "W" in game.index:
            self._piles.append((game.index["W"], weights.talon))
        self._known: dict[Hashable, tuple[tuple[Waits, ...], dict[Pile, float]]] = {}

    def __call__(self, position: Position) -> float:
        """The points of a position."""
        if self._game.hopeless(position):
            return HOPELESS
        piles = position.piles
        state = self._foresight.state(position)
        kept = self._known.get(state)
        if kept is None:
            if len(self._known) >= KEPT:
                self._known.clear()
            kept = self._known[state] = self._foresight.waits(position, state), {}
        waits, known = kept
        cost = self._weights.placed * (self._game.goal - self._game.placed(position))
        for i, part in self._piles:
            points = known.get(piles[i])
            if points is None:
                points = known[piles[i]] = min([self._points(piles[i], each) for each in waits])
            cost += part * points
        return cost

    def _points(self, pile: Pile, waits: Waits) -> float:
        """What one pile adds."""
        weights = self._weights
        if not pile:
            return -weights.empty
        cost, first = 0.0, waits[pile[0]]
        for card in pile:
            wait = waits[card]
            if wait > first:
                cost += weights.blocked + weights.depth * (wait - first)
            else:
                cost += weights.gap * (first - wait)
                first = wait
            if card >= HIDDEN:
                cost += weights.hidden
        return cost
