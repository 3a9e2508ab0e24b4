"""La Nivernaise: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.cards import ACE, ANY, KING, card_symbol, of_rank
from engine.families import FULL_DOWN, Family
from engine.game import Game
from engine.layout import Fan, column, row
from engine.moves import Move
from engine.position import Position
from engine.rules import VACANCY, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, reserve, stock, tableau

FLANKS = expand("L1-L8")
LINE = expand("1-6")
PEEPING = Fan(dy=0.22, limit=1.76, rising=True)
"""The cards that may be looked at peep out above the top card."""

TO_FOUNDATIONS = Tops("1-6 L1-L8")
UP, DOWN = Family(), Family(FULL_DOWN)


class LaNivernaise(Game):
    id = "la-nivernaise"
    title = "La Nivernaise"
    aliases = ("Nivernaise", "Napoleon's Flank", "Maréchal Saxe", "Tournament")
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "mixed"
    length = "medium"
    difficulty = "hard"

    object = (
        "Eight families in suit: four from ace up to king, four from king down to ace. The first "
        "ace and the first king of each suit begin them."
    )
    advice = (
        "The eight cards at the sides, the flanks, and the top cards of the six packets below, "
        "the line, go to the foundations. A vacant flank may take a top card of the line or an "
        "unseen card of the pack (s l3), but each one left vacant lets you see one more card of "
        "every packet. A packet played off is replaced at once by four cards. A deal lays four "
        "cards on every packet. A card may change from the family going up to the one going down "
        "in its suit, and back. The re-deal takes up the line, unshuffled; the flanks stay."
    )
    example = "l3 f2"

    zones = (
        foundations("F1-F4", row(4, 2.9, 0.2, 1.2), name="the aces"),
        foundations("F5-F8", row(4, 2.9, 1.4, 1.2), name="the kings"),
        reserve("L1-L8", column(4, 0, 0, 1.1) + column(4, 9.4, 0, 1.1), "the flanks"),
        tableau("1-6", row(6, 1.45, 4.55, 1.3, PEEPING), "the line"),
        stock(0, 4.55),
    )
    board = (10.4, 5.55)
    redeals = 1
    taken_up = LINE
    alike = ("L1-L8",)
    routes = (
        Route(TO_FOUNDATIONS, "F1-F4", UP),
        Route(TO_FOUNDATIONS, "F5-F8", DOWN),
        Route(Tops("F1-F4"), "F5-F8", DOWN, cards=ANY & ~of_rank(ACE)),
        Route(Tops("F5-F8"), "F1-F4", UP, cards=ANY & ~of_rank(KING)),
        Route(Tops("1-6 S"), "L1-L8", VACANCY),
    )

    def setup(self, table: Table) -> None:
        """The flanks card by card, then the line, four cards together."""
        table.deal_to(FLANKS)
        table.deal_to(LINE, 4)

    def deal(self, table: Table) -> None:
        """Four cards together on each packet of the line, as far as the pack lasts."""
        table.deal_to(LINE, 4)

    def redeal(self, table: Table) -> None:
        """The line is taken up from the left, turned over and dealt again."""
        table.gather(self.taken_up)
        table.deal_to(LINE, 4)

    def settle(self, table: Table, move: Move) -> None:
        """Packets played off are replaced by four cards."""
        for id in LINE:
            if not table[id]:
                table.deal_to([id], 4)

    def vacant(self, position: Position) -> int:
        """How many flanks are vacant."""
        return sum(not self.pile(position, id) for id in FLANKS)

    def seen(self, position: Position, id: str) -> int:
        """Under the top cards of the line, as many cards as flanks are vacant."""
        if id in LINE:
            return min(1 + self.vacant(position), len(self.pile(position, id)))
        return super().seen(position, id)

    def caption(self, position: Position) -> str:
        """The vacant flanks."""
        vacant = self.vacant(position)
        return f"{vacant} vacant {'flank' if vacant == 1 else 'flanks'}" if vacant else ""

    def refusal(self, position: Position, move: Move) -> str:
        """Bases stay; flanks take one card, and the pack's card is not named."""
        pile = self.pile(position, move.source) if move.source in self.index else ()
        if move.source in self.home and len(pile) == 1 and move.target in self.home:
            return f"{card_symbol(pile[0])} is the base of its family and stays."
        if move.source in (*LINE, "S") and move.target in FLANKS:
            return f"{move.target} is not vacant." if self.pile(position, move.target) else ""
        return ""
