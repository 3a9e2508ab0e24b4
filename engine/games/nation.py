"""The Nation: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.cards import ANY, card_symbol
from engine.families import FULL_DOWN, Family
from engine.game import Game
from engine.layout import down, row
from engine.moves import Move
from engine.position import Position
from engine.rules import Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, hand, laid, stock, tableau

COLUMNS = expand("1-12")
NUMBERS = 8
"""So many cards are counted for a column."""
SUITS = "DCHS"
ASCENDING = Family(suits=SUITS, begun=True)
DESCENDING = Family(FULL_DOWN, SUITS, begun=True)
FAMILIES = {
    id: fit.table(k)
    for ids, fit in (("F1-F4", ASCENDING), ("F5-F8", DESCENDING))
    for k, id in enumerate(expand(ids))
}


class Nation(Game):
    id = "nation"
    title = "The Nation"
    aliases = ("La Nationale", "Nationale")
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "mixed"
    length = "medium"

    object = (
        "Eight families in suit: four that begin with the ace and end with the king, four that "
        "begin with the king and end with the ace."
    )
    advice = (
        "The dealing plays by itself: the cards of each column are counted from one to eight, and "
        "one that fits a foundation goes there and loses its number, so the column is shorter. A "
        "card that fits both foundations of its suit waits in hand for you: h f3. What has been "
        "laid in a column is not looked at again until the pack is out. Then the last cards of "
        "the columns are played, or laid on each other in suit, one rank up or down; an empty "
        "column takes any of them, unless it lies beyond the last one of this deal. The re-deal "
        "takes the columns up unshuffled: the last one is dealt first."
    )
    example = "7 f2"
    triumph = "The Nation is complete."

    zones = (
        stock(0, 0),
        hand(1.2, 0),
        foundations("F1-F4", row(4, 3.7, 0, 1.2), name="the aces"),
        foundations("F5-F8", row(4, 3.7, 1.05, 1.2), name="the kings"),
        tableau("1-12", row(12, 0, 2.35, 1.0, down(0.25, limit=3.05)), "the columns"),
    )
    board = (12, 6.4)
    bases = laid("F1-F8", "AD AC AH AS KD KC KH KS")
    first_phase = "deal:1:1"
    phases = r"deal:([1-9]|1[0-2]):[1-8]|play:([1-9]|1[0-2])"
    redeals = 2
    taken_up = COLUMNS
    routes = (
        Route(Tops("1-12"), "F1-F4", ASCENDING, phases=("play",)),
        Route(Tops("1-12"), "F5-F8", DESCENDING, phases=("play",)),
        Route(Tops("H"), "F1-F4", ASCENDING, phases=("deal",)),
        Route(Tops("H"), "F5-F8", DESCENDING, phases=("deal",)),
        Route(Tops("1-12"), "1-12", Building((1, -1), Match.SUIT, empty=ANY), phases=("play",)),
    )

    def card_moves(self, position: Position) -> list[Move]:
        """Only columns that were dealt are places."""
        moves = super().card_moves(position)
        if self.phase_of(position) == "deal":
            return moves
        absent = {id for id in COLUMNS[self.dealt(position) :] if not self.pile(position, id)}
        return [move for move in moves if move.target not in absent]

    def dealt(self, position: Position) -> int:
        """The columns of this deal, once it is over; all where the phase doesn't say."""
        _, *numbers = position.phase.split(":")
        return int(numbers[0]) if numbers else len(COLUMNS)

    def no_deal(self, position: Position) -> str:
        """The pack is dealt as a whole."""
        if held := self.pile(position, "H"):
            return f"{card_symbol(held[-1])} is in hand; choose one of its foundations first."
        if self.phase_of(position) == "play":
            return "The pack is dealt out."
        return super().no_deal(position)

    def no_redeal(self, position: Position) -> str:
        """The last card of the pack, too, may leave a choice."""
        held = self.pile(position, "H")
        return self.no_deal(position) if held else super().no_redeal(position)

    def deal(self, table: Table) -> None:
        """Column after column, until a card leaves a choice or the pack is out."""
        column, number = map(int, table.phase.split(":")[1:])
        self.deal_from(table, NUMBERS * (column - 1) + number - 1)

    def deal_from(self, table: Table, counted: int) -> None:
        """Goes on with the deal when so many cards have been counted."""
        while table["S"]:
            card = table["S"][-1]
            homes = [
                id
                for id, takes in FAMILIES.items()
                if (family := table[id]) and takes[family[-1]] >> card & 1
            ]
            if len(homes) > 1:
                table.move("S", "H")
                table.phase = f"deal:{counted // NUMBERS + 1}:{counted % NUMBERS + 1}"
                return
            table.move("S", homes[0] if homes else COLUMNS[counted // NUMBERS])
            counted += 1
        table.phase = f"play:{(counted - 1) // NUMBERS + 1}"

    def carry_out(self, table: Table, move: Move) -> None:
        """After the choice the deal goes on by itself."""
        super().carry_out(table, move)
        if move.source == "H":
            column, number = map(int, table.phase.split(":")[1:])
            self.deal_from(table, NUMBERS * (column - 1) + number)

    def redeal(self, table: Table) -> None:
        """The columns are taken up, each next one underneath, and turned over."""
        table.gather(COLUMNS[::-1])
        table.phase = self.first_phase

    def caption(self, position: Position) -> str:
        """How far the deal goes, while there are places beyond its last column."""
        dealt = self.dealt(position)
        if self.phase_of(position) == "deal" or dealt == len(COLUMNS):
            return ""
        return f"{dealt} columns in this deal"

    def refusal(self, position: Position, move: Move) -> str:
        """The columns rest during a deal; places beyond its last column are none."""
        if move.source in COLUMNS and self.phase_of(position) == "deal":
            return "The columns may be played when the pack is dealt out."
        if move.source not in COLUMNS or move.target not in COLUMNS[self.dealt(position) :]:
            return ""
        if self.pile(position, move.target):
            return ""
        return f"This deal has no column {move.target}; only {self.dealt(position)} were dealt."
