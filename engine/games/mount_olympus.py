"""Mount Olympus: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.cards import ANY, of_rank
from engine.families import Family
from engine.layout import Place, places
from engine.rules import VACANCY, Building, Match, Route, Tops, expand
from engine.table import Table
from engine.vacancies import PlayerFills
from engine.zones import foundations, laid, stock, tableau, talon

BATTERY = expand("1-9")
PYRAMID = expand("F1-F16")
ACES = "F1 F4 F5 F8 F9 F12 F13 F16"
TWOS = "F2 F3 F6 F7 F10 F11 F14 F15"

LEFT = (4.35, 4.05, 3.0, 2.7, 1.65, 1.35, 0.3, 0)
HEIGHTS = (0, 1.05, 1.05, 2.1, 2.1, 3.15, 3.15, 4.2)
SIDES = [
    Place(x if side == 0 else round(9.8 - x, 2), y)
    for x, y in zip(LEFT, HEIGHTS, strict=True)
    for side in (0, 1)
]
"""The two sides of the pyramid, row by row from the top."""
BATTERY_PLACES = places(
    (4.9, 3.8, 4.9, 6.0, 2.7, 3.8, 4.9, 6.0, 7.1), (2.1, *(3.15,) * 3, *(4.2,) * 5)
)

AVAILABLE = Tops("W 1-9")


def on_the_pyramid(ids: str) -> tuple[Place, ...]:
    """Where these foundations lie."""
    return tuple(SIDES[PYRAMID.index(id)] for id in ids.split())


class MountOlympus(PlayerFills):
    id = "mount-olympus"
    title = "Mount Olympus"
    aliases = ("Olympus", "Der Olymp")
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "mixed"
    length = "long"
    difficulty = "easy"

    object = (
        "Sixteen families in suit round the pyramid: the eight aces go up by odd cards to the "
        "king, the eight twos by even cards to the queen."
    )
    advice = (
        "Knave, queen and king count eleven, twelve and thirteen. The battery, too, is built by "
        "twos: a seven goes on a nine. While there is a talon you choose how an empty place is "
        "filled, with the top of the talon (w 3) or unseen from the pack (s 3), and must do so "
        "before the next deal; without a talon the pack fills it at once."
    )
    example = "w 3"
    triumph = "Kings and queens stand on Mount Olympus."

    zones = (
        stock(0, 0),
        talon(1.1, 0),
        foundations(ACES, on_the_pyramid(ACES), 7, "the aces"),
        foundations(TWOS, on_the_pyramid(TWOS), 6, "the twos"),
        tableau("1-9", BATTERY_PLACES, "the battery"),
    )
    board = (10.8, 5.2)
    bases = laid(ACES, "AH AC AD AS AH AC AD AS") | laid(TWOS, "2H 2C 2D 2S 2H 2C 2D 2S")
    redeals = 1
    vacancies = BATTERY
    alike = ("1-9",)
    routes = (
        Route(AVAILABLE, ACES, Family("A3579JK", "HCDS", begun=True)),
        Route(AVAILABLE, TWOS, Family("2468TQ", "HCDS", begun=True)),
        Route(AVAILABLE, "1-9", Building((-2,), Match.SUIT), cards=ANY & ~of_rank(1, 2)),
        Route(Tops("W"), "1-9", VACANCY),
    )

    def setup(self, table: Table) -> None:
        """One card to each place of the battery."""
        table.deal_to(BATTERY)
