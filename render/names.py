"""The books' names of zones, where there is room beside them and away from all others."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.rulebook import short
from render import text
from render.frame import Frame, Rect

NAME = 24
"""The size of zone names at the usual width: eight pixels on a phone's 375."""
_STEP = 14
_GAP, _CLEAR = 4, 12  # between a name and its zone: beside it, and in the hole of a ring


class Label(NamedTuple):
    """A text for some piles, with its place; `inside` a card it gets a ground of its own."""

    text: str
    rect: Rect
    size: int
    piles: tuple[str, ...] = ()
    quiet: bool = False
    inside: bool = False


class NameSpot(NamedTuple):
    """A corner to try for a name, and how far its zone's cards and labels must keep away."""

    x: int
    y: int
    clear: int = 0


def names(
    zones: Mapping[str, tuple[str, ...]],
    frame: Frame,
    corridors: Mapping[str, Rect],
    labels: list[Label],
    free: Callable[[Sequence[Label], Sequence[Rect]], bool],
) -> None:
    """Add the names of zones to the `labels`, where there is room: those with their zones first.

    `free` tells whether a label keeps clear of rectangles and of everything written already.
    """
    for way in (_beside, _keyed):
        written = {label.piles for label in labels if label.quiet}
        for called, ids in zones.items():
            if ids not in written and (found := way(called, ids, frame, corridors, labels, free)):
                labels.append(found)


def _beside(
    called: str,
    ids: tuple[str, ...],
    frame: Frame,
    corridors: Mapping[str, Rect],
    labels: Sequence[Label],
    free: Callable[[Sequence[Label], Sequence[Rect]], bool],
) -> Label | None:
    """The label with the name of all piles that are `called` so; None where there is no room."""
    words = called.removeprefix("the ")
    size = frame.px(NAME)
    wide, high = text.width(words, size), text.tight_height(words, size)
    margin = frame.px(8)
    own = [corridors[id] for id in ids]
    others = [rect for id, rect in corridors.items() if id not in ids]
    solid = [*corridors.values(), *(label.rect for label in labels)]
    heads = {one.text: one.rect for one in labels if one.text in ids}
    for x, y, clear in _ways(own, [heads.get(id) for id in ids], wide, high, frame):
        rect = Rect(x, y, x + wide, y + high)
        spread, wider = (
            rect.grown(max(margin, clear), max(1, clear)),
            rect.grown(frame.px(12), margin),
        )
        if (
            not any(map(spread.meets, solid))
            and free([Label(words, rect.grown(margin, 1), size)], ())
            and not any(map(wider.meets, others))
        ):
            near = min(distance(rect, other) for other in (*own, *heads.values()))
            if all(distance(rect, other) > near for other in others):
                return Label(words, rect, size, ids, quiet=True)
    return None


def _keyed(
    called: str,
    ids: tuple[str, ...],
    frame: Frame,
    corridors: Mapping[str, Rect],
    labels: Sequence[Label],
    free: Callable[[Sequence[Label], Sequence[Rect]], bool],
) -> Label | None:
    """Where a name has no room with its zone, it says which piles it means: ``S pack``."""
    words = f"{short(ids).replace(' ', ', ')} {called.removeprefix('the ')}"
    size, margin = frame.px(NAME), frame.px(6)
    wide, high = text.width(words, size), text.tight_height(words, size)
    whole = functools.reduce(Rect.joined, (corridors[id] for id in ids))
    solid = [*corridors.values(), *(label.rect for label in labels)]
    corners = itertools.product(
        range(margin, frame.size.right - wide - margin, frame.px(_STEP)),
        range(frame.title.bottom + margin, frame.size.bottom - high - margin, frame.px(_STEP)),
    )
    rects = (Rect(x, y, x + wide, y + high) for x, y in corners)
    for rect in sorted(rects, key=lambda rect: distance(rect, whole)):
        around = rect.grown(2 * margin, margin)
        if not any(map(around.meets, solid)) and free([Label(words, rect, size)], ()):
            return Label(words, rect, size, ids, quiet=True)
    return None


def _ways(
    own: Sequence[Rect], heads: Sequence[Rect | None], wide: int, high: int, frame: Frame
) -> Iterator[NameSpot]:
    """Corners to try for the name of a zone with these piles, the best one first.

    `heads` are the labels of the piles, as far as they lie on the felt.
    """
    first, last = heads[0], heads[-1]
    gap = frame.px(_GAP)
    whole = functools.reduce(Rect.joined, own)
    middle = (whole.left + whole.right - wide) // 2
    level = first.bottom - high + frame.px(3) if first else own[0].top
    # Letters that reach below the line stand a little higher over a card.
    levels = [level, own[0].top - high - frame.px(2)] if first else [level]
    if len(own) == 1:
        if first:
            yield from (NameSpot(first.right + 3 * gap, y) for y in levels)
        yield NameSpot(middle, whole.bottom + gap)
        yield NameSpot(whole.left, whole.bottom + gap)
        yield NameSpot(middle, whole.top - high - gap)
        if first:
            yield from (NameSpot(first.left - wide - 3 * gap, y) for y in levels)
        return
    if first and first.right + 3 * gap + wide <= own[0].right:
        yield from (NameSpot(first.right + 3 * gap, y) for y in levels)
    start = min(own[0].left, first.left if first else own[0].left)
    beside = (own[0].top + own[0].bottom - high) // 2
    yield from (NameSpot(start - wide - 3 * gap, y) for y in (*levels, beside))
    if last:
        y = own[-1].top - high - frame.px(2)
        yield from (NameSpot(last.right + 3 * gap, y) for y in (last.bottom - high + 3, y))
    clear = frame.px(_CLEAR)
    centre = (whole.top + whole.bottom - high) // 2
    yield NameSpot(middle, centre, clear)
    step = frame.px(14)
    inner = range(whole.left, max(whole.left + 1, whole.right - wide), step)
    holes = [
        NameSpot(x, y, clear) for y in range(whole.top, whole.bottom - high, step) for x in inner
    ]
    yield from sorted(holes, key=lambda way: abs(way.x - middle) + abs(way.y - centre))
    yield NameSpot(whole.right + 3 * gap, beside)
    foot = max([whole.bottom, *(head.bottom for head in heads if head)])
    yield NameSpot(middle, foot + 2 * gap, 2 * gap)
    if not first or own[0].top < first.top < own[0].bottom:
        yield NameSpot(middle, whole.top - high - gap, gap // 2)


def distance(one: Rect, other: Rect) -> float:
    """The gap between two rectangles, in pixels."""
    dx = max(one.left - other.right, other.left - one.right, 0)
    dy = max(one.top - other.bottom, other.top - one.bottom, 0)
    return math.hypot(dx, dy)
