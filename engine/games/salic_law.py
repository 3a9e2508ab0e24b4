"""The Salic Law: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from typing import ClassVar

from engine.cards import ACE, ANY, KING, QUEEN, Card, of_rank, rank
from engine.families import FULL_UP, Family
from engine.game import Game
from engine.layout import down, row
from engine.moves import Move
from engine.position import Position
from engine.rules import Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, laid, stock, tableau

COLUMNS = expand("1-8")
FAMILIES = expand("F1-F8")
QUEENS = expand("Q1-Q8")
KINGS = of_rank(KING)
NO_KINGS = ANY & ~KINGS
ON_KINGS = Tops("1-8")

FAN = down(0.25, limit=3.6, wrap=0.95)


class KingColumns(Game):
    """A pack that is dealt on kings: each king begins the next column, and takes what follows."""

    packs = 2
    first_phase = "deal"
    phases = "deal|play"
    rows: ClassVar[dict[int, tuple[str, ...]]] = {}
    """Where cards of some ranks go that are dealt: to the first empty place."""

    def deal(self, table: Table) -> None:
        """The next card finds its place; with the last one the deal is over."""
        table.move("S", self.place_of(table, table["S"][-1]))
        if not table["S"]:
            table.phase = "play"

    def place_of(self, table: Table, card: Card) -> str:
        """Where a card goes that is dealt."""
        if rank(card) == KING:
            return next(id for id in COLUMNS if not table[id])
        if row := self.rows.get(rank(card)):
            return next(id for id in row if not table[id])
        return next(id for id in reversed(COLUMNS) if table[id])

    def no_deal(self, position: Position) -> str:
        """The pack is dealt once."""
        return "The pack is dealt out." if position.phase == "play" else super().no_deal(position)

    def won(self, position: Position) -> bool:
        """Whether all families are complete and no king has a card on him."""
        return super().won(position) and all(len(self.pile(position, id)) == 1 for id in COLUMNS)

    def refusal(self, position: Position, move: Move) -> str:
        """Why kings stay, and when bare kings take cards."""
        if move.verb or move.source not in COLUMNS or move.target not in self.index:
            return ""
        pile, below = self.pile(position, move.source), self.pile(position, move.target)
        if pile and rank(pile[-1]) == KING:
            return "A king never moves."
        if move.target in COLUMNS and position.phase == "deal":
            return "Until the pack is dealt out, cards go only to the foundations."
        if move.target in COLUMNS and not below:
            return f"There is no king on {move.target}."
        return ""

    def fold(self, position: Position) -> bytes:
        """When the pack is out it is all the same which king has which cards."""
        if position.phase == "play":
            piles, at = list(position.piles), self.index[COLUMNS[0]]
            piles[at:] = sorted(pile[1:] for pile in piles[at:])
            position = position._replace(piles=tuple(piles))
        return super().fold(position)


class SalicLaw(KingColumns):
    id = "salic-law"
    title = "The Salic Law"
    aliases = ("Salic Law", "Law Salique", "Das Salische Gesetz")
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    kind = "mixed"
    length = "long"

    object = (
        "The eight queens lie above, below them eight families that run from ace to knave without "
        "regard to suit, and below these the eight kings, bare."
    )
    advice = (
        "Each card dealt finds its place by itself: a king begins the next packet, a queen and "
        "an ace go to their rows, and every other card lies on the last king, even if it fits a "
        "foundation; play it from there. While you deal, cards go only to the foundations. When "
        "the pack is out, the top card of any packet may also go to a bare king, one card to "
        "each; as soon as that card has gone on, the king may take another. Nothing is laid on "
        "other cards, and kings and queens never move."
    )
    example = "3 f2"
    triumph = "Eight queens and eight knaves look down on eight bare kings."
    alike = ("F1-F8",)

    zones = (
        stock(15.95, 0),
        foundations("Q1-Q8", row(8, 0, 0, 1.98), 1, "the queens"),
        foundations("F1-F8", row(8, 0, 1.1, 1.98), 11),
        tableau("1-8", row(8, 0, 2.36, 1.98, FAN), "the king packets"),
    )
    board = (16.95, 6.9)
    bases = laid("1", "KH")
    rows: ClassVar[dict[int, tuple[str, ...]]] = {ACE: FAMILIES, QUEEN: QUEENS}
    routes = (
        Route(ON_KINGS, "F1-F8", Family(FULL_UP[:11], "", Match.ANY, begun=True), NO_KINGS),
        Route(ON_KINGS, "1-8", Building((), Match.ANY, heads=KINGS), NO_KINGS, ("play",)),
    )

    def fold(self, position: Position) -> bytes:
        """Nor do suits matter on the families, but only how far they are."""
        piles = list(position.piles)
        for i in (self.index[id] for id in FAMILIES):
            piles[i] = tuple(map(rank, piles[i]))
        return super().fold(position._replace(piles=tuple(piles)))
