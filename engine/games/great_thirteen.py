"""The Great Thirteen: *Lady Cadogan's Illustrated Games* (1914)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import KING, Mask, card_symbol, of_rank, rank
from engine.game import Game
from engine.layout import down, row
from engine.moves import Move
from engine.position import Position
from engine.rules import Fit, Index, Piles, Route, Tops, Wants, expand
from engine.table import Table
from engine.zones import Kind, Zone, foundations, tableau

GROUND = expand("1-8")
BALCONY = expand("B1-B8")
NUMERALS = expand("N1-N8")
RANKED: tuple[Mask, ...] = tuple(of_rank(value) for value in range(KING + 1))


class Multiples(Fit):
    """Twice the value of the balcony card, then always that value more, less 13 when over."""

    words = "the value of the balcony card added, less 13 when over; first it is doubled"

    def bind(self, index: Index, targets: Sequence[int]) -> Wants:
        """See `Fit.bind`; after the king nothing is taken."""
        above = dict(zip(targets, (index[id] for id in BALCONY), strict=True))

        def wants(piles: Piles, target: int) -> Mask:
            pile, head = piles[target], piles[above[target]]
            value = rank((pile or head)[-1]) if head else KING
            return 0 if value == KING else RANKED[(value + rank(head[-1]) - 1) % 13 + 1]

        return wants


class GreatThirteen(Game):
    id = "great-thirteen"
    title = "The Great Thirteen"
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "skill"
    length = "medium"
    difficulty = "hard"

    object = "Eight packets of numerals, each of twelve cards and ending with a king."
    advice = (
        "Suits don't matter; knave, queen and king count 11, 12 and 13. A numeral begins with "
        "twice the value of the balcony card above it, and each further card is worth the last "
        "one plus the balcony card; from a sum over 13 take 13 away. The table shows what each "
        "numeral wants. Only the top cards of the ground packets are played, and while one of "
        "them can begin a numeral, only that is allowed. When nothing fits, the next ground "
        "packet from the left is dealt out, its lowest card first, one to each place after it and "
        "round again, empty places and its own included; each place is dealt out once."
    )
    example = "5 n1"
    triumph = "Every numeral ends with a king."

    zones = (
        Zone(BALCONY, "the balcony", Kind.ORNAMENT, row(8, 0, 0, 1.98)),
        foundations("N1-N8", row(8, 0.96, 0, 1.98), 12, "the numerals"),
        tableau("1-8", row(8, 0, 1.3, 1.98, down(0.16, limit=4.3, wrap=0.9)), "the ground packets"),
    )
    board = (15.82, 6.45)
    spaces_differ = True
    ranks_only = True
    first_phase = "next 1"
    phases = "next [1-9]"
    routes = (Route(Tops("1-8"), "N1-N8", Multiples()),)

    def setup(self, table: Table) -> None:
        """Thirteen cards to each packet, kings slipped under it, its top card to the balcony."""
        for id in GROUND:
            table.deal_to((id,), 13)
            while rank(table[id][-1]) == KING:
                table[id] = (table[id][-1], *table[id][:-1])
            table.move(id, f"B{id}")

    def card_moves(self, position: Position) -> list[Move]:
        """While a numeral can be begun, nothing else is legal."""
        found = super().card_moves(position)
        return [move for move in found if not self.pile(position, move.target)] or found

    def no_deal(self, position: Position) -> str:
        """A packet is dealt out only when nothing fits."""
        if not self.next_packet(position):
            return "Every packet has been dealt out."
        if self.card_moves(position):
            return "A packet is dealt out only when no card goes to the numerals."
        return ""

    def deal(self, table: Table) -> None:
        """The next packet is turned over and dealt to all places, from the one on its right."""
        k = self.next_packet(table.position())
        cards, table[f"{k}"] = table[f"{k}"], ()
        for i, card in enumerate(cards):
            table.lay(card, GROUND[(k + i) % 8])
        table.phase = f"next {k + 1}"

    def next_packet(self, position: Position) -> int:
        """1 to 8: the packet to be dealt out next; 0 when there is none."""
        first = int(position.phase.split()[1])
        return next((k for k in range(first, 9) if self.pile(position, f"{k}")), 0)

    def refusal(self, position: Position, move: Move) -> str:
        """The value that is wanted, and that beginning a numeral comes before continuing one."""
        if move.source not in GROUND or move.target not in NUMERALS or move.count != 1:
            return ""
        pile, wanted = self.pile(position, move.source), self.wanted(position, move.target)
        if not pile:
            return ""
        if not wanted:
            return f"{move.target} is complete."
        if not self.takes(position, move.target) >> pile[-1] & 1:
            return f"{move.target} wants a card worth {wanted}, not {card_symbol(pile[-1])}."
        first = self.card_moves(position)[0]
        card = card_symbol(self.pile(position, first.source)[-1])
        return f"Empty numerals come first: {card} on {first.source} can begin {first.target}."

    def caption(self, position: Position) -> str:
        """Which packet is dealt out next."""
        k = self.next_packet(position)
        return f"packet {k} is dealt out next" if k else "every packet has been dealt out"

    def next_places(self, position: Position) -> tuple[str, ...]:
        """The packet that is dealt out next."""
        k = self.next_packet(position)
        return (f"{k}",) if k else ()
