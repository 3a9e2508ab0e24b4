"""Cards as small square signs for lines of text: legible at 22 pixels on light and on dark."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.cards import DECK, RANK_WORDS, SUIT_WORDS, Card, card_symbol, rank, rank_symbol, suit
from render import text
from render.shapes import suit_sign
from render.theme import EDGE, FACE, Look

SIDE = 128
"""Pixels; as large as is of any use."""
FINE = 2
"""How much larger a sign is drawn than kept."""
WIDE = 108
GREY = (134, 140, 148)
"""Seen on light and on dark."""
CAP, SUIT = 54, 52
"""Height of the rank, side of the suit's square."""
BACK, EMPTY = "▒", "empty"
"""What stands for a card face down and for an empty place; cards are written as `card_symbol`."""
FACE_DOWN, EMPTY_NAME = "face_down", "empty_place"


class Sign(NamedTuple):
    """One sign: what it stands for, a name that says it, and a PNG.

    The name ends with a hash of the picture, so a sign that is drawn anew has another name.
    """

    of: str
    name: str
    image: bytes


@lru_cache(maxsize=1)
def signs() -> tuple[Sign, ...]:
    """A sign for each of the 52 cards, for a card face down and for an empty place; takes its time
    when it is first asked for.
    """
    return tuple(_signs(Look()))


def _signs(look: Look) -> Iterator[Sign]:
    for card in DECK:
        name = f"{RANK_WORDS[rank(card)]}_of_{SUIT_WORDS[suit(card)]}"
        yield _sign(card_symbol(card), name, _face(look, card))
    yield _sign(BACK, FACE_DOWN, _back(look))
    yield _sign(EMPTY, EMPTY_NAME, _empty())


def _sign(of: str, name: str, large: Image.Image) -> Sign:
    image = large.resize((SIDE, SIDE), Image.Resampling.BOX)
    digest = hashlib.sha256(image.tobytes()).hexdigest()[:6]
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return Sign(of, f"{name}_{digest}", file.getvalue())


def _card(paint: tuple[int, int, int], rim: tuple[int, int, int]) -> Image.Image:
    """A card without anything on it, `FINE` times the size, on nothing."""
    image = Image.new("RGBA", (SIDE * FINE, SIDE * FINE), (0, 0, 0, 0))
    left = (SIDE - WIDE) / 2 * FINE
    box = (left, 0, SIDE * FINE - 1 - left, SIDE * FINE - 1)
    ImageDraw.Draw(image).rounded_rectangle(
        box, 14 * FINE, fill=(*paint, 255), outline=(*rim, 255), width=3 * FINE
    )
    return image


def _face(look: Look, card: Card) -> Image.Image:
    image, colour = _card(FACE, EDGE), look.suits[suit(card)]
    symbol, middle = rank_symbol(rank(card)), SIDE * FINE // 2
    wide = round(min(WIDE * 0.8, CAP * text.proportion(symbol) * 1.15) * FINE)
    letters = text.glyph(symbol, (wide, CAP * FINE))
    image.paste((*colour, 255), (middle - wide // 2, 9 * FINE), letters)
    half, bottom = SUIT * FINE / 2, (SIDE - 9) * FINE
    box = (middle - half, bottom - 2 * half, middle + half, bottom)
    # The shapes are drawn in RGB; what they cover is card already.
    flat = image.convert("RGB")
    suit_sign(ImageDraw.Draw(flat), suit(card), box, colour)
    flat.putalpha(image.getchannel("A"))
    return flat


def _back(look: Look) -> Image.Image:
    table = look.colours
    image = _card(table.back, FACE)
    draw = ImageDraw.Draw(image)
    left = (SIDE - WIDE) / 2
    for row in range(5):
        for column in range(4):
            x, y = left + 21 + column * 22, 20 + row * 22
            points = [(x, y - 8), (x + 8, y), (x, y + 8), (x - 8, y)]
            draw.polygon([(a * FINE, b * FINE) for a, b in points], fill=(*table.back_line, 255))
    return image


def _empty() -> Image.Image:
    """A rim alone."""
    image = Image.new("RGBA", (SIDE * FINE, SIDE * FINE), (*GREY, 0))
    left = (SIDE - WIDE) / 2 * FINE
    box = (left, 0, SIDE * FINE - 1 - left, SIDE * FINE - 1)
    ImageDraw.Draw(image).rounded_rectangle(box, 14 * FINE, outline=(*GREY, 255), width=10 * FINE)
    return image
