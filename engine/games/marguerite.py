"""Marguerite: *Dick's Games of Patience* (1898)."""

from __future__ import annotations

from typing import ClassVar

from engine.cards import ACE, Card, card_symbol, rank, suit
from engine.families import Family
from engine.game import Game
from engine.layout import Place, column, places
from engine.moves import Move
from engine.position import Position
from engine.rules import Route, Tops, expand
from engine.table import Table
from engine.zones import Kind, Zone, foundations, laid, stock, tableau, talon

LETTER_A = expand("1-9")
FAMILIES = Family(("KT98",) * 4 + ("Q765",) * 4 + ("J432",) * 4, begun=True)

M_PLACES = (
    column(4, 0, 0, 1.1)
    + column(4, 5.6, 0, 1.1)
    + places((1.15, 2.15, 3.45, 4.45), (0.5, 1.55, 1.55, 0.5))
)
A_PLACES = places(
    (9.2, 8.5, 9.9, 7.55, 8.65, 9.75, 10.85, 7.0, 11.4), (0, *(1.1,) * 2, *(2.2,) * 4, *(3.3,) * 2)
)


def below_the_knaves(card: Card) -> str | None:
    """Aces are of no use and lie by themselves."""
    return "X" if rank(card) == ACE else None


class Marguerite(Game):
    id = "marguerite"
    title = "Marguerite"
    aliases: ClassVar[tuple[str, ...]] = ("Dick's Marguerite",)
    book = "Dick's Games of Patience"
    year = 1898
    packs = 1
    kind = "luck"
    length = "short"
    difficulty = "easy"
    daily = False

    object = (
        "The letter M is completed down in suit: each king takes its ten, nine and eight, each "
        "queen its seven, six and five, each knave its four, three and two. The letter A has "
        "vanished then."
    )
    advice = (
        "Aces are of no use and go by themselves below the knaves. A place emptied in the A is "
        "filled at once from the pack, never from the talon. Nothing is built on the A. A card "
        "that comes upon a higher one of its family in the talon has blocked the game."
    )
    example = "w f5"
    triumph = "The M is complete, and the A has vanished."

    zones = (
        stock(4.9, 4.6),
        talon(6.1, 4.6),
        foundations("F1-F12", M_PLACES, 4, "the letter M"),
        Zone(("X",), "the aces", Kind.ORNAMENT, (Place(2.8, 2.8),)),
        tableau("1-9", A_PLACES, "the letter A"),
    )
    board = (12.4, 5.6)
    bases = laid("F1-F12", "KS KH KD KC QS QH QD QC JS JH JD JC")
    routes = (Route(Tops("W 1-9"), "F1-F12", FAMILIES),)

    def setup(self, table: Table) -> None:
        """One card to each place of the A, aces going below the knaves."""
        table.fill(LETTER_A, below_the_knaves)

    def deal(self, table: Table) -> None:
        """An ace goes below the knaves, any other card on the talon."""
        table.move("S", below_the_knaves(table["S"][-1]) or "W")

    def settle(self, table: Table, move: Move) -> None:
        """Places of the A are filled from the pack."""
        table.fill(LETTER_A, below_the_knaves)

    def caption(self, position: Position) -> str:
        """The two talon cards that block each other, if there are any."""
        highest: dict[tuple[int, int], Card] = {}
        for card in self.pile(position, "W"):
            family = suit(card), (10 - rank(card)) // 3
            under = highest.get(family)
            if under is not None and rank(under) > rank(card):
                return f"blocked: {card_symbol(card)} lies over {card_symbol(under)}"
            highest[family] = card
        return ""
