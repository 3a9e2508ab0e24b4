"""The steps from a position that a proof has to try: all moves, but for those that can't matter.

Five reductions, each of which leaves out no position from which the game could be won where
another would lose (tests compare them with brute force on small positions):

- **A card that goes home at once.**  Where a game says so (`Game.home_first`), a card that can go
  to its foundation, and so the next one of the pack, goes there first if whatever could be laid
  on it, and on that again, is wanted by the foundations as well.  Any win can be played so: what
  it lays on such a card goes home.
- **A card laid in order.**  Where a game says so (`Game.in_order`), a card is laid at once on the
  one that goes home next after it, since that has to wait for it anyway.  So the first card of
  the pack that can be laid so, or go home, is the last one that has to be reached.
- **A pack that waits.**  Where a game says so (`Game.stock_waits`), cards are dealt only to reach
  one that is wanted: the deals and the talon's card are one step, since everything else could
  have been played before them.  If after them not all cards can come home, more deals don't help.
- **Room that waits.**  Where a game says so (`Game.space_waits`), a column is laid on another one
  only for a card that takes its place at once, and if there is no other place: since it moves as
  a whole, it can as well go later.
- **Piles that are alike** are one position in any order; see `Game.fold`.

Moves back need no rule of their own, for they lead to positions that have been seen.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import reduce
from itertools import pairwise
from operator import or_
from typing import NamedTuple

from engine.cards import ANY, DECK, HIDDEN, Mask, Pile, face, mask
from engine.deadlock import Deadlock
from engine.game import Game
from engine.hints import built_on, is_homeward
from engine.moves import DEAL, REDEAL, Move
from engine.position import Position
from engine.rules import BITS, WholeRuns, expand

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

    def __init__(self, game: Game, start: Position, deadlock: Deadlock | None = None) -> None:
        self._game = game
        self._deadlock = deadlock or Deadlock(game)
        self.was_lost = False
        """Whoever goes through the steps may say that the last one was seen to lose."""
        self._home_first = game.home_first and _orderly(game, start)
        self._reaches: dict[Hashable, list[Reach]] = {}
        self._at_once: dict[Hashable, Mask] = {}
        self._home = [game.index[id] for id in game.pile_ids if id in game.home]
        targets = dict.fromkeys(
            id for route in game.routes if "W" in route.source.ids for id in route.target_ids
        )
        self._talon_targets = [(id, game.index[id], _group(game, id)) for id in targets]

    def __call__(self, position: Position) -> Iterator[Step]:
        """All that has to be tried."""
        game = self._game
        moves = game.moves(position)
        deal = None
        if game.stock_waits(position):
            deal = next((move for move in moves if move.verb in DEALS), None)
        if self._home_first and (position.redeals_left == 0 or not game.rearranges):
            step = self._first(position, moves, deal)
            if step:
                yield step
                return
        making = list[Move]()
        for move in moves:
            if deal and move.verb in DEALS:
                continue
            if game.space_waits and self._makes_room(position, move):
                making.append(move)
            else:
                yield (move,), game.after(position, move)
        if deal:
            yield from self._reached(position, deal)
        if making and all(game.pile(position, id) for id in game.tableau_ids):
            for move in making:
                yield from self._in_room(position, move, deal)

    # --- room that is made only for a card that takes it ------------------------------------------

    def _makes_room(self, position: Position, move: Move) -> bool:
        """Whether a column moves away as a whole, onto another one."""
        game = self._game
        return (
            not move.verb
            and move.count == len(game.pile(position, move.source))
            and move.source in game.tableau_ids
            and move.target in game.tableau_ids
        )

    def _in_room(self, position: Position, making: Move, deal: Move | None) -> Iterator[Step]:
        """What takes the place, at once or after some deals."""
        game, room = self._game, making.source
        free = game.after(position, making)
        for move in game.card_moves(free):
            if move.target == room:
                yield (making, move), game.after(free, move)
        for moves, after in self._reached(free, deal) if deal else ():
            if moves[-1].target == room:
                yield (making, *moves), after

    # --- a card that goes home at once -----------------------------------------------------------

    def _first(self, position: Position, moves: list[Move], deal: Move | None) -> Step | None:
        """The step of such a card: one that lies free, or the next one of the pack."""
        game, index, piles = self._game, self._game.index, position.piles
        cards: Mask | None = None
        for move in moves:
            if self._settles(position, move):
                if cards is None:
                    cards = self._settled(position)
                if BITS[piles[index[move.source]][-1]] & cards:
                    return (move,), game.after(position, move)
        following = BITS[piles[index["S"]][-1]] if deal and piles[index["S"]] else 0
        if following and following & (cards or self._settled(position)):
            return self._next_home(position, self._ways(position, deal)[0])
        return None

    def _settles(self, position: Position, move: Move) -> bool:
        """Whether it brings a card home, or lays it in order."""
        game = self._game
        if game.in_order and move.target in game.tableau_ids:
            return bool(game.pile(position, move.target))
        return is_homeward(game, move)

    def _settled(self, position: Position) -> Mask:
        """The cards that may at once go home or be laid in order."""
        cards = self._harmless(position)
        for id in self._game.tableau_ids if self._game.in_order else ():
            if self._game.pile(position, id):
                cards |= self._game.takes(position, id)
        return cards

    def _next_home(self, position: Position, reach: Reach) -> Step | None:
        """Bring the next card of the pack home, by itself or by a move, or lay it in order; None if
        this changes the talon besides.
        """
        game, talon = self._game, self._game.index["W"]
        if reach.other:
            steps = [(reach.deals, game.after(position, reach.deals[0]))]
        else:
            later = self._dealt(position, reach)
            moves = [move for move in game.card_moves(later) if move.source == "W"]
            settling = [move for move in moves if self._settles(later, move)]
            steps = [((*reach.deals, move), game.after(later, move)) for move in settling]
        before = position.piles[talon]
        return next((step for step in steps if step[1].piles[talon] == before), None)

    def _dealt(self, position: Position, reach: Reach) -> Position:
        piles = list(position.piles)
        piles[self._game.index["S"]], piles[self._game.index["W"]] = reach.stock, reach.talon
        return position._replace(piles=tuple(piles), redeals_left=reach.redeals_left)

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
        game = self._game
        takers = self._takers_now(position)
        wanted = reduce(or_, [wants for _, wants in takers])
        last = self._settled(position) if game.in_order and self._home_first else 0
        for reach in self._ways(position, deal):
            if reach.other:
                after = position
                for move in reach.deals:
                    after = game.after(after, move)
                yield reach.deals, after
            elif reach.talon and BITS[reach.talon[-1]] & wanted:
                later, card = self._dealt(position, reach), reach.talon[-1]
                for id, wants in takers:
                    if wants >> card & 1:
                        move = Move("", "W", id)
                        yield (*reach.deals, move), game.after(later, move)
                        if self.was_lost and self._deadlock(later):
                            return  # and dealing on buries only more
                if BITS[card] & last:
                    return

    def _takers_now(self, position: Position) -> list[tuple[str, Mask]]:
        """What each pile takes from the talon; of bare piles that are alike only the first one."""
        piles, alike = position.piles, set[tuple[str, Mask]]()
        found = []
        for id, at, group in self._talon_targets:
            wants = self._game.takes(position, id)
            if wants and group and not piles[at]:
                if (group, wants) in alike:
                    continue
                alike.add((group, wants))
            found.append((id, wants))
        return found

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


def _group(game: Game, id: str) -> str:
    """A name for the piles that this one can't be told from when they are bare; "" for none."""
    if id in game.home:
        return "" if game.spaces_differ else "home"
    return next((group for group in game.alike if id in expand(group)), "")


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
