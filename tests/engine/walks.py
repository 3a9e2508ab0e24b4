"""Games played by chance and by the hints, shared by the tests of all games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count, islice

import pytest

from engine.cards import Card, face, pack, parse_pile
from engine.game import Game
from engine.games.catalogue import games
from engine.hints import greedy
from engine.moves import Move
from engine.position import Position

LONGEST_LOOK = 50_000
"""Moves that may be looked at in one guided game."""

every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
"""For tests that hold for all games by their being registered."""


def wander(game: Game, deal: str, steps: int, *, seed: int = 1) -> Iterator[tuple[Position, Move]]:
    """Random play: each position with the move made in it; deals are begun anew as they end."""
    choose = random.Random(f"{game.id} {deal} {seed}")
    position = game.start(deal)
    anew = count()
    for _ in range(steps):
        while not (moves := game.moves(position)):  # a deal of Cover may be lost as it lies
            position = game.start(f"{deal} {next(anew)}")
        move = choose.choice(moves)
        yield position, move
        position = game.after(position, move)


@cache
def guided(game: Game, deal: str = "1", most: int = 400) -> tuple[tuple[Move, Position], ...]:
    """Following the hints from a deal's start: each move with the position after it.

    Shorter in games with so many moves that every hint takes long.
    """
    position, line, looked_at = game.start(deal), [], 0
    for move, after in islice(greedy(game, position), most):
        looked_at += len(game.moves(position))
        if looked_at > LONGEST_LOOK:
            break
        line.append((move, after))
        position = after
    return tuple(line)


@cache
def sample(game: Game, size: int = 60) -> tuple[Position, ...]:
    """Positions of all stages: from random play, and from following the hints."""
    by_chance = [position for position, _ in wander(game, "sample", 4 * size)]
    by_hints = [position for _, position in guided(game)]
    return tuple(by_chance[::8] + by_hints[:: max(1, 2 * len(by_hints) // size)])


def affordable(game: Game, steps: int) -> int:
    """So many steps, fewer in games in which every step has hundreds of moves to look at."""
    looks = [len(game.moves(position)) for position, _ in wander(game, "cost", 5)]
    return max(20, min(steps, LONGEST_LOOK * len(looks) // (sum(looks) + 1)))


def spread(moves: Sequence[Move], most: int = 30) -> Sequence[Move]:
    """About so many of the moves, from the first to the last."""
    return moves[:: 1 + len(moves) // most]


def all_cards(game: Game) -> Counter[Card]:
    """Every card of the game, with how often it is there."""
    return Counter(pack(game.packs, parse_pile(game.aside)))


def cards_of(position: Position) -> Counter[Card]:
    """Every card of the position, turned face up."""
    return Counter(face(card) for pile in position.piles for card in pile)
