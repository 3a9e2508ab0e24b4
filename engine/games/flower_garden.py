"""The Flower-Garden: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.cards import ANY
from engine.families import Family
from engine.game import Game
from engine.layout import down, places, row
from engine.rules import Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, reserve, tableau

BEDS = expand("1-6")
BOUQUET = expand("R1-R16")

AVAILABLE = Tops("1-6 R1-R16")


class FlowerGarden(Game):
    id = "flower-garden"
    title = "The Flower-Garden"
    aliases = ("Flower Garden", "Parterre", "The Bouquet", "The Garden")
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 1
    kind = "skill"
    length = "medium"

    object = "Build all four suits from ace to king."
    advice = (
        "Every card is in sight from the start. The sixteen cards of the Bouquet are all free to "
        "be played, but none comes back there. In the six beds only the top cards move, one at a "
        "time. An empty bed may be begun with any card, whenever you like; that is how a king "
        "gets out of the way."
    )
    example = "r1 2"

    zones = (
        tableau("1-6", row(6, 0, 0, 1.9, down(0.25, limit=3.0, wrap=0.86)), "the Garden"),
        reserve("R1-R16", row(16, 0, 4.25, 0.77), "the Bouquet"),
        foundations("F1-F4", places((11.55, 12.6, 11.55, 12.6), (0, 0, 1.15, 1.15))),
    )
    board = (13.6, 5.25)
    routes = (
        Route(AVAILABLE, "F1-F4", Family()),
        Route(AVAILABLE, "1-6", Building((-1,), Match.ANY, empty=ANY)),
    )
    deals = False
    alike = ("1-6", "R1-R16")
    by_routes = True
    home_first = True

    def setup(self, table: Table) -> None:
        """Six cards together to each bed, the last sixteen to the Bouquet."""
        table.deal_to(BEDS, 6)
        table.deal_to(BOUQUET)
