"""The title line: which game and deal, how far it has come, and the celebration at its end."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.game import Game
from engine.position import Position
from render import text
from render.books import book, imprint
from render.frame import Frame, Rect
from render.ornaments import ornament
from render.theme import Look, index_ramp, nearest

TITLE, FACTS = 25, 21
_ORNAMENT = 24
_DOT = "  ·  "
_RESERVED = 12
"""So many letters of the deal's label are kept free from facts: a date is one of eight."""


class Heading(NamedTuple):
    """What the caller knows for the title line."""

    title: str
    deal: str = ""
    moves: int | None = None


def facts(game: Game, position: Position, heading: Heading, *, covered: bool = False) -> list[str]:
    """The right-hand side of the title line, most important first."""
    found = []
    if not covered and (caption := game.caption(position)):
        found.append(text.printable(caption, 60))
    if game.redeals != 0:
        found.append(redeals_words(position))
    if progress := game.progress(position):
        found.append(progress)
    if heading.moves is not None:
        found.append(f"move {heading.moves}" if heading.moves else "no move yet")
    return found


def redeals_words(position: Position) -> str:
    """How many re-deals are left, in words."""
    match position.redeals_left:
        case None:
            return "re-deals free"
        case 0:
            return "no re-deal left"
        case 1:
            return "1 re-deal left"
        case left:
            return f"{left} re-deals left"


def paint_heading(
    canvas: Image.Image,
    frame: Frame,
    look: Look,
    game: Game,
    position: Position,
    heading: Heading,
    *,
    covered: bool = False,
) -> None:
    """Paint the title line, and for a won game the frame of gold and the laurel."""
    table = look.colours
    _fill(canvas, frame.title, nearest(look, table.rail))
    won = game.won(position)
    _paint_progress(canvas, frame, look, game.placed(position) / game.goal if game.goal else 0)
    margin = frame.px(16)
    end = frame.size.right - margin
    room = end - margin
    parts = [_won_words(heading)] if won else facts(game, position, heading, covered=covered)
    size = frame.px(FACTS)
    title, title_size = text.printable(heading.title, 40), frame.px(TITLE)
    face = text.face_for(title, book(game).face)
    start = margin + frame.px(_ORNAMENT) + frame.px(9)
    room -= start + text.width(title, title_size, face)
    if heading.deal:
        room -= text.width(_deal_words(heading.deal, _RESERVED), size) + 2 * margin
    parts = _shortened(parts, size, room)
    pieces = re.findall(r"\d+|\D+", _DOT.join(parts))
    at = x = end - sum(text.width(piece, size) for piece in pieces)
    ink = table.mark if won else table.text
    for piece in pieces:  # numbers and words by themselves: most were lettered before
        at += _write(canvas, frame, look, piece, size, at, ink)
    if won:
        _paint_laurels(canvas, frame, look, x)
    _paint_ornament(canvas, frame, look, book(game).kind, margin)
    left = start + _write(canvas, frame, look, title, title_size, start, table.text, face)
    left += margin
    if heading.deal:
        words = _fitting(heading.deal, size, x - left - 2 * margin)
        left += _write(canvas, frame, look, words, size, left, table.quiet) + margin
    for words in (imprint(game), str(game.year)):
        if left + text.width(words, size) <= x - frame.px(20):
            _write(canvas, frame, look, words, size, left, table.quiet)
            break
    if won:
        _paint_gold_frame(canvas, frame, look)


def _write(
    canvas: Image.Image,
    frame: Frame,
    look: Look,
    words: str,
    size: int,
    x: int,
    ink: tuple[int, int, int],
    face: text.Face = text.PLAIN,
) -> int:
    """Write on the title line and return the width."""
    if not words:
        return 0
    image = text.lettering(look, words, size, ink, look.colours.rail, face)
    x, y = x + 1, round(frame.title.bottom * 0.66) - round(size * 0.93)  # one base line for all
    canvas.im.paste(image.im, (x, y, x + image.width, y + image.height))
    return image.width


@lru_cache(maxsize=32)
def _ornament(look: Look, kind: int, size: int) -> Image.Image:
    inks = index_ramp(look, look.colours.rail, look.colours.quiet, 5)
    return text.mapped(ornament(kind, size), inks)


def _paint_ornament(canvas: Image.Image, frame: Frame, look: Look, kind: int, left: int) -> None:
    image = _ornament(look, kind, frame.px(_ORNAMENT))
    y = (frame.title.bottom - frame.px(4) - image.height) // 2
    canvas.im.paste(image.im, (left + 1, y, left + 1 + image.width, y + image.height))


def _shortened(parts: list[str], size: int, room: int) -> list[str]:
    """The first of these facts, as many as there is room for; the first one may be cut short."""
    while parts and text.width(_DOT.join(parts), size) > room:
        *more, last = parts
        parts = more or ([text.printable(last, len(last) - 4)] if len(last) > 12 else [])
    return parts


def _deal_words(deal: str, limit: int) -> str:
    return f"deal {text.printable(deal, limit)}"


def _fitting(deal: str, size: int, room: int) -> str:
    """``deal 7``, shortened to the room there is; "" when there is none."""
    for limit in (32, 20, _RESERVED, 8):
        words = _deal_words(deal, limit)
        if text.width(words, size) <= room:
            return words
    return ""


def _won_words(heading: Heading) -> str:
    if heading.moves is None:
        return "Won!"
    return f"Won in {heading.moves} move{'' if heading.moves == 1 else 's'}"


def _fill(canvas: Image.Image, rect: Rect, index: int) -> None:
    canvas.im.paste(index, rect.moved(1, 0))


def _paint_progress(canvas: Image.Image, frame: Frame, look: Look, share: float) -> None:
    """A line under the title that fills as cards go up."""
    bottom = frame.title.bottom
    wide = round(frame.size.right * min(1.0, share))
    if wide:
        line = Rect(0, bottom - frame.px(4), wide, bottom)
        _fill(canvas, line, nearest(look, look.colours.mark))


def _paint_gold_frame(canvas: Image.Image, frame: Frame, look: Look) -> None:
    pen = ImageDraw.Draw(canvas)
    gold = nearest(look, look.colours.mark)
    right, bottom = frame.size.right, frame.size.bottom - 1
    pen.rectangle((1, 0, right, bottom), outline=gold, width=frame.px(5))


def _paint_laurels(canvas: Image.Image, frame: Frame, look: Look, left: int) -> None:
    """A twig of laurel on the left of the words."""
    scale = 4
    high = frame.px(30)
    cover = Image.new("L", (high * scale * 2, high * scale))
    pen = ImageDraw.Draw(cover)
    unit = high * scale / 100
    for n in range(6):
        x = 15 + n * 28
        for direction in (-1, 1):
            leaf = [
                (x * unit, 50 * unit),
                ((x + 12) * unit, (50 + direction * 30) * unit),
                ((x + 34) * unit, (50 + direction * 34) * unit),
                ((x + 26) * unit, (50 + direction * 10) * unit),
            ]
            pen.polygon(leaf, fill=255)
    pen.line((5 * unit, 50 * unit, 180 * unit, 50 * unit), fill=255, width=round(5 * unit))
    small = cover.reduce(scale)
    mask = small.point([0] * 100 + [255] * 156, mode="1")
    y = (frame.title.bottom - high) // 2
    canvas.paste(nearest(look, look.colours.mark), (left - small.width - frame.px(6), y), mask)
