"""Where names stand: pile labels beside their piles, grids by rows and columns, zone names.

Labels are planned once for a game, from all the room that its piles may ever take, so that they
never hide an index and never move.
"""

from __future__ import annotations

import functools
import itertools
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.game import Game
from engine.layout import Place
from engine.zones import Zone
from render import text
from render.cards import index_box
from render.frame import Frame, Rect, Spot, cut_for, frame, offsets, spot
from render.theme import Look

LABEL, NOTE, NAME = 22, 17, 17
"""Sizes of lettering at the usual width: pile labels, notes beside them, zone names."""


class Label(NamedTuple):
    """A text with its place; `inside` a card it gets a ground of its own."""

    text: str
    rect: Rect
    size: int
    quiet: bool = False
    inside: bool = False


@dataclass(frozen=True)
class Plan:
    """All fixed lettering of a board: `inside` holds pile labels that lie on the pile's card."""

    felt: tuple[Label, ...]
    inside: dict[str, Label]
    corridors: dict[str, Rect]
    """For each pile, all pixels that its cards may ever take."""
    taken: tuple[Rect, ...]
    """Every pixel where a card or a label may be."""


@lru_cache(maxsize=256)
def plan(game: Game, look: Look, size: int) -> Plan:
    """The labels of a game."""
    return _Planner(game, frame(game, look, size)).plan()


def base(frame: Frame, place: Place) -> Spot:
    """The place's first card, or its outline when it is empty."""
    return spot(frame, place, cut_for(frame, place, "top"))


def foot_left(spot: Spot) -> int:
    """Where the foot of a card begins that texts may lie on: a sideways card's index is long."""
    return spot.x + index_box(spot.cut)[2] if spot.cut.sideways else spot.rect.left


def corridor(frame: Frame, place: Place) -> Rect:
    """All pixels that the pile's cards may ever take."""
    first = base(frame, place).rect
    if place.peep:
        first = first.joined(first.moved(0, -round(place.peep * frame.high)))
    fan = place.fan
    if fan is None:
        return first
    if fan.path:
        rect = first
        for dx, dy in offsets(frame, place, range(1, 1 + len(fan.path))):
            rect = rect.joined(first.moved(round(dx), round(dy)))
        return rect
    reach = _fan_end(frame, place)
    return first.joined(first.moved(*reach))


def _fan_end(frame: Frame, place: Place) -> tuple[int, int]:
    """How far a pile's last card may lie from its first."""
    fan = place.fan
    assert fan is not None  # noqa: S101  # the caller has looked
    length = math.hypot(fan.dx, fan.dy)
    limit = fan.limit if fan.limit is not None else 13 * length
    x, y = frame.corner(place)
    dx = round(fan.dx / length * limit * frame.card)
    dy = round(fan.dy / length * limit * frame.high)
    dx = max(-round(x), min(dx, frame.size.right - round(x) - frame.card))
    dy = max(frame.title.bottom - round(y), min(dy, frame.size.bottom - round(y) - frame.high))
    return dx, dy


