"""St. Louis: *Dick's Games of Patience* (1884)."""

from __future__ import annotations

from engine.families import FULL_DOWN, Family
from engine.game import Game
from engine.layout import places, row
from engine.moves import Move
from engine.position import Position
from engine.rules import Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, laid, stock, tableau

RING = expand("1-12")
TAKEN_UP = expand("7-12 1-6")
"""From the left-hand packet of the top row, the way of the clock."""

RING_PLACES = places(
    (4.6, 3.5, 2.4, 1.3, 0, 0, 1.3, 2.4, 3.5, 4.6, 5.9, 5.9),
    (3.45, 3.45, 3.45, 3.45, 2.3, 1.15, 0, 0, 0, 0, 1.15, 2.3),
)

PACKETS = Tops("1-12")


class StLouis(Game):
    id = "st-louis"
    title = "St. Louis"
    aliases = ("Saint Louis",)
    book = "Dick's Games of Patience"
    year = 1884
    packs = 2
    kind = "mixed"
    length = "medium"
    difficulty = "hard"

    object = (
        "Eight families in suit: four that begin with the ace and end with the king, four that "
        "begin with the king and end with the ace."
    )
    advice = (
        "First you see twelve cards, which go only to the foundations; each one played is "
        "replaced at once from the pack. Then d deals all the rest of the pack on them, round and "
        "round. From now on the top cards also go on each other, one at a time, in suit, one rank "
        "up or down; a place that falls empty stays empty. When nothing more can be done, redeal "
        "takes the packets up unshuffled and begins again with twelve cards."
    )
    example = "7 f2"

    zones = (
        stock(7.2, 1.7),
        foundations("F1-F4", row(4, 1.3, 2.3), name="the aces"),
        foundations("F5-F8", row(4, 1.3, 1.15), name="the kings"),
        tableau("1-12", RING_PLACES, "the packets", notes=tuple("abcdefghiklm")),
    )
    board = (8.2, 4.45)
    bases = laid("F1-F8", "AS AH AD AC KS KH KD KC")
    first_phase = "first"
    phases = "first|play"
    redeals = 2
    taken_up = TAKEN_UP
    routes = (
        Route(PACKETS, "F1-F4", Family(begun=True)),
        Route(PACKETS, "F5-F8", Family(FULL_DOWN, begun=True)),
        Route(PACKETS, "1-12", Building((1, -1), Match.SUIT), phases=("play",)),
    )

    def setup(self, table: Table) -> None:
        """The first series: one card to each of the twelve places."""
        table.deal_to(RING)

    def deal(self, table: Table) -> None:
        """All the rest of the pack, round the ring."""
        table.deal_out(RING)

    def no_deal(self, position: Position) -> str:
        """Only the first series is dealt upon."""
        if position.phase == "play":
            return "The pack is dealt out."
        return super().no_deal(position)

    def redeal(self, table: Table) -> None:
        """The packets are taken up, turned over, and a first series is dealt."""
        table.gather(self.taken_up)
        table.deal_to(RING)
        table.phase = "first"

    def settle(self, table: Table, move: Move) -> None:
        """In the first series a place is filled at once; the last card of the pack ends it."""
        if table.phase == "first":
            if move.source:
                table.refill([move.source], "S")
            if not table["S"]:
                table.phase = "play"
