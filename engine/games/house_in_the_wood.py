"""The House in the Wood: La Belle Lucie with two packs, from the same page of Lady Cadogan."""

from __future__ import annotations

from typing import ClassVar

from engine.families import Family
from engine.games.la_belle_lucie import LaBelleLucie
from engine.layout import column, grid, right
from engine.rules import Building, Match, Route, Tops, expand
from engine.zones import Zone, foundations, tableau

TOPS = Tops("1-35")


class HouseInTheWood(LaBelleLucie):
    id = "house-in-the-wood"
    title = "The House in the Wood"
    aliases: ClassVar[tuple[str, ...]] = ("House in the Woods",)
    packs = 2
    length = "long"

    object = "Build eight families, two of each suit, from ace to king."

    zones: ClassVar[tuple[Zone, ...]] = (
        tableau("1-35", grid(35, 7, dx=1.87, dy=1.28, fan=right(0.28, limit=0.8)), "the packets"),
        foundations("F1-F8", column(4, 13.2, 0, 1.28) + column(4, 14.3, 0, 1.28)),
    )
    board = (15.3, 6.12)
    routes: ClassVar[tuple[Route, ...]] = (
        Route(TOPS, "F1-F8", Family()),
        Route(TOPS, "1-35", Building((-1,), Match.SUIT)),
    )
    alike: ClassVar[tuple[str, ...]] = ("1-35", "F1 F5", "F2 F6", "F3 F7", "F4 F8")

    home_first = False  # of two equal cards one may be better placed than the other
    packets = expand("1-35")
    taken_up = packets
