"""Fascination: *Dick's Games of Patience* (1898)."""

from __future__ import annotations

from engine.families import TurnedFamily
from engine.game import Game
from engine.layout import Fan, Place, down, row
from engine.moves import Move
from engine.position import Position
from engine.rules import Building, Match, Route, Runs, Tops, expand
from engine.table import Table
from engine.zones import Kind, Zone, foundations, reserve, stock, tableau

PACKETS = expand("1-4")
BUNCH = 3
"""How many cards are lifted from the pack together."""

DOWN = Building((-1,), Match.OTHER_COLOUR, wrap=True)


class Fascination(Game):
    id = "fascination"
    title = "Fascination"
    book = "Dick's Games of Patience"
    year = 1898
    packs = 1
    kind = "mixed"
    length = "medium"

    object = (
        "Four families in suit. The first card turned names the rank on which all of them begin; "
        "they run up past king and ace until each has thirteen cards."
    )
    advice = (
        "Each deal turns three cards together and only the uppermost is free. The packets are "
        "built down, red and black in turn, a king going on an ace; any run of top cards may move "
        "to another packet. An emptied packet is begun anew at once from the reserve; when the "
        "reserve is gone, with the next card of the pack. You may go through the talon again as "
        "often as you like, but only if a card of the talon or reserve was used, a family grew or "
        "a packet was begun anew since the last time. A place that is empty when reserve and pack "
        "are gone waits for the cards to be dealt again."
    )
    example = "1 2 3"

    zones = (
        stock(9.4, 1.1),
        Zone(("W",), "the talon", Kind.TALON, (Place(9.4, 2.25, 0, Fan(dy=0.3, last=BUNCH)),)),
        foundations("F1-F4", row(4, 0, 1.1, 2.4)),
        reserve("R1", (Place(0, 0),), "the reserve", seen=1),
        tableau("1-4", row(4, 0, 2.25, 2.4, down(0.22, limit=2.35, wrap=0.95)), "the packets"),
    )
    board = (10.4, 5.6)
    first_phase = "fresh"
    phases = "fresh|played"
    redeals = None
    alike = ("1-4", "F2-F4")
    routes = (
        Route(Tops("W R1 1-4"), "F1-F4", TurnedFamily()),
        Route(Tops("W R1"), "1-4", DOWN),
        Route(Runs("1-4", DOWN), "1-4", DOWN),
    )

    def setup(self, table: Table) -> None:
        """The reserve, turned over as counted off; the first base; the four packets."""
        table.move("S", "R1", 13)
        table.move("S", "F1")
        table.deal_to(PACKETS)

    def deal(self, table: Table) -> None:
        """A bunch of three, turned over together: the last one lifted is on top."""
        table.deal_to(("W",), BUNCH)

    def no_redeal(self, position: Position) -> str:
        """A deal in which nothing was played is the last."""
        reason = super().no_redeal(position)
        if not reason and position.phase == "fresh":
            return "Nothing was played in this deal, so there is no other."
        return reason

    def stock_waits(self, position: Position) -> bool:
        """Packets are begun anew from the reserve, as long as it lasts."""
        return bool(self.pile(position, "R1"))

    def settle(self, table: Table, move: Move) -> None:
        """Emptied packets are begun anew; whether this deal has had a play is kept."""
        if move.verb == "redeal":
            table.phase = "fresh"
        if move.source in ("W", "R1") or move.target in self.home:
            table.phase = "played"
        if table.refill(PACKETS, "R1", "S"):
            table.phase = "played"

    def caption(self, position: Position) -> str:
        """That the present deal can't be followed by another yet."""
        return "no play in this deal yet" if position.phase == "fresh" else ""
