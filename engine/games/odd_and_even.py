"""Odd and Even: *Dick's Games of Patience* (1898)."""

from __future__ import annotations

from engine.families import Family
from engine.game import Game
from engine.layout import grid, row
from engine.moves import Move
from engine.rules import Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, stock, tableau, talon

AUXILIARIES = expand("1-9")
FROM_ACE = "A3579JK2468TQ"
FROM_DEUCE = "2468TQA3579JK"


class OddAndEven(Game):
    id = "odd-and-even"
    title = "Odd and Even"
    book = "Dick's Games of Patience"
    year = 1898
    packs = 2
    kind = "luck"
    length = "long"
    difficulty = "hard"
    daily = False

    object = (
        "Eight families in suit that go up by twos. Those on aces take the odd cards up to the "
        "king, then the even ones from two to queen; those on deuces take the even cards up to "
        "the queen, then the odd ones from ace to king."
    )
    advice = (
        "Aces and deuces are brought to their places by you, one of each suit. A place emptied "
        "among the nine cards is filled at once from the talon, or from the pack when there is no "
        "talon. Nothing is built on the nine."
    )
    example = "4 f1"

    zones = (
        stock(0, 2.4),
        talon(1.1, 2.4),
        foundations("F1-F8", row(8, 0, 0)),
        tableau("1-9", grid(9, 3, 2.75, 1.3), "the nine cards"),
    )
    board = (8.7, 4.5)
    redeals = 1
    routes = (Route(Tops("W 1-9"), "F1-F8", Family((FROM_ACE, FROM_DEUCE) * 4, suits="SSHHDDCC")),)

    def setup(self, table: Table) -> None:
        """The first nine cards."""
        table.deal_to(AUXILIARIES)

    def settle(self, table: Table, move: Move) -> None:
        """Empty places are filled from the talon, else from the pack."""
        table.refill(AUXILIARIES, "W", "S")
