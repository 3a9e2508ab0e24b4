"""The Queens: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.cards import KING, QUEEN, Card, Pile, rank, suit
from engine.families import Family
from engine.game import Game
from engine.layout import places, row
from engine.moves import Move
from engine.position import Position
from engine.rules import Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, stock, tableau, talon

SHUTTER = expand("1-7")
FAMILIES = expand("F1-F8")
KEY = 32
"""Cards that are dealt to the key."""
PAYMENT = 14
"""Cards of the key that are paid for a queen, herself included."""
FOR_A_QUEEN = 3
"""Cards of the talon that a queen brings back, besides herself."""

SHUTTER_PLACES = places(
    (2.25, 3.4, 4.55, 5.7, 2.8, 3.95, 5.1), (1.25, 1.25, 1.25, 1.25, 2.4, 2.4, 2.4)
)


def queens(pile: Pile) -> int:
    """How many queens lie in a pile."""
    return sum(rank(card) == QUEEN for card in pile)


def throne(table: Table, card: Card) -> str | None:
    """The first empty foundation of a king's suit."""
    if rank(card) != KING:
        return None
    return next(id for id in FAMILIES[2 * suit(card) :] if not table[id])


class Queens(Game):
    id = "queens"
    title = "The Queens"
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    difficulty = "hard"
    packs = 2
    kind = "mixed"
    length = "long"

    object = "Eight families in suit, each a king on which ace, two and so on follow up to queen."
    advice = (
        "The key goes to the foundations only; get rid of it first. As often as its top card was "
        "a queen at the start, fourteen of its cards were put beneath the pack. Cards of the "
        "shutter and the talon marry downwards. A place of the shutter that falls empty is "
        "filled at once from the talon, without one from the pack. When the pack is out, each "
        "queen in the talon brings back three cards from its bottom; queens met on the way come "
        "along unpaid, and the rest of the talon stays. Without a queen there is no re-deal."
    )
    example = "k f3"
    triumph = "Eight queens look down on you."

    zones = (
        foundations("F1-F8", row(8, 0, 0, 1.12)),
        tableau("1-7", SHUTTER_PLACES, "the shutter"),
        tableau("K", places((0.6,), (3.65,)), "the key"),
        stock(4.5, 3.65),
        talon(5.7, 3.65),
    )
    board = (8.9, 4.7)
    redeals = None
    routes = (
        Route(Tops("K W 1-7"), "F1-F8", Family("KA23456789TJQ", "SSHHDDCC")),
        Route(Tops("W 1-7"), "1-7", Building((-1,), Match.SUIT)),
    )

    def setup(self, table: Table) -> None:
        """The key, which pays for its queens, and the shutter; kings are enthroned."""
        for _ in range(KEY):
            table.move("S", "K")
        while table["K"] and rank(table["K"][-1]) == QUEEN:
            paid = table["K"][-PAYMENT:]
            table["K"] = table["K"][:-PAYMENT]
            table["S"] = paid[::-1] + table["S"]
        table.fill(SHUTTER, lambda card: throne(table, card))

    def settle(self, table: Table, move: Move) -> None:
        """Talon or pack fill the shutter."""
        table.refill(SHUTTER, "W", "S")

    def no_redeal(self, position: Position) -> str:
        """A re-deal must be paid for."""
        reason = super().no_redeal(position)
        if reason or queens(self.pile(position, "W")):
            return reason
        return "No queen lies in the talon, and only queens buy cards back."

    def redeal(self, table: Table) -> None:
        """The queens of the talon buy cards from its bottom, which become the pack."""
        heap, owed, taken = table["W"], FOR_A_QUEEN * queens(table["W"]), 0
        while owed and taken < len(heap):
            owed -= rank(heap[taken]) != QUEEN
            taken += 1
        table["S"], table["W"] = heap[:taken][::-1], heap[taken:]

    def caption(self, position: Position) -> str:
        """How many queens the talon holds."""
        count = queens(self.pile(position, "W"))
        return f"{count} {'queen' if count == 1 else 'queens'} in the talon" if count else ""
