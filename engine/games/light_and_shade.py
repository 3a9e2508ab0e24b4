"""Light and Shade: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.families import Family
from engine.game import Game
from engine.layout import down, row
from engine.moves import Move
from engine.position import Position
from engine.rules import VACANCY, Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, laid, reserve, stock, tableau, talon

AUXILIARIES, RIVALS = expand("1-4"), expand("R1-R4")


class LightAndShade(Game):
    id = "light-and-shade"
    title = "Light and Shade"
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "mixed"
    length = "long"
    difficulty = "hard"

    object = "Eight families from ace up to king, red and black cards in turn."
    advice = (
        "Cards reach the foundations only from the four Auxiliaries (1 to 4). Rivals and the "
        "talon's top card are laid on an Auxiliary, one rank lower and of the other colour; "
        "cards of the Auxiliaries go nowhere but home. A bare Auxiliary takes any Rival, but no "
        "talon card; a bare Rival's place takes the talon's top card. All this when you like: "
        "which Rival goes where, and when, is the whole skill of the game."
    )
    example = "r2 3"
    triumph = "Light and shade lie in turn, from ace to king."

    zones = (
        stock(0, 4.25),
        talon(7.7, 4.25),
        foundations("F1-F8", row(8, 0, 0)),
        tableau("1-4", row(4, 1.65, 1.2, 1.65, down(0.25, 1.9)), "the Auxiliaries"),
        reserve("R1-R4", row(4, 1.65, 4.25, 1.65), "the Rivals"),
    )
    board = (8.7, 5.25)
    bases = laid("F1-F8", "AS AS AH AH AC AC AD AD")
    alike = ("F1 F2 F5 F6", "F3 F4 F7 F8", "1-4", "R1-R4")
    routes = (
        Route(Tops("1-4"), "F1-F8", Family(match=Match.OTHER_COLOUR, begun=True)),
        Route(Tops("R1-R4 W"), "1-4", Building((-1,), Match.OTHER_COLOUR)),
        Route(Tops("R1-R4"), "1-4", VACANCY),
        Route(Tops("W"), "R1-R4", VACANCY),
    )

    def setup(self, table: Table) -> None:
        """The Auxiliaries, then the Rivals."""
        table.deal_to(AUXILIARIES + RIVALS)

    def inclination(self, position: Position, move: Move) -> int:
        """The talon is dug before the Rivals are used up."""
        return int(move.source == "W")