class _Planner:
    def __init__(self, game: Game, measures: Frame) -> None:
        self.game, self.frame = game, measures
        self.gap = measures.px(3)
        places = game.places
        self.corridors = {id: corridor(measures, place) for id, place in places.items()}
        self.labels: list[Label] = []
        self.inside: dict[str, Label] = {}

    def plan(self) -> Plan:
        for zone in self.game.zones:
            if not self.label_grid(zone):
                self.label_zone(zone)
        for zone in self.game.zones:
            self.name_zone(zone)
        taken = [*self.corridors.values(), *(label.rect for label in self.labels)]
        return Plan(tuple(self.labels), self.inside, self.corridors, tuple(taken))

    # --- piles ---------------------------------------------------------------------------------

    def label_zone(self, zone: Zone) -> None:
        """All labels of a zone stand on the same side of their piles, if that can be."""
        for side in (self.above, self.below, self.left, self.right):
            labels = [self.at(id, side) for id in zone.ids]
            if self.free(labels, self.corridors.values()):
                self.labels += labels
                return
        for id in zone.ids:
            self.label_alone(id)

    def label_alone(self, id: str) -> None:
        """Beside the pile if there is room, else on its card, else over other cards' feet."""
        place = self.game.places[id]
        if place.fan is None:
            self.inside[id] = self.on_card(id)
            return
        for side in (self.above, self.left, self.right, self.below):
            label = self.at(id, side)
            if self.free([label], self.corridors.values()):
                self.labels.append(label)
                return
        self.inside[id] = self.at(id, self.above)._replace(inside=True)

    def free(self, labels: Iterable[Label], solid: Iterable[Rect]) -> bool:
        """Whether labels lie on the felt, away from cards, other labels and each other."""
        labels = list(labels)
        felt = self.frame.size._replace(top=self.frame.title.bottom)
        rects = [label.rect for label in labels]
        others = [*solid, *(label.rect for label in self.labels)]
        return (
            all(rect.within(felt) for rect in rects)
            and not any(rect.meets(other) for rect in rects for other in others)
            and not any(a.meets(b) for a, b in itertools.combinations(rects, 2))
        )

    def at(self, id: str, side: Callable[[str, int, int], tuple[int, int]]) -> Label:
        size = self.frame.px(LABEL)
        wide = text.width(id, size)
        top, bottom = text.tight_rows(id, size)
        x, y = side(id, wide, bottom - top)
        return Label(id, Rect(x, y, x + wide, y + bottom - top), size)

    def above(self, id: str, wide: int, high: int) -> tuple[int, int]:
        rect, place = self.first(id), self.game.places[id]
        left = place.fan is not None and place.fan.dx < 0
        slant = place.turn % 90 != 0
        if slant:
            return (rect.left + rect.right - wide) // 2, rect.top - high - self.gap
        x = rect.right - wide - self.gap if left else rect.left + self.gap
        return x, rect.top - high - self.gap

    def below(self, id: str, wide: int, high: int) -> tuple[int, int]:
        rect = self.first(id)
        return rect.left + self.gap, rect.bottom + self.gap

    def left(self, id: str, wide: int, high: int) -> tuple[int, int]:
        rect = self.first(id)
        return rect.left - wide - 2 * self.gap, (rect.top + rect.bottom - high) // 2

    def right(self, id: str, wide: int, high: int) -> tuple[int, int]:
        rect = self.first(id)
        return rect.right + 2 * self.gap, (rect.top + rect.bottom - high) // 2

    def first(self, id: str) -> Rect:
        """The pile's first card, with the sliver above it where a packet may rise."""
        place = self.game.places[id]
        return corridor(self.frame, Place(place.x, place.y, place.turn, peep=place.peep))

    def on_card(self, id: str) -> Label:
        size = self.frame.px(LABEL - 3)
        spot = base(self.frame, self.game.places[id])
        wide, high = text.pill_size(id, size)
        inset = self.frame.px(3)
        corner = foot_left(spot) + inset, self.foot(id) - inset - high
        return Label(id, Rect(*corner, corner[0] + wide, corner[1] + high), size, inside=True)

    def foot(self, id: str) -> int:
        """The lower end of what later piles leave free of a pile's card."""
        own = base(self.frame, self.game.places[id]).rect
        ids = self.game.pile_ids
        later = (self.corridors[other] for other in ids[ids.index(id) + 1 :])
        return min(
            (rect.top for rect in later if rect.meets(own) and rect.top > own.top),
            default=own.bottom,
        )

    # --- grids ---------------------------------------------------------------------------------

    def label_grid(self, zone: Zone) -> bool:
        """Letters along a grid's columns and numbers along its rows, instead of a label a pile."""
        cells = [re.fullmatch(r"([a-z])(\d+)", id) for id in zone.ids]
        if len(cells) < 12 or None in cells:
            return False
        columns: dict[str, Rect] = {}
        rows: dict[str, Rect] = {}
        for id in zone.ids:
            rect = self.corridors[id]
            for group, name in ((columns, id[0]), (rows, id[1:])):
                group[name] = group[name].joined(rect) if name in group else rect
        whole = self.corridors[zone.ids[0]]
        for rect in columns.values():
            whole = whole.joined(rect)
        pitch = min(abs(one.top - other.top) for one, other in itertools.pairwise(rows.values()))
        for after in (False, True):
            self.line([self.column_label(*item, whole, after) for item in columns.items()])
            self.line([self.row_label(*item, whole, pitch, after) for item in rows.items()])
        return True

    def line(self, ways: Sequence[Callable[[int], Label]]) -> None:
        """All labels along one side of a grid, as large as there is room for."""
        for size in (LABEL, LABEL - 3, LABEL - 6, LABEL - 8):
            labels = [way(self.frame.px(size)) for way in ways]
            if self.free(labels, self.corridors.values()):
                self.labels += labels
                return

    def column_label(
        self, name: str, rect: Rect, whole: Rect, below: bool
    ) -> Callable[[int], Label]:
        def way(size: int) -> Label:
            wide, (top, bottom) = text.width(name, size), text.tight_rows(name, size)
            x = (rect.left + rect.right - wide) // 2
            # All letters of a line stand on one base line.
            foot = text.tight_rows("a", size)[1] - top
            y = whole.bottom + self.gap if below else whole.top - 1 - max(foot, bottom - top)
            return Label(name, Rect(x, y, x + wide, y + bottom - top), size)

        return way

    def row_label(
        self, name: str, rect: Rect, whole: Rect, pitch: int, right: bool
    ) -> Callable[[int], Label]:
        def way(size: int) -> Label:
            wide, (top, bottom) = text.width(name, size), text.tight_rows(name, size)
            strip = min(pitch, rect.bottom - rect.top)  # of an overlapped row only this is seen
            y = rect.top + (strip - (bottom - top)) // 2
            x = whole.right + 3 * self.gap if right else whole.left - 3 * self.gap - wide
            return Label(name, Rect(x, y, x + wide, y + bottom - top), size)

        return way

    # --- zones ---------------------------------------------------------------------------------

    def name_zone(self, zone: Zone) -> None:
        """The book's name of a zone, where there is room beside it and away from all others."""
        name = zone.name.removeprefix("the ")
        size = self.frame.px(NAME)
        wide, high = text.width(name, size), text.line_height(size)
        margin = self.frame.px(8)
        own = set(zone.ids)
        others = [rect for id, rect in self.corridors.items() if id not in own]
        solid = [*self.corridors.values(), *(label.rect for label in self.labels)]
        for x, y in self.near(zone, wide, high):
            rect = Rect(x, y, x + wide, y + high)
            spread = Rect(x - margin, y - 1, x + wide + margin, y + high + 1)
            apart = Rect(x - 2 * margin, y - margin, x + wide + 2 * margin, y + high + margin)
            label = Label(name, spread, size, quiet=True)
            nearest = min(_distance(rect, self.corridors[id]) for id in own)
            if (
                self.free([label], solid)
                and not any(apart.meets(other) for other in others)
                and all(_distance(rect, other) > nearest for other in others)
            ):
                self.labels.append(label._replace(rect=rect))
                return

    def near(self, zone: Zone, wide: int, high: int) -> Iterator[tuple[int, int]]:
        """Corners to try for a zone's name, the best first."""
        rects = [self.corridors[id] for id in zone.ids]
        whole = functools.reduce(Rect.joined, rects)
        middle = (whole.left + whole.right - wide) // 2
        label = next((one.rect for one in self.labels if one.text == zone.ids[0]), None)
        level = label.bottom - high + self.frame.px(3) if label else rects[0].top
        if len(rects) == 1:
            if label:
                yield label.right + 3 * self.gap, level
            yield middle, whole.bottom + self.gap
            yield whole.left, whole.bottom + self.gap
            yield middle, whole.top - high - self.gap
            return
        if label and label.right + 3 * self.gap + wide <= rects[0].right:
            yield label.right + 3 * self.gap, level
        start = min(rects[0].left, label.left if label else rects[0].left)
        yield start - wide - 4 * self.gap, level
        centre = (whole.top + whole.bottom - high) // 2
        yield middle, centre
        step = self.frame.px(10)
        inner = range(whole.left, max(whole.left + 1, whole.right - wide), step)
        holes = [(x, y) for y in range(whole.top, whole.bottom - high, step) for x in inner]
        yield from sorted(holes, key=lambda p: abs(p[0] - middle) + abs(p[1] - centre))
        yield middle, whole.bottom + 2 * self.gap
        yield middle, whole.top - high - 2 * self.gap


def _distance(one: Rect, other: Rect) -> float:
    """The gap between two rectangles."""
    dx = max(one.left - other.right, other.left - one.right, 0)
    dy = max(one.top - other.bottom, other.top - one.bottom, 0)
    return math.hypot(dx, dy)
