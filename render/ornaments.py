"""Small ornaments, one for each book, as a printer of its time might have set them."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from render.shapes import Box, fill
from render.theme import Colour

_PATHS = (
    (  # a lozenge between two leaves
        "M 50 22 L 66 50 L 50 78 L 34 50 Z",
        "M 30 50 C 24 26 10 24 0 42 C 10 44 12 56 0 58 C 10 76 24 74 30 50 Z",
        "M 70 50 C 76 26 90 24 100 42 C 90 44 88 56 100 58 C 90 76 76 74 70 50 Z",
    ),
    (  # a lady's coronet
        "M 14 74 L 6 34 L 29 52 L 50 20 L 71 52 L 94 34 L 86 74 Z",
        "M 14 80 L 86 80 L 84 92 L 16 92 Z",
        "M 50 4 C 58 4 58 18 50 18 C 42 18 42 4 50 4 Z",
        "M 6 18 C 14 18 14 32 6 32 C -2 32 -2 18 6 18 Z",
        "M 94 18 C 102 18 102 32 94 32 C 86 32 86 18 94 18 Z",
    ),
    (  # a star
        "M 50 2 L 62 38 L 100 38 L 69 60 L 81 97 L 50 74 L 19 97 L 31 60 L 0 38 L 38 38 Z",
    ),
)
_FINE = 8


def paint_ornament(draw: ImageDraw.ImageDraw, kind: int, box: Box, ink: Colour | int) -> None:
    """Fill a book's ornament into a box; `kind` as `books.Book` has it."""
    for path in _PATHS[kind]:
        fill(draw, path, box, ink)


@lru_cache(maxsize=32)
def ornament(kind: int, size: int) -> Image.Image:
    """How much an ornament covers of each pixel of a square."""
    cover = Image.new("L", (size * _FINE, size * _FINE))
    side = float(size * _FINE - 1)
    paint_ornament(ImageDraw.Draw(cover), kind, (0.0, 0.0, side, side), 255)
    return cover.reduce(_FINE)
