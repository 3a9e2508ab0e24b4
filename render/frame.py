"""The fixed part of a game's picture: how large the cards are, and where each pile's cards lie.

Everything here is in pixels of the finished picture, and depends on the game and the look only,
so that a board doesn't jump from move to move.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from engine.game import Game
from engine.layout import Fan, Place
from render.cards import Cut, Side, card_height
from render.roomy import LARGEST, LEAST_DOWN, Roomy
from render.theme import Look

WIDTH = 1100
"""The picture's usual width; it is at most 7/11 as high."""
LEAST_ACROSS = 18
"""The narrowest strip of a covered card in a fan across: the suit stands under the rank."""
EASY_DOWN, EASY_ACROSS = 0.28, 0.42
"""Fan steps at which an index is read with ease, in card heights and widths."""


class Rect(NamedTuple):
    """Pixels from `left`, `top` to just before `right`, `bottom`."""

    left: int
    top: int
    right: int
    bottom: int

    def meets(self, other: Rect) -> bool:
        """Whether the two share a pixel."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def within(self, other: Rect) -> bool:
        """Whether all of this lies in the other."""
        return (
            self.left >= other.left
            and self.top >= other.top
            and self.right <= other.right
            and self.bottom <= other.bottom
        )

    def joined(self, other: Rect) -> Rect:
        """The smallest rectangle round both."""
        return Rect(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def grown(self, dx: int, dy: int) -> Rect:
        """The same with so much more on every side."""
        return Rect(self.left - dx, self.top - dy, self.right + dx, self.bottom + dy)

    def moved(self, dx: int, dy: int) -> Rect:
        """The same, elsewhere."""
        return Rect(self.left + dx, self.top + dy, self.right + dx, self.bottom + dy)


class Spot(NamedTuple):
    """A card on the table: its make, and the corner of its sprite."""

    cut: Cut
    x: int
    y: int

    @property
    def rect(self) -> Rect:
        """The card's pixels; round a tilted card, its bounding square."""
        wide, high = sprite_size(self.cut)
        return Rect(self.x, self.y, self.x + wide, self.y + high)


@dataclass(frozen=True)
class Frame:
    """Measures of one game's picture: `card` is a card's width, `x`, `y` the board's origin."""

    size: Rect
    title: Rect
    card: int
    x: float
    y: float
    cap: int
    unit: float
    """Pixels to a pixel of the usual width, for lettering and lines."""

    @property
    def high(self) -> int:
        """The height of an upright card."""
        return card_height(self.card)

    def px(self, length: float) -> int:
        """A length meant for the usual width."""
        return max(1, round(length * self.unit))

    def corner(self, place: Place) -> tuple[float, float]:
        """The top left corner of a place's upright card."""
        return self.x + place.x * self.card, self.y + place.y * self.high


