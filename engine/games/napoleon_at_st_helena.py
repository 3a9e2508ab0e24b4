"""Napoleon at St. Helena: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.cards import ANY
from engine.families import Family
from engine.game import Game
from engine.layout import down, row
from engine.rules import Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, stock, tableau, talon

COLUMNS = expand("1-10")
ROWS = 4


class NapoleonAtStHelena(Game):
    id = "napoleon-at-st-helena"
    title = "Napoleon at St. Helena"
    aliases = (
        "Forty Thieves",
        "Big Forty",
        "Le Cadran",
        "Roosevelt at San Juan",
        "Napoleon at Saint Helena",
    )
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "skill"
    length = "long"
    difficulty = "hard"

    object = "Build all eight suits from ace to king, two families of each suit."
    advice = (
        "Only the lowest card of a column is free, and cards move one at a time. A column that "
        "you have emptied may take any free card, of the tableau or the talon, when you like; "
        "empty columns are what wins this game. A card laid in suit may block one above it that "
        "you will want soon. The pack is gone through once, card by card, so play before you deal."
    )
    example = "w 7"
    alike = ("1-10", "F1 F2", "F3 F4", "F5 F6", "F7 F8")

    zones = (
        tableau("1-10", row(10, 0, 0, fan=down(0.3, limit=3.3)), "the columns"),
        foundations("F1-F8", row(8, 0, 4.5)),
        stock(8.8, 4.5),
        talon(9.9, 4.5),
    )
    board = (10.9, 5.5)
    routes = (
        Route(Tops("1-10 W"), "F1-F8", Family(suits="SSHHDDCC")),
        Route(Tops("1-10 W"), "1-10", Building((-1,), Match.SUIT, empty=ANY)),
    )

    def setup(self, table: Table) -> None:
        """Four rows of ten, each from left to right."""
        for _ in range(ROWS):
            table.deal_to(COLUMNS)
