"""The Japanese Rug: *Dick's Games of Patience* (1898)."""

from __future__ import annotations

from typing import ClassVar

from engine.cards import card_symbol
from engine.conditions import FreeSides
from engine.families import FULL_DOWN, FULL_UP, Family
from engine.game import Game
from engine.layout import Place, row
from engine.moves import Move
from engine.position import Position
from engine.rules import Building, Match, Route, Tops
from engine.table import Table
from engine.zones import Kind, Zone, foundations, laid, stock, talon

SIZE = 8
CELLS = {
    f"{'abcdefgh'[x]}{y + 1}": (x, y)  # the place's id: its column and its row
    for y in range(SIZE)
    for x in range(SIZE)
}
RUG = tuple(CELLS)


def is_upright(id: str) -> bool:
    """Whether a card's narrow ends point up and down, as at a1, or left and right."""
    return sum(CELLS[id]) % 2 == 0


def ends(id: str) -> list[str] | None:
    """The places at the narrow ends of a card; None when one end lies on the rug's edge."""
    x, y = CELLS[id]
    near = {(x, y - 1), (x, y + 1)} if is_upright(id) else {(x - 1, y), (x + 1, y)}
    found = [other for other, cell in CELLS.items() if cell in near]
    return found if len(found) == 2 else None


def place(id: str) -> Place:
    """Cells so far apart that each narrow end meets its neighbour's long side."""
    x, y = CELLS[id]
    turn = 0 if is_upright(id) else 90
    return Place(round(3.48 + 1.25 * x, 3), round(1.35 + 0.893 * y, 3), turn)


AVAILABLE = FreeSides(
    {id: tuple((near,) for near in ends(id) or ()) or ((),) for id in RUG},
    "a card with a free narrow end",
)
TALON = Tops("W")
FAMILIES = Family((FULL_UP,) * 4 + (FULL_DOWN,) * 4, begun=True)


class JapaneseRug(Game):
    id = "japanese-rug"
    title = "The Japanese Rug"
    aliases: ClassVar[tuple[str, ...]] = ("Crazy Quilt", "Indian Carpet", "Quilt")
    book = "Dick's Games of Patience"
    year = 1898
    packs = 2
    kind = "mixed"
    length = "long"

    object = (
        "Build each suit twice, up from its ace and down from its king, until rug, pack and talon "
        "are used up."
    )
    advice = (
        "The rug is woven of upright and sideways cards. A card is free when one of its narrow "
        "ends touches no card; long sides never matter. Free cards go to the foundations, or on "
        "the talon when they are of its top card's suit and one higher or lower. The top of the "
        "talon may be played as well. Bare places of the rug stay bare. The talon is turned over "
        "for the re-deal, not shuffled."
    )
    example = "a1 f, h3 w"
    triumph = "The rug is unwoven, and every family is complete."

    zones = (
        stock(14.7, 2.6),
        talon(14.7, 4.4),
        foundations("F1-F8", row(4, 3.3, 0, 1.2) + row(4, 8.8, 0, 1.2)),
        Zone(RUG, "the rug", Kind.TABLEAU, tuple(map(place, RUG))),
    )
    board = (16.7, 8.6)
    bases = laid("F1-F8", "AS AH AD AC KS KH KD KC")
    redeals = 2
    routes = (
        Route(AVAILABLE, "F1-F8", FAMILIES),
        Route(AVAILABLE, "W", Building((-1, 1), Match.SUIT)),
        Route(TALON, "F1-F8", FAMILIES),
    )

    def setup(self, table: Table) -> None:
        """The rug row by row."""
        table.deal_to(RUG)

    def refusal(self, position: Position, move: Move) -> str:
        """Which cards hold a card of the rug in its place."""
        if move.source not in CELLS or not self.pile(position, move.source):
            return ""
        near = ends(move.source)
        if near is None or not all(self.pile(position, id) for id in near):
            return ""
        card = card_symbol(self.pile(position, move.source)[-1])
        return f"{card} is held at both narrow ends, by {near[0]} and {near[1]}."
