"""The table under the cards: ribbed cloth, lit in the middle, in a rim, and shadows of cards on it.

All that is drawn here is made for few bytes.  The cloth's ribs run down the picture, so that a row
of pixels is like the row above it; the light falls off in steps of a few rows, as do its bounds.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from render.cards import Cut, shape
from render.frame import Frame
from render.theme import Look, nearest

Print = tuple[Image.Image, Image.Image]
"""An image in palette indices and its mask."""

RIM = 5
"""Pixels of the table's rim beside and under the cloth, at the usual width."""
_FALL = 2, 3
"""How far to the right and downwards a card's shadow falls, at the usual width."""
_DIM = 0.04, 0.1, 0.18
"""Where the light falls off, as shares of the cloth from above and below."""


@lru_cache(maxsize=64)
def cloth(look: Look, frame: Frame) -> Image.Image:
    """The bare table in palette indices, with the first column of a `png.Canvas`."""
    wide, high = frame.size.right, frame.size.bottom
    ribs = [bytes(nearest(look, tone) for tone in pair) for pair in look.colours.cloth]
    rows = [b"\x00" + (pair * wide)[:wide] for pair in ribs]
    top = frame.title.bottom
    table = Image.frombytes(
        "L", (wide + 1, high), b"".join(rows[_dusk(y - top, high - top)] for y in range(high))
    )
    _paint_rim(table, look, frame)
    return table


def _dusk(at: int, length: int) -> int:
    """How many steps darker it is here than in the middle."""
    share = min(at, length - 1 - at) / length
    return sum(share < reach for reach in _DIM)


def _paint_rim(table: Image.Image, look: Look, frame: Frame) -> None:
    """A rim like the title line's ground, with a bright edge; rim and title keep light away."""
    colours = look.colours
    wide, high = frame.size.right + 1, frame.size.bottom
    rim, dim = frame.px(RIM), fall(frame)[1]
    dark, edge, rail = (
        nearest(look, each) for each in (colours.shades[1], colours.edge, colours.rail)
    )
    table.paste(dark, (1, frame.title.bottom, wide, frame.title.bottom + dim))
    table.paste(dark, (1, 0, 1 + rim + dim, high))
    for index, width in ((edge, rim), (rail, rim - frame.px(1))):
        table.paste(index, (1, 0, 1 + width, high))
        table.paste(index, (wide - width, 0, wide, high))
        table.paste(index, (1, high - width, wide, high))


def but_felt(look: Look, image: Image.Image) -> Image.Image:
    """The mask of all that isn't felt in what was drawn on plain felt."""
    return image.point(_all_but(nearest(look, look.colours.felt)), mode="1")


@lru_cache(maxsize=256)
def _all_but(felt: int) -> list[int]:
    return [255 * (index != felt) for index in range(256)]


def print_on(canvas: Image.Image, look: Look, image: Image.Image, corner: tuple[int, int]) -> None:
    """Paste what was drawn on plain felt, without the felt."""
    canvas.paste(image, corner, but_felt(look, image))


def fall(frame: Frame) -> tuple[int, int]:
    """How far to the right and downwards shadows reach."""
    return frame.px(_FALL[0]), frame.px(_FALL[1])


@lru_cache(maxsize=2048)
def shadow(look: Look, cut: Cut, clip: tuple[int, int, int, int] | None) -> Print:
    """The shadow of a card, or of a part of it, in palette indices, with its mask."""
    mask = shape(cut)
    deep, light = (nearest(look, colour) for colour in look.colours.shades)
    image = Image.new("L", mask.size, light)
    image.paste(deep, (-1, -1), mask)
    return (image, mask) if clip is None else (image.crop(clip), mask.crop(clip))
