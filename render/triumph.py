"""The plaque on a won game's table: what its final picture shows, in the book's spirit."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from PIL import Image, ImageDraw

from render import text
from render.frame import Frame, Rect
from render.ornaments import ornament
from render.theme import Look, index_ramp, nearest

_SIZES = (46, 40, 34, 29, 25, 21)
_CELL = 10  # the table is searched in squares of so many pixels, at the usual width


class Plaque(NamedTuple):
    """Lines of lettering in a frame."""

    lines: tuple[str, ...]
    size: int
    rect: Rect
    face: text.Face


def plaque(
    frame: Frame, words: str, solid: Iterable[Rect], face: text.Face = text.PLAIN
) -> Plaque | None:
    """The largest plaque that keeps clear of what lies on the table, as central as can be."""
    felt = Rect(0, frame.title.bottom, frame.size.right, frame.size.bottom).grown(-frame.px(14), 0)
    table = _Table(felt, frame.px(_CELL), solid)
    for size in map(frame.px, _SIZES):
        for lines in _wrapped(words):
            wide = max(text.width(line, size, face) for line in lines) + 2 * size
            high = len(lines) * text.line_height(size) + size
            if corner := table.room(wide, high):
                x, y = corner
                return Plaque(lines, size, Rect(x, y, x + wide, y + high), face)
    return None


def _wrapped(words: str) -> Iterator[tuple[str, ...]]:
    """The words in one to four lines of about the same length."""
    seen = set()
    for count in range(1, 5):
        lines = tuple(textwrap.wrap(words, -(-len(words) // count) + 3, break_on_hyphens=False))
        if lines not in seen:
            seen.add(lines)
            yield lines


class _Table:
    """Which squares of the table are free, as a table of sums over rectangles."""

    def __init__(self, felt: Rect, cell: int, solid: Iterable[Rect]) -> None:
        self.felt, self.cell = felt, cell
        self.wide = (felt.right - felt.left) // cell
        self.high = (felt.bottom - felt.top) // cell
        taken = [[0] * self.wide for _ in range(self.high)]
        for rect in solid:
            left, right = ((x - felt.left) // cell for x in (rect.left, rect.right - 1))
            top, bottom = ((y - felt.top) // cell for y in (rect.top, rect.bottom - 1))
            for row in taken[max(0, top) : bottom + 1]:
                for x in range(max(0, left), min(self.wide, right + 1)):
                    row[x] = 1
        self.sums = [[0] * (self.wide + 1)]
        for row in taken:
            across = [0, *itertools.accumulate(row)]
            self.sums.append([a + b for a, b in zip(self.sums[-1], across, strict=True)])

    def room(self, wide: int, high: int) -> tuple[int, int] | None:
        """The free corner nearest to the middle for a rectangle with a cell's rim; None if none."""
        across, along = -(-wide // self.cell) + 2, -(-high // self.cell) + 2
        corners = (
            (abs(2 * x + across - self.wide) + abs(2 * y + along - self.high), x, y)
            for y in range(self.high - along + 1)
            for x in range(self.wide - across + 1)
            if self.free(x, y, x + across, y + along)
        )
        best = min(corners, default=None)
        if best is None:
            return None
        _, x, y = best
        spare_x, spare_y = across * self.cell - wide, along * self.cell - high
        return (
            self.felt.left + x * self.cell + spare_x // 2,
            self.felt.top + y * self.cell + spare_y // 2,
        )

    def free(self, left: int, top: int, right: int, bottom: int) -> bool:
        upper, lower = self.sums[top], self.sums[bottom]
        return lower[right] - lower[left] - upper[right] + upper[left] == 0


def paint_plaque(canvas: Image.Image, frame: Frame, look: Look, found: Plaque, kind: int) -> None:
    """Gold lettering in a double frame with hollow corners, between ornaments of the book."""
    table = look.colours
    gold, ground = nearest(look, table.mark), nearest(look, table.rail)
    wide, high = found.rect.right - found.rect.left, found.rect.bottom - found.rect.top
    panel, mask = Image.new("L", (wide, high), ground), Image.new("1", (wide, high), 1)
    pen, cut = ImageDraw.Draw(panel), ImageDraw.Draw(mask)
    line, inset, hollow = frame.px(3), frame.px(8), round(found.size * 0.34)
    pen.rectangle((0, 0, wide - 1, high - 1), None, gold, line)
    pen.rectangle((inset, inset, wide - 1 - inset, high - 1 - inset), None, gold, frame.px(1))
    for x, y in itertools.product((0, wide - 1), (0, high - 1)):
        for radius, ink in ((hollow + inset + 1, gold), (hollow + inset, ground)):
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), ink)
        pen.ellipse((x - hollow, y - hollow, x + hollow, y + hollow), gold)
        radius = hollow - line
        cut.ellipse((x - radius, y - radius, x + radius, y + radius), 0)
    sign = text.mapped(ornament(kind, frame.px(22)), index_ramp(look, table.rail, table.mark, 4))
    left = (wide - sign.width) // 2
    for middle in (inset, high - 1 - inset):
        top = max(line, min(middle - sign.height // 2, high - line - sign.height))
        right, foot = left + sign.width + inset, top + sign.height - 1
        pen.rectangle((left - inset, top, right, foot), ground)
        panel.paste(sign, (left, top))
    y = found.size // 2
    for words in found.lines:
        image = text.lettering(look, words, found.size, table.mark, table.rail, found.face)
        panel.paste(image, ((wide - image.width) // 2, y))
        y += image.height
    canvas.paste(panel, (found.rect.left + 1, found.rect.top), mask)
