"""What stands on a card's face besides its index: pips, an ace's sign, or a court.

Large cards have as many pips as they count and double courts; on small ones there is one large
pip, and the bust of a court.  Boxes are in pixels of the supersampled card.
"""

from __future__ import annotations

from PIL import Image, ImageDraw

from engine.cards import ACE, DIAMONDS, HEARTS, JACK, SPADES
from render.courts import COURTS
from render.shapes import SUIT_PATHS, Box, fill, line, suit_sign
from render.theme import CLOTH, FACE, GOLD, HAIR, INK, SKIN, Colour

_LEFT, _MIDDLE, _RIGHT = 0.0, 0.5, 1.0
_THIRDS = (0.0, 1 / 3, 2 / 3, 1.0)


def _both(*heights: float) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for y in heights for x in (_LEFT, _RIGHT))


def _mid(*heights: float) -> tuple[tuple[float, float], ...]:
    return tuple((_MIDDLE, y) for y in heights)


_PIPS = {
    2: _mid(0, 1),
    3: _mid(0, 0.5, 1),
    4: _both(0, 1),
    5: _both(0, 1) + _mid(0.5),
    6: _both(0, 0.5, 1),
    7: _both(0, 0.5, 1) + _mid(0.25),
    8: _both(0, 0.5, 1) + _mid(0.25, 0.75),
    9: _both(*_THIRDS) + _mid(0.5),
    10: _both(*_THIRDS) + _mid(1 / 6, 5 / 6),
}
"""Where pips stand, from the left and from the top, as shares of the room."""


def pips(draw: ImageDraw.ImageDraw, value: int, suit: int, box: Box, colour: Colour) -> None:
    """As many pips as the card counts; those of the lower half stand on their heads."""
    left, top, right, bottom = box
    side = min((right - left) * 0.26, (bottom - top) * 0.225)
    inset = (right - left) * 0.04
    left, right = left + inset + side / 2, right - inset - side / 2
    top, bottom = top + side / 2, bottom - side / 2
    for across, down in _PIPS[value]:
        x, y = left + (right - left) * across, top + (bottom - top) * down
        turn = -1 if down > 0.5 else 1
        half = side / 2
        suit_sign(draw, suit, (x - half, y - turn * half, x + half, y + turn * half), colour)


def sign(draw: ImageDraw.ImageDraw, value: int, suit: int, box: Box, colour: Colour) -> None:
    """One large sign; that of the ace of spades is wrought."""
    suit_sign(draw, suit, box, colour)
    if value == ACE and suit == SPADES:
        _wrought(draw, box, colour)


def _wrought(draw: ImageDraw.ImageDraw, box: Box, colour: Colour) -> None:
    """A white line along the rim, and a small spade in a wreath of leaves."""
    left, top, right, _ = box
    side = right - left

    def part(x: float, y: float, half: float) -> Box:
        return (left + (x - half) / 100 * side, top + (y - half) / 100 * side,
                left + (x + half) / 100 * side, top + (y + half) / 100 * side)  # fmt: skip

    body = (
        "M 50 11 C 58 26 90 42 90 62 C 90 72 83 78 75 78 C 64 78 56 71 53 62 L 47 62"
        " C 44 71 36 78 25 78 C 17 78 10 72 10 62 C 10 42 42 26 50 11 Z"
    )
    inner = (
        "M 50 17 C 57 30 86 45 86 62 C 86 70 81 74 75 74 C 65 74 59 67 56 58 L 44 58"
        " C 41 67 35 74 25 74 C 19 74 14 70 14 62 C 14 45 43 30 50 17 Z"
    )
    fill(draw, body, box, FACE)
    fill(draw, inner, box, colour)
    suit_sign(draw, SPADES, part(50, 44, 10), FACE)
    for x, y in ((27, 62), (73, 62)):
        fill(draw, SUIT_PATHS[DIAMONDS], part(x, y, 7), FACE)
    for turn in (-1, 1):
        for x, y in ((15, 57), (19, 47), (24, 41)):
            fill(draw, SUIT_PATHS[DIAMONDS], part(50 + turn * x * 1.0, y, 2.6), FACE)


# --- courts -------------------------------------------------------------------------------------

_SLOPE = ((0, 38), (100, 62))  # where the two halves of a court meet
_PLAIN = 4.8
"""Supersampled pixels to a unit below which a court has no seams and few outlines."""
_BUST: Box = (5, -4, 97, 74)  # what is shown of the panel where there is room for one half only


def court(image: Image.Image, value: int, suit: int, box: Box, colour: Colour) -> None:
    """Both halves of a court in a frame that fills the box."""
    left, top, right, bottom = (round(side) for side in box)
    wide, high = right - left, bottom - top
    rim = max(4, wide // 70)
    half = Image.new("RGB", (wide, high), FACE)
    pen = ImageDraw.Draw(half)
    inside = (wide * 0.02, high * 0.04, wide * 0.98, high * 0.92)
    side, x, y = min(wide, high) * 0.17, wide * 0.05, high * 0.07
    suit_sign(pen, suit, (x, y, x + side, y + side), colour)
    _half(pen, value, suit, inside, colour)
    upper = Image.new("L", (wide, high))
    points = [(x * wide / 100, y * high / 100) for x, y in _SLOPE]
    ImageDraw.Draw(upper).polygon([(0, 0), (wide, 0), points[1], points[0]], fill=255)
    whole = half.rotate(180)
    whole.paste(half, (0, 0), upper)
    pen = ImageDraw.Draw(whole)
    pen.line(points, INK, round(high * 0.055))
    pen.line(points, GOLD, round(high * 0.055) - 2 * rim)
    pen.rectangle((0, 0, wide - 1, high - 1), outline=INK, width=rim)
    image.paste(whole, (left, top))


def bust(image: Image.Image, value: int, suit: int, box: Box, colour: Colour) -> None:
    """The upper half of a court alone, on the foot of the box; nothing of it leaves the box."""
    left, top, right, bottom = (round(side) for side in box)
    wide, high = right - left, bottom - top
    x, y, across, down = _BUST
    scale = min(wide / (across - x), high / (down - y))
    start, head = wide / 2 - (x + across) / 2 * scale, high - down * scale
    part = Image.new("RGB", (wide, high), FACE)
    where = (start, head, start + 100 * scale, head + 100 * scale)
    _half(ImageDraw.Draw(part), value, suit, where, colour)
    image.paste(part, (left, top))


def _half(draw: ImageDraw.ImageDraw, value: int, suit: int, box: Box, colour: Colour) -> None:
    paints = {
        "suit": colour, "ink": INK, "gold": GOLD, "face": FACE, "cloth": CLOTH, "skin": SKIN,
        "hair": HAIR if suit in (HEARTS, DIAMONDS) else INK,
    }  # fmt: skip
    left, _, right, _ = box
    width = (right - left) / 100
    plain = width < _PLAIN
    for paint, path in COURTS[value, suit]:
        if paint.startswith("~"):
            if plain and paint != "~ink":
                continue
            line(draw, path, box, paints[paint[1:]], width * 1.5)
        else:
            fill(draw, path, box, paints[paint])
            if plain and paint not in ("skin", "face", "gold"):
                continue
            line(draw, path, box, INK, width * 1.1, closed=True)


def is_court(value: int) -> bool:
    """Whether a rank has a figure."""
    return value >= JACK
