"""Card faces and backs, drawn at four times the size and kept as sprites in palette indices.

A sheet holds all faces and backs for one `Cut`.  Sheets are drawn on first use and kept on
disk, under a key made of everything that decides how they look.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw

from engine.cards import ACE, DECK, Card, rank, rank_symbol, suit
from render import figures, keep, numerals
from render.backs import paint_back
from render.shapes import Box, suit_sign
from render.theme import EDGE, FACE, Look, palette

SCALE = 4
LARGE = 82
"""Pixels of the figure's room, the lesser side, from which a card counts out its pips."""
BUST = 80
"""Pixels that a bust is wide at most."""
BACK: Card = -1
"""Stands for the back of a card, of whatever card."""
BACKS: tuple[Card, ...] = (BACK, -2, -3)
"""The same with the patterns of `backs`, for drawing."""

Side = Literal["top", "left", "right", "bottom"]
"""The edge along which a card's index lies: the one that stays free when it is covered."""

_ORDER = (*DECK, *BACKS)
_ROW = {card: i for i, card in enumerate(_ORDER)}


class Cut(NamedTuple):
    """The make of a card: everything but which card it is.

    `width` is that of the upright card in pixels, `cap` the height of the rank, `reach` the room
    across the index's edge (the visible strip, when the card is covered).  A `sideways` card lies
    on its long side, its index upright; `tilt` turns the whole card, degrees clockwise.  A `bare`
    card has an index only, or a plain back: of covered cards no slivers of figures shall show.
    A `single` card has one large pip or a bust however large it is, as columns are read by indices.
    """

    width: int
    side: Side
    cap: int
    reach: int
    sideways: bool = False
    tilt: int = 0
    bare: bool = False
    single: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """Width and height on the table, before any tilt."""
        across, along = self.width, card_height(self.width)
        return (along, across) if self.sideways else (across, along)


def card_height(width: int) -> int:
    """A card is 5 : 7."""
    return round(width * 1.4)


class Sheet(NamedTuple):
    """All sprites of a cut: `image` in rows of `step` pixels, one mask for all."""

    image: Image.Image
    mask: Image.Image

    def sprite(self, card: Card) -> Image.Image:
        """The whole card."""
        wide, high = self.mask.size
        row = _ROW[card]
        return self.image.crop((0, row * high, wide, (row + 1) * high))


@lru_cache(maxsize=64)
def sheet(look: Look, cut: Cut) -> Sheet:
    """The sprites of a cut, from memory, from disk, or drawn now."""
    mask = shape(cut)
    wide, high = mask.size
    whole = (wide, high * len(_ORDER))
    name = f"{look.theme}-{look.four_colours:d}-{'-'.join(str(part) for part in cut)}"
    image = keep.load(name, whole)
    if image is None:
        image = _draw_sheet(look, cut, mask)
        keep.save(name, image)
    return Sheet(image, mask)


@lru_cache(maxsize=8192)
def piece(
    look: Look, cut: Cut, card: Card, box: tuple[int, int, int, int] | None
) -> tuple[Image.Image, Image.Image]:
    """A card, or the part of it in `box`, with its mask."""
    whole = sheet(look, cut)
    sprite, mask = whole.sprite(card), whole.mask
    return (sprite, mask) if box is None else (sprite.crop(box), mask.crop(box))


# --- drawing -----------------------------------------------------------------------------------


def _draw_sheet(look: Look, cut: Cut, mask: Image.Image) -> Image.Image:
    wide, high = mask.size
    rows = Image.new("RGB", (wide, high * len(_ORDER)), look.colours.felt)
    for row, card in enumerate(_ORDER):
        image = back(look, cut, card) if card in BACKS else face(look, cut, card)
        rows.paste(_shrunk(image, cut, look.colours.felt), (0, row * high))
    return to_indices(rows, look)


