"""The Storehouse: *Dick's Games of Patience* (1898)."""

from __future__ import annotations

from engine.cards import ANY
from engine.families import Family
from engine.game import Game
from engine.layout import Place, down, row
from engine.moves import Move
from engine.position import Position
from engine.rules import Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, laid, reserve, stock, tableau, talon

PACKETS = expand("1-4")

FROM_DEUCE = Family("23456789TJQKA", begun=True)
DOWN = Building((-1,), Match.SUIT, wrap=True, empty=ANY)


class Storehouse(Game):
    id = "storehouse"
    title = "The Storehouse"
    aliases = ("Thirteen Up", "The Reserve", "Straight Up")
    book = "Dick's Games of Patience"
    year = 1898
    packs = 1
    kind = "mixed"
    length = "medium"

    object = "Four families in suit, from the two up to the king and on to the ace."
    advice = (
        "The top cards of the reserve and the talon may be laid on the four packets, down in suit "
        "with a king on an ace; an empty place takes any of them, when you like. Cards of the "
        "packets go only to the families. Play the reserve first. For a re-deal the talon is "
        "turned over."
    )
    example = "r1 2"
    triumph = "The Storehouse is empty, and every family is complete."

    zones = (
        stock(6.2, 0),
        talon(7.3, 0),
        foundations("F1-F4", row(4, 1.5, 0)),
        reserve("R1", (Place(0, 0),), "the reserve"),
        tableau("1-4", row(4, 1.5, 1.3, fan=down(0.25, limit=1.4)), "the packets"),
    )
    board = (8.3, 3.7)
    bases = laid("F1-F4", "2S 2H 2D 2C")
    redeals = 2
    alike = ("1-4",)
    by_routes = True
    home_first = True
    in_order = True
    routes = (
        Route(Tops("W R1 1-4"), "F1-F4", FROM_DEUCE),
        Route(Tops("W R1"), "1-4", DOWN),
    )

    def setup(self, table: Table) -> None:
        """Thirteen cards to the reserve, one on the other; one to each packet."""
        table.deal_to(("R1",), 13)
        table.deal_to(PACKETS)

    def stock_waits(self, position: Position) -> bool:
        """Nothing but the talon's card has to do with it."""
        return True

    def inclination(self, position: Position, move: Move) -> int:
        """The reserve is the first to be emptied."""
        return int(move.source == "R1")
