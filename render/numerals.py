"""The ranks as they stand on cards, drawn by us: strokes of one weight on a skeleton.

A numeral fills whatever box it is given, and its strokes keep their weight, so that narrow strips
squeeze no figure: only its curves draw together.  All figures but ten are equally wide; ten is
a stem and a slender nought, hardly wider than a queen.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from render.shapes import Point, outline

_SCALE = 6
_WEIGHT = 0.19
"""Of the height; in a narrow box at most `_SHARE` of the width."""
_SHARE = 0.27
_FIGURE = 0.72

# Open paths of stroke centres, in a box of 100 by 100 that lies half a stroke inside the numeral's.
_SKELETONS = {
    "A": ("M 0 104 L 50 0 L 100 104 Z", "M 22 68 L 78 68 Z"),
    "2": ("M 4 25 C 6 -8 96 -10 96 28 C 96 52 40 66 4 100 L 100 100 Z",),
    "3": (
        "M 4 16 C 18 -6 94 -8 94 24 C 94 42 72 47 40 47 Z",
        "M 40 47 C 78 47 100 54 100 73 C 100 108 22 108 0 84 Z",
    ),
    "4": ("M 72 106 L 72 0 L 0 72 L 104 72 Z",),
    "5": ("M 94 0 L 16 0 L 10 46 C 40 28 100 34 100 68 C 100 108 24 108 0 86 Z",),
    "6": ("M 84 2 C 40 14 0 40 0 68 C 0 110 100 110 100 68 C 100 32 16 32 2 62 Z",),
    "7": ("M -4 0 L 98 0 C 66 36 46 66 42 106 Z",),
    "8": (
        "M 50 46 C -8 44 -2 0 50 0 C 102 0 108 44 50 46 C -16 48 -16 100 50 100"
        " C 116 100 116 48 50 46 Z",
    ),
    "9": ("M 16 98 C 60 86 100 60 100 32 C 100 -10 0 -10 0 32 C 0 68 84 68 98 38 Z",),
    "10": (
        "M -4 24 L 13 4 L 13 106 Z",
        "M 75 0 C 56 0 50 18 50 50 C 50 82 56 100 75 100 C 94 100 100 82 100 50"
        " C 100 18 94 0 75 0 Z",
    ),
    "J": ("M 92 -6 L 92 66 C 92 112 14 112 2 74 Z", "M 44 0 L 104 0 Z"),
    "Q": (
        "M 50 0 C 8 0 0 18 0 48 C 0 80 8 98 50 98 C 92 98 100 80 100 48 C 100 18 92 0 50 0 Z",
        "M 56 68 L 98 106 Z",
    ),
    "K": ("M 0 -6 L 0 106 Z", "M 96 -5 L 6 62 Z", "M 34 42 L 99 106 Z"),
}
_WIDTHS = {"10": 1.04, "A": 0.84, "Q": 0.82, "K": 0.8, "J": 0.64}


def proportion(symbol: str) -> float:
    """A rank's natural width, as a share of its height."""
    return _WIDTHS.get(symbol, _FIGURE)


@lru_cache(maxsize=256)
def glyph(symbol: str, size: tuple[int, int]) -> Image.Image:
    """How much a rank covers of each pixel of a box."""
    wide, high = (side * _SCALE for side in size)
    share = _SHARE * 0.72 if symbol == "10" else _SHARE
    line = min(high * _WEIGHT, wide * share)
    cover = Image.new("L", (wide, high))
    pen = ImageDraw.Draw(cover)
    for path in _SKELETONS[symbol]:
        points = [
            (line / 2 + x * (wide - line) / 100, line / 2 + y * (high - line) / 100)
            for x, y in outline(path)
        ]
        stroke(pen, points, line, 255)
    return cover.reduce(_SCALE)


def stroke(
    pen: ImageDraw.ImageDraw,
    points: list[Point],
    width: float,
    ink: tuple[int, int, int] | int,
) -> None:
    """A line of a width through the points, round where it bends and at its ends."""
    pen.line(points, ink, max(1, round(width)))
    half = width / 2 - 0.5
    if half < 1:
        return
    for x, y in points:
        pen.ellipse((x - half, y - half, x + half, y + half), ink)
