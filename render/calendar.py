"""A month of the daily challenge as a picture: a card for each day that was played, an empty place
for each that wasn't, and a sign for what became of it, which needs no colour to be told apart.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import lru_cache

from PIL import Image, ImageDraw

from render import text
from render.theme import FACE, GOLD, INK, Colour, Look

WIDTH = 550
FINE = 4
"""How much larger it is drawn than shown."""
MARGIN, GAP, HEAD, LINE = 14, 8, 72, 30
CELL = (WIDTH - 2 * MARGIN - 6 * GAP) // 7
HIGH = 62

SHADES = 10
"""Steps from one colour to another at an edge."""

Pen = ImageDraw.ImageDraw
Point = tuple[float, float]


class Sign(Enum):
    """What became of a day, in words."""

    WON = "won"
    FINISHED = "finished"
    OPEN = "still open"
    SPARE = "day off"
    PAUSED = "paused"
    AWAY = "bot away"
    MISSED = "missed"
    BLANK = ""


def month(
    title: str,
    weekdays: Sequence[str],
    lead: int,
    signs: Sequence[Sign],
    today: int | None,
    look: Look,
) -> bytes:
    """The month as a PNG, 550 px wide.

    `weekdays` are the heads of the seven columns, `lead` says in which of them (0 to 6) the month
    begins, `signs` are of its days in turn, `today` is one of them, counted from 1.
    """
    rows = -(-(lead + len(signs)) // 7)
    key = list(_key(signs))
    foot = HEAD + rows * (HIGH + GAP) + LINE // 2
    size = WIDTH, foot + LINE * (1 + max((line for _, line, _ in key), default=0))
    colours = look.colours
    image = Image.new("RGB", (size[0] * FINE, size[1] * FINE), colours.felt)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, image.width, 40 * FINE), colours.rail)
    _write(pen, (MARGIN, 20), title, 20, colours.text, "lm")
    for column, name in enumerate(weekdays):
        _write(pen, (_left(column) + CELL / 2, 56), name, 14, colours.quiet, "mm")
    for number, sign in enumerate(signs, start=1):
        row, column = divmod(lead + number - 1, 7)
        corner = _left(column), HEAD + row * (HIGH + GAP)
        _day(pen, corner, number, sign, look, today=number == today)
    for x, line, sign in key:
        _explain(pen, (x, foot + LINE * line), sign, look)
    file = io.BytesIO()
    shown = image.resize(size, Image.Resampling.LANCZOS)
    shown = shown.quantize(palette=_palette(look), dither=Image.Dither.NONE)
    shown.save(file, "PNG", optimize=True)
    return file.getvalue()


@lru_cache(maxsize=8)
def _palette(look: Look) -> Image.Image:
    """The colours that lie beside each other somewhere, and what is between them at an edge."""
    colours = look.colours
    beside = [(colours.felt, ink) for ink in (FACE, colours.text, colours.quiet, colours.slot)]
    beside += [(colours.felt, colours.mark), (colours.mark, FACE), (colours.rail, colours.text)]
    beside += [(FACE, INK), (FACE, GOLD), (GOLD, INK), (colours.rail, colours.felt)]
    mixed = [
        round(one + (other - one) * step / SHADES)
        for ground, ink in beside
        for step in range(SHADES + 1)
        for one, other in zip(ground, ink, strict=True)
    ]
    palette = Image.new("P", (1, 1))
    palette.putpalette(mixed)
    return palette


def words(title: str, signs: Sequence[Sign]) -> str:
    """The month for those who can't see it: the days of each sign, in runs."""
    parts = []
    for sign in Sign:
        days = [number for number, one in enumerate(signs, start=1) if one is sign]
        if days and sign is not Sign.BLANK:
            parts.append(f"{sign.value}: {', '.join(_runs(days))}")
    return f"{title}. {'; '.join(parts) or 'Nothing was played'}."


def _runs(days: Sequence[int]) -> list[str]:
    """``1–4``, ``7``."""
    runs: list[list[int]] = []
    for day in days:
        if runs and runs[-1][-1] == day - 1:
            runs[-1].append(day)
        else:
            runs.append([day])
    return [str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs]


def _left(column: int) -> int:
    return MARGIN + column * (CELL + GAP)


