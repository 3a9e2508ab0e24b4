"""La Belle Lucie: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from typing import ClassVar

from engine.families import Family
from engine.game import Game
from engine.layout import column, grid, right
from engine.moves import Move
from engine.position import Position
from engine.rules import Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import Zone, foundations, tableau

TOPS = Tops("1-18")


class LaBelleLucie(Game):
    id = "la-belle-lucie"
    title = "La Belle Lucie"
    aliases: ClassVar[tuple[str, ...]] = (
        "Belle Lucie",
        "Clover Leaf",
        "The Fan",
        "Midnight Oil",
        "Alexander the Great",
    )
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 1
    kind = "mixed"
    length = "medium"

    object = "Build all four suits from ace to king."
    advice = (
        "All cards lie open in packets of three, and only the top card of a packet moves. An "
        "emptied packet is not begun again. When nothing more can be done, redeal takes up all "
        "packets, shuffles them and deals them in threes; the foundations stay."
    )
    example = "3 f, 7 12"

    zones: ClassVar[tuple[Zone, ...]] = (
        tableau("1-18", grid(18, 5, dx=2.05, dy=1.2, fan=right(0.35, limit=0.9)), "the packets"),
        foundations("F1-F4", column(4, 10.4, 0, 1.2)),
    )
    board = (11.4, 4.6)
    routes: ClassVar[tuple[Route, ...]] = (
        Route(TOPS, "F1-F4", Family()),
        Route(TOPS, "1-18", Building((-1,), Match.SUIT)),
    )
    deals = False
    redeals = 2
    alike: ClassVar[tuple[str, ...]] = ("1-18",)

    by_routes: ClassVar[bool] = True
    home_first: ClassVar[bool] = True

    packets: ClassVar[tuple[str, ...]] = expand("1-18")
    taken_up: ClassVar[tuple[str, ...]] = packets
    together: ClassVar[int] = 3
    """How many cards are dealt to a packet."""

    def setup(self, table: Table) -> None:
        """So many cards together to each packet; what is left makes the last one."""
        table.deal_to(self.packets, self.together)

    def no_redeal(self, position: Position) -> str:
        """A re-deal may come at any time."""
        if position.redeals_left == 0:
            return "No re-deal is left."
        # The packets are the first zone.
        return "" if any(position.piles[: len(self.packets)]) else "No packet holds a card."

    def redeal(self, table: Table) -> None:
        """The packets are taken up from the first on, shuffled and dealt as at the start."""
        table.gather(self.packets, shuffle=True)
        self.setup(table)

    def refusal(self, position: Position, move: Move) -> str:
        """What an emptied packet means."""
        source, target = move.source, move.target
        if source not in self.packets or target not in self.packets or source == target:
            return ""
        if not self.pile(position, source) or self.pile(position, target):
            return ""
        return f"Packet {target} is empty and stays so until a re-deal."
