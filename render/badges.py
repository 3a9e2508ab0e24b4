"""Small texts on cards and empty places: counts, lowest cards, what is wanted next."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import Card, card_symbol
from engine.layout import Place
from render import text
from render.cards import index_box
from render.frame import Frame, Rect, Spot
from render.labels import base, foot_left
from render.names import Label
from render.tags import COUNT, NEXT, tag_size

_SIZES = 24, 22, 20, 18, 16
"""The largest can be read on a phone; smaller ones are for the smallest cards."""


class Badge(NamedTuple):
    """A small text on a card; `dark` for labels of piles."""

    pile: str
    text: str
    rect: Rect
    size: int
    dark: bool = False


class Empty(NamedTuple):
    """What an empty place waits for."""

    pile: str
    text: str
    rect: Rect
    size: int


def badges(
    frame: Frame,
    place: Place,
    id: str,
    pile: Sequence[Card | None],
    wish: str,
    top: Spot,
    stub: int,
    label: Label | None,
    foot: int,
) -> list[Badge]:
    """Wish, lowest card and count along the foot of a pile's top card, beside its `label` if any.

    `stub` counts the cards of a fan that lie squared under those that are spread.  `foot` is where
    what is seen of the top card ends, at most.
    """
    if place.fan is None and pile[-1] is None:
        return [_centred(id, f"{len(pile)}", top.rect, frame.px(30))]
    wishes = [NEXT + wish] if wish else []
    lowest = [f"{card_symbol(pile[0])}…"] if pile[0] is not None and len(pile) > 1 else []
    counts = [f"{COUNT}{len(pile)}"] if (stub if place.fan else len(pile) > 1) else []
    if place.fan:
        label = None  # it lies at the other end of the fan
        leading = wishes
    else:
        leading = wishes or (lowest if place.peep else [])
    if not leading and not counts:
        return []
    room = _Room.on(top, frame.px(3), label, foot)
    ways = [*_lines(leading, counts), *_lines(wishes, counts), *_lines(wishes or counts, [])]
    for size, lines in itertools.product(map(frame.px, _SIZES), ways):
        if found := room.written(id, lines, size):
            return found
    return []


def _lines(leading: list[str], counts: list[str]) -> list[list[list[str]]]:
    """Ways to write small texts in lines from the foot of a card upwards, the best one first."""
    return [
        [[*leading, *counts]],
        [counts, leading],
        [[], [*leading, *counts]],
        [[], counts, leading],
    ]


class _Room(NamedTuple):
    """What a card leaves for texts at its foot, beside its index and the pile's label."""

    left: int
    beside: int
    """Where the lowest line begins."""
    right: int
    head: int
    foot: int
    inked: Rect
    """Rank and suit."""
    gap: int

    @classmethod
    def on(cls, top: Spot, inset: int, label: Label | None, foot: int) -> _Room:
        """The room on the top card of a pile, down to `foot`."""
        left = foot_left(top) + inset
        return cls(
            left,
            label.rect.right + inset if label else left,
            top.rect.right - inset,
            top.rect.top,
            min(foot - inset, label.rect.bottom if label else foot),
            Rect(*index_box(top.cut)).moved(top.x, top.y),
            inset,
        )

    def written(self, id: str, lines: Sequence[Sequence[str]], size: int) -> list[Badge]:
        """Lines from the foot upwards, counts on the right; none if there is no room for all."""
        found: list[Badge] = []
        for n, words in enumerate(lines):
            sizes = [tag_size(word, size) for word in words]
            high = tag_size("0", size)[1]
            y = self.foot - n * (high + 1) - high
            x = max(
                self.left if n else self.beside,
                self.inked.right + self.gap if y < self.inked.bottom else 0,
            )
            # Two texts are never to be read as one.
            end = x + sum(wide for wide, _ in sizes) + 2 * self.gap * (len(sizes) - 1)
            if words and (end > self.right or y < self.head):
                return []
            for word, (wide, _) in zip(words, sizes, strict=True):
                if word.startswith(COUNT):
                    x = self.right - wide
                found.append(Badge(id, word, Rect(x, y, x + wide, y + high), size))
                x += wide + 2 * self.gap
        return found


def _centred(id: str, words: str, rect: Rect, size: int) -> Badge:
    wide, high = tag_size(words, size)
    x, y = (rect.left + rect.right - wide) // 2, (rect.top + rect.bottom - high) // 2
    return Badge(id, words, Rect(x, y, x + wide, y + high), size)


def empty(frame: Frame, place: Place, id: str, wish: str) -> Empty:
    """The wish of an empty place, as large as fits."""
    rect = base(frame, place).rect
    size = frame.px(34)
    while size > frame.px(24) and text.width(wish, size) > (rect.right - rect.left) * 0.86:
        size -= 1
    wide, high = text.width(wish, size), text.line_height(size)
    x, y = (rect.left + rect.right - wide) // 2, (rect.top + rect.bottom - high) // 2
    return Empty(id, wish, Rect(x, y, x + wide, y + high), size)
