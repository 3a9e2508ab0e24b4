"""Empty places that the player fills before the next deal, from the talon or from the pack."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.game import Game
from engine.moves import Move
from engine.position import Position
from engine.table import Table


class PlayerFills(Game):
    """A game in which the player chooses how an empty place is filled, and when.

    With a talon he takes its top card (by a route of the game) or the next card of the pack,
    unseen; without one the pack fills the places at once, the lowest number first.
    """

    vacancies: ClassVar[tuple[str, ...]]
    """The places that are filled."""

    def fill(self, table: Table, ids: Iterable[str]) -> None:
        """The pack fills these places where they are empty."""
        table.fill(ids)

    def vacant(self, position: Position) -> list[str]:
        """The places that wait to be filled."""
        return [id for id in self.vacancies if not self.pile(position, id)]

    def unfilled(self, position: Position) -> str:
        """The demand to fill a place first, or ""."""
        vacant = self.vacant(position)
        return f"Place {vacant[0]} must be filled first." if vacant else ""

    def odd_moves(self, position: Position) -> list[Move]:
        """While there is a talon, the pack may fill a place instead of it."""
        moves = super().odd_moves(position)
        if self.pile(position, "S") and self.pile(position, "W"):
            moves += [Move("", "S", id) for id in self.vacant(position)]
        return moves

    def carry_out(self, table: Table, move: Move) -> None:
        """A card of the pack may be one that the game passes over; see `fill`."""
        if move.source == "S":
            self.fill(table, (move.target,))
        else:
            super().carry_out(table, move)

    def settle(self, table: Table, move: Move) -> None:
        """Without a talon the pack fills."""
        if not table["W"]:
            self.fill(table, self.vacancies)

    def no_deal(self, position: Position) -> str:
        """All places are filled before the next deal."""
        return super().no_deal(position) or self.unfilled(position)

    def no_redeal(self, position: Position) -> str:
        """All places are filled before the re-deal."""
        return super().no_redeal(position) or self.unfilled(position)

    def refusal(self, position: Position, move: Move) -> str:
        """When the pack fills."""
        if move.source != "S" or move.target not in self.vacancies:
            return ""
        if self.pile(position, move.target):
            return f"The pack fills only empty places, and {move.target} is not empty."
        return "" if self.pile(position, "S") else "The pack is dealt out."
