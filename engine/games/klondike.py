"""Canfield or Klondike, as *Official Rules of Card Games* (1897–1913) plays it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import ACE, HIDDEN, KING, of_rank, suit
from engine.families import Family
from engine.game import Game
from engine.layout import Fan, Place, row
from engine.moves import Move
from engine.position import Position
from engine.rules import Building, Match, Route, Tops, WholeRuns, expand
from engine.table import Table
from engine.zones import Kind, Zone, foundations, stock, tableau

COLUMNS = expand("1-7")
ENDS = COLUMNS + ("W",)
ACES = of_rank(ACE)
KINGS = of_rank(KING)

DOWN = Building((-1,), Match.OTHER_COLOUR)
SPACE = Building((-1,), Match.OTHER_COLOUR, empty=KINGS, occupied=False)


class Klondike(Game):
    id = "klondike"
    title = "Canfield or Klondike"
    aliases = ("Canfield", "Seven Up")
    book = "Official Rules of Card Games"
    year = 1897
    packs = 1
    kind = "mixed"
    length = "short"
    difficulty = "hard"

    object = (
        "Build all four suits from ace to king; short of that, bring down as many cards as you "
        "can. You pay 52 counters at the start and receive 5 for every card on the foundations."
    )
    advice = (
        "Aces go to their foundations by themselves, and hidden cards that come to the end of a "
        "column are turned up. An empty column takes only a king: the talon's, or one that has "
        "hidden cards under it. The pack is gone through once, card by card."
    )
    example = "7 F"
    triumph = "All four suits are up, and the bank pays in full."
    alike = ("1-7",)
    by_routes = True
    home_first = True
    space_waits = True

    zones = (
        stock(0, 0, "the stock"),
        Zone(("W",), "the talon", Kind.TALON, (Place(1.5, 0),)),
        foundations("F1-F4", row(4, 4.5, 0, 1.5)),
        tableau("1-7", row(7, 0, 1.3, 1.5, Fan(dy=0.28, hidden=0.43, limit=2.7)), "the columns"),
    )
    board = (10, 5)
    routes = (
        Route(Tops("W 1-7"), "F1-F4", Family()),
        Route(Tops("W"), "1-7", Building((-1,), Match.OTHER_COLOUR, empty=KINGS)),
        Route(WholeRuns("1-7"), "1-7", DOWN),
        Route(WholeRuns("1-7", buried=True), "1-7", SPACE),
    )

    def setup(self, table: Table) -> None:
        """Row by row: one card face up, one face down to each column after it."""
        for k, column in enumerate(COLUMNS):
            table.deal_to([column])
            table.deal_to(COLUMNS[k + 1 :])
            for later in COLUMNS[k + 1 :]:
                table[later] = (*table[later][:-1], table[later][-1] | HIDDEN)
        self.pick_out_aces(table)

    def settle(self, table: Table, move: Move) -> None:
        """The card uncovered is turned up, aces showing are picked out."""
        changed = (move.source or "W",)
        if move.source:
            table.turn_up(changed)
        self.pick_out_aces(table, changed)

    def pick_out_aces(self, table: Table, ends: Sequence[str] = ENDS) -> None:
        """Bring aces to their foundations and turn up the cards under them, until none shows."""
        while ends := table.showing(ends, ACES):
            for id in ends:
                table.move(id, f"F{suit(table[id][-1]) + 1}")
            table.turn_up(ends)

    def stock_waits(self, position: Position) -> bool:
        """Nothing but the talon's card has to do with it."""
        return True

    def caption(self, position: Position) -> str:
        """The counters: 52 paid, 5 received a card."""
        return f"counters {5 * self.placed(position) - 52:+d}".replace("-", "−")
