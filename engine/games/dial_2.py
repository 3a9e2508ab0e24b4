"""The Dial, No. 2, with two packs: *Dick's Games of Patience* (1898)."""

from __future__ import annotations

from math import cos, radians, sin

from engine.cards import KING, rank
from engine.families import FULL_UP, Family
from engine.game import Game
from engine.layout import Place
from engine.moves import Move
from engine.position import Position
from engine.rules import Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, laid, stock, talon

HOURS = expand("F1-F12")
HOUR_SUITS = "CHSD" * 3
"""The suits of the families from one o'clock to twelve."""
CENTRE = Place(6.08, 2.2)
CIRCLE = tuple(
    Place(
        round(6.08 + 3.08 * sin(radians(30 * hour)), 2),
        round(2.2 - 2.2 * cos(radians(30 * hour)), 2),
    )
    for hour in range(1, 13)
)
"""The places of the dial, one o'clock first."""


def orders(size: int) -> tuple[str, ...]:
    """Families of so many cards, kings left out, each ending with the card of its hour."""
    circle = FULL_UP[:-1] * 2
    return tuple(circle[12 + hour - size : 12 + hour] for hour in range(1, 13))


def dial_bases(size: int) -> dict[str, str]:
    """The first card of each family, by the hour."""
    cards = [order[0] + own for order, own in zip(orders(size), HOUR_SUITS, strict=True)]
    return laid("F1-F12", " ".join(cards))


def dial_routes(size: int) -> tuple[Route, ...]:
    """From the talon to the families, in suit, the ace following the queen."""
    return (Route(Tops("W"), "F1-F12", Family(orders(size), HOUR_SUITS, begun=True)),)


class Dial2(Game):
    id = "dial-2"
    title = "The Dial, No. 2"
    book = "Dick's Games of Patience"
    year = 1898
    packs = 2
    kind = "luck"
    length = "long"
    daily = False

    object = (
        "Twelve families of eight stand round the dial, each ending with the card of its hour: "
        "the ace at one, the two at two, the knave at eleven, the queen at twelve. The kings lie "
        "in the centre."
    )
    advice = (
        "Families go up in suit, the ace following the queen, and are closed when they reach "
        "their hour. Kings go to the centre by themselves. Only the top card of the talon is "
        "played. For a re-deal the talon is turned over."
    )
    example = "w f9"
    triumph = "Every family ends at its hour, the kings lie in the centre."

    zones = (
        stock(0, 1.6),
        talon(1.15, 1.6),
        foundations("F1-F12", CIRCLE, 8, "the dial"),
        foundations("F13", (CENTRE,), 8, "the centre"),
    )
    board = (10.16, 5.4)
    bases = dial_bases(8)
    redeals = 2
    routes = dial_routes(8)

    def won(self, position: Position) -> bool:
        """When the families are complete: only kings can be left then."""
        piles, index = position.piles, self.index
        full = self.zone_of("F1").capacity
        return all(len(piles[index[id]]) == full for id in HOURS)

    def deal(self, table: Table) -> None:
        """A king goes to the centre, any other card on the talon."""
        table.move("S", "F13" if rank(table["S"][-1]) == KING else "W")

    def settle(self, table: Table, move: Move) -> None:
        """When the families are complete, the kings left in the pack are laid in the centre."""
        if table["S"] and self.won(table.position()):
            table.deal_to(("F13",), len(table["S"]))
