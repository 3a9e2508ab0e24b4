"""Frames of all sorts: outlines of empty places, and marks round cards.

Kinds of marks differ in shape, not in colour alone: the last move has a full frame with a filled
corner, where it came from a broken one, a hint's two ends carry arrows, available cards a star.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from render import text
from render.cards import Cut
from render.frame import Frame, Rect
from render.names import Label
from render.scene import Ring
from render.theme import FACE, INK, Look, index_ramp, nearest


@lru_cache(maxsize=64)
def outline(look: Look, cut: Cut, line: int) -> tuple[Image.Image, Image.Image]:
    """The rim of an empty place in palette indices, with its mask."""
    cover = _frame_cover(cut.size, line, cut.width, 0, cut.tilt)
    table = look.colours
    rim = text.mapped(cover, index_ramp(look, table.felt, table.slot, 4))
    return rim, cover.point([0] * 43 + [255] * 213, mode="1")


@lru_cache(maxsize=512)
def _frame_cover(
    size: tuple[int, int], line: int, card: int, dashes: int, tilt: int = 0
) -> Image.Image:
    """How much of each pixel a frame covers that is as round as cards of a width.

    `dashes` is their length, 0 for none.
    """
    scale = 4
    wide, high = size[0] * scale, size[1] * scale
    cover = Image.new("L", (wide, high))
    pen = ImageDraw.Draw(cover)
    radius = card * scale * 0.075
    pen.rounded_rectangle((0, 0, wide - 1, high - 1), radius, fill=255)
    inner = line * scale
    pen.rounded_rectangle(
        (inner, inner, wide - 1 - inner, high - 1 - inner), max(0.0, radius - inner), fill=0
    )
    if dashes:
        gap = dashes * scale
        for x in range(gap * 2, wide - gap * 2, gap * 2):
            pen.rectangle((x, 0, x + gap - 1, inner), fill=0)
            pen.rectangle((x, high - 1 - inner, x + gap - 1, high), fill=0)
        for y in range(gap * 2, high - gap * 2, gap * 2):
            pen.rectangle((0, y, inner, y + gap - 1), fill=0)
            pen.rectangle((wide - 1 - inner, y, wide, y + gap - 1), fill=0)
    if tilt:
        cover = cover.rotate(-tilt, Image.Resampling.BICUBIC, expand=True)
    return cover.reduce(scale)


def paint_ring(canvas: Image.Image, measures: Frame, ring: Ring, look: Look) -> None:
    """A frame on the rim of cards, never over their indices; kinds differ in shape and colour.

    Piles that lie over these cards, and texts on them, have to be painted later.
    """
    table = look.colours
    colour = table.ring if ring.kind in ("arrived", "left") else table.hint
    line, dash = measures.px(3), measures.px(7)
    if ring.kind == "available":
        _paint_star(canvas, measures, ring, look)
        return
    rect = ring.rect
    grow = measures.px(1)
    grown = rect.grown(grow, grow)
    size = (grown.right - grown.left, grown.bottom - grown.top)
    if ring.tilt:
        size = (measures.card + 2 * grow, measures.high + 2 * grow)
    dashes = dash if ring.kind in ("left", "to") else 0
    cover = _frame_cover(size, line, measures.card, dashes, ring.tilt)
    mask = cover.point([0] * 100 + [255] * 156, mode="1")
    canvas.paste(nearest(look, colour), (grown.left + 1, grown.top), mask)
    if ring.kind == "arrived" and not ring.tilt:
        _paint_ear(canvas, measures, rect, nearest(look, colour))
    if ring.kind in ("from", "to"):
        _paint_chip(canvas, measures, ring, look, "▲" if ring.kind == "from" else "▼")


def paint_pointer(canvas: Image.Image, label: Label | None, look: Look) -> None:
    """A label on a ground of gold: this is where the next command begins."""
    if label is not None:
        table = look.colours
        image, mask = text.pill(look, label.text, label.size, table.rail, table.mark)
        left, top, right, bottom = label.rect
        corner = (left + right - image.width) // 2, (top + bottom - image.height) // 2
        canvas.paste(image, (corner[0] + 1, corner[1]), mask)


def _paint_ear(canvas: Image.Image, measures: Frame, rect: Rect, index: int) -> None:
    """A filled corner, so that the last move is told by shape too."""
    ear = measures.px(17)
    right, bottom = rect.right + 1, rect.bottom
    ImageDraw.Draw(canvas).polygon(
        ((right - ear, bottom - 1), (right - 1, bottom - 1), (right - 1, bottom - ear)), fill=index
    )


def _paint_star(canvas: Image.Image, measures: Frame, ring: Ring, look: Look) -> None:
    """The book's asterisk: this card is available."""
    _paint_chip(canvas, measures, ring, look, "★")


def _paint_chip(canvas: Image.Image, measures: Frame, ring: Ring, look: Look, words: str) -> None:
    """A sign on what is seen of the top card, if there is room for it."""
    left, top, right, bottom = ring.free
    gap = measures.px(2)
    for size in (20, 17, 14, 11, 8):
        wide, high = text.pill_size(words, measures.px(size))
        if wide <= right - left and high + gap <= bottom - top:
            ink = INK if look.theme != "light" else FACE
            image, mask = text.pill(look, words, measures.px(size), ink, look.colours.hint)
            canvas.paste(image, ((left + right - wide) // 2 + 1, bottom - high - gap), mask)
            return
