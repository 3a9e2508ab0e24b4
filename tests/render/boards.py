"""Boards for the tests of `render`: games played by chance, the same each time."""

from __future__ import annotations

import random
from functools import lru_cache

from engine.game import Game
from engine.moves import Move
from engine.position import Position


@lru_cache(maxsize=256)
def playout(game: Game, steps: int = 160) -> tuple[tuple[Position, ...], tuple[Move, ...]]:
    """Positions and the moves between them; cards go home when they can."""
    chance = random.Random(f"{game.id} for pictures")
    positions, made = [game.start("1")], []
    for _ in range(steps):
        moves = game.moves(positions[-1])
        if not moves:
            break
        home = [move for move in moves if move.target in game.home]
        made.append(chance.choice(home or moves))
        positions.append(game.after(positions[-1], made[-1]))
    return tuple(positions), tuple(made)
