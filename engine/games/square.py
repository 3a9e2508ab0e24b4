"""The Square: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import ACE, Card, rank, suit
from engine.families import FULL_DOWN, FULL_UP, CountedFamily
from engine.layout import grid, places, right
from engine.moves import Move
from engine.position import Position
from engine.rules import Building, Match, Route, Tops, expand
from engine.table import Table
from engine.vacancies import PlayerFills
from engine.zones import foundations, stock, tableau, talon

SQUARE = expand("1-16")

SQUARE_PLACES = grid(16, 4, 1.2, 0.45, 2.95, 1.22, right(0.26, limit=1.85))
CORNERS = places((13.05, 0, 0, 13.05), (0, 4.65, 0, 4.65))


def opening(table: Table, card: Card) -> str | None:
    """The corner that an ace begins."""
    corner = f"F{suit(card) + 1}"
    return corner if rank(card) == ACE and not table[corner] else None


class Square(PlayerFills):
    id = "square"
    title = "The Square"
    aliases = ("Quadrat", "Das Quadrat")
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "skill"
    length = "long"

    object = (
        "Each corner is built in suit from ace up to king, then with the second king down again "
        "to the second ace."
    )
    advice = (
        "The first ace of each suit goes to its corner by itself. On the square cards marry up "
        "and down, one at a time, so a run can be turned round card by card; take care that the "
        "two halves of a suit don't block each other. A place that falls empty must be filled "
        "before anything else: you choose between the top of the talon (w 3) and the next card of "
        "the pack, unseen (s 3); where only one of them has cards, it fills by itself. There is "
        "no other way to an empty place."
    )
    example = "3 7"
    triumph = "Ace to king and back to ace: all four corners are closed."
    vacancies = SQUARE
    alike = ("1-16",)

    zones = (
        stock(0, 2.3),
        talon(13.05, 2.3),
        foundations("F1-F4", CORNERS, 26, "the corners"),
        tableau("1-16", SQUARE_PLACES, "the square"),
    )
    board = (14.05, 5.65)
    routes = (
        Route(Tops("W 1-16"), "F1-F4", CountedFamily(FULL_UP + FULL_DOWN)),
        Route(Tops("W 1-16"), "1-16", Building((1, -1), Match.SUIT)),
    )

    def setup(self, table: Table) -> None:
        """One card to each place, opening aces going to their corners."""
        self.fill(table, SQUARE)

    def card_moves(self, position: Position) -> list[Move]:
        """A place that waits is filled before anything else."""
        if waiting := self.vacant(position):
            return [Move("", source, id) for id in waiting for source in ("W", "S")]
        return super().card_moves(position)

    def vacant(self, position: Position) -> list[str]:
        """A place waits only where there is a choice."""
        choice = self.pile(position, "W") and self.pile(position, "S")
        return super().vacant(position) if choice else []

    def fill(self, table: Table, ids: Iterable[str]) -> None:
        """The pack fills; opening aces go to their corners."""
        table.fill(ids, lambda card: opening(table, card))

    def deal(self, table: Table) -> None:
        """The next card is turned on the talon; an opening ace goes to its corner."""
        table.move("S", opening(table, table["S"][-1]) or "W")

    def settle(self, table: Table, move: Move) -> None:
        """Without a pack the talon fills."""
        super().settle(table, move)
        if not table["S"]:
            table.refill(SQUARE, "W")

    def refusal(self, position: Position, move: Move) -> str:
        """What comes first, and what fills."""
        if move.source in self.index and (demand := self.unfilled(position)):
            return demand
        if move.source != "S" and move.target in SQUARE and not self.pile(position, move.target):
            return "Empty places are filled only from the talon and the pack."
        return super().refusal(position, move)

    def caption(self, position: Position) -> str:
        """The place that waits."""
        waiting = self.vacant(position)
        return f"place {waiting[0]} must be filled" if waiting else ""
