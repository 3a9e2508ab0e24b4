"""Lettering: the bundled font as coverage masks and as small images in a look's palette."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Literal

from PIL import Image, ImageDraw, ImageFont

from render.theme import Colour, Look, index_ramp

FONT = Path(__file__).parent / "fonts" / "DejaVuSansCondensed-Bold.ttf"
"""DejaVu Sans Condensed Bold, which has the suit signs; its licence, and that of the others, lies
beside it.
"""
Face = Literal["", "-Bold", "-BoldItalic"]
PLAIN: Face = ""
ROMAN: Face = "-Bold"
ITALIC: Face = "-BoldItalic"
"""Faces for titles: `FONT`, or DejaVu Serif Condensed Bold, of which Latin letters are kept."""

_NO_GLYPH = "\uffff"  # never a character, so every font shows its mark for what it lacks


@lru_cache(maxsize=64)
def font(size: int, face: Face = PLAIN) -> ImageFont.FreeTypeFont:
    """The font at a size in pixels; the basic layout engine is the same on every machine."""
    file = FONT.with_name(f"DejaVuSerifCondensed{face}.ttf") if face else FONT
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def has_glyph(character: str, face: Face = PLAIN) -> bool:
    """Whether the font can draw a character."""
    pen = font(24, face)
    lacking = bytes(pen.getmask(_NO_GLYPH))
    return character.isprintable() and (
        character == " " or bytes(pen.getmask(character)) not in (lacking, b"")
    )


@lru_cache(maxsize=1024)
def printable(text: str, limit: int) -> str:
    """Text by people, made safe to draw: one line, known glyphs only, at most `limit` long."""
    composed = unicodedata.normalize("NFC", text[: 4 * limit])
    shown = "".join(c if has_glyph(c) else "□" for c in " ".join(composed.split()))
    return shown if len(shown) <= limit else shown[: limit - 1].rstrip() + "…"


def face_for(text: str, face: Face) -> Face:
    """The face, or the plain one where that lacks a letter."""
    return face if all(has_glyph(character, face) for character in text) else PLAIN


@lru_cache(maxsize=4096)
def width(text: str, size: int, face: Face = PLAIN) -> int:
    """How many pixels wide a text is drawn."""
    return round(font(size, face).getlength(text))


def line_height(size: int) -> int:
    """How many pixels high a text's image is, from above the accents to below the descenders."""
    return round(size * 1.18)


def mapped(cover: Image.Image, table: bytes) -> Image.Image:
    """An image of bytes through a table of 256; Pillow's own `point` takes far longer."""
    return Image.frombytes("L", cover.size, cover.tobytes().translate(table))


@lru_cache(maxsize=4096)
def lettering(
    look: Look, text: str, size: int, ink: Colour, ground: Colour, face: Face = PLAIN
) -> Image.Image:
    """The text in palette indices on a plain ground, `line_height` high."""
    wide, high = max(1, width(text, size, face)), line_height(size)
    cover = Image.new("L", (wide, high))
    mask, (left, top) = font(size, face).getmask2(text, mode="L", anchor="ls")
    letters = Image.Image()._new(mask)  # noqa: SLF001  # Pillow's own way from a mask to an image
    cover.paste(letters, (left, top + round(size * 0.93)))
    return mapped(cover, index_ramp(look, ground, ink))


@lru_cache(maxsize=256)
def glyph(text: str, size: tuple[int, int]) -> Image.Image:
    """A rank's coverage, stretched to fill `size` exactly: descenders of Q and J stay readable."""
    pen = font(240)
    mask = pen.getmask(text, mode="L")
    letters = Image.Image()._new(mask)  # noqa: SLF001  # see above
    box = letters.getbbox()
    return letters.crop(box).resize(size, Image.Resampling.LANCZOS)


@lru_cache(maxsize=64)
def proportion(text: str) -> float:
    """A rank's natural width, as a share of the height of a capital."""
    pen = font(240)
    left, _, right, _ = pen.getbbox(text)
    _, top, _, bottom = pen.getbbox("H")
    return float(right - left) / float(bottom - top)


_DESCENDING = frozenset("gjpqy,;()JQç")


def tight_rows(text: str, size: int) -> tuple[int, int]:
    """The rows of a `lettering` that hold ink: labels stand close to cards."""
    foot = 1.16 if _DESCENDING & set(text) else 0.97
    return round(size * 0.17), round(size * foot)


def tight_height(text: str, size: int) -> int:
    """How many rows `tight` keeps."""
    top, bottom = tight_rows(text, size)
    return bottom - top


@lru_cache(maxsize=4096)
def tight(look: Look, text: str, size: int, ink: Colour, ground: Colour) -> Image.Image:
    """`lettering` without the blank rows above and below."""
    whole = lettering(look, text, size, ink, ground)
    top, bottom = tight_rows(text, size)
    return whole.crop((0, top, whole.width, bottom))


@lru_cache(maxsize=1024)
def pill(
    look: Look, text: str, size: int, ink: Colour, ground: Colour
) -> tuple[Image.Image, Image.Image]:
    """A text on a rounded ground of its own, with the mask of its shape."""
    wide, high = pill_size(text, size)
    image = Image.new("L", (wide, high), index_ramp(look, ground, ground)[0])
    letters = tight(look, text, size, ink, ground)
    top, bottom = tight_rows("0", size)
    image.paste(letters, ((wide - letters.width) // 2, (high - (bottom - top)) // 2))
    mask = Image.new("1", (wide, high))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, wide - 1, high - 1), high * 0.32, fill=1)
    return image, mask


def pill_size(text: str, size: int) -> tuple[int, int]:
    """Width and height of a `pill`."""
    return width(text, size) + round(size * 0.5), round(size * 1.12)
