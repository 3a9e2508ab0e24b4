"""General Sedgewick: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.families import TurnedFamily
from engine.game import Game
from engine.layout import Place, places, right
from engine.moves import Move
from engine.position import Position
from engine.rules import VACANCY, Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, stock, tableau, talon

CROSS = expand("1-5")
CROSS_PLACES = places((3.4, 0, 3.4, 6.8, 3.4), (0, 1.2, 1.2, 1.2, 2.4), fan=right(0.35, 2.25))
CORNERS = (Place(0, 0), Place(9.05, 0), Place(0, 2.4), Place(9.05, 2.4))

CROSS_AND_TALON = Tops("1-5 W")


class GeneralSedgewick(Game):
    id = "general-sedgewick"
    title = "General Sedgewick"
    aliases = ("Four Seasons", "Corner Card", "Vanishing Cross")
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 1
    kind = "mixed"
    length = "medium"

    object = (
        "Four families in suit, one in each corner. The card turned after the cross names the "
        "rank on which all of them begin; they run up past king and ace until each has thirteen "
        "cards."
    )
    advice = (
        "The top cards of the cross and of the talon go to the corners, or onto a packet of the "
        "cross, down whatever the suit, a king on an ace. A bare place of the cross takes only "
        "the talon's top card, when you like. Cards may be carried to and fro between the "
        "packets; try to keep packets of one suit, which go to the corners without more ado."
    )
    example = "w 3"
    triumph = "The cross has vanished: the four corners hold it all."

    zones = (
        stock(10.4, 0.4),
        talon(10.4, 1.6),
        foundations("F1-F4", CORNERS, name="the corners"),
        tableau("1-5", CROSS_PLACES, "the cross"),
    )
    board = (11.4, 3.4)
    alike = ("F2-F4", "1-5")
    routes = (
        Route(CROSS_AND_TALON, "F1-F4", TurnedFamily()),
        Route(CROSS_AND_TALON, "1-5", Building((-1,), Match.ANY, wrap=True)),
        Route(Tops("W"), "1-5", VACANCY),
    )

    def setup(self, table: Table) -> None:
        """The cross, then the card that names the base rank."""
        table.deal_to((*CROSS, "F1"))

    def stock_waits(self, position: Position) -> bool:
        """Nothing but the talon's card has to do with it."""
        return True

    def inclination(self, position: Position, move: Move) -> int:
        """Bare places are kept for cards on which nothing else would do."""
        return -int(not self.pile(position, move.target)) if move.target in CROSS else 0
