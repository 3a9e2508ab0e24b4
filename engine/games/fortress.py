"""Fortress: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.cards import ANY
from engine.families import Family
from engine.game import Game
from engine.layout import column, left, right
from engine.rules import Building, Match, Route, Tops
from engine.table import Table
from engine.zones import foundations, tableau

ROWS = 5


class Fortress(Game):
    id = "fortress"
    title = "Fortress"
    aliases = ("Fort", "Chessboard")
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 1
    kind = "skill"
    length = "medium"
    difficulty = "hard"

    object = "Build the four suits from ace to king in the middle of the fortress."
    advice = (
        "All cards lie open, and only the outermost card of each lane is free: the left one of a "
        "left lane, the right one of a right lane. Cards move one at a time, up or down in suit, "
        "to lanes of either side; a run is turned round by moving it card by card. An empty lane "
        "takes any free card, when you like, and that is the chief means of this game: don't fill "
        "one before it opens another."
    )
    example = "3 8"
    triumph = "The fortress has fallen, and every suit is complete."
    alike = ("1-10",)
    by_routes = True

    zones = (
        tableau("1-5", column(ROWS, 4.1, 0, fan=left(0.55, limit=4.1)), "the left lanes"),
        tableau("6-10", column(ROWS, 6.5, 0, fan=right(0.55, limit=4.1)), "the right lanes"),
        foundations("F1-F4", column(4, 5.3, 0.55)),
    )
    board = (11.6, 5.6)
    deals = False
    routes = (
        Route(Tops("1-10"), "F1-F4", Family()),
        Route(Tops("1-10"), "1-10", Building((1, -1), Match.SUIT, empty=ANY)),
    )

    def setup(self, table: Table) -> None:
        """Row by row straight across: the first card on the left is the outermost."""
        for row in range(1, ROWS + 1):
            count = 5 if row < ROWS else 6
            lane = f"{row}"
            table.deal_to((lane, f"{row + ROWS}"), count)
            table[lane] = table[lane][::-1]
