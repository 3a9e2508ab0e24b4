"""A position as a picture: PNG bytes in a small palette, drawn in about a millisecond.

Everything is painted as palette indices. The canvas has one column more than the picture, always
index 0: read row by row, that column is the filter byte that PNG wants before each row.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from functools import lru_cache

from PIL import Image

from engine.game import Game
from engine.moves import Move
from engine.position import Position
from render import png, text
from render.cards import piece
from render.frame import WIDTH, frame
from render.labels import base, plan
from render.marks import outline, paint_ring
from render.scene import Marks, Scene, changes, named, scene
from render.theme import INK, TAG, Look, nearest, palette
from render.titles import Heading, paint_heading


def draw(
    game: Game,
    position: Position,
    *,
    look: Look | None = None,
    last: Move | Collection[str] | None = None,
    before: Position | None = None,
    hint: Move | None = None,
    available: Collection[str] = (),
    title: str = "",
    deal: str = "",
    moves: int | None = None,
    size: int = WIDTH,
) -> bytes:
    """The board as a PNG, `size` pixels wide.

    The last move is marked from the position `before` it, which shows its effects too, or else
    from `last`: the move, or ids of piles.  `deal` and `moves` stand in the title line when given;
    `title` replaces the game's own.
    """
    marks = named(last) if before is None else changes(game, before, position)
    marks = dataclasses.replace(marks, hint=hint, available=frozenset(available))
    heading = Heading(title or game.title, deal, moves)
    return _picture(game, position, look or Look(), marks, heading, size)


@lru_cache(maxsize=128)
def _picture(
    game: Game, position: Position, look: Look, marks: Marks, heading: Heading, size: int
) -> bytes:
    """`draw`, for arguments that can be looked up."""
    canvas = compose(game, position, look, marks, heading, size)
    wide, high = canvas.size
    return png.encode(canvas.tobytes(), wide - 1, high, palette(look))


def compose(
    game: Game, position: Position, look: Look, marks: Marks, heading: Heading, size: int
) -> Image.Image:
    """The board in palette indices, with the extra column."""
    shown = scene(game, position, look, marks, size)
    canvas = _ground(game, look, size).copy()
    _paint_cards(canvas, shown, look)
    _paint_texts(canvas, shown, look)
    for ring in shown.rings:
        paint_ring(canvas, shown.frame, ring, look)
    paint_heading(canvas, shown.frame, look, game, position, heading)
    return canvas


def _paint_cards(canvas: Image.Image, shown: Scene, look: Look) -> None:
    for _, card, _, (cut, x, y), clip in shown.cards:
        image, mask = piece(look, cut, card, clip)
        canvas.paste(image, (x + 1, y), mask)


def _paint_texts(canvas: Image.Image, shown: Scene, look: Look) -> None:
    table = look.colours
    for _, words, rect, size in shown.empties:
        image = text.lettering(look, words, size, table.quiet, table.felt)
        canvas.paste(image, (rect.left + 1, rect.top))
    for _, words, rect, size, dark in shown.badges:
        ink, ground = (table.chip_text, table.chip) if dark else (INK, TAG)
        image, mask = text.pill(look, words, size, ink, ground)
        canvas.paste(image, (rect.left + 1, rect.top), mask)


# --- the fixed ground --------------------------------------------------------------------------


@lru_cache(maxsize=128)
def _ground(game: Game, look: Look, size: int) -> Image.Image:
    """Felt, outlines of all places, labels and names: everything that no move changes."""
    fixed = plan(game, look, size)
    measures = frame(game, look, size)
    table = look.colours
    wide, high = measures.size.right, measures.size.bottom
    canvas = Image.new("L", (wide + 1, high), nearest(look, table.felt))
    for place in game.places.values():
        spot = base(measures, place)
        rim, mask = outline(look, spot.cut.size, spot.cut.tilt, measures.px(2))
        canvas.paste(rim, (spot.x + 1, spot.y), mask)
    for label in fixed.felt:
        ink = table.quiet if label.quiet else table.text
        paint = text.lettering if label.quiet else text.tight
        canvas.paste(
            paint(look, label.text, label.size, ink, table.felt),
            (label.rect.left + 1, label.rect.top),
        )
    canvas.paste(0, (0, 0, 1, high))
    return canvas
