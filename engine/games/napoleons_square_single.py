"""Napoleon's Square with single cards, the variety that the same book adds."""

from __future__ import annotations

from engine.games.napoleons_square import SQUARE, NapoleonsSquare
from engine.table import Table


class NapoleonsSquareSingle(NapoleonsSquare):
    id = "napoleons-square-single"
    title = "Napoleon's Square, Single Cards"
    difficulty = "easy"
    aliases = ("Napoleon's Square with Single Cards", "Single Napoleon's Square", "Single Square")

    advice = (
        "The square begins with twelve single cards. Its top cards and the talon's top card go to "
        "the foundations or onto the square, one rank lower in suit, one card at a time. An empty "
        "place in the square takes only a talon card, whenever you like. The pack is gone through "
        "once."
    )

    def setup(self, table: Table) -> None:
        """One card to each place."""
        table.deal_to(SQUARE)
