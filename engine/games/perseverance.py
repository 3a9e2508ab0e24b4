"""Perseverance: *Dick's Games of Patience* (1898)."""

from __future__ import annotations

from engine.families import Family
from engine.games.la_belle_lucie import LaBelleLucie
from engine.layout import grid, right, row
from engine.moves import Move
from engine.position import Position
from engine.rules import Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, laid, tableau

TOPS = Tops("1-12")


class Perseverance(LaBelleLucie):
    """Packets as in La Belle Lucie, but of four cards and gathered without shuffling."""

    id = "perseverance"
    title = "Perseverance"
    aliases = ()
    book = "Dick's Games of Patience"
    year = 1898
    kind = "skill"

    advice = (
        "All cards lie open, and only the top card of a packet moves. An emptied packet is not "
        "begun again. When you are blocked, redeal gathers the packets from the first on and "
        "deals them again by fours in the same order, without shuffling. Two re-deals in "
        "succession may bring nothing; every card played on a foundation gives you both anew."
    )
    example = "3 f, 7 12"

    zones = (
        tableau("1-12", grid(12, 4, 0, 1.25, 2.3, 1.2, right(0.35, limit=1.15)), "the packets"),
        foundations("F1-F4", row(4, 2.5, 0)),
    )
    board = (9.05, 4.65)
    bases = laid("F1-F4", "AS AH AD AC")
    routes = (
        Route(TOPS, "F1-F4", Family()),
        Route(TOPS, "1-12", Building((-1,), Match.SUIT)),
    )
    alike = ()  # a re-deal may always come back
    by_routes = home_first = False  # a card that goes home brings the re-deals back

    packets = expand("1-12")
    taken_up = packets
    together = 4

    def no_redeal(self, position: Position) -> str:
        """The last two re-deals must not both have brought nothing."""
        if position.redeals_left == 0:
            return "Two re-deals in succession brought nothing to the foundations, so none is left."
        return super().no_redeal(position)

    def redeal(self, table: Table) -> None:
        """The packets are gathered from the first on and dealt again, their order kept."""
        table.gather(self.packets)
        self.setup(table)

    def settle(self, table: Table, move: Move) -> None:
        """A card on a foundation restores the re-deals."""
        if move.target in self.home:
            table.redeals_left = self.redeals
