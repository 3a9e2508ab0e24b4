"""The Blondes and Brunettes: a variety of Rouge et Noir, *Dick's Games of Patience* (1884)."""

from __future__ import annotations

from engine.cards import ACE, SUITS, Card, rank, suit
from engine.games.rouge_et_noir import ACES, PACKETS, RougeEtNoir
from engine.moves import Move
from engine.rules import expand
from engine.table import Table
from engine.zones import laid

SPACES = dict(zip(expand("F1-F8"), map(SUITS.index, ACES), strict=True))
"""The suit of each foundation."""


def ace_space(table: Table, card: Card) -> str | None:
    """An ace goes by itself to the first empty space of its suit."""
    if rank(card) != ACE:
        return None
    return next((id for id, own in SPACES.items() if own == suit(card) and not table[id]), None)


class BlondesAndBrunettes(RougeEtNoir):
    id = "blondes-and-brunettes"
    title = "The Blondes and Brunettes"
    difficulty = "easy"
    aliases = ("Blondes",)

    advice = (
        "The aces are still in the pack: each goes to its space by itself as soon as it is "
        "turned, and no family begins before its ace is there. The packets are built down in the "
        "same red and black order, one card at a time. An emptied packet is begun anew at once "
        "with the top card of the talon, or of the pack when there is no talon."
    )
    example = "w 3"
    triumph = "Black aces end in black kings, red aces in red kings."

    bases = laid("", "")
    redeals = 2

    def setup(self, table: Table) -> None:
        """One card to each packet, aces going to their spaces."""
        self.fill(table)

    def deal(self, table: Table) -> None:
        """An ace goes to its space, any other card on the talon."""
        table.move("S", ace_space(table, table["S"][-1]) or "W")

    def settle(self, table: Table, move: Move) -> None:
        """Emptied packets are begun anew from the talon, else from the pack."""
        table.refill(PACKETS, "W")
        self.fill(table)

    def fill(self, table: Table) -> None:
        """Every empty packet takes the next card of the pack that is no ace."""
        table.fill(PACKETS, lambda card: ace_space(table, card))
