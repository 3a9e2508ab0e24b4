"""A won game's table, composed anew: its figure alone, as large as may be, and room for the plaque.

What is left on the table when a game is won is the figure that its book describes.  Its piles keep
their places to each other; those that are empty are gone.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from functools import lru_cache

from engine.game import Game
from engine.layout import Place
from engine.position import Position
from render.books import book
from render.frame import WIDTH, Frame, Rect, frame
from render.roomy import LARGEST, Roomy
from render.scene import NOTHING, Desk, desk, desk_for, gone, scene
from render.text import face_for
from render.theme import Look
from render.triumph import Plaque, plaque

_STRIPS = ((0, 0), (0, 110), (330, 0))
"""Pixels that may be kept free for the plaque, beside the figure and under it."""
_AWAY = Place(0.0, -40.0)
"""Where piles are that are gone."""
_SHARE = 0.9
"""How much a larger plaque counts beside larger cards."""


def table_for(game: Game, look: Look, size: int, position: Position) -> Desk:
    """The desk that a position is shown on, won or not."""
    if game.won(position) and gone(game, position) and (composed := finale(game, position)):
        return desk(composed, look, size)
    return desk_for(game, look, size, position)


@lru_cache(maxsize=64)
def finale(game: Game, position: Position) -> Game | None:
    """The game with its figure alone, or as it was where that gains nothing; None without cards."""
    usual = desk_for(game, Look(), WIDTH, position)
    if not scene(usual, position, NOTHING).cards:
        return None
    found = [_composed(game, usual, position, *strip) for strip in _STRIPS]
    return max((usual.game, *found), key=lambda each: _worth(each, position))


def announced(table: Desk, position: Position) -> Plaque | None:
    """The plaque of a won game: clear of its cards and of all that is written beside them."""
    nothing = gone(table.game, position)
    solid = [card.spot.rect for card in scene(table, position, NOTHING).cards]
    solid += [label.rect for label in table.plan.felt if not nothing.issuperset(label.piles)]
    words = table.game.triumph
    return plaque(table.frame, words, solid, face_for(words, book(table.game).face))


def _composed(game: Game, usual: Desk, position: Position, aside: int, below: int) -> Game:
    """The figure in the middle of what a plaque beside it or under it leaves of the table."""
    measures = usual.frame
    figure = functools.reduce(
        Rect.joined, (card.spot.rect for card in scene(usual, position, NOTHING).cards)
    )
    left, top = (
        (figure.left - measures.x) / measures.card,
        (figure.top - measures.y) / measures.high,
    )
    wide = (figure.right - figure.left) / measures.card
    high = (figure.bottom - figure.top) / measures.high
    room = _room(frame(game, Look()))
    card = min((room[0] - aside) / wide, (room[1] - below) / (1.4 * high), LARGEST)
    board = room[0] / card, room[1] / (1.4 * card)
    x = (board[0] - aside / card - wide) / 2 - left
    y = (board[1] - below / (1.4 * card) - high) / 2 - top
    nothing = gone(game, position)

    def moved(id: str, place: Place) -> Place:
        if id in nothing:
            return _AWAY
        return replace(place, x=round(place.x + x, 4), y=round(place.y + y, 4))

    zones = tuple(
        replace(zone, places=tuple(map(moved, zone.ids, zone.places))) for zone in usual.game.zones
    )
    changed = {"zones": zones, "board": board, "usual": game}
    kind: type[Game] = type(type(game).__name__, (Roomy, type(game)), changed)
    return kind()


def _room(measures: Frame) -> tuple[float, float]:
    """Pixels that a board may fill on a game's picture."""
    return measures.size.right - 2 * 26, measures.size.bottom - measures.title.bottom - 32 - 27


def _worth(game: Game, position: Position) -> float:
    """How large cards and plaque are."""
    table = desk(game, Look(), WIDTH)
    found = announced(table, position)
    return table.frame.card + _SHARE * found.size if found else 0.0
