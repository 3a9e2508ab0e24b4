"""Boards for the tests of `render`: games played by chance, the same each time, and snapshots."""

from __future__ import annotations

import io
import random
from functools import lru_cache
from pathlib import Path

from PIL import Image

from engine.game import Game
from engine.moves import Move
from engine.position import Position
from render.board import draw
from tests.engine.endgames import won_record

SNAPSHOTS = Path(__file__).parent / "snapshots"
STAGES = ("start", "middle", "end")
SMALLER = 4  # snapshots are a quarter as wide


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


def position(game: Game, stage: str) -> Position:
    """The deal; a position of a game by chance; the recorded win."""
    if stage == "end":
        return won_record(game).position
    line = playout(game)[0]
    return line[0] if stage == "start" else line[len(line) // 2]


def board(game: Game, stage: str) -> bytes:
    """The picture at a stage of play."""
    return draw(game, position(game, stage), deal="1", moves=0 if stage == "start" else None)


def reduced(picture: bytes) -> Image.Image:
    """A picture as snapshots have it."""
    return Image.open(io.BytesIO(picture)).convert("RGB").reduce(SMALLER)


def keep(name: str, picture: bytes) -> None:
    """Write the snapshot of that name."""
    small = reduced(picture).quantize(256, dither=Image.Dither.NONE)
    small.save(SNAPSHOTS / f"{name}.png", optimize=True)
