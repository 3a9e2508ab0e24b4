"""What has no room in its packet is named beside it, on the felt that is free.

Only the lowest cards of very long packets come to this; their names are as large as indices.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from engine.cards import Card
from render import text
from render.badges import Badge
from render.frame import Frame, Rect
from render.runs import card_words
from render.tags import tag_size

_SIZES = 33, 28, 24
_HEAD = 24
_SHORT = 4
"""So few words are not parted."""
_CELL = 20
"""Free room is looked for in squares of so many pixels."""


def spilled(
    frame: Frame, packets: Iterable[tuple[str, Rect, Sequence[Card]]], solid: Iterable[Rect]
) -> Iterator[Badge]:
    """Badges for the unseen lowest cards of packets: id, where it lies, and those cards.

    The name of the packet comes first, its cards follow line by line, the lowest first.  Where no
    room is left at all there are none.
    """
    taken = list(solid)
    for id, home, cards in packets:
        parts = [card_words(cards)]
        while parts:
            words = parts.pop()
            found = _block(frame, id, home, words, taken)
            if not found and len(words) > _SHORT:
                middle = len(words) // 2
                parts += [words[middle:], words[:middle]]
            taken += [badge.rect for badge in found]
            yield from found


def _block(
    frame: Frame, id: str, home: Rect, words: Sequence[str], taken: Iterable[Rect]
) -> list[Badge]:
    """The badges of a packet in the place nearest to it, as large as there is room for."""
    felt = _Felt(frame, taken)
    heading, gap = f"under {id}", frame.px(3)
    head = text.pill_size(heading, frame.px(_HEAD))
    for size in map(frame.px, _SIZES):
        wide = max(tag_size(word, size)[0] for word in words) + gap
        high = tag_size("0", size)[1] + gap
        ways = (
            (
                abs(2 * x + columns * wide - home.left - home.right) + abs(y - home.top),
                x,
                y,
                columns,
            )
            for lines in range(1, len(words) + 1)
            if (columns := -(-len(words) // lines)) * (lines - 1) < len(words)
            for x, y in felt.places(max(head[0], columns * wide), lines * high + head[1] + gap)
        )
        if best := min(ways, default=None):
            _, x, y, columns = best
            found = [
                Badge(id, heading, Rect(x, y, x + head[0], y + head[1]), frame.px(_HEAD), True)
            ]
            for i, word in enumerate(words):
                left, top = x + i % columns * wide, y + head[1] + gap + i // columns * high
                across, along = tag_size(word, size)
                found.append(Badge(id, word, Rect(left, top, left + across, top + along), size))
            return found
    return []


class _Felt:
    """Which squares of the table are free, so that any rectangle is looked up at once."""

    def __init__(self, frame: Frame, taken: Iterable[Rect]) -> None:
        size, margin = frame.size, frame.px(8)
        self.columns, self.rows = size.right // _CELL, size.bottom // _CELL
        full = [[0] * (self.columns + 1) for _ in range(self.rows + 1)]
        edges = (size._replace(bottom=frame.title.bottom + margin),)
        for rect in itertools.chain(taken, edges):
            first, last = max(0, (rect.left - margin) // _CELL), (rect.right + margin) // _CELL
            count = max(0, min(last, self.columns) + 1 - first)
            for row in range(
                max(0, (rect.top - margin) // _CELL),
                min((rect.bottom + margin) // _CELL, self.rows) + 1,
            ):
                full[row][first : first + count] = [1] * count
        # Each sum is that of all squares above and to the left.
        self.sums = [[0] * (self.columns + 2)]
        for squares in full:
            along = itertools.accumulate(squares, initial=0)
            self.sums.append([a + b for a, b in zip(along, self.sums[-1], strict=True)])

    def places(self, wide: int, high: int) -> Iterator[tuple[int, int]]:
        """The corners at which a rectangle of this size lies on bare felt."""
        across, along = -(-wide // _CELL), -(-high // _CELL)
        for row in range(1, self.rows - along):
            above, below = self.sums[row], self.sums[row + along]
            for x in range(1, self.columns - across):
                if below[x + across] - below[x] == above[x + across] - above[x]:
                    yield x * _CELL, row * _CELL
