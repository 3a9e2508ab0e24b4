"""The Olga: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.cards import HIDDEN, RANKS, SUITS
from engine.families import Family
from engine.game import Game
from engine.layout import down, grid, row
from engine.moves import Move
from engine.rules import PIQUET, VACANCY, Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import Weights, foundations, stock, tableau, talon

BED = expand("1-7")
ROWS = 7
SMALL = [rank + suit for rank in RANKS if rank not in PIQUET for suit in SUITS]
"""The cards that a piquet pack doesn't have."""

FAN = down(0.28, limit=3.65, hidden=0.71)


class Olga(Game):
    id = "olga"
    title = "The Olga"
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 4
    kind = "skill"
    length = "long"
    difficulty = "hard"

    object = (
        "Sixteen families, four of each suit, from the ace, on which the seven follows, up to the "
        "king."
    )
    advice = (
        "These are piquet packs, without the cards from two to six, so the seven comes after the "
        "ace. In the flower-bed every other row lies face down; a card that comes to the lower "
        "end of its column is turned up at once. Runs move card by card. An empty column takes "
        "any card of the flower-bed but none of the talon. The pack is gone through once, so "
        "turn up hidden cards and empty columns before you deal."
    )
    example = "3 5"
    alike = ("1-7", "F1-F4", "F5-F8", "F9-F12", "F13-F16")

    zones = (
        stock(8.9, 2.35),
        talon(8.9, 3.65),
        foundations("F1-F16", grid(16, 8, dy=1.03), 8),
        tableau("1-7", row(7, 0.2, 2.35, 1.15, FAN), "the flower-bed"),
    )
    board = (9.9, 7.0)
    weights = Weights(placed=10, gap=0.1, empty=10, talon=1.5)
    aside = " ".join(SMALL * 4)
    routes = (
        Route(Tops("W 1-7"), "F1-F16", Family(PIQUET, "SSSSHHHHDDDDCCCC")),
        Route(Tops("W 1-7"), "1-7", Building((-1,), Match.OTHER_COLOUR, ranks=PIQUET)),
        Route(Tops("1-7"), "1-7", VACANCY),
    )

    def setup(self, table: Table) -> None:
        """Seven rows across the columns, every second one face down."""
        for number in range(ROWS):
            table.deal_to(BED)
            for id in BED if number % 2 else ():
                table[id] = (*table[id][:-1], table[id][-1] | HIDDEN)

    def settle(self, table: Table, move: Move) -> None:
        """Hidden cards that came to the end of a column are turned up."""
        table.turn_up(BED)
