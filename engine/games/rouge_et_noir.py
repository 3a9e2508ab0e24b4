"""Rouge et Noir: *Dick's Games of Patience* (1884); its variety is in `blondes_and_brunettes`."""

from __future__ import annotations

from typing import ClassVar

from engine.families import Family
from engine.game import Game
from engine.layout import down, row
from engine.moves import Move
from engine.rules import Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, laid, stock, tableau, talon

PACKETS = expand("1-8")
ACES = "SHCDSHCD"
"""The suits of the foundations: black and red in turn."""

DOWN = Building((-1,), Match.OTHER_COLOUR)


class RougeEtNoir(Game):
    id = "rouge-et-noir"
    title = "Rouge et Noir"
    aliases: ClassVar[tuple[str, ...]] = ("Red and Black (Dick)", "Rouge and Noir")
    book = "Dick's Games of Patience"
    year = 1884
    packs = 2
    kind = "skill"
    length = "long"
    difficulty = "easy"

    object = (
        "Eight families from ace to king, red and black cards in turn whatever their suit: the "
        "black aces end in black kings, the red aces in red kings."
    )
    advice = (
        "The packets are built down in the same red and black order, one card at a time. An "
        "emptied packet is begun anew at once with the top card of the talon, or of the pack when "
        "there is no talon; you cannot put a card there yourself."
    )
    example = "3 7"
    triumph = "Black aces end in black kings, red aces in red kings."

    zones = (
        stock(10.2, 0),
        talon(10.2, 1.3),
        foundations("F1-F8", row(8, 0, 0, 1.2)),
        tableau("1-8", row(8, 0, 1.3, 1.2, down(0.25, limit=2.3)), "the packets"),
    )
    board = (11.2, 4.6)
    bases = laid("F1-F8", "AS AH AC AD AS AH AC AD")
    redeals = 1
    routes = (
        Route(Tops("W 1-8"), "F1-F8", Family(suits=ACES, match=Match.OTHER_COLOUR)),
        Route(Tops("W 1-8"), "1-8", DOWN),
    )

    def setup(self, table: Table) -> None:
        """One card to each packet."""
        table.deal_to(PACKETS)

    def settle(self, table: Table, move: Move) -> None:
        """Emptied packets are begun anew from the talon, else from the pack."""
        table.refill(PACKETS, "W", "S")
