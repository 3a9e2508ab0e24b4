"""Small texts on cards, set from pieces of our own: ``▸10♥``, ``×12``, ``A♠…``.

Ranks are as narrow as can be read, suits keep their colours, so a tag fits the smallest card.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.cards import SYMBOLS
from render import text
from render.shapes import suit_sign
from render.theme import INK, TAG, Look, index_ramp

NEXT, COUNT = "▸", "×"
"""What a foundation takes next, and how many cards lie there."""

_SCALE = 4
_PIECE = re.compile(rf"10|[{SYMBOLS}{NEXT}{COUNT}…/]|\S")
_NARROW = {NEXT: 0.5, COUNT: 0.55, "…": 0.8, "/": 0.4, "10": 1.15}
"""Widths of pieces in heights of a capital."""


@lru_cache(maxsize=2048)
def tag(look: Look, words: str, size: int) -> tuple[Image.Image, Image.Image]:
    """A tag in palette indices, and the mask of its shape."""
    wide, high = tag_size(words, size)
    cap, pad = _cap(size), _pad(size)
    image = Image.new("L", (wide, high), index_ramp(look, TAG, TAG)[0])
    x = pad
    for piece in _PIECE.findall(words):
        across = _width(piece, cap)
        ink = look.suits[SYMBOLS.index(piece)] if piece in SYMBOLS else INK
        cover = _cover(piece, across, cap)
        image.paste(text.mapped(cover, index_ramp(look, TAG, ink)), (x, (high - cap) // 2))
        x += across + _gap(cap)
    mask = Image.new("1", (wide, high))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, wide - 1, high - 1), high * 0.3, fill=1)
    return image, mask


@lru_cache(maxsize=2048)
def tag_size(words: str, size: int) -> tuple[int, int]:
    """Width and height of a tag whose letters have a size."""
    cap = _cap(size)
    pieces = [_width(piece, cap) for piece in _PIECE.findall(words)]
    return sum(pieces) + _gap(cap) * (len(pieces) - 1) + 2 * _pad(size), cap + 2 * _pad(size)


def _cap(size: int) -> int:
    return round(size * 0.73)


def _pad(size: int) -> int:
    return max(2, round(size * 0.17))


def _gap(cap: int) -> int:
    return max(1, round(cap * 0.1))


def _width(piece: str, cap: int) -> int:
    if piece in SYMBOLS:
        return round(cap * 0.9)
    natural = 0.0 if piece in _NARROW else text.proportion(piece)
    return max(1, round(cap * _NARROW.get(piece, natural)))


@lru_cache(maxsize=512)
def _cover(piece: str, wide: int, high: int) -> Image.Image:
    """How much of each pixel a piece covers."""
    if piece not in _DRAWN and piece not in SYMBOLS:
        return text.glyph(piece, (wide, high))
    large = Image.new("L", (wide * _SCALE, high * _SCALE))
    draw, (right, bottom) = ImageDraw.Draw(large), large.size
    if piece in SYMBOLS:
        side = min(right, bottom)
        x, y = (right - side) / 2, (bottom - side) / 2
        suit_sign(draw, SYMBOLS.index(piece), (x, y, x + side, y + side), 255)
    else:
        _DRAWN[piece](draw, right, bottom)
    return large.reduce(_SCALE)


def _arrow(draw: ImageDraw.ImageDraw, wide: int, high: int) -> None:
    draw.polygon(((0, high * 0.14), (wide, high * 0.5), (0, high * 0.86)), fill=255)


def _times(draw: ImageDraw.ImageDraw, wide: int, high: int) -> None:
    half, line = wide * 0.42, round(high * 0.17)
    x, y = wide / 2, high * 0.58
    for way in (-1, 1):
        draw.line((x - half, y - half * way, x + half, y + half * way), 255, line)


def _dots(draw: ImageDraw.ImageDraw, wide: int, high: int) -> None:
    side = high * 0.17
    for middle in (0.17, 0.5, 0.83):
        x = wide * middle
        draw.rectangle((x - side / 2, high - side, x + side / 2, high), fill=255)


def _stroke(draw: ImageDraw.ImageDraw, wide: int, high: int) -> None:
    draw.line((wide * 0.1, high, wide * 0.9, 0), 255, round(high * 0.12))


_DRAWN: dict[str, Callable[[ImageDraw.ImageDraw, int, int], None]] = {
    NEXT: _arrow,
    COUNT: _times,
    "…": _dots,
    "/": _stroke,
}
