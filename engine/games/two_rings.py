"""Two Rings: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.families import Family
from engine.layout import places, row
from engine.rules import VACANCY, Route, Tops, expand
from engine.table import Table
from engine.vacancies import PlayerFills
from engine.zones import foundations, laid, stock, tableau, talon

BRACELET = expand("1-8")
RING_XS = (1.3, 2.7, 4.3, 5.7, 5.7, 4.3, 2.7, 1.3)
RING_YS = (1.05, 0, 0, 1.05, 2.15, 3.2, 3.2, 2.15)
LEFT_RING = places(RING_XS, RING_YS)
RIGHT_RING = places([round(x + 3, 2) for x in RING_XS], RING_YS)
SUITS = "HCDS"

AVAILABLE = Tops("W 1-8")


class TwoRings(PlayerFills):
    id = "two-rings"
    title = "Two Rings"
    aliases = ("Zwei Ringe", "The Rings")
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "mixed"
    length = "long"
    difficulty = "easy"

    object = (
        "Two interlaced rings in suit: the sevens of the left one go up to kings, the sixes of "
        "the right one down to aces."
    )
    advice = (
        "Nothing is built on the bracelet: its cards and the top of the talon go only to the "
        "rings. While there is a talon you choose how an empty place of the bracelet is filled, "
        "with the top of the talon (w 3) or unseen from the pack (s 3), and must do so before "
        "the next deal; without a talon the pack fills it at once."
    )
    example = "w 3"
    triumph = "Two rings, one of kings and one of aces."

    zones = (
        foundations("F1-F8", LEFT_RING, 7, "the sevens"),
        foundations("F9-F16", RIGHT_RING, 6, "the sixes"),
        stock(0, 4.5),
        talon(1.1, 4.5),
        tableau("1-8", row(8, 2.4, 4.5), "the bracelet"),
    )
    board = (11.1, 5.5)
    bases = laid("F1-F8", "7H 7C 7D 7S 7H 7C 7D 7S") | laid("F9-F16", "6H 6C 6D 6S 6H 6C 6D 6S")
    redeals = 1
    vacancies = BRACELET
    alike = ("1-8",)
    routes = (
        Route(AVAILABLE, "F1-F8", Family("789TJQK", SUITS, begun=True)),
        Route(AVAILABLE, "F9-F16", Family("65432A", SUITS, begun=True)),
        Route(Tops("W"), "1-8", VACANCY),
    )

    def setup(self, table: Table) -> None:
        """The bracelet."""
        table.deal_to(BRACELET)
