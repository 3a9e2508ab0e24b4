"""Where names stand: pile labels beside their piles, grids by rows and columns, zone names.

Labels are planned once for a game, from all the room that its piles may ever take, so that they
never hide an index and never move.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.game import Game
from engine.layout import Place
from engine.zones import Zone, is_field
from render import text
from render.cards import index_box
from render.frame import Frame, Rect, Spot, cut_for, frame, offsets, spot, turned
from render.names import Label, names
from render.theme import Look

Corner = Callable[[str, int, int], tuple[int, int]]
"""Gives the corner of a label of some width and height beside a pile."""

LABEL = 24
"""The size of pile labels at the usual width: eight pixels on a phone's 375."""
_SIZES = LABEL, LABEL - 2, LABEL - 4
_FITTED, _NOTE = 19, 17
"""Where labels lie on cards, or stand in a very narrow gap."""
_ALIGNED = 0.45  # piles stand in one row when their places differ by less, in card heights


@dataclass(frozen=True)
class Plan:
    """All fixed lettering of a board: `inside` holds pile labels that lie on the pile's card."""

    felt: tuple[Label, ...]
    inside: dict[str, Label]
    corridors: dict[str, Rect]
    """For each pile, all pixels that its cards may ever take."""
    taken: tuple[Rect, ...]
    """Every pixel where a card or a label may be."""
    beside: Mapping[str, Label]
    """Those of the labels on the felt that stand for one pile."""


@lru_cache(maxsize=256)
def plan(game: Game, look: Look, size: int) -> Plan:
    """The labels of a game."""
    measures = frame(game, look, size)
    fans_first = sorted(game.zones, key=lambda zone: zone.places[0].fan is None)
    planners = [_Planner(game, measures, zones) for zones in (game.zones, fans_first)]
    return min(planners, key=_Planner.clutter).plan()


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
        for depth, (dx, dy) in enumerate(offsets(frame, place, [True] * len(fan.path))):
            card = base(frame, turned(place, depth)).rect
            rect = rect.joined(card.moved(round(dx), round(dy)))
        return rect
    reach = _fan_end(frame, place)
    aside = round(fan.wrap * frame.card)
    return first.joined(first.moved(*reach)).joined(first.moved(aside, 0))


def _fan_end(frame: Frame, place: Place) -> tuple[int, int]:
    """How far a pile's last card may lie from its first, or the first from the last."""
    fan = place.fan
    assert fan is not None  # noqa: S101  # the caller has looked
    length = math.hypot(fan.dx, fan.dy)
    steps = 13 if fan.last is None else fan.last - 1
    limit = fan.limit if fan.limit is not None else steps * length
    x, y = frame.corner(place)
    share = (-limit if fan.rising else limit) / length
    dx = round(fan.dx * share * frame.card)
    dy = round(fan.dy * share * frame.high)
    dx = max(-round(x), min(dx, frame.size.right - round(x) - frame.card))
    dy = max(frame.title.bottom - round(y), min(dy, frame.size.bottom - round(y) - frame.high))
    return dx, dy


def _leading(distances: Iterable[float]) -> int:
    """How many piles in succession stand in line with the first."""
    return sum(1 for _ in itertools.takewhile(_ALIGNED.__gt__, distances))


