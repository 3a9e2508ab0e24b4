"""The Fourteenth: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from itertools import combinations

from engine.cards import Card, card_symbol, rank
from engine.game import Game
from engine.layout import grid
from engine.moves import Move
from engine.position import Position
from engine.rules import expand
from engine.table import Table
from engine.zones import discard, stock, tableau

SQUARE = expand("1-25")
SIDE = 5
LINES = tuple(SQUARE[k * SIDE : (k + 1) * SIDE] for k in range(SIDE)) + tuple(
    SQUARE[k::SIDE] for k in range(SIDE)
)
"""The rows and columns."""
IN_LINE = tuple(
    sorted(
        (SQUARE.index(a), SQUARE.index(b), Move("pair", a, b))
        for line in LINES
        for a, b in combinations(line, 2)
    )
)
"""Every two places of one row or column, and their pairing."""


class Fourteenth(Game):
    id = "fourteenth"
    title = "The Fourteenth"
    aliases = ("Number Fourteen", "Fourteens", "Fourteen")
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "luck"
    length = "short"
    difficulty = "easy"

    object = "Withdraw the whole pack in pairs that make fourteen."
    advice = (
        "Knave, queen and king count eleven, twelve and thirteen; suits don't matter. The two "
        "cards must lie in one row or one column, at any distance. The pack fills their places; "
        "when it is out the cards close up in reading order. Once in a game, when no fourteen is "
        "to be had, two cards may change places with two others: swap 3 2, then swap 8 9. The "
        "second exchange must follow the first at once; pairing in between spends it."
    )
    example = "pair 4 5"
    triumph = "The whole pack is withdrawn."

    zones = (
        stock(9.0, 1.1, "the hand"),
        tableau("1-25", grid(25, SIDE, 0, 0, 1.6, 1.1), "the square"),
        discard(9.0, 3.3, 104),
    )
    board = (10, 5.4)
    verbs = ("pair", "swap")
    first_phase = "unused"
    phases = r"unused|spent|half \d\d? \d\d?"
    deals = False

    def setup(self, table: Table) -> None:
        """Five rows of five."""
        table.deal_to(SQUARE)

    def fourteens(self, position: Position) -> list[Move]:
        """The pairs that make fourteen."""
        first = self.index[SQUARE[0]]
        square = position.piles[first : first + len(SQUARE)]
        ranks = [rank(pile[-1]) if pile else 0 for pile in square]
        return [pair for a, b, pair in IN_LINE if ranks[a] + ranks[b] == 14]

    def odd_moves(self, position: Position) -> list[Move]:
        """Pairs, and the two halves of the exchange."""
        pairs = self.fourteens(position)
        word, *swapped = position.phase.split()
        if word == "spent" or (word == "unused" and pairs):
            return pairs
        others = [id for id in SQUARE if self.pile(position, id) and id not in swapped]
        return pairs + [Move("swap", a, b) for a, b in combinations(others, 2)]

    def carry_out(self, table: Table, move: Move) -> None:
        """The exchange is begun by its first half and spent by whatever comes next."""
        super().carry_out(table, move)
        if table.phase != "unused":
            table.phase = "spent"
        elif move.verb == "swap":
            a, b = sorted((move.source, move.target), key=SQUARE.index)
            table.phase = f"half {a} {b}"

    def settle(self, table: Table, move: Move) -> None:
        """The pack fills bare places; when it is out the cards close up."""
        if move.verb != "pair":
            return
        table.refill(SQUARE, "S")
        if not table["S"]:
            cards = [card for id in SQUARE for card in table[id]]
            for k, id in enumerate(SQUARE):
                table[id] = cards[k : k + 1]

    def won(self, position: Position) -> bool:
        """Whether hand and square are empty."""
        return not any(position.piles[: self.index["X"]])

    def caption(self, position: Position) -> str:
        """What is left of the exchange."""
        return {
            "unused": "the exchange is left",
            "half": "the exchange: two more cards may change places",
        }.get(self.phase_of(position), "the exchange is spent")

    def remark(self, position: Position) -> str:
        """Which cards have changed places already."""
        word, *swapped = position.phase.split()
        return f"{' and '.join(swapped)} have changed places" if word == "half" else ""

    def refusal(self, position: Position, move: Move) -> str:
        """What doesn't make fourteen, and when there is no exchange."""
        if not (cards := self.both(position, move)) or not {move.source, move.target} <= set(
            SQUARE
        ):
            return ""
        if move.verb in {"", "pair"}:
            return self.no_pair(*cards)
        if move.verb != "swap":
            return ""
        if position.phase == "spent":
            return "The exchange of this game is spent."
        if position.phase == "unused":
            return (
                f"The exchange is for when there is no fourteen; try {self.fourteens(position)[0]}."
            )
        _, a, b = position.phase.split()
        return f"The exchange goes on with two other cards than those on {a} and {b}."

    def no_pair(self, a: Card, b: Card) -> str:
        """Why two cards don't pair."""
        names = f"{card_symbol(a)} and {card_symbol(b)}"
        if rank(a) + rank(b) != 14:
            return f"{names} make {rank(a) + rank(b)}, not fourteen."
        return f"{names} lie in no common row or column."
