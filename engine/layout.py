"""Where the piles of a game lie on the table: pure geometry, no pixels.

Horizontal measures are in card widths, vertical ones in card heights (a card is 5 : 7).  A point is
the top-left corner of the upright card; a turned card is turned about that card's centre.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fan:
    """How the cards of a pile spread: the way from one card to the next, first card lowest.

    `hidden` is the length of the step after a card that lies face down, as a share of the whole
    step.  `limit` is the greatest length from the first card to the last, in the unit of the fan's
    direction; steps shrink together to keep it.  With `last` only so many top cards are spread;
    the others lie squared under the first of them.  `path` gives the place of every card instead,
    counted from the first, for chains that turn corners, and `turns` how far each is turned, in
    degrees clockwise.  With `rising` the top card lies at the place itself and the others spread
    away from it, lowest card farthest.  A fan downwards that has no more room goes on in a second
    column, `wrap` card widths to the right.
    """

    dx: float = 0.0
    dy: float = 0.0
    hidden: float = 1.0
    limit: float | None = None
    last: int | None = None
    rising: bool = False
    path: tuple[tuple[float, float], ...] = ()
    turns: tuple[int, ...] = ()
    wrap: float = 0.0


@dataclass(frozen=True, slots=True)
class Place:
    """One pile on the table: `turn` in degrees clockwise; without a `fan` the pile is squared.

    `peep` is the step by which a squared pile's second card shows beneath the top one, a
    hint of thickness.
    """

    x: float
    y: float
    turn: int = 0
    fan: Fan | None = None
    peep: float = 0.0


def right(step: float, limit: float | None = None) -> Fan:
    """A fan to the right."""
    return Fan(dx=step, limit=limit)


def left(step: float, limit: float | None = None) -> Fan:
    """A fan to the left."""
    return Fan(dx=-step, limit=limit)


def down(step: float, limit: float | None = None, hidden: float = 1.0, wrap: float = 0.0) -> Fan:
    """A fan downwards; `hidden` and `wrap` as in `Fan`."""
    return Fan(dy=step, limit=limit, hidden=hidden, wrap=wrap)


def up(step: float, limit: float | None = None) -> Fan:
    """A fan upwards."""
    return Fan(dy=-step, limit=limit)


def places(
    xs: Iterable[float],
    ys: Iterable[float],
    turn: int = 0,
    fan: Fan | None = None,
    peep: float = 0.0,
) -> tuple[Place, ...]:
    """One place for each pair of an x and a y."""
    return tuple(Place(x, y, turn, fan, peep) for x, y in zip(xs, ys, strict=True))


def row(
    count: int, x: float, y: float, step: float = 1.1, fan: Fan | None = None, turn: int = 0
) -> tuple[Place, ...]:
    """`count` places from left to right, `step` card widths apart."""
    return tuple(Place(round(x + step * i, 4), y, turn, fan) for i in range(count))


def column(
    count: int, x: float, y: float, step: float = 1.15, fan: Fan | None = None, turn: int = 0
) -> tuple[Place, ...]:
    """`count` places from top to bottom, `step` card heights apart."""
    return tuple(Place(x, round(y + step * i, 4), turn, fan) for i in range(count))


def grid(
    count: int,
    columns: int,
    x: float = 0.0,
    y: float = 0.0,
    dx: float = 1.1,
    dy: float = 1.1,
    fan: Fan | None = None,
) -> tuple[Place, ...]:
    """`count` places in reading order, `columns` to a row."""
    return tuple(
        Place(round(x + dx * (i % columns), 4), round(y + dy * (i // columns), 4), 0, fan)
        for i in range(count)
    )
