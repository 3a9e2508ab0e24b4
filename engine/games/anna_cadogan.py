"""Anna in *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import ANY, KING, QUEEN, of_rank, rank
from engine.games.anna import (
    A_PLACES,
    KNAVE_TO_KING,
    LETTER_A,
    MARRIAGE,
    N_PLACES,
    Anna,
    next_family,
)
from engine.moves import Move
from engine.position import Position
from engine.rules import VACANCY, Route, Tops
from engine.table import Table
from engine.vacancies import PlayerFills
from engine.zones import foundations, stock, tableau, talon

AVAILABLE = Tops("W 1-8")
MARRIES = ANY & ~of_rank(QUEEN, KING)
"""Queens stay where they are, and a king would only go on a queen."""


class AnnaCadogan(PlayerFills, Anna):
    id = "anna-cadogan"
    title = "Anna (Lady Cadogan)"
    difficulty = "easy"
    aliases = ("Lady Cadogan's Anna",)
    book = "Lady Cadogan's Illustrated Games"
    year = 1914

    advice = (
        "Knaves go to the N by themselves. Nothing is ever laid on a queen. While there is a "
        "talon you choose how a place emptied in the A is filled, with the top of the talon "
        "(w 3) or unseen from the pack (s 3), and must do so before the next deal; without a "
        "talon the pack fills it at once. For the re-deal the talon is turned over, not shuffled."
    )
    example = "w 3"
    triumph = "The A is all queens, the N all kings."
    dealing = "lays the next card of the pack on the talon"

    zones = (
        stock(10.6, 0.6),
        talon(10.6, 2.4),
        foundations("F1-F8", N_PLACES, 12, "the letter N"),
        tableau("1-8", A_PLACES, "the letter A"),
    )
    taken_up = ("W",)
    vacancies = LETTER_A
    routes = (
        Route(AVAILABLE, "F1-F8", KNAVE_TO_KING),
        Route(AVAILABLE, "1-8", MARRIAGE, cards=MARRIES),
        Route(Tops("W"), "1-8", VACANCY),
    )
    alike = ("1-8", "F1-F8")

    def deal(self, table: Table) -> None:
        """The next card is turned on the talon; a knave goes to the N."""
        table.move("S", next_family(table, table["S"][-1]) or "W")

    def redeal(self, table: Table) -> None:
        """The talon is turned over."""
        table.turn_over()

    def fill(self, table: Table, ids: Iterable[str]) -> None:
        """Knaves go to the N, as in the other Anna."""
        Anna.fill(self, table, ids)

    def settle(self, table: Table, move: Move) -> None:
        """Queens that are left when the N is done find their places."""
        super().settle(table, move)
        if self.won(table.position()):
            table.refill(LETTER_A, "W", "S")

    def refusal(self, position: Position, move: Move) -> str:
        """What queens forbid."""
        if move.target not in LETTER_A or move.source not in self.index:
            return ""
        card, below = self.pile(position, move.source), self.pile(position, move.target)
        if move.source in LETTER_A and card and rank(card[-1]) == QUEEN:
            return "A queen stays where she is."
        if move.source != "S" and card and below and rank(below[-1]) == QUEEN:
            return "Nothing is ever laid on a queen."
        return super().refusal(position, move)
