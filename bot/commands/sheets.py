"""All games drawn at the start, in the middle and at the end, each stage on a sheet too."""

import io
import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image

from engine.game import Game
from engine.games.catalogue import games
from engine.hints import greedy
from engine.position import Position
from render.board import draw

STAGES = ("start", "middle", "end")
SHEET_COLUMNS = 5
THUMB = 550
"""The width at which Discord shows a board: what can't be read here can't be read there."""


def positions(game: Game, deal: str) -> tuple[Position, Position, Position]:
    """Start, middle and end of a game that is played as the hints say."""
    start = game.start(deal)
    line = [start, *(position for _, position in greedy(game, start))]
    return line[0], line[len(line) // 2], line[-1]


def draw_all(folder: Path, deal: str = "1", chosen: Sequence[Game] = ()) -> Iterator[Path]:
    """Write ``anna-middle.png`` and so on, then ``sheet-middle.png`` and so on; yields each file.

    Raises OSError when the folder can't be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    drawn: dict[str, list[bytes]] = {stage: [] for stage in STAGES}
    for game in chosen or games():
        for stage, position in zip(STAGES, positions(game, deal), strict=True):
            picture = draw(game, position, deal=deal)
            drawn[stage].append(picture)
            file = folder / f"{game.id}-{stage}.png"
            file.write_bytes(picture)
            yield file
    for stage, pictures in drawn.items():
        file = folder / f"sheet-{stage}.png"
        sheet(pictures).save(file)
        yield file


def sheet(pictures: Sequence[bytes]) -> Image.Image:
    """The pictures, small, in rows of five."""
    thumbs = []
    for data in pictures:
        image = Image.open(io.BytesIO(data)).convert("RGB")
        image.thumbnail((THUMB, THUMB))
        thumbs.append(image)
    columns = min(SHEET_COLUMNS, len(thumbs))
    height = max(thumb.height for thumb in thumbs)
    canvas = Image.new("RGB", (THUMB * columns, height * math.ceil(len(thumbs) / columns)))
    for number, thumb in enumerate(thumbs):
        canvas.paste(thumb, (number % columns * THUMB, number // columns * height))
    return canvas