def to_indices(image: Image.Image, look: Look) -> Image.Image:
    """An RGB image as palette indices, each pixel the nearest entry."""
    colours = palette(look)
    sample = Image.new("P", (1, 1))
    sample.putpalette([part for colour in colours for part in colour])
    indices = image.quantize(palette=sample, dither=Image.Dither.NONE)
    return Image.frombytes("L", image.size, indices.tobytes())


def _shrunk(image: Image.Image, cut: Cut, ground: tuple[int, int, int]) -> Image.Image:
    if cut.tilt:
        image = image.rotate(-cut.tilt, Image.Resampling.BICUBIC, expand=True, fillcolor=ground)
        image = _to_multiple(image, ground)
    return image.reduce(SCALE)


def _to_multiple(image: Image.Image, ground: tuple[int, int, int] | int) -> Image.Image:
    """The image centred on a ground whose sides divide by the scale."""
    wide, high = (-(-side // SCALE) * SCALE for side in image.size)
    if (wide, high) == image.size:
        return image
    larger = Image.new(image.mode, (wide, high), ground)
    larger.paste(image, ((wide - image.width) // 2, (high - image.height) // 2))
    return larger


@lru_cache(maxsize=64)
def shape(cut: Cut) -> Image.Image:
    """Where the card is: all pixels that it covers by an eighth or more."""
    wide, high = (side * SCALE for side in cut.size)
    cover = Image.new("L", (wide, high))
    ImageDraw.Draw(cover).rounded_rectangle((0, 0, wide - 1, high - 1), _radius(cut), fill=255)
    if cut.tilt:
        cover = _to_multiple(cover.rotate(-cut.tilt, Image.Resampling.BICUBIC, expand=True), 0)
    return cover.reduce(SCALE).point([0] * 32 + [255] * 224, mode="1")


def _radius(cut: Cut) -> float:
    return cut.width * SCALE * 0.075


def _blank(look: Look, cut: Cut, paint: tuple[int, int, int]) -> Image.Image:
    """A card without anything on it, four times the size."""
    wide, high = (side * SCALE for side in cut.size)
    image = Image.new("RGB", (wide, high), look.colours.felt)
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, wide - 1, high - 1), _radius(cut), fill=EDGE)
    rim = round(SCALE * 1.0)
    inner = (rim, rim, wide - 1 - rim, high - 1 - rim)
    draw.rounded_rectangle(inner, _radius(cut) - rim, fill=paint)
    return image


def index_box(cut: Cut) -> tuple[int, int, int, int]:
    """The part of the card, in its own pixels, where rank and suit stand."""
    wide, high = cut.size
    pad, inset, cap = padding(cut), _inset(cut), cut.cap
    if cut.side in ("top", "bottom"):
        top = inset if cut.side == "top" else high - inset - cap
        return pad, top, min(wide - pad, pad + _rank_room(cut) + _gap(cut) + _sign(cut)), top + cap
    across = min(_rank_room(cut), wide - 2 * pad)
    left = inset if cut.side == "left" else wide - inset - across
    return left, pad, left + across, pad + cap + _gap(cut) + _sign(cut)


def padding(cut: Cut) -> int:
    """From the card's rim to its index."""
    return max(3, round(cut.width * 0.045))


def _inset(cut: Cut) -> int:
    """From the edge along which the index lies: in a strip the rank gets the room."""
    return 2 if cut.bare else padding(cut)


def _gap(cut: Cut) -> int:
    return max(2, round(cut.width * 0.03))


def _rank_room(cut: Cut) -> int:
    """The widest that a rank may be drawn."""
    if cut.side in ("top", "bottom"):
        return round(min(cut.width * 0.42, cut.cap * 1.04))
    return min(cut.reach - _inset(cut) - 2, round(cut.cap * 1.04))


def _sign(cut: Cut) -> int:
    """The side of the small suit sign's square, at most what the rank leaves of the card."""
    rest = cut.width - 2 * padding(cut) - _gap(cut)
    if cut.side in ("top", "bottom"):
        return min(round(cut.cap * 0.92), rest - _rank_room(cut))
    room = _rank_room(cut)
    return min(room, round(cut.cap * 0.9), rest - cut.cap if cut.sideways else room)


def face(look: Look, cut: Cut, card: Card) -> Image.Image:
    """A card's face in RGB, four times the size, on felt."""
    image = _blank(look, cut, FACE)
    draw = ImageDraw.Draw(image)
    colour = look.suits[suit(card)]
    _draw_index(image, draw, cut, card, colour)
    if not cut.bare:
        _draw_figure(image, draw, cut, card, colour)
    return image


def _draw_index(
    image: Image.Image,
    draw: ImageDraw.ImageDraw,
    cut: Cut,
    card: Card,
    colour: tuple[int, int, int],
) -> None:
    symbol = rank_symbol(rank(card))
    left, top, right, bottom = (side * SCALE for side in index_box(cut))
    cap, room, sign = (n * SCALE for n in (cut.cap, _rank_room(cut), _sign(cut)))
    wide = round(min(room, cap * numerals.proportion(symbol)))
    beside = cut.side in ("top", "bottom")
    x = left + (room - wide) // 2 if beside else (left + right - wide) // 2
    letters = numerals.glyph(symbol, (wide, cap))
    image.paste(colour, (x, top), letters)
    if beside:
        box: Box = (right - sign, top + (cap - sign) / 2, right, top + (cap + sign) / 2)
    else:
        middle = (left + right) / 2
        box = (middle - sign / 2, bottom - sign, middle + sign / 2, bottom)
    suit_sign(draw, suit(card), box, colour)


def _figure_box(cut: Cut) -> Box:
    """What the index leaves free, in the card's own pixels."""
    wide, high = cut.size
    left, top, right, bottom = index_box(cut)
    pad = padding(cut)
    match cut.side:
        case "top":
            return pad, bottom + pad, wide - pad, high - pad
        case "bottom":
            return pad, pad, wide - pad, top - pad
        case "left" if cut.sideways:
            return right + pad, pad, wide - pad, high - pad
        case "right" if cut.sideways:
            return pad, pad, left - pad, high - pad
        case "left":  # the foot of the card, a little under the index
            return wide * 0.3, high * 0.45, wide - pad, high - pad
        case "right":
            return pad, high * 0.45, wide * 0.7, high - pad


def _draw_figure(
    image: Image.Image,
    draw: ImageDraw.ImageDraw,
    cut: Cut,
    card: Card,
    colour: tuple[int, int, int],
) -> None:
    room = left, top, right, bottom = _scaled(_figure_box(cut))
    value, sort = rank(card), suit(card)
    large = not cut.single and min(right - left, bottom - top) >= LARGE * SCALE
    if figures.is_court(value):
        if large:
            figures.court(image, value, sort, room, colour)
        else:
            most = BUST * SCALE
            top, inset = max(top, bottom - most), max(0, (right - left - most) / 2)
            where = (left + inset, top, right - inset, bottom)
            figures.bust(image, value, sort, where, colour)
        return
    if large and value != ACE:
        figures.pips(draw, value, sort, room, colour)
        return
    ace = value == ACE
    side = min(right - left, bottom - top) * (0.92 if ace else 0.8)
    half = min(side, cut.width * SCALE * (0.66 if ace else 0.48)) / 2
    x, y = (left + right) / 2, (top + bottom) / 2
    figures.sign(draw, value, sort, (x - half, y - half, x + half, y + half), colour)


def _scaled(box: Box) -> Box:
    left, top, right, bottom = (side * SCALE for side in box)
    return left, top, right, bottom


def back(look: Look, cut: Cut, card: Card = BACK) -> Image.Image:
    """A card's back in RGB, four times the size, on felt; `card` is one of `BACKS`."""
    image = _blank(look, cut, FACE)
    paint_back(image, look, cut.width, BACKS.index(card), bare=cut.bare)
    return image
