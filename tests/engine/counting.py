"""Counts and digests of what the rules allow from fixed positions.

They tell when a change of the engine changes a game. Where that is meant, raise the game's
``rules_version`` if kept records could go another way now, and count anew::

    python -m tests.new_game ID expected
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from typing import Any

from engine.game import Game
from engine.position import Position

DEALS = ("1", "Grüße")
WALK = 160
FROM = (0, 25, 100)
"""Moves of the walk after which positions are counted."""
MOST = 1200
"""Moves that are looked at from one position."""


def counted(game: Game) -> dict[str, Any]:
    """What is kept of a game: two walks, and how many positions lie so many moves ahead."""
    found: dict[str, Any] = {"rules": game.rules_version}
    for deal in DEALS:
        line = list(walk(game, deal))
        found[deal] = {
            "walk": digest(game, line),
            "ahead": [ahead(game, line[at]) for at in FROM if at < len(line)],
        }
    return found


def walk(game: Game, deal: str) -> Iterator[Position]:
    """A game by chance, whatever the order in which moves are listed."""
    choose = random.Random(f"{game.id} {deal}")
    position = game.start(deal)
    yield position
    for _ in range(WALK):
        moves = sorted(game.moves(position))
        if not moves:
            return
        position = game.after(position, choose.choice(moves))
        yield position


def ahead(game: Game, position: Position) -> list[int]:
    """How many different positions lie 0, 1, 2 … moves ahead, as far as `MOST` moves reach."""
    layer, sizes, left = {position}, [1], MOST
    while layer and len(sizes) < 8:
        following = set()
        for one in layer:
            moves = game.moves(one)
            left -= len(moves)
            if left < 0:
                return sizes
            following |= {game.after(one, move) for move in moves}
        layer = following
        sizes.append(len(layer))
    return sizes


def digest(game: Game, line: list[Position]) -> str:
    """A short sign of a line of positions, and of the moves that every fifth allows."""
    told: list[object] = [game.dump(position) for position in line]
    told += [sorted(map(str, game.moves(position))) for position in line[::5]]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]
