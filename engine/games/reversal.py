"""The Reversal: *Dick's Games of Patience* (1898)."""

from __future__ import annotations

from engine.cards import ACE, Card, rank, suit
from engine.families import FULL_DOWN, FULL_UP, Family
from engine.game import Game
from engine.layout import Place, row
from engine.position import Position
from engine.rules import Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, reserve, stock, tableau

PACKETS = expand("1-4")
DROPPED = expand("D1-D32")
AVAILABLE = Tops("1-4 D1-D32")

FROM_DEUCE = Family(FULL_UP[1:] + FULL_UP[0])
FROM_ACE = Family(FULL_DOWN[-1] + FULL_DOWN[:-1])

DROP_PLACES = tuple(
    Place(round(6.2 + 0.85 * (pair % 6), 2), round(1.8 * (pair // 6) + 0.9 * lower, 2))
    for pair in range(16)
    for lower in range(2)
)
"""Pairs of dropped cards, one under the other, six pairs to a row."""


def base_place(table: Table, card: Card) -> str | None:
    """The first deuce and the first ace of each suit go to their rows by themselves."""
    if rank(card) > 2:
        return None
    place = f"F{suit(card) + (5 if rank(card) == ACE else 1)}"
    return None if table[place] else place


def next_place(phase: str) -> int:
    """1 to 6: where the next card goes; 5 and 6 are the drops."""
    return int(phase.split()[1])


class Reversal(Game):
    id = "reversal"
    title = "The Reversal"
    book = "Dick's Games of Patience"
    year = 1898
    packs = 2
    kind = "luck"
    length = "long"
    difficulty = "easy"
    daily = False

    object = (
        "The upper row, begun on twos and built up in suit past the king, ends in four aces; the "
        "lower row, begun on aces and built down from the king, ends in four twos. The rows have "
        "changed places."
    )
    advice = (
        "Cards are dealt one at a time: four to the packets, then two dropped to the right, and "
        "so on. The first two and the first ace of each suit go to their rows by themselves and "
        "don't count. The tops of the packets and all dropped cards may be played to the rows; "
        "nothing else moves. A re-deal takes up packets and dropped cards unshuffled; in the last "
        "deal no cards are dropped."
    )
    example = "d7 f6"
    triumph = "The rows have changed places."
    dealing = (
        "lays the next card of the pack on the packets 1 to 4 in turn, then two on the dropped "
        "cards; in the last deal none is dropped"
    )

    zones = (
        stock(0, 2.25),
        foundations("F1-F4", row(4, 1.4, 1.05), name="the upper row"),
        foundations("F5-F8", row(4, 1.4, 3.45), name="the lower row"),
        tableau("1-4", row(4, 1.4, 2.25), "the packets"),
        reserve("D1-D32", DROP_PLACES, "the dropped cards"),
    )
    board = (11.5, 5.5)
    first_phase = "next 1"
    phases = "next [1-6]"
    redeals = 3
    taken_up = PACKETS + DROPPED
    routes = (
        Route(AVAILABLE, "F1-F4", FROM_DEUCE),
        Route(AVAILABLE, "F5-F8", FROM_ACE),
    )

    def setup(self, table: Table) -> None:
        """One round: four cards to the packets, two dropped."""
        while not table["D2"]:
            self.deal(table)

    def deal(self, table: Table) -> None:
        """A base goes to its row; any other card to the next place of the round."""
        base = base_place(table, table["S"][-1])
        if base:
            table.move("S", base)
            return
        place, places = next_place(table.phase), 6 if table.redeals_left else 4
        free = (id for id in DROPPED if not table[id])
        table.move("S", PACKETS[place - 1] if place <= 4 else next(free))
        table.phase = f"next {place % places + 1}"

    def redeal(self, table: Table) -> None:
        """Packet 1, on it the others and the dropped cards; all turned over."""
        table.gather(self.taken_up)
        table.phase = "next 1"

    def caption(self, position: Position) -> str:
        """Where the next card goes."""
        if not self.pile(position, "S"):
            return ""
        place = next_place(position.phase)
        return f"the next card goes to {place}" if place <= 4 else "the next card is dropped"

    def next_places(self, position: Position) -> tuple[str, ...]:
        """The packet that the next card goes to."""
        place = next_place(position.phase)
        return (f"{place}",) if place <= 4 and self.pile(position, "S") else ()
