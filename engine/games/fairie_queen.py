"""Spenser's Fairie Queen: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.cards import ACE, Card, rank, suit
from engine.families import FULL_UP, Family
from engine.games.salic_law import KINGS, NO_KINGS, ON_KINGS, KingColumns
from engine.layout import down, places, row
from engine.rules import Building, Match, Route
from engine.table import Table
from engine.zones import Weights, foundations, laid, stock, tableau

FAN = down(0.5, limit=5.9)
F_PLACES = places((9.1, 10.2) * 4, (0, 0, 1.1, 1.1, 2.2, 2.2, 3.3, 3.3))

DOWN = Building((-1,), Match.ANY, heads=KINGS)


class FairieQueen(KingColumns):
    id = "fairie-queen"
    title = "Spenser's Fairie Queen"
    aliases = ("Fairie Queen", "Faerie Queen", "Faerie Queene", "Fairy Queen")
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    kind = "mixed"
    length = "long"
    difficulty = "hard"

    object = (
        "Eight families in suit from ace to queen, two of each suit. The eight kings remain alone "
        "at the heads of their columns."
    )
    advice = (
        "Each card dealt finds its place by itself: a king heads the next column, an ace goes to "
        "its foundation, and every other card lies on the last king's column, even if it fits a "
        "foundation; play it from there. While you deal, cards go only to the foundations. When "
        "the pack is out, cards also go from column to column, one at a time, and to a single "
        "king goes any card. Work a sequence off over single kings; a queen that is laid on one "
        "blocks him. Kings never move."
    )
    example = "3 5"
    triumph = "Eight queens are crowned, and the kings stand alone."
    weights = Weights(gap=0.1)
    alike = ("F1 F2", "F3 F4", "F5 F6", "F7 F8")

    zones = (
        stock(9.65, 4.8),
        foundations("F1-F8", F_PLACES, 12),
        tableau("1-8", row(8, 0, 0, fan=FAN), "the columns"),
    )
    board = (11.2, 6.9)
    bases = laid("1", "KC")
    routes = (
        Route(ON_KINGS, "F1-F8", Family(FULL_UP[:12], "SSHHDDCC", begun=True), NO_KINGS),
        Route(ON_KINGS, "1-8", DOWN, NO_KINGS, ("play",)),
    )

    def place_of(self, table: Table, card: Card) -> str:
        """An ace goes to the first empty family of its suit."""
        if rank(card) == ACE:
            first = 2 * suit(card) + 1
            return f"F{first + bool(table[f'F{first}'])}"
        return super().place_of(table, card)
