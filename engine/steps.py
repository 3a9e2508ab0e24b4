"""The steps from a position that a proof has to try: all moves, but for those that can't matter.

Three reductions, each of which leaves out no position from which the game could be won where
another would lose (tests compare them with brute force on small positions):

- **A card that goes home at once.**  Where a game says so (`Game.home_first`), a card that can go
  to its foundation goes there first if whatever could be laid on it, and on that again, is wanted
  by the foundations as well.  Any win can be played so: what it lays on such a card goes home.
- **A pack that waits.**  Where a game says so (`Game.stock_waits`), cards are dealt only to reach
  one that is wanted: the deals and the talon's card are one step, since everything else could
  have been played before them.
- **Piles that are alike** are one position in any order; see `Game.fold`.

Moves back need no rule of their own, for they lead to positions that have been seen.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import pairwise
from typing import NamedTuple

from engine.cards import ANY, DECK, HIDDEN, Mask, Pile, face, mask
from engine.game import Game
from engine.hints import built_on, is_homeward
from engine.moves import DEAL, REDEAL, Move
from engine.position import Position
from engine.rules import BITS, WholeRuns

KEPT = 5000
"""Things that are remembered, of each sort."""
DEALS = ("d", "redeal")

Step = tuple[tuple[Move, ...], Position]
"""Moves, and the position after them."""


class Reach(NamedTuple):
    """Pack and talon after some deals.  `other`: the last of them did something else besides."""

    deals: tuple[Move, ...]
    stock: Pile
    talon: Pile
    redeals_left: int | None
    other: bool


class Steps:
    """The steps of one game from a first position on; remembers what many positions share."""

    def __init__(self, game: Game, start: Position) -> None:
        self._game = game
        self._home_first = game.home_first and _orderly(game, start)
        self._reaches: dict[Hashable, list[Reach]] = {}
        self._at_once: dict[Hashable, Mask] = {}
        self._wanted: dict[Hashable, Mask] = {}
        self._home = [game.index[id] for id in game.pile_ids if id in game.home]
        self._talon_targets = tuple(
            dict.fromkeys(
                game.index[id]
                for route in game.routes
                if "W" in route.source.ids
                for id in route.target_ids
            )
        )

    def __call__(self, position: Position) -> Iterator[Step]:
        """All that has to be tried."""
        game = self._game
        moves = game.moves(position)
        if self._home_first and (position.redeals_left == 0 or not game.rearranges):
            move = self._first(position, moves)
            if move:
                yield (move,), game.after(position, move)
                return
        waits = game.stock_waits(position)
        deal = None
        for move in moves:
            if waits and move.verb in DEALS:
                deal = move
            else:
                yield (move,), game.after(position, move)
        if deal:
            yield from self._reached(position, deal)

    # --- a card that goes home at once -----------------------------------------------------------

    def _first(self, position: Position, moves: list[Move]) -> Move | None:
        index, piles = self._game.index, position.piles
        cards: Mask | None = None
        for move in moves:
            if is_homeward(self._game, move):
                if cards is None:
                    cards = self._harmless(position)
                if BITS[piles[index[move.source]][-1]] & cards:
                    return move
        return None

    def _harmless(self, position: Position) -> Mask:
        """The cards that the foundations want and that nothing else needs, as these stand."""
        piles = position.piles
        state = tuple([piles[i] for i in self._home])
        found = self._at_once.get(state)
        if found is None:
            game = self._game
            if len(self._at_once) >= KEPT:
                self._at_once.clear()
            away = ANY & ~mask(card for pile in state for card in pile)
            wanted = 0
            for i in self._home:
                wanted |= game.takes(position, game.pile_ids[i])
            found = self._at_once[state] = mask(
                card
                for card in DECK
                if wanted >> card & 1 and not _above(game, card, away) & ~wanted
            )
        return found

    # --- a pack that waits -----------------------------------------------------------------------

    def _reached(self, position: Position, deal: Move) -> Iterator[Step]:
        """The talon's cards that can be played, with the deals that bring them up."""
        game, index = self._game, self._game.index
        stock, talon = index["S"], index["W"]
        wanted = self._wanted_now(position)
        for reach in self._ways(position, deal):
            if reach.other:
                after = position
                for move in reach.deals:
                    after = game.after(after, move)
                yield reach.deals, after
            elif reach.talon and BITS[reach.talon[-1]] & wanted:
                piles = list(position.piles)
                piles[stock], piles[talon] = reach.stock, reach.talon
                later = position._replace(piles=tuple(piles), redeals_left=reach.redeals_left)
                for move in game.card_moves(later):
                    if move.source == "W":
                        yield (*reach.deals, move), game.after(later, move)

    def _wanted_now(self, position: Position) -> Mask:
        """The cards that the talon could play."""
        piles = position.piles
        state = tuple([(len(piles[i]), piles[i][-1:]) for i in self._talon_targets])
        wanted = self._wanted.get(state)
        if wanted is None:
            if len(self._wanted) >= KEPT:
                self._wanted.clear()
            wanted = 0
            for i in self._talon_targets:
                wanted |= self._game.takes(position, self._game.pile_ids[i])
            self._wanted[state] = wanted
        return wanted

    def _ways(self, position: Position, deal: Move | None) -> list[Reach]:
        """Deal on and on, as long as pack and talon are all that changes."""
        game = self._game
        stock, talon = game.index["S"], game.index["W"]
        key = position.piles[stock], position.piles[talon], position[1:]
        found = self._reaches.get(key)
        if found is None:
            if len(self._reaches) >= KEPT:
                self._reaches.clear()
            found = self._reaches[key] = []
            seen = {position}
            after = position
            deals: tuple[Move, ...] = ()
            while deal:
                before, after = after, game.after(after, deal)
                deals = (*deals, deal)
                if after in seen:
                    break
                seen.add(after)
                piles = list(before.piles)
                piles[stock], piles[talon] = after.piles[stock], after.piles[talon]
                same = before._replace(piles=tuple(piles), redeals_left=after.redeals_left)
                other = same != after
                found.append(
                    Reach(deals, after.piles[stock], after.piles[talon], after.redeals_left, other)
                )
                if other:
                    break
                if not game.no_deal(after):
                    deal = DEAL
                elif game.redeals != 0 and not game.no_redeal(after):
                    deal = REDEAL
                else:
                    deal = None
        return found


def _orderly(game: Game, position: Position) -> bool:
    """Whether each card is there once, and cards that move together are built on each other.

    So it is in every game that began with a deal, but not in every position that is asked about.
    """
    cards = [card for pile in position.piles for card in map(face, pile)]
    together = {id for r in game.routes if type(r.source) is WholeRuns for id in r.source.ids}
    return len(cards) == len(set(cards)) and all(
        lower >= HIDDEN or built_on(game, lower) >> card & 1
        for id in together
        for lower, card in pairwise(game.pile(position, id))
    )


def _above(game: Game, card: int, away: Mask) -> Mask:
    """The cards of `away` that may come to lie above a card: on it, on those, and so on."""
    above, new = 0, 1 << card
    while new:
        lower = new.bit_length() - 1
        new ^= 1 << lower
        laid = built_on(game, lower) & away & ~above
        above |= laid
        new |= laid
    return above
