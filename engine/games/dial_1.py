"""The Dial, No. 1: *Dick's Games of Patience* (1898)."""

from __future__ import annotations

from engine.cards import DIAMONDS, make, rank, suit
from engine.game import Game
from engine.games.dial_2 import CENTRE, CIRCLE
from engine.rules import FitTable, Match, Route, TableFit, Tops, make_table, neighbours
from engine.table import Table
from engine.zones import foundations, stock, talon


class SameRank(TableFit):
    """The k-th pile takes cards of one rank: its diamond first, then colours in turn."""

    words = "cards of one rank, the diamond first, then black, red, black"

    def table(self, k: int) -> FitTable:
        """See `Fit.table`."""
        return make_table(
            lambda card: neighbours(card, (0,), Match.OTHER_COLOUR, wrap=False),
            empty=1 << make(k + 1, DIAMONDS),
        )


class Dial1(Game):
    id = "dial-1"
    title = "The Dial, No. 1"
    aliases = ("The Dial",)
    book = "Dick's Games of Patience"
    year = 1898
    packs = 1
    kind = "luck"
    length = "medium"
    difficulty = "easy"
    daily = False

    object = (
        "The four cards of each rank lie together, diamond lowest, then black, red, black: the "
        "ace at one o'clock, the knave at eleven, the queen at twelve, the king in the centre."
    )
    advice = (
        "Diamonds go to their places by themselves. Nothing else goes to a place before its "
        "diamond. Only the top card of the talon is played. For a re-deal the talon is turned "
        "over."
    )
    example = "w f7"
    triumph = "Every card lies at its hour, the kings in the centre."
    dealing = "lays the next card of the pack on the talon, or a diamond on its place of the dial"

    zones = (
        stock(0, 1.6),
        talon(1.15, 1.6),
        foundations("F1-F13", (*CIRCLE, CENTRE), 4, "the dial"),
    )
    board = (10.16, 5.4)
    redeals = 2
    routes = (Route(Tops("W"), "F1-F13", SameRank()),)

    def deal(self, table: Table) -> None:
        """A diamond goes to its hour, any other card on the talon."""
        card = table["S"][-1]
        table.move("S", f"F{rank(card)}" if suit(card) == DIAMONDS else "W")
