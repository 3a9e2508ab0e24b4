"""Anna in *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

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
from engine.zones import foundations, stock, tableau, talon

AVAILABLE = Tops("W 1-8")
MARRIES = ANY & ~of_rank(QUEEN, KING)
"""Queens stay where they are, and a king would only go on a queen."""


class AnnaCadogan(Anna):
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
        "talon the pack fills it at once."
    )
    example = "w 3"
    triumph = "The A is all queens, the N all kings."

    zones = (
        stock(10.6, 0.6),
        talon(10.6, 2.4),
        foundations("F1-F8", N_PLACES, 12, "the letter N"),
        tableau("1-8", A_PLACES, "the letter A"),
    )
    taken_up = ("W",)
    routes = (
        Route(AVAILABLE, "F1-F8", KNAVE_TO_KING),
        Route(AVAILABLE, "1-8", MARRIAGE, cards=MARRIES),
        Route(Tops("W"), "1-8", VACANCY),
    )
    alike = ("1-8", "F1-F8")

    def odd_moves(self, position: Position) -> list[Move]:
        """While there is a talon, a vacancy may be filled from the pack instead."""
        if self.pile(position, "S") and self.pile(position, "W"):
            return [Move("", "S", id) for id in self.vacant(position)]
        return []

    def carry_out(self, table: Table, move: Move) -> None:
        """A card of the pack that fills a vacancy is turned; knaves go to the N."""
        if move.source != "S":
            super().carry_out(table, move)
        elif (card := table.draw(lambda card: next_family(table, card))) is not None:
            table.lay(card, move.target)

    def deal(self, table: Table) -> None:
        """The next card is turned on the talon; a knave goes to the N."""
        table.move("S", next_family(table, table["S"][-1]) or "W")

    def no_deal(self, position: Position) -> str:
        """Vacancies are filled first."""
        return self.unfilled(position) or super().no_deal(position)

    def no_redeal(self, position: Position) -> str:
        """Vacancies are filled first."""
        return self.unfilled(position) or super().no_redeal(position)

    def redeal(self, table: Table) -> None:
        """The talon is turned over."""
        table.turn_over()

    def settle(self, table: Table, move: Move) -> None:
        """Without a talon the pack fills; queens that are left at the end find their places."""
        if not table["W"]:
            self.fill(table)
        if self.won(table.position()):
            table.refill(LETTER_A, "W", "S")

    def vacant(self, position: Position) -> list[str]:
        """The empty places of the A."""
        return [id for id in LETTER_A if not self.pile(position, id)]

    def unfilled(self, position: Position) -> str:
        """The demand to fill a vacancy while there is a talon; "" when there is nothing to do."""
        vacant = self.vacant(position)
        if not vacant or not self.pile(position, "W"):
            return ""
        return f"Place {vacant[0]} of the A must be filled first, from the talon or the pack."

    def refusal(self, position: Position, move: Move) -> str:
        """What queens forbid, and when the pack fills."""
        if move.target not in LETTER_A or move.source not in self.index:
            return ""
        if move.source == "S":
            if self.pile(position, move.target):
                return f"The pack fills only empty places, and {move.target} is not empty."
            return "The pack is dealt out." if not self.pile(position, "S") else ""
        card, below = self.pile(position, move.source), self.pile(position, move.target)
        if move.source in LETTER_A and card and rank(card[-1]) == QUEEN:
            return "A queen stays where she is."
        if card and below and rank(below[-1]) == QUEEN:
            return "Nothing is ever laid on a queen."
        return ""
