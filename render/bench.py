"""How fast and how small boards are, beside Pillow's usual way on the same boards in the same run.

The usual way: RGB, sprites kept in memory, whole cards pasted, texts drawn by ImageDraw, and
``save`` with PNG's defaults.
"""

from __future__ import annotations

import io
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.cards import Card
from engine.game import Game
from engine.games.catalogue import find
from engine.position import Position
from render import board, png, text
from render.cards import BACK, SCALE, Cut, back, face, sheet
from render.frame import WIDTH
from render.scene import NOTHING, Desk, desk_for, scene
from render.theme import INK, TAG, Look, palette
from render.titles import Heading, facts

BOARDS = ("klondike", "la-belle-lucie", "anna", "great-thirteen", "house-in-the-wood")
"""The games compared; the last three play with 104 cards."""
MOVES, ROUNDS = 24, 4


class Timing(NamedTuple):
    """Milliseconds (the median) and kilobytes (the largest) of one way to draw."""

    ms: float
    kb: float


def run(boards: Iterable[str] = BOARDS, moves: int = MOVES) -> Iterator[str]:
    """The comparison, line by line: each game from its deal through so many moves."""
    yield f"{'board':20}{'cards':>6}{'ours ms':>9}{'KB':>7}{'usual ms':>10}{'KB':>8}{'faster':>8}"
    for id in boards:
        game = find(id)
        line = positions(game, moves)
        cards = sum(map(len, line[0].piles))
        ours, usual = compare(game, line)
        yield (
            f"{id:20}{cards:6}{ours.ms:9.2f}{ours.kb:7.1f}{usual.ms:10.1f}{usual.kb:8.1f}"
            f"{usual.ms / ours.ms:7.0f}×"
        )
    with tempfile.TemporaryDirectory() as folder:
        cold = startup(Path(folder))
        warm = min(startup(Path(folder)) for _ in range(ROUNDS))
    yield f"first board of a new process: {warm:.2f} s, {cold:.2f} s where no card is drawn yet"


def startup(folder: Path) -> float:
    """Seconds of processor time for a new process to import all and to draw a first board.

    `folder` is where sprites are kept.
    """
    words = (sys.executable, "-c", _FIRST_BOARD, str(folder))
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    done = subprocess.run(words, check=True, capture_output=True, text=True, env=environment)  # noqa: S603
    return float(done.stdout)


_FIRST_BOARD = """
import sys, time
from pathlib import Path
from engine.games.klondike import Klondike
from render import board, keep
keep.keep_in(Path(sys.argv[1]))
game = Klondike()
board.draw(game, game.start("1"), deal="1", moves=0)
print(time.process_time())
"""


def compare(game: Game, line: Sequence[Position]) -> tuple[Timing, Timing]:
    """Our way and the usual way in turns, in processor time of this thread.

    In each round both draw all positions, which are new to them; sprites and the empty table are
    warm.  The quickest round counts for each position, as other programs disturb both.
    """
    look = Look()
    ways = (our_way, usual_way)
    times = [[math.inf] * (len(line) - 1) for _ in ways]
    sizes = [0, 0]
    _warm(game, look, line)
    for _ in range(ROUNDS):
        board.forget()
        for i, way in enumerate(ways):
            way(game, line[0], look, Heading(game.title, "1", 0))
            for number, position in enumerate(line[1:]):
                heading = Heading(game.title, "1", number + 1)
                start = time.thread_time()
                picture = way(game, position, look, heading)
                times[i][number] = min(times[i][number], time.thread_time() - start)
                sizes[i] = max(sizes[i], len(picture))
    first, second = (Timing(statistics.median(times[i]) * 1000, sizes[i] / 1024) for i in range(2))
    return first, second


def _warm(game: Game, look: Look, line: Sequence[Position]) -> None:
    """Draw the sprites that both ways need, and nothing else."""
    for position in line:
        place = desk_for(game, look, WIDTH, position)
        for shown in scene(place, position, NOTHING).cards:
            _sprite(place.look, shown.spot.cut, shown.card)
            sheet(place.look, shown.spot.cut)


def positions(game: Game, moves: int) -> list[Position]:
    """The deal and the positions after each of some moves, the first that is legal each time."""
    line = [game.start("1")]
    for _ in range(moves):
        legal = game.moves(line[-1])
        if not legal:
            break
        line.append(game.after(line[-1], legal[0]))
    return line


def our_way(game: Game, position: Position, look: Look, heading: Heading) -> bytes:
    """The board as the bot draws it, without the memory of whole pictures."""
    canvas = board.compose(game, position, look, NOTHING, heading, WIDTH)
    return png.encode(canvas, palette(look), game.packs)


def usual_way(game: Game, position: Position, look: Look, heading: Heading) -> bytes:
    """The same board drawn as most programs would."""
    place = desk_for(game, look, WIDTH, position)
    shown = scene(place, position, NOTHING)
    image = _ground(place).copy()
    table = look.colours
    for _, card, _, (cut, x, y), _ in shown.cards:
        sprite, mask = _sprite(look, cut, card)
        image.paste(sprite, (x, y), mask)
    pen = ImageDraw.Draw(image)
    for _, words, rect, size in shown.empties:
        pen.text((rect.left, rect.top), words, table.quiet, text.font(size))
    for _, words, rect, size, dark in shown.badges:
        ink, ground = (table.chip_text, table.chip) if dark else (INK, TAG)
        pen.rounded_rectangle(rect, 6, ground)
        pen.text((rect.left + 5, rect.top), words, ink, text.font(size))
    pen.rectangle((0, 0, WIDTH, shown.frame.title.bottom), table.rail)
    pen.text((16, 8), heading.title, table.text, text.font(25))
    pen.text((600, 8), "  ·  ".join(facts(game, position, heading)), table.text, text.font(21))
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


@lru_cache(maxsize=16)
def _ground(place: Desk) -> Image.Image:
    canvas = board.ground(place)
    return _rgb(canvas, place.look).crop((1, 0, canvas.width, canvas.height))


@lru_cache(maxsize=4096)
def _sprite(look: Look, cut: Cut, card: Card) -> tuple[Image.Image, Image.Image]:
    """A sprite in full colour with its mask, as smooth as it was drawn."""
    image = back(look, cut) if card == BACK else face(look, cut, card)
    if cut.tilt:
        return _rgb(sheet(look, cut).sprite(card), look), sheet(look, cut).mask.convert("L")
    return image.reduce(SCALE), sheet(look, cut).mask.convert("L")


def _rgb(indices: Image.Image, look: Look) -> Image.Image:
    image = Image.frombytes("P", indices.size, indices.tobytes())
    image.putpalette([part for colour in palette(look) for part in colour])
    return image.convert("RGB")