@lru_cache(maxsize=256)
def frame(game: Game, look: Look, size: int = WIDTH) -> Frame:
    """The measures for a game, `size` pixels wide."""
    unit = size / WIDTH
    wide, high = game.board
    title, above, below, side = (round(n * unit) for n in (44, 32, 27, 26))
    # All pictures of a game are of one size.
    fixed = frame(game.usual, look, size).size.bottom if isinstance(game, Roomy) else None
    room = (fixed or size * 7 // 11) - title - above - below
    card = min(
        math.floor((size - 2 * side) / wide),
        math.floor(room / (high * 1.4)),
        round(LARGEST * unit),
    )
    while round(high * card_height(card)) > room:  # card heights are rounded
        card -= 1
    share = 0.38 if look.large_index else 0.31
    least = round((28 if look.large_index else 25) * unit)
    cap = min(max(round(card * share), least), round(card * (0.54 if look.large_index else 0.44)))
    full = fixed or title + above + round(high * card_height(card)) + below
    return Frame(
        size=Rect(0, 0, size, full),
        title=Rect(0, 0, size, title),
        card=card,
        x=(size - wide * card) / 2,
        y=title + above,
        cap=cap,
        unit=unit,
    )


def sprite_size(cut: Cut) -> tuple[int, int]:
    """Width and height of a card's picture; a tilted one needs a larger square."""
    wide, high = cut.size
    if not cut.tilt:
        return wide, high
    angle = math.radians(cut.tilt)
    across = abs(wide * math.cos(angle)) + abs(high * math.sin(angle))
    along = abs(wide * math.sin(angle)) + abs(high * math.cos(angle))
    return math.ceil(across), math.ceil(along)


def cut_for(
    frame: Frame, place: Place, side: Side, reach: int | None = None, *, bare: bool = False
) -> Cut:
    """The make of a card at a place whose index lies on `side`, with `reach` pixels left free.

    Caps and reaches come in few sizes, so that few sheets are needed.
    """
    card, cap = frame.card, frame.cap
    if place.turn % 180 == 90:
        fitting = round((card - 2 * max(3, card * 0.045) - max(2, card * 0.03)) / 1.58)
        return Cut(card, "left", min(cap, fitting), round(card * 0.5), sideways=True, bare=bare)
    tilt = place.turn % 360
    single = place.fan is not None and place.fan.limit is not None
    if side in ("top", "bottom"):
        if reach is not None:
            spare = reach - (3 if bare else 2 * max(3, round(card * 0.045)) - 2)
            cap = cap if spare >= cap else max(spare // 2 * 2, 6)
        return Cut(card, side, cap, 0, tilt=tilt, bare=bare, single=single and not bare)
    full = round(card * EASY_ACROSS)
    across = full if reach is None or reach >= full else max(reach // 2 * 2, 9)
    return Cut(card, side, cap, across, tilt=tilt, bare=bare)


def spot(frame: Frame, place: Place, cut: Cut, dx: float = 0, dy: float = 0) -> Spot:
    """Where a card's sprite goes: turned about the centre of the upright card."""
    x, y = frame.corner(place)
    wide, high = sprite_size(cut)
    return Spot(
        cut,
        round(x + dx + (frame.card - wide) / 2),
        round(y + dy + (frame.high - high) / 2),
    )


def turned(place: Place, depth: int) -> Place:
    """The place, turned as its fan turns the card at that depth."""
    turns = place.fan.turns if place.fan else ()
    return replace(place, turn=turns[min(depth, len(turns) - 1)]) if turns else place


def side_left_free(frame: Frame, dx: float, dy: float) -> tuple[Side, int]:
    """Where a card shows that is covered by another, `dx`, `dy` pixels away, and how much."""
    if abs(dx) >= frame.card or abs(dy) >= frame.high:
        return "top", frame.high
    shares: list[tuple[float, Side, float]] = [
        (dy / (EASY_DOWN * frame.high), "top", dy),
        (dx / (EASY_ACROSS * frame.card), "left", dx),
        (-dx / (EASY_ACROSS * frame.card), "right", -dx),
        (-dy / (EASY_DOWN * frame.high), "bottom", -dy),
    ]
    # An index is looked for at the top left, as long as it can be read there.
    _, side, reach = max(shares, key=lambda share: min(share[0], 1.0))
    return side, int(reach)


def offsets(frame: Frame, place: Place, seen: Sequence[bool]) -> list[tuple[float, float]]:
    """Where each card of a fanned pile lies, in pixels from the place; others lie face down."""
    fan = place.fan or Fan()
    if fan.path:
        ends = [fan.path[min(i, len(fan.path) - 1)] for i in range(len(seen))]
        return [(x * frame.card, y * frame.high) for x, y in ends]
    if fan.wrap and len(seen) > (most := column(frame, place)):
        _, down = fan_step(frame, place, most - 1)
        rows = (divmod(i, most) for i in range(len(seen)))
        return [(fan.wrap * frame.card * right, down * row) for right, row in rows]
    shares = [1.0 if shown else fan.hidden for shown in seen[:-1]]
    step = fan_step(frame, place, sum(shares))
    x = y = 0.0
    found = [(0.0, 0.0)]
    for share in shares:
        x += step[0] * share
        y += step[1] * share
        found.append((x, y))
    if fan.rising:
        found = [(dx - x, dy - y) for dx, dy in found]
    return found[: len(seen)]


def fan_step(frame: Frame, place: Place, steps: float) -> tuple[float, float]:
    """One whole step of a fan of so many, in pixels.

    Where the place has a limit, steps shrink to keep it, and grow towards what is easily read.
    """
    fan = place.fan or Fan()
    dx, dy = fan.dx * frame.card, fan.dy * frame.high
    length = math.hypot(dx, dy)
    if not length or not steps:
        return dx, dy
    unit = frame.high if abs(dy) > abs(dx) else frame.card
    want = length
    if fan.limit is not None:
        easy = EASY_DOWN * frame.high if unit == frame.high else EASY_ACROSS * frame.card
        easy = max(easy, (LEAST_DOWN if unit == frame.high else LEAST_ACROSS) * frame.unit)
        want = min(max(length, easy), fan.limit * unit / steps)
    room = _room(frame, place, fan)
    share = min(want, room / steps) / length
    return dx * share, dy * share


def most_fanned(frame: Frame, place: Place) -> int:
    """How many cards a fan can show legibly; the rest is squared up under them."""
    fan = place.fan or Fan()
    if fan.last is not None:
        return fan.last
    if fan.path or not (fan.dx or fan.dy):
        return 10**6
    return column(frame, place) * (2 if fan.wrap else 1)


def column(frame: Frame, place: Place) -> int:
    """How many cards one straight line of a fan can show legibly."""
    dx, dy = fan_step(frame, place, 10**4)
    length = math.hypot(dx, dy) * 10**4
    least = (LEAST_DOWN if abs(dy) > abs(dx) else LEAST_ACROSS) * frame.unit
    return math.floor(length / least + 0.01) + 1


def _room(frame: Frame, place: Place, fan: Fan) -> float:
    """How long a fan may be before it leaves the picture."""
    x, y = frame.corner(place)
    margin = 6 * frame.unit
    room = math.inf
    if fan.rising:  # what lies below the top card spreads the other way
        fan = Fan(-fan.dx, -fan.dy)
    if fan.dy > 0:
        room = min(room, frame.size.bottom - margin - y - frame.high)
    if fan.dy < 0:
        room = min(room, y - frame.title.bottom - margin)
    if fan.dx > 0:
        room = min(room, frame.size.right - margin - x - frame.card)
    if fan.dx < 0:
        room = min(room, x - margin)
    return max(room, 0.0)