class _Planner:
    """Labels the zones in the order given: the first ones find the most room."""

    def __init__(self, game: Game, measures: Frame, zones: Sequence[Zone]) -> None:
        self.game, self.frame = game, measures
        self.gap = measures.px(3)
        places = game.places
        self.corridors = {id: corridor(measures, place) for id, place in places.items()}
        self.labels: list[Label] = []
        self.inside: dict[str, Label] = {}
        for zone in zones:
            if not self.label_grid(zone):
                self.label_zone(zone)

    def clutter(self) -> int:
        """How many labels lie on cards; over fans they are thrice as bad."""
        return sum(1 if self.game.places[id].fan is None else 3 for id in self.inside)

    def plan(self) -> Plan:
        named: dict[str, tuple[str, ...]] = {}
        for zone in self.game.zones:
            named[zone.name] = named.get(zone.name, ()) + zone.ids
        names(named, self.frame, self.corridors, self.labels, self.free)
        taken = [*self.corridors.values(), *(label.rect for label in self.labels)]
        beside = {label.text: label for label in self.labels if label.text in self.game.index}
        return Plan(tuple(self.labels), self.inside, self.corridors, tuple(taken), beside)

    # --- piles ---------------------------------------------------------------------------------

    def label_zone(self, zone: Zone) -> None:
        """All labels of a zone stand on the same side of their piles, if that can be.

        Else those of each of its rows and columns do, away from the middle of the zone; else they
        lie on the cards.
        """
        labels = self.beside(zone.ids, (self.above, self.below, self.left, self.right))
        if not labels:
            whole = self.around(zone.ids)
            lines = self.lines(zone.ids)
            found = [self.beside(ids, self.outward(self.around(ids), whole)) for ids in lines]
            if all(found):
                labels = [label for line in found for label in line]
            else:
                foot = min(map(self.foot, zone.ids))
                self.inside |= {id: self.on_card(id, foot) for id in zone.ids}
        self.labels += labels

    def beside(self, ids: Sequence[str], sides: Iterable[Corner]) -> list[Label]:
        """Labels on the first of these sides where there is room for all; none if there isn't."""
        sides = tuple(sides)
        for size, side in (*itertools.product(_SIZES, sides), (_FITTED, self.above)):
            labels = [self.at(id, side, self.frame.px(size)) for id in ids]
            labels += [note for label in labels for note in self.note(label)]
            if self.free(labels, self.corridors.values()) and not (
                side == self.below and self.misleading(labels)
            ):
                return labels
        return []

    def misleading(self, labels: Iterable[Label]) -> bool:
        """Whether one of them could be read as the heading of a pile below it."""
        rects = [label.rect for label in labels]
        below = [rect.moved(0, rect.bottom - rect.top) for rect in rects]
        return any(rect.meets(pile) for rect in below for pile in self.corridors.values())

    def around(self, ids: Iterable[str]) -> Rect:
        """The smallest rectangle round the places of some piles."""
        return functools.reduce(Rect.joined, map(self.first, ids))

    def outward(self, part: Rect, whole: Rect) -> list[Corner]:
        """All sides, the one that looks away from the middle of the whole first."""
        across = (part.left + part.right - whole.left - whole.right) / (whole.right - whole.left)
        along = (part.top + part.bottom - whole.top - whole.bottom) / (whole.bottom - whole.top)
        ways = (
            (along, self.above),
            (across, self.left),
            (-across, self.right),
            (-along, self.below),
        )
        return [side for _, side in sorted(ways, key=lambda way: way[0])]

    def lines(self, ids: Sequence[str]) -> list[Sequence[str]]:
        """The piles in their order, cut into rows and columns as long as can be."""
        found: list[Sequence[str]] = []
        while ids:
            first = self.game.places[ids[0]]
            places = [self.game.places[id] for id in ids]
            length = max(
                _leading(abs(place.y - first.y) for place in places),
                _leading(abs(place.x - first.x) for place in places),
            )
            found.append(ids[:length])
            ids = ids[length:]
        return found

    def free(self, labels: Iterable[Label], solid: Iterable[Rect]) -> bool:
        """Whether labels lie on the felt, away from cards, other labels and each other."""
        labels = list(labels)
        size, rim = self.frame.size, self.frame.px(5)
        felt = Rect(rim, self.frame.title.bottom, size.right - rim, size.bottom - rim)
        rects = [label.rect for label in labels]
        others = [*solid, *(label.rect for label in (*self.labels, *self.inside.values()))]
        return (
            all(rect.within(felt) for rect in rects)
            # Marks are a little wider than cards.
            and not any(rect.grown(2, 1).meets(other) for rect in rects for other in others)
            and not any(a.meets(b) for a, b in itertools.combinations(rects, 2))
        )

    def at(self, id: str, side: Corner, size: int) -> Label:
        wide, high = text.width(id, size), text.tight_height(id, size)
        x, y = side(id, wide, high)
        return Label(id, Rect(x, y, x + wide, y + high), size, (id,))

    def note(self, label: Label) -> list[Label]:
        """The book's own sign for a pile, if it has one, on the label's right."""
        words = self.game.zone_of(label.text).note(label.text)
        if not words:
            return []
        size = self.frame.px(_NOTE)
        wide, high = text.width(words, size), text.tight_height(words, size)
        x, y = label.rect.right + 2 * self.gap, label.rect.top
        return [Label(words, Rect(x, y, x + wide, y + high), size, label.piles, quiet=True)]

    def above(self, id: str, wide: int, high: int) -> tuple[int, int]:
        rect, place = self.first(id), self.game.places[id]
        left = place.fan is not None and place.fan.dx < 0
        y = rect.top - high - self.frame.px(2)
        if place.turn % 180:
            return (rect.left + rect.right - wide) // 2, y
        return rect.right - wide - self.gap if left else rect.left + self.gap, y

    def below(self, id: str, wide: int, high: int) -> tuple[int, int]:
        rect, place = self.first(id), self.game.places[id]
        x = (rect.left + rect.right - wide) // 2 if place.turn % 180 else rect.left + self.gap
        return x, rect.bottom + self.gap

    def left(self, id: str, wide: int, high: int) -> tuple[int, int]:
        rect = self.first(id)
        return rect.left - wide - self.frame.px(5), (rect.top + rect.bottom - high) // 2

    def right(self, id: str, wide: int, high: int) -> tuple[int, int]:
        rect = self.first(id)
        return rect.right + self.frame.px(5), (rect.top + rect.bottom - high) // 2

    def first(self, id: str) -> Rect:
        """The pile's first card, with the sliver above it where a packet may rise."""
        place = self.game.places[id]
        return corridor(self.frame, Place(place.x, place.y, place.turn, peep=place.peep))

    def on_card(self, id: str, foot: int) -> Label:
        """A label on the foot of the pile's first card.

        `foot` is how much lower than the card's end it may stand; below 0, how much higher.
        """
        place = self.game.places[id]
        # On a fan the next card's index ends close above.
        size, inset = map(self.frame.px, (_FITTED, 1) if place.fan else (LABEL - 2, 3))
        spot = base(self.frame, place)
        wide, high = text.pill_size(id, size)
        x, y = foot_left(spot) + inset, spot.rect.bottom + foot - inset - high
        return Label(id, Rect(x, y, x + wide, y + high), size, (id,), inside=True)

    def foot(self, id: str) -> int:
        """How far above the end of a pile's card later piles begin, as a number below 0."""
        own = base(self.frame, self.game.places[id]).rect
        ids = self.game.pile_ids
        later = (self.corridors[other] for other in ids[ids.index(id) + 1 :])
        return (
            min(
                (rect.top for rect in later if rect.meets(own) and rect.top > own.top),
                default=own.bottom,
            )
            - own.bottom
        )

    # --- grids ---------------------------------------------------------------------------------

    def label_grid(self, zone: Zone) -> bool:
        """Letters along a grid's columns and numbers along its rows, instead of a label a pile."""
        if not is_field(zone.ids):
            return False
        columns: dict[str, Rect] = {}
        rows: dict[str, Rect] = {}
        for id in zone.ids:
            rect = self.corridors[id]
            for group, line in ((columns, id[0]), (rows, id[1:])):
                group[line] = group[line].joined(rect) if line in group else rect
        whole = self.corridors[zone.ids[0]]
        for rect in columns.values():
            whole = whole.joined(rect)
        pitch = min(abs(one.top - other.top) for one, other in itertools.pairwise(rows.values()))
        for after in (False, True):
            across = [self.column_label(*item, whole, after) for item in columns.items()]
            along = [self.row_label(*item, whole, pitch, after) for item in rows.items()]
            self.line(zone.ids, across)
            self.line(zone.ids, along)
        return True

    def line(self, ids: Sequence[str], ways: Sequence[Callable[[int], Label]]) -> None:
        """All labels along one side of a grid, as large as there is room for."""
        for size in (LABEL, LABEL - 3, LABEL - 6, LABEL - 8, LABEL - 10):
            labels = [way(self.frame.px(size)) for way in ways]
            if self.free(labels, self.corridors.values()):
                for label in labels:
                    piles = [id for id in ids if label.text in (id[0], id[1:])]
                    self.labels.append(label._replace(piles=tuple(piles)))
                return

    def column_label(
        self, line: str, rect: Rect, whole: Rect, below: bool
    ) -> Callable[[int], Label]:
        def way(size: int) -> Label:
            wide, (top, bottom) = text.width(line, size), text.tight_rows(line, size)
            x = (rect.left + rect.right - wide) // 2
            # All letters of a line stand on one base line.
            foot = text.tight_rows("a", size)[1] - top
            y = whole.bottom + self.gap if below else whole.top - 1 - max(foot, bottom - top)
            return Label(line, Rect(x, y, x + wide, y + bottom - top), size)

        return way

    def row_label(
        self, line: str, rect: Rect, whole: Rect, pitch: int, right: bool
    ) -> Callable[[int], Label]:
        def way(size: int) -> Label:
            wide, (top, bottom) = text.width(line, size), text.tight_rows(line, size)
            strip = min(pitch, rect.bottom - rect.top)  # of an overlapped row only this is seen
            y = rect.top + (strip - (bottom - top)) // 2
            x = whole.right + 3 * self.gap if right else whole.left - 3 * self.gap - wide
            return Label(line, Rect(x, y, x + wide, y + bottom - top), size)

        return way
