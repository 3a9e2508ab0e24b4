"""Our own drawings as outlines: the four suits, and the busts of knave, queen and king.

An outline is written like an SVG path of absolute ``M``, ``L``, ``C`` and ``Z`` in a square of
100 by 100, y downwards, and filled polygon by polygon.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import ImageDraw

from render.theme import FACE, GOLD, INK, Colour

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

# Each bust: (paint, path) from the back to the front.  Paints: ``suit`` the suit's own colour,
# ``ink``, ``gold``, ``face`` the card's white.
_SHOULDERS = "M 4 100 C 5 82 18 75 36 71 L 64 71 C 82 75 95 82 96 100 Z"
_HEAD = "M 33 36 C 33 30 67 30 67 36 L 67 52 C 67 66 58 74 50 74 C 42 74 33 66 33 52 Z"
_FACE = "M 36 37 C 37 33 63 33 64 37 L 64 52 C 64 63 57 71 50 71 C 43 71 36 63 36 52 Z"
_EYES = (
    ("ink", "M 40 46 L 46 46 L 46 50 L 40 50 Z"),
    ("ink", "M 54 46 L 60 46 L 60 50 L 54 50 Z"),
)

_KNAVE = (
    ("ink", "M 29 34 L 71 34 L 73 66 C 66 72 62 70 60 66 L 40 66 C 38 70 34 72 27 66 Z"),
    ("suit", _SHOULDERS),
    ("gold", "M 30 73 L 50 92 L 70 73 L 60 68 L 40 68 Z"),
    ("ink", _HEAD),
    ("face", _FACE),
    *_EYES,
    ("ink", "M 45 60 L 55 60 L 55 63 L 45 63 Z"),
    ("suit", "M 22 35 C 20 18 34 10 52 10 C 70 10 80 20 78 35 C 62 30 38 30 22 35 Z"),
    ("gold", "M 20 40 C 38 32 62 32 80 40 L 79 33 C 62 27 38 27 21 33 Z"),
    (
        "gold",
        "M 66 30 C 66 12 80 0 97 2 C 100 8 96 13 90 14 C 94 18 90 23 84 23 C 86 28 78 31 70 32 Z",
    ),
    ("ink", "M 68 31 C 71 18 80 9 92 6 C 82 12 75 20 72 31 Z"),
)
_QUEEN = (
    (
        "ink",
        "M 50 18 C 26 18 22 40 23 58 C 24 72 16 80 20 88 L 80 88 C 84 80 76 72 77 58"
        " C 78 40 74 18 50 18 Z",
    ),
    ("suit", "M 4 100 C 6 84 20 78 34 76 C 40 90 60 90 66 76 C 80 78 94 84 96 100 Z"),
    ("face", "M 42 66 L 58 66 L 60 78 C 58 86 42 86 40 78 Z"),
    ("face", _FACE),
    *_EYES,
    ("suit", "M 45 60 C 47 58 53 58 55 60 C 53 65 47 65 45 60 Z"),
    ("ink", "M 36 42 C 42 40 49 36 50 30 C 51 36 58 40 64 42 L 66 30 L 34 30 Z"),
    ("gold", "M 28 30 L 22 9 L 37 18 L 50 2 L 63 18 L 78 9 L 72 30 C 60 25 40 25 28 30 Z"),
    ("suit", "M 50 10 L 55 17 L 50 24 L 45 17 Z"),
    ("gold", "M 38 82 C 42 90 58 90 62 82 L 64 85 C 58 95 42 95 36 85 Z"),
)
_KING = (
    ("ink", "M 27 34 L 73 34 C 76 50 74 58 70 66 L 30 66 C 26 58 24 50 27 34 Z"),
    ("suit", _SHOULDERS),
    ("face", "M 24 75 L 36 71 L 64 71 L 76 75 L 62 100 L 38 100 Z"),
    ("ink", _HEAD),
    ("face", _FACE),
    *_EYES,
    (
        "ink",
        "M 33 50 C 36 56 42 55 50 55 C 58 55 64 56 67 50 C 70 70 62 90 50 96 C 38 90 30 70 33 50 Z",
    ),
    ("face", "M 43 61 C 47 58 53 58 57 61 C 54 65 46 65 43 61 Z"),
    (
        "gold",
        "M 24 36 L 17 6 L 34 20 L 42 3 L 50 16 L 58 3 L 66 20 L 83 6 L 76 36 C 60 31 40 31 24 36 Z",
    ),
    ("suit", "M 27 33 C 42 28 58 28 73 33 L 74 28 C 58 23 42 23 26 28 Z"),
)
COURTS = {11: _KNAVE, 12: _QUEEN, 13: _KING}

# The ace of spades wears a small crown.
CROWN = "M 30 70 L 22 34 L 38 48 L 50 26 L 62 48 L 78 34 L 70 70 Z"


@lru_cache(maxsize=256)
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


def fill(draw: ImageDraw.ImageDraw, path: str, box: Box, colour: Colour | int) -> None:
    """Fill a path, its square stretched over `box`."""
    left, top, right, bottom = box
    sx, sy = (right - left) / 100, (bottom - top) / 100
    draw.polygon([(left + x * sx, top + y * sy) for x, y in outline(path)], fill=colour)


def suit_sign(draw: ImageDraw.ImageDraw, suit: int, box: Box, colour: Colour | int) -> None:
    """One of the four signs, filling the box."""
    fill(draw, SUIT_PATHS[suit], box, colour)


def court(draw: ImageDraw.ImageDraw, rank: int, box: Box, suit_colour: Colour) -> None:
    """The bust of a knave (11), queen (12) or king (13)."""
    paints = {"suit": suit_colour, "ink": INK, "gold": GOLD, "face": FACE}
    for paint, path in COURTS[rank]:
        fill(draw, path, box, paints[paint])