def _day(
    pen: Pen, corner: tuple[int, int], number: int, sign: Sign, look: Look, *, today: bool
) -> None:
    x, y = corner
    box = [part * FINE for part in (x, y, x + CELL, y + HIGH)]
    played = sign in (Sign.WON, Sign.FINISHED)
    colours = look.colours
    ink = INK if played else colours.quiet
    edge = colours.mark if today else FACE if played else colours.slot
    pen.rounded_rectangle(box, 7 * FINE, FACE if played else None, edge, (4 if today else 2) * FINE)
    _write(pen, (x + 9, y + 13), str(number), 15, ink, "lm")
    _sign(pen, (x + CELL * 0.6, y + HIGH * 0.6), 15, sign, look)


def _key(signs: Sequence[Sign]) -> Iterator[tuple[int, int, Sign]]:
    """Left edge and line of each sign that is explained below the days."""
    x, line = MARGIN, 0
    for sign in Sign:
        if sign is Sign.BLANK or sign not in signs:
            continue
        wide = 28 + text.width(sign.value, 14)
        if x + wide > WIDTH - MARGIN:
            x, line = MARGIN, line + 1
        yield x, line, sign
        x += wide + 16


def _explain(pen: Pen, at: tuple[int, int], sign: Sign, look: Look) -> None:
    x, middle = at
    if sign in (Sign.WON, Sign.FINISHED):
        box = [part * FINE for part in (x, middle - 11, x + 22, middle + 11)]
        pen.rounded_rectangle(box, 4 * FINE, FACE)
    _sign(pen, (x + 11, middle), 8, sign, look)
    _write(pen, (x + 28, middle), sign.value, 14, look.colours.text, "lm")


def _write(pen: Pen, at: Point, words: str, size: int, ink: Colour, anchor: str) -> None:
    spot = at[0] * FINE, at[1] * FINE
    pen.text(spot, words, ink, text.font(size * FINE), anchor=anchor)


def _sign(pen: Pen, middle: Point, radius: float, sign: Sign, look: Look) -> None:
    if sign in _DRAWN:
        x, y = middle
        _DRAWN[sign](pen, x * FINE, y * FINE, radius * FINE, look)


def _star(pen: Pen, x: float, y: float, r: float, _: Look) -> None:
    turns = [(math.tau * (n / 10 - 0.25), r if n % 2 == 0 else r * 0.45) for n in range(10)]
    points = [(x + far * math.cos(angle), y + far * math.sin(angle)) for angle, far in turns]
    pen.polygon(points, GOLD, INK, round(r / 9))


def _tick(pen: Pen, x: float, y: float, r: float, _: Look) -> None:
    points = [(x - r * 0.8, y), (x - r * 0.2, y + r * 0.6), (x + r * 0.8, y - r * 0.6)]
    pen.line(points, INK, round(r / 3.5), joint="curve")


def _cross(pen: Pen, x: float, y: float, r: float, look: Look) -> None:
    far = r * 0.6
    for way in (1, -1):
        points = [(x - far, y - far * way), (x + far, y + far * way)]
        pen.line(points, look.colours.slot, round(r / 4))


def _ring(pen: Pen, x: float, y: float, r: float, look: Look) -> None:
    far = r * 0.6
    pen.ellipse((x - far, y - far, x + far, y + far), None, look.colours.text, round(r / 5))


def _bars(pen: Pen, x: float, y: float, r: float, look: Look) -> None:
    for side in (-0.35, 0.35):
        left = x + side * r
        pen.rectangle(
            (left - r * 0.15, y - r * 0.6, left + r * 0.15, y + r * 0.6), look.colours.text
        )


def _dash(pen: Pen, x: float, y: float, r: float, look: Look) -> None:
    pen.rectangle((x - r * 0.7, y - r * 0.16, x + r * 0.7, y + r * 0.16), look.colours.text)


def _dots(pen: Pen, x: float, y: float, r: float, look: Look) -> None:
    for side in (-0.7, 0, 0.7):
        at, far = x + side * r, r * 0.2
        pen.ellipse((at - far, y - far, at + far, y + far), look.colours.text)


_DRAWN: dict[Sign, Callable[[Pen, float, float, float, Look], None]] = {
    Sign.WON: _star,
    Sign.FINISHED: _tick,
    Sign.OPEN: _dots,
    Sign.SPARE: _ring,
    Sign.PAUSED: _bars,
    Sign.AWAY: _dash,
    Sign.MISSED: _cross,
}
