"""The backs of cards, one pattern and one emblem for each book; drawn at several times the size.

Meshes are whole pixels wide, so that every one comes out alike and takes few bytes.
"""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.ornaments import paint_ornament
from render.shapes import suit_sign
from render.theme import Colour, Look

LATTICE, SCALES, DOTS = range(3)
"""Dick's lattice with the four suits, Cadogan's scales with a coronet, dots with a star."""


def paint_back(image: Image.Image, look: Look, width: int, pattern: int, *, bare: bool) -> None:
    """Paint a pattern on a blank card that is `width` pixels wide when it is done.

    A `bare` one is plain: only a strip of it will be seen.
    """
    table = look.colours
    wide, high = image.size
    scale = min(wide, high) // width
    unit = width * scale / 100
    frame = 6 * unit
    panel = (frame, frame, wide - 1 - frame, high - 1 - frame)
    draw = ImageDraw.Draw(image)
    if bare:
        draw.rounded_rectangle(panel, 5 * unit, fill=table.back)
        return
    weave = Image.new("RGB", image.size, table.back)
    pen = ImageDraw.Draw(weave)
    step = max(8, round(width * 0.15)) * scale
    (_lattice, _scales, _dots)[pattern](pen, image.size, step, scale, table.back_line)
    inside = Image.new("L", image.size)
    ImageDraw.Draw(inside).rounded_rectangle(panel, 5 * unit, fill=255)
    image.paste(weave, (0, 0), inside)
    draw.rounded_rectangle(panel, 5 * unit, outline=table.back, width=round(3.4 * unit))
    _emblem(draw, image.size, 21 * unit, scale, look, pattern)


def _lattice(
    pen: ImageDraw.ImageDraw, size: tuple[int, int], step: int, line: int, ink: Colour
) -> None:
    wide, high = size
    count = (wide + high) // step + 2
    for i in range(-count, count):
        start = wide // 2 + i * step + step // 2
        pen.line((start - high, 0, start, high), ink, line)
        pen.line((start + high, 0, start, high), ink, line)


def _scales(
    pen: ImageDraw.ImageDraw, size: tuple[int, int], step: int, line: int, ink: Colour
) -> None:
    """Scales that lie over each other like tiles, each row on the one below."""
    wide, high = size
    rise = step // line // 2 * line
    for row in reversed(range(-2, high // rise + 2)):
        aside = step // line // 2 * line if row % 2 else 0
        top = row * rise
        for left in range(wide // 2 - step * (wide // step) - aside, wide, step):
            box = (left, top - step // 2, left + step, top + step // 2)
            pen.arc(box, 0, 180, ink, line)


def _dots(
    pen: ImageDraw.ImageDraw, size: tuple[int, int], step: int, line: int, ink: Colour
) -> None:
    wide, high = size
    half = step // line // 2 * line
    for row in range(high // half + 1):
        aside = half if row % 2 else 0
        for x in range(wide // 2 % step - step + aside, wide + step, step):
            y = row * half
            pen.ellipse((x - line, y - line, x + line, y + line), ink)


def _emblem(
    draw: ImageDraw.ImageDraw,
    size: tuple[int, int],
    radius: float,
    line: int,
    look: Look,
    pattern: int,
) -> None:
    """A medallion in the middle."""
    table = look.colours
    x, y = size[0] / 2, size[1] / 2

    def circle(radius: float) -> tuple[float, float, float, float]:
        return x - radius, y - radius, x + radius, y + radius

    draw.ellipse(circle(radius), fill=table.back)
    radius *= 0.86
    draw.ellipse(circle(radius), outline=table.back_line, width=line)
    if pattern != LATTICE:
        paint_ornament(draw, pattern, circle(radius * 0.66), table.back_line)
        return
    radius *= 0.55
    for suit, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
        half = radius * 0.48
        left, top = x + dx * radius * 0.72 - half, y + dy * radius * 0.72 - half
        suit_sign(draw, suit, (left, top, left + 2 * half, top + 2 * half), table.back_line)
