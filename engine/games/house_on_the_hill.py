"""The House on the Hill: La Belle Lucie with ace and king families, from the same page."""

from __future__ import annotations

from engine.families import ACES_AND_KINGS
from engine.games.house_in_the_wood import TOPS, HouseInTheWood
from engine.rules import Building, Match, Route


class HouseOnTheHill(HouseInTheWood):
    id = "house-on-the-hill"
    title = "The House on the Hill"
    aliases = ()

    object = (
        "Build each suit twice: on F1 to F4 up from ace to king, on F5 to F8 down from king to ace."
    )
    example = "3 f6, 7 12"

    routes = (
        Route(TOPS, "F1-F8", ACES_AND_KINGS),
        Route(TOPS, "1-35", Building((-1, 1), Match.SUIT)),
    )
    alike = ("1-35",)
