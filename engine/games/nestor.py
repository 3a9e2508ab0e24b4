"""Nestor: W. B. Dick, *Games of Patience* (1884)."""

from __future__ import annotations

from collections import deque

from engine.cards import Pile, card_symbol, rank
from engine.game import Game
from engine.layout import down, row
from engine.moves import Move
from engine.position import Position
from engine.rules import alike, expand
from engine.table import Table
from engine.zones import discard, reserve, tableau

COLUMNS = expand("1-8")
RESERVE = expand("R1-R4")
PLACES = COLUMNS + RESERVE


def deal_columns(pack: Pile) -> tuple[list[Pile], Pile] | None:
    """Six rows of eight without two of a rank in one column, and the four cards left.

    `pack` in dealing order.  A card whose rank the column has already goes to the bottom of the
    pack; None when every card is refused for one place.
    """
    cards = deque(pack)
    columns: list[Pile] = [()] * len(COLUMNS)
    for place in range(48):
        column = columns[place % 8]
        ranks = {rank(card) for card in column}
        for _ in range(len(cards)):
            card = cards.popleft()
            if rank(card) not in ranks:
                columns[place % 8] = (*column, card)
                break
            cards.append(card)
        else:
            return None
    return columns, tuple(cards)


class Nestor(Game):
    id = "nestor"
    title = "Nestor"
    aliases = ("Matrimony",)
    book = "Dick's Games of Patience"
    year = 1884
    packs = 1
    kind = "skill"
    length = "short"

    object = "Remove all cards in pairs of equal rank; suits and colours don't matter."
    advice = (
        "Only the lowest card of a column is free. The four cards of the Reserve may be paired, "
        "with a column or with each other, only while no two column ends match. Nothing is "
        "dealt again and no place is filled."
    )
    example = "pair 3 6"
    triumph = "The whole pack is paired off."

    zones = (
        tableau("1-8", row(8, 0, 0, fan=down(0.3, limit=1.5)), "the columns"),
        reserve("R1-R4", row(4, 2.2, 2.95), "the Reserve"),
        discard(7.7, 2.95, 52),
    )
    board = (8.7, 3.95)
    verbs = ("pair",)
    deals = False
    alike = ("1-8", "R1-R4")
    ranks_only = True

    def setup(self, table: Table) -> None:
        """Row by row; a deal that fails is made again with the first card put last."""
        pack = table["S"][::-1]
        while (dealt := deal_columns(pack)) is None:
            pack = pack[1:] + pack[:1]
        for id, column in zip(COLUMNS, dealt[0], strict=True):
            table[id] = column
        table["S"] = dealt[1][::-1]
        table.deal_to(RESERVE)

    def odd_moves(self, position: Position) -> list[Move]:
        """Column ends that match; only where there are none, the Reserve as well."""
        shown = [
            (id, rank(pile[-1])) for id, pile in zip(PLACES, position.piles, strict=False) if pile
        ]
        pairs = alike((id, value) for id, value in shown if id in COLUMNS) or alike(shown)
        return [Move("pair", a, b) for a, b in pairs]

    def won(self, position: Position) -> bool:
        """Whether nothing is left to pair."""
        return not any(position.piles[: len(PLACES)])

    def refusal(self, position: Position, move: Move) -> str:
        """What doesn't match, and why the Reserve is closed."""
        two = {move.source, move.target}
        cards = self.both(position, move)
        if move.verb not in {"", "pair"} or not cards or not two <= set(PLACES):
            return ""
        if rank(cards[0]) != rank(cards[1]):
            return f"{card_symbol(cards[0])} and {card_symbol(cards[1])} are not of the same rank."
        if two & set(RESERVE) and (open_pairs := self.odd_moves(position)):
            return f"The Reserve is closed while columns match: {open_pairs[0]}."
        return ""
