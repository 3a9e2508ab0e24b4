"""Anna: *Dick's Games of Patience* (1898); Lady Cadogan's stricter form is in `anna_cadogan`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.cards import JACK, Card, rank
from engine.families import Family
from engine.game import Game
from engine.layout import places
from engine.moves import Move
from engine.rules import Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import Zone, foundations, hand, stock, tableau, talon

LETTER_A = expand("1-8")
LETTER_N = expand("F1-F8")

A_PLACES = places(
    (2.1, 1.4, 2.8, 0.7, 2.1, 3.5, 0, 4.2), (0, 1.2, 1.2, 2.4, 2.4, 2.4, 3.6, 3.6), peep=0.06
)
N_PLACES = places((5.8, 5.8, 5.8, 6.9, 8.0, 9.1, 9.1, 9.1), (3.6, 1.8, 0, 1.2, 2.4, 3.6, 1.8, 0))

KNAVE_TO_KING = Family("JT98765432AK", suits="")
MARRIAGE = Building((1,), Match.SUIT, wrap=True)


def next_family(table: Table, card: Card) -> str | None:
    """A knave goes by itself to the first empty place of the N."""
    if rank(card) != JACK:
        return None
    return next(id for id in LETTER_N if not table[id])


class Anna(Game):
    id = "anna"
    title = "Anna"
    book = "Dick's Games of Patience"
    year = 1898
    packs = 2
    kind = "mixed"
    length = "long"
    difficulty = "easy"

    object = (
        "Two letters: the A becomes eight single queens, the N eight families, each a knave built "
        "down in suit to the ace and closed with the king."
    )
    advice = (
        "Knaves go to the N by themselves. A place emptied in the A is filled at once from the "
        "pack. A dealt card that is not used goes to the talon when the next is dealt; talon "
        "cards go only to the N. For the re-deal the talon is turned over, not shuffled."
    )
    example = "h 3"
    triumph = "The A is all queens, the N all kings."
    dealing = "lays the card in hand on the talon and takes the next one of the pack in hand"

    zones: ClassVar[tuple[Zone, ...]] = (
        stock(10.6, 0),
        hand(10.6, 1.8),
        talon(10.6, 3.6),
        foundations("F1-F8", N_PLACES, 12, "the letter N"),
        tableau("1-8", A_PLACES, "the letter A"),
    )
    board = (11.6, 4.6)
    redeals = 2
    taken_up: ClassVar[tuple[str, ...]] = ("W", "H")  # the card in hand counts as talon
    routes: ClassVar[tuple[Route, ...]] = (
        Route(Tops("H W 1-8"), "F1-F8", KNAVE_TO_KING),
        Route(Tops("H 1-8"), "1-8", MARRIAGE),
    )

    def setup(self, table: Table) -> None:
        """One card to each place of the A, knaves going to the N."""
        self.fill(table, LETTER_A)

    def deal(self, table: Table) -> None:
        """The card in hand is laid on the talon, the next one turned; a knave goes to the N."""
        if table["H"]:
            table.move("H", "W")
        table.move("S", next_family(table, table["S"][-1]) or "H")

    def redeal(self, table: Table) -> None:
        """The card in hand is laid on the talon, which is turned over."""
        if table["H"]:
            table.move("H", "W")
        table.turn_over()

    def settle(self, table: Table, move: Move) -> None:
        """Places are filled; queens that are left when the N is done find their places."""
        self.fill(table, LETTER_A)
        if self.won(table.position()):
            table.refill(LETTER_A, "H", "W")

    def fill(self, table: Table, ids: Iterable[str]) -> None:
        """Every empty place takes the next card of the pack that is no knave."""
        for id in ids:
            if not table[id]:
                card = table.draw(lambda card: next_family(table, card))
                if card is None:
                    return
                table.lay(card, id)
