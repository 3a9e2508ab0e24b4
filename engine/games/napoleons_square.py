"""Napoleon's Square: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from typing import ClassVar

from engine.cards import KING, SUITS, Card, Pile, make, suit
from engine.families import Family
from engine.game import Game
from engine.layout import Place, down, places, right, row
from engine.position import Position
from engine.rules import VACANCY, Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, stock, tableau, talon

SQUARE = expand("1-12")

ROW_YS = (0, 1.1, 2.2, 3.3)
SQUARE_PLACES = (
    *(Place(0, y, fan=right(0.25, 2.4)) for y in reversed(ROW_YS)),
    *row(4, 3.5, 0, 1.15, down(0.25, 2.3)),
    *(Place(8.4, y, fan=right(0.25, 2.4)) for y in ROW_YS),
)
F_PLACES = places((3.5, 3.5, 4.65, 4.65, 5.8, 5.8, 6.95, 6.95), (3.6, 4.7) * 4)

SQUARE_AND_TALON = Tops("1-12 W")


class NapoleonsSquare(Game):
    id = "napoleons-square"
    title = "Napoleon's Square"
    aliases: ClassVar[tuple[str, ...]] = (
        "Le Carré Napoléon",
        "Carré Napoléon",
        "Carre Napoleon",
        "Quadruple Line",
    )
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "mixed"
    length = "long"

    object = "Build all eight suits from ace to king, two families of each suit."
    advice = (
        "The top cards of the square's twelve packets and the talon's top card go to the "
        "foundations or onto a packet, one rank lower in suit, one card at a time. An empty place "
        "in the square takes only a talon card, whenever you like. The pack is gone through once. "
        "Where the deal has two kings of a suit each lying on a smaller card of it, one king has "
        "been slipped underneath its packet."
    )
    example = "w 7"

    zones = (
        stock(0, 4.7),
        talon(1.15, 4.7),
        tableau("1-12", SQUARE_PLACES, "the square"),
        foundations("F1-F8", F_PLACES),
    )
    board = (11.8, 5.7)
    routes = (
        Route(SQUARE_AND_TALON, "F1-F8", Family(suits="SSHHDDCC")),
        Route(SQUARE_AND_TALON, "1-12", Building((-1,), Match.SUIT)),
        Route(Tops("W"), "1-12", VACANCY),
    )

    by_routes = True

    def stock_waits(self, position: Position) -> bool:
        """Nothing but the talon's card has to do with it."""
        return True

    def setup(self, table: Table) -> None:
        """Four cards together to each packet; kings that block each other's suits are freed."""
        table.deal_to(SQUARE, 4)
        for s in range(len(SUITS)):
            slip_blocking_king(table, make(KING, s))


def slip_blocking_king(table: Table, king: Card) -> None:
    """If both kings of a suit lie on smaller cards of it, one goes under its packet.

    It is the one in the packet with the lower number, or the upper one of a packet that has both.
    """
    blocking = [(id, at) for id in SQUARE for at in blocks(table[id], king)]
    if len(blocking) == 2:
        (id, at), (other, upper) = blocking
        if other == id:
            at = upper
        pile = table[id]
        table[id] = (king, *pile[:at], *pile[at + 1 :])


def blocks(pile: Pile, king: Card) -> list[int]:
    """Where in the pile this king lies on a smaller card of its suit."""
    return [
        at
        for at, card in enumerate(pile)
        if card == king and any(c != king and suit(c) == suit(king) for c in pile[:at])
    ]
