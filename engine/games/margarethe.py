"""Margarethe: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.families import Family
from engine.games.marguerite import Marguerite
from engine.layout import Place, column, places
from engine.moves import Move
from engine.position import Position
from engine.rules import Route, Tops
from engine.table import Table
from engine.zones import Kind, Zone, foundations, laid, stock, tableau, talon

FAMILIES = Family(("KT98",) * 4 + ("Q432",) * 4 + ("J765",) * 4, "HCDS", begun=True)

M_PLACES = (
    *column(4, 0, 0, 1.1),
    *column(4, 5.2, 0, 1.1),
    *places((1.3, 1.82), (0.2, 1.25), -20),
    *places((3.38, 3.9), (1.25, 0.2), 20),
)
A_PLACES = (
    *places((7.85, 7.43, 7.01, 6.59), (0.1, 1.2, 2.3, 3.4), 15),
    *places((9.3, 9.72, 10.14, 10.56), (0.1, 1.2, 2.3, 3.4), -15),
    Place(8.575, 2.2, 90),
)


class Margarethe(Marguerite):
    id = "margarethe"
    title = "Margarethe"
    aliases = ("Marguerite (Lady Cadogan)", "Lady Cadogan's Marguerite")
    book = "Lady Cadogan's Illustrated Games"
    year = 1914

    object = (
        "The letter M is completed down in suit: each king takes its ten, nine and eight, each "
        "knave its seven, six and five, each queen its four, three and two. The letter A has "
        "vanished then."
    )
    advice = (
        "Aces are of no use and go by themselves below the knaves. A place emptied in the A is "
        "filled at once from the pack, never from the talon. Nothing is built on the A. After the "
        "re-deal a card that comes upon a higher one of its family in the talon has blocked the "
        "game."
    )

    zones = (
        stock(8.0, 3.4),
        talon(9.15, 3.4),
        foundations("F1-F12", M_PLACES, 4, "the letter M"),
        Zone(("X",), "the aces", Kind.ORNAMENT, (Place(2.6, 3.3, 90),)),
        tableau("1-9", A_PLACES, "the letter A"),
    )
    board = (11.7, 4.5)
    bases = laid("F1-F12", "KH KC KD KS QH QC QD QS JH JC JD JS")
    redeals = 1
    routes = (Route(Tops("W 1-9"), "F1-F12", FAMILIES),)

    def settle(self, table: Table, move: Move) -> None:
        """Aces that are left at the end join the others."""
        super().settle(table, move)
        if table["S"] and self.won(table.position()):
            table.move("S", "X", len(table["S"]))

    def caption(self, position: Position) -> str:
        """Nothing is blocked for good before the re-deal."""
        return "" if position.redeals_left else super().caption(position)
