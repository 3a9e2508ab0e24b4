"""The Besieged City: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from itertools import combinations

from engine.cards import DECK, mask, rank, suit
from engine.families import CountedFamily
from engine.game import Game
from engine.layout import column, grid, places
from engine.moves import Move
from engine.position import Position
from engine.rules import FitTable, Route, TableFit, Tops, expand, make_table
from engine.table import Table
from engine.zones import Weights, foundations, hand, reserve, stock, tableau, talon

RAMPARTS, RESERVE = expand("1-14"), expand("R1-R12")
LINES = (
    ("R1 R2 R3", "4 14"),
    ("R4 R5 R6", "5 13"),
    ("R7 R8 R9", "6 12"),
    ("R10 R11 R12", "7 11"),
    ("R1 R4 R7 R10", "1 10"),
    ("R2 R5 R8 R11", "2 9"),
    ("R3 R6 R9 R12", "3 8"),
)
"""The rows and columns of the Reserve, and the two ramparts at the ends of each."""
BEHIND = {rampart: expand(line) for line, two in LINES for rampart in expand(two)}
"""The line of the Reserve that a rampart ends."""

RAMPART_PLACES = places(
    (4.0, 5.5, 7.0, 8.6, 8.6, 8.6, 8.6, 7.0, 5.5, 4.0, 2.4, 2.4, 2.4, 2.4),
    (0, 0, 0, 1.0, 2.1, 3.2, 4.3, 5.3, 5.3, 5.3, 4.3, 3.2, 2.1, 1.0),
    turn=90,
)

TO_SEVEN = "AK2Q3J4T59687"


class Wall(TableFit):
    """Neighbours in suit: in rank, or in the order of the foundations."""

    words = "of the same suit, one rank higher or lower, or next to it on the foundations"

    def table(self, k: int) -> FitTable:
        """Neighbours on the foundations make fourteen or fifteen together."""
        return make_table(
            lambda card: mask(
                c
                for c in DECK
                if suit(c) == suit(card)
                and (abs(rank(c) - rank(card)) == 1 or rank(c) + rank(card) in (14, 15))
            )
        )


class BesiegedCity(Game):
    id = "besieged-city"
    title = "The Besieged City"
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "skill"
    length = "long"
    difficulty = "hard"

    object = (
        "Four foundations of 26 cards, one a suit, in the order A K 2 Q 3 J 4 10 5 9 6 8 7 and "
        "back, 7 8 6 9 5 10 4 J 3 Q 2 K A."
    )
    advice = (
        "Foundations take cards from the ramparts (1 to 14) and the card just turned. On the "
        "ramparts cards of one suit may lie on each other when they are neighbours in rank or on "
        "the foundations (queen and two, king and ace). A Reserve card reaches only the four "
        "ramparts at the ends of its row and column. A rampart that falls empty must be filled "
        "at once from its own line of the Reserve, and the Reserve is filled by itself from the "
        "talon, else from the turned card or the pack; no other way leads back from the talon. "
        "When pack and talon are out, Reserve cards may change places at will (swap r1 r6, r6 r5)."
    )
    example = "r5 2"
    triumph = "Four families of twenty-six: the siege is over."
    dealing = "lays the card in hand on the talon and takes the next one of the pack in hand"

    zones = (
        stock(0.3, 1.5),
        hand(0.3, 2.65),
        talon(0.3, 3.8),
        tableau("1-14", RAMPART_PLACES, "the ramparts"),
        reserve("R1-R12", grid(12, 3, 4.0, 1.0, 1.5), "the Reserve"),
        foundations("F1-F4", column(4, 10.6, 0.6), 26),
    )
    board = (11.6, 6.3)
    verbs = ("swap",)
    first_phase = "play"
    phases = "play|end"
    weights = Weights(placed=10, blocked=4, depth=0, gap=0, dealing=0.5)
    routes = (
        Route(Tops("1-14 H"), "F1-F4", CountedFamily(TO_SEVEN + TO_SEVEN[::-1])),
        Route(Tops("1-14"), "1-14", Wall()),
        *(Route(Tops(line), two, Wall()) for line, two in LINES),
    )

    def setup(self, table: Table) -> None:
        """One card to each place, the Reserve first."""
        table.deal_to(RESERVE + RAMPARTS)

    def card_moves(self, position: Position) -> list[Move]:
        """A rampart that waits to be filled comes before everything else."""
        return self.fills(position) or super().card_moves(position)

    def fills(self, position: Position) -> list[Move]:
        """The moves that fill empty ramparts from their lines."""
        return [
            Move("", id, rampart)
            for rampart in RAMPARTS
            if not self.pile(position, rampart)
            for id in BEHIND[rampart]
            if self.pile(position, id)
        ]

    def odd_moves(self, position: Position) -> list[Move]:
        """At the end the cards of the Reserve may change places."""
        if position.phase != "end":
            return []
        full = [id for id in RESERVE if self.pile(position, id)]
        bare = [id for id in RESERVE if not self.pile(position, id)]
        moves = [Move("swap", a, b) for a, b in combinations(full, 2)]
        return moves + [Move("", a, b) for a in full for b in bare]

    def no_deal(self, position: Position) -> str:
        """An empty rampart comes first; the last card in hand may still be laid aside."""
        if not self.pile(position, "S") and not self.pile(position, "H"):
            return "The pack is dealt out."
        return self.unfilled(position)

    def deal(self, table: Table) -> None:
        """The card in hand goes to the talon, the next one is turned."""
        if table["H"]:
            table.move("H", "W")
        if table["S"]:
            table.move("S", "H")

    def settle(self, table: Table, move: Move) -> None:
        """The Reserve is filled, and ramparts for which there is one card only."""
        table.refill(RESERVE, "W", "H", "S")
        while only := self.only_fill(table):
            table.move(*only)
            table.refill(RESERVE, "W", "H", "S")
        if not (table["S"] or table["H"] or table["W"]):
            table.phase = "end"

    def only_fill(self, table: Table) -> tuple[str, str] | None:
        """The first empty rampart whose line has a single card: that card's place, and it."""
        for rampart in RAMPARTS:
            if not table[rampart]:
                line = [id for id in BEHIND[rampart] if table[id]]
                if len(line) == 1:
                    return line[0], rampart
        return None

    def unfilled(self, position: Position) -> str:
        """The demand to fill an empty rampart, or ""."""
        fills = self.fills(position)
        if not fills:
            return ""
        rampart = fills[0].target
        line = [move.source for move in fills if move.target == rampart]
        return f"Rampart {rampart} must be filled first, from {', '.join(line)}."

    def caption(self, position: Position) -> str:
        """A rampart that must be filled, or that the end has begun."""
        if fills := self.fills(position):
            return f"rampart {fills[0].target} must be filled"
        return "the end: Reserve cards may change places" if position.phase == "end" else ""

    def next_places(self, position: Position) -> tuple[str, ...]:
        """The rampart that must be filled."""
        return tuple(move.target for move in self.fills(position)[:1])

    def refusal(self, position: Position, move: Move) -> str:
        """Who may go where inside the walls."""
        if unfilled := self.unfilled(position):
            return unfilled
        source, target = move.source, move.target
        if source in RESERVE and target in RESERVE and position.phase != "end":
            return "Reserve cards change places only when pack, hand and talon are out."
        if source == "W":
            return "Talon cards come back only by themselves, into the Reserve."
        if source == "H" and target in RAMPARTS:
            return "The turned card goes to a foundation, or with the next deal to the talon."
        if source in RESERVE and target in RAMPARTS and source not in BEHIND[target]:
            reached = [rampart for rampart in RAMPARTS if source in BEHIND[rampart]]
            return f"{source} reaches only the ramparts {', '.join(reached)}."
        if target in RAMPARTS and not self.pile(position, target):
            return "An empty rampart is filled only from its own line of the Reserve."
        return ""

    def wanted(self, position: Position, id: str) -> str:
        """The order is hard to keep in mind: even where a seven takes its eight it is said."""
        return self.next_card(position, id)
