"""Red and Black: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.families import Family
from engine.game import Game
from engine.layout import down, row
from engine.moves import Move
from engine.rules import Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, laid, stock, tableau, talon

VOLUNTEERS = expand("1-8")
AVAILABLE = Tops("W 1-8")


class RedAndBlack(Game):
    id = "red-and-black"
    title = "Red and Black"
    aliases = ("The Volunteers",)
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "skill"
    length = "long"
    difficulty = "easy"

    object = "Build all eight suits from ace to king, two families of each suit."
    advice = (
        "The Volunteers are built down, red and black in turn, one card at a time. An emptied "
        "place is filled at once with the top card of the talon, or of the pack when there is no "
        "talon; you cannot put a card there yourself. The re-deal shuffles the talon."
    )
    example = "3 7"

    zones = (
        stock(9.4, 0),
        talon(9.4, 1.2),
        foundations("F1-F8", row(8, 0, 0, 1.15)),
        tableau("1-8", row(8, 0, 1.2, 1.15, down(0.25, limit=2.5)), "the Volunteers"),
    )
    board = (10.4, 4.7)
    bases = laid("F1-F8", "AD AD AC AC AH AH AS AS")
    redeals = 1
    alike = ("1-8", "F1 F2", "F3 F4", "F5 F6", "F7 F8")
    routes = (
        Route(AVAILABLE, "F1-F8", Family(suits="DDCCHHSS", begun=True)),
        Route(AVAILABLE, "1-8", Building((-1,), Match.OTHER_COLOUR)),
    )

    def setup(self, table: Table) -> None:
        """One card to each Volunteer."""
        table.deal_to(VOLUNTEERS)

    def redeal(self, table: Table) -> None:
        """The talon is shuffled."""
        table.gather(self.taken_up, shuffle=True)

    def settle(self, table: Table, move: Move) -> None:
        """Vacancies are filled from the talon, else from the pack."""
        table.refill(VOLUNTEERS, "W", "S")
