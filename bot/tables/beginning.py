"""How games begin: a deal for newcomers, a move that can be made at once, and deals that are
lost before the first one.
"""

import itertools
import secrets
from collections.abc import Callable, Sequence
from functools import lru_cache

from engine.game import Game
from engine.games.catalogue import games
from engine.hints import greedy, is_homeward, is_open
from engine.moves import ALONE, Move
from engine.record import Record
from engine.solver import Verdict, solve

LOOKED_AT = 1500
"""Positions after which it stays open whether a deal can be won."""
TRIES = 60
"""Deals by chance of which hints win none; each of the gentle games has at least forty in a
hundred."""


def first_move(game: Game, moves: Sequence[Move]) -> Move | None:
    """One of the legal moves to show how moves are typed, at best of a card that goes up; None
    where nothing but dealing is possible.
    """
    ways = [move for move in moves if move.verb not in ALONE]
    homeward = (move for move in ways if is_homeward(game, move))
    return next(homeward, ways[0] if ways else None)


def gentle(new_label: Callable[[Game], str]) -> Record:
    """A deal for somebody's first game: short, easy, and won by whoever follows the hints."""
    game = secrets.choice([g for g in games() if g.difficulty == "easy" and g.length == "short"])
    chance = (new_label(game) for _ in range(TRIES))
    labels = itertools.chain(chance, map(str, itertools.count(1)))
    deals = (Record.begin(game, label) for label in labels)
    return next(deal for deal in deals if _is_won_by_hints(deal))


def _is_won_by_hints(deal: Record) -> bool:
    return any(deal.game.won(after) for _, after in greedy(deal.game, deal.position))


@lru_cache(maxsize=1000)
def is_hopeless(game: Game, deal: str) -> bool:
    """Whether a deal that lies open is proven to be lost however it is played.

    Of deals with hidden cards, or cards to be shuffled, nothing is said: it would tell what
    players can't see.
    """
    start = Record.begin(game, deal).position
    if game.redeals != 0 or not is_open(game, start):
        return False
    return solve(game, start, most=LOOKED_AT, prove=True).verdict is Verdict.LOST
