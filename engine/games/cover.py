"""Cover: from a page of rules on the web that names no book."""

from __future__ import annotations

from engine.cards import card_symbol, suit
from engine.game import Game
from engine.layout import row
from engine.moves import Move
from engine.position import Position
from engine.rules import alike, expand
from engine.table import Table
from engine.zones import discard, stock, tableau

PLACES = expand("1-4")


class Cover(Game):
    id = "cover"
    title = "Cover"
    book = "a page of rules on the web"
    year = 2010  # about: the page bears no date
    packs = 1
    kind = "luck"
    length = "short"
    difficulty = "hard"
    daily = False

    object = "Remove pairs of one suit until the pack is out and four different suits lie there."
    advice = (
        "Ranks don't matter. The two places are filled from the pack by themselves. Whatever "
        "pair you take, the pack decides how it ends."
    )
    example = "pair 1 3"
    triumph = "The pack is out, and four different suits lie there."

    zones = (
        stock(1.1, 0, "the stock"),
        tableau("1-4", row(4, 0, 1.25), "the row"),
        discard(2.2, 0, 48),
    )
    board = (4.3, 2.25)
    verbs = ("pair",)
    deals = False
    alike = ("1-4",)

    def setup(self, table: Table) -> None:
        """Four cards in a row."""
        table.deal_to(PLACES)

    def odd_moves(self, position: Position) -> list[Move]:
        """Any two cards of one suit."""
        shown = [(id, suit(pile[-1])) for id in PLACES if (pile := self.pile(position, id))]
        return [Move("pair", a, b) for a, b in alike(shown)]

    def settle(self, table: Table, move: Move) -> None:
        """The stock fills the empty places."""
        table.refill(PLACES, "S")

    def won(self, position: Position) -> bool:
        """Whether the stock is out and each suit lies there once."""
        if self.pile(position, "S"):
            return False
        return len({suit(card) for id in PLACES for card in self.pile(position, id)}) == 4

    def refusal(self, position: Position, move: Move) -> str:
        """What doesn't match."""
        two = {move.source, move.target}
        cards = self.both(position, move)
        if move.verb not in {"", "pair"} or not cards or not two <= set(PLACES):
            return ""
        a, b = cards
        if suit(a) == suit(b):
            return ""
        return f"{card_symbol(a)} and {card_symbol(b)} are not of the same suit."
