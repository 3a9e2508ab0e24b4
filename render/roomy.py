"""Larger cards while columns are short.

A game whose columns lie lowest on its table keeps felt free for long ones.  Until that is needed
its piles stand closer together and its cards are larger.  Which of the two tables a position is
shown on is told by its longest column alone, so the size changes only when it must.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import ClassVar

from engine.game import Game
from engine.layout import Place
from engine.position import Position
from render.sight import sight

ROOM = (1048, 597)
"""Pixels for piles at the usual width, where the picture is as high as it may be."""
LARGEST = 150
"""A card's greatest width: with three piles on the table bigger ones look silly."""
LEAST_DOWN = 28
"""The narrowest strip of a covered card in a column at the usual width: a rank of 24 pixels has
room there beside a frame.
"""
_TALL = 1.4
_LEAST_GAIN = 1.08  # less isn't worth a change of size
_COLUMN = 1.1  # room for the columns of a larger table, in card heights
_STRIP = 0.2  # what is seen of a covered card there at least, likewise
_CLOSE, _WIDER = 1.1, 0.25  # from pile to pile, and how much of what is more stays


class Roomy(Game):
    """A game on its table with larger cards; only its places and its board are different."""

    usual: ClassVar[Game]


def roomier(game: Game, position: Position) -> Game:
    """The game on the table that a position is shown on."""
    large = larger(game)
    return large if large and _fits(large, game, position) else game


def _fits(large: Game, game: Game, position: Position) -> bool:
    """Whether all columns have room, with strips no narrower than on the usual table."""
    size, usual = _card(*large.board), _card(*game.board)
    least = max(_STRIP, LEAST_DOWN / (_TALL * size))
    for id, place in large.places.items():
        fan = place.fan
        if fan is not None and fan.limit is not None and _is_column(place):
            seen = [card is not None for card in sight(game, position, id)[:-1]]
            steps = sum(1.0 if shown else fan.hidden for shown in seen)
            if steps * max(least, fan.dy * usual / size) > fan.limit:
                return False
    return True


@lru_cache(maxsize=256)
def larger(game: Game) -> Game | None:
    """The game on the table with larger cards; None where that gains nothing.

    Nor where a re-deal lays long columns anew: sizes would go up and down.
    """
    if game.rearranges:
        return None
    columns = [place for place in game.places.values() if _is_column(place)]
    lowest = max(place.y for place in game.places.values())
    if not columns or any(place.y != lowest for place in columns):
        return None
    mapped = _drawn_together([place.x for place in game.places.values()])
    wide = max(mapped[place.x] for place in game.places.values()) + 1
    foot = lowest + 1
    card = min(ROOM[0] / wide, ROOM[1] / (_TALL * (foot + _COLUMN)), LARGEST)
    if card < _LEAST_GAIN * _card(*game.board):
        return None
    high = min(_TALL * _card(*game.board) * game.board[1], ROOM[1]) / (_TALL * card)

    def moved(place: Place) -> Place:
        place = replace(place, x=mapped[place.x])
        if place.fan is not None and _is_column(place):
            place = replace(place, fan=replace(place.fan, limit=round(high - foot, 4)))
        return place

    zones = tuple(replace(zone, places=tuple(map(moved, zone.places))) for zone in game.zones)
    changed = {"zones": zones, "board": (wide, high), "usual": game}
    kind: type[Game] = type(type(game).__name__, (Roomy, type(game)), changed)
    return kind()


def _card(wide: float, high: float) -> float:
    """A card's width on a board of that size."""
    return min(ROOM[0] / wide, ROOM[1] / (_TALL * high), LARGEST)


def _is_column(place: Place) -> bool:
    fan = place.fan
    return (
        fan is not None
        and fan.dy > 0
        and not fan.dx
        and fan.limit is not None
        and fan.last is None
        and not (fan.path or fan.wrap or place.turn)
    )


def _drawn_together(xs: Iterable[float]) -> Mapping[float, float]:
    """The same order of piles with less felt between them."""
    edges = sorted(set(xs))
    found = {edges[0]: 0.0}
    for one, other in pairwise(edges):
        gap = other - one
        found[other] = found[one] + min(gap, _CLOSE + max(gap - _CLOSE, 0) * _WIDER)
    return {x: round(place, 4) for x, place in found.items()}
