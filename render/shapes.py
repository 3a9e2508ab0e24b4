"""Outlines, and the signs of the four suits.

An outline is written like an SVG path of absolute ``M``, ``L``, ``C`` and ``Z`` in a square of
100 by 100, y downwards, and filled polygon by polygon.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import ImageDraw

from render.theme import Colour

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_STEPS = 14  # straight pieces to a curve; at four times the size no corner is seen

SUIT_PATHS = (
    "M 50 0 C 58 18 98 36 98 62 C 98 78 87 86 75 86 C 66 86 58 81 54 73 C 55 86 60 95 69 100"
    " L 31 100 C 40 95 45 86 46 73 C 42 81 34 86 25 86 C 13 86 2 78 2 62 C 2 36 42 18 50 0 Z",
    "M 50 98 C 43 80 0 60 0 30 C 0 12 12 2 27 2 C 38 2 46 9 50 20 C 54 9 62 2 73 2"
    " C 88 2 100 12 100 30 C 100 60 57 80 50 98 Z",
    "M 50 0 C 60 18 74 36 90 50 C 74 64 60 82 50 100 C 40 82 26 64 10 50 C 26 36 40 18 50 0 Z",
    "M 46 60 C 43 72 34 78 24 78 C 10 78 0 68 0 55 C 0 42 10 33 23 33 C 27 33 31 34 34 36"
    " C 29 32 26 27 26 21 C 26 9 36 0 50 0 C 64 0 74 9 74 21 C 74 27 71 32 66 36"
    " C 69 34 73 33 77 33 C 90 33 100 42 100 55 C 100 68 90 78 76 78 C 66 78 57 72 54 60"
    " C 55 80 60 92 70 100 L 30 100 C 40 92 45 80 46 60 Z",
)


@lru_cache(maxsize=1024)
def outline(path: str) -> tuple[Point, ...]:
    """The corners of a path's polygon, curves broken into short straight pieces."""
    words = path.split()
    points: list[Point] = []
    at = 0
    while words[at] != "Z":
        count = 3 if words[at] == "C" else 1
        numbers = [float(word) for word in words[at + 1 : at + 1 + 2 * count]]
        ends = list(zip(numbers[::2], numbers[1::2], strict=True))
        points += _curve(points[-1], *ends) if count == 3 else ends
        at += 1 + 2 * count
    return tuple(points)


def _curve(start: Point, first: Point, second: Point, end: Point) -> list[Point]:
    """A cubic Bézier curve without its starting point."""
    points = []
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        controls = (start, first, second, end)
        x = sum(w * p[0] for w, p in zip(weights, controls, strict=True))
        y = sum(w * p[1] for w, p in zip(weights, controls, strict=True))
        points.append((x, y))
    return points


def placed(path: str, box: Box) -> list[Point]:
    """A path's corners with its square stretched over `box`."""
    left, top, right, bottom = box
    sx, sy = (right - left) / 100, (bottom - top) / 100
    return [(left + x * sx, top + y * sy) for x, y in outline(path)]


def fill(draw: ImageDraw.ImageDraw, path: str, box: Box, colour: Colour | int) -> None:
    """Fill a path, its square stretched over `box`."""
    draw.polygon(placed(path, box), fill=colour)


def line(
    draw: ImageDraw.ImageDraw,
    path: str,
    box: Box,
    colour: Colour,
    width: float,
    *,
    closed: bool = False,
) -> None:
    """Draw along a path in the same square, `width` pixels wide."""
    points = placed(path, box)
    if closed:
        points.append(points[0])
    draw.line(points, colour, max(1, round(width)), "curve" if width >= 4 else None)


def suit_sign(draw: ImageDraw.ImageDraw, suit: int, box: Box, colour: Colour | int) -> None:
    """One of the four signs, filling the box; it stands on its head if the box does."""
    fill(draw, SUIT_PATHS[suit], box, colour)
