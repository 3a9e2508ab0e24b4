"""The Blockade: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.cards import ACE, Card, card_symbol, rank, suit
from engine.conditions import FreeSides, WhileEmpty
from engine.families import Family
from engine.game import Game
from engine.layout import places, row
from engine.moves import Move
from engine.position import Position
from engine.rules import Building, Match, Route
from engine.table import Table
from engine.zones import foundations, stock, tableau

COLUMNS, ROWS = "abcdefghijkl", 8
PLACES = places(
    list(range(len(COLUMNS))) * ROWS,
    [round(1.2 + 0.66 * y, 4) for y in range(ROWS) for _ in COLUMNS],
)
IN_ROW = [tuple(f"{letter}{n}" for letter in COLUMNS) for n in range(1, ROWS + 1)]
BLOCKADE = tuple(id for ids in IN_ROW for id in ids)


def below(id: str) -> tuple[str, ...]:
    """The place below this one in its column; none below the last row."""
    n = int(id[1:]) + 1
    return (f"{id[0]}{n}",) if n <= ROWS else ()


LOWEST = FreeSides(
    {id: (below(id),) for id in BLOCKADE}, "the top card of the lowest packet of a column"
)
DOWN = WhileEmpty(
    Building((-1,), Match.SUIT),
    [below(id) for id in BLOCKADE],
    "on the lowest packet of another column",
)


class Blockade(Game):
    id = "blockade"
    title = "The Blockade"
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "mixed"
    length = "long"
    difficulty = "hard"

    object = "Build all eight suits from ace to king, two families of each suit."
    advice = (
        "Rows of twelve are dealt; each blocks the one above it, so that only the lowest packet "
        "of a column is free. Its top card goes to a foundation or onto the lowest packet of "
        "another column, one rank lower in suit. Aces go up by themselves as they are dealt. "
        "Dealing first fills all bare places, the higher rows before the lower ones; only if "
        "there is none it lays the next row. So play and marry all you want before each deal, "
        "also with cards that come free in the higher rows. A bare place takes nothing by hand."
    )
    example = "c2 e3"
    triumph = "The blockade is broken."
    dealing = (
        "fills the bare places of the blockade from the pack or, where there are none, lays its "
        "next row"
    )

    zones = (
        foundations("F1-F8", row(8, 0.2, 0, 1.2)),
        stock(11, 0),
        tableau(" ".join(BLOCKADE), PLACES, "the blockade"),
    )
    board = (12, 6.85)
    alike = ("F1 F2", "F3 F4", "F5 F6", "F7 F8")
    routes = (
        Route(LOWEST, "F1-F8", Family(suits="SSHHDDCC")),
        Route(LOWEST, " ".join(BLOCKADE), DOWN),
    )

    def setup(self, table: Table) -> None:
        """The first row."""
        self.deal(table)

    def deal(self, table: Table) -> None:
        """All bare places are filled, the highest row first; only if there are none, a row."""
        new_row = next((ids for ids in IN_ROW if not table[ids[0]]), ())
        table.fill(self.bare(table) or new_row, lambda card: ace_place(table, card))

    def bare(self, table: Table) -> list[str]:
        """The bare places in the rows on the table, in the order in which they are filled."""
        for rows in range(ROWS, 0, -1):
            if any(table[id] for id in IN_ROW[rows - 1]):
                return [id for ids in IN_ROW[:rows] for id in ids if not table[id]]
        return []

    def no_deal(self, position: Position) -> str:
        """There must be cards, and places for them."""
        if self.pile(position, BLOCKADE[-1]) and not self.bare(self.table(position)):
            return "The last row is laid."
        return super().no_deal(position)

    def caption(self, position: Position) -> str:
        """What the next deal does first."""
        bare = len(self.bare(self.table(position))) if self.pile(position, "S") else 0
        return f"the next deal fills {bare} bare {'place' if bare == 1 else 'places'}" * bool(bare)

    def refusal(self, position: Position, move: Move) -> str:
        """What blocks a card, and what a bare place takes."""
        source, target = move.source, move.target
        if move.verb or source not in BLOCKADE or not self.pile(position, source):
            return ""
        if target in BLOCKADE and not self.pile(position, target):
            return "Bare places are filled by dealing (d), while the pack lasts."
        for id in (source, target):
            for other in below(id) if id in BLOCKADE else ():
                if id != other and self.pile(position, other):
                    card = card_symbol(self.pile(position, id)[-1])
                    return f"{card} on {id} is blocked by {other} below it."
        return ""


def ace_place(table: Table, card: Card) -> str | None:
    """Aces go by themselves, to the first bare place of their suit."""
    if rank(card) != ACE:
        return None
    first = 2 * suit(card) + 1
    return f"F{first + 1}" if table[f"F{first}"] else f"F{first}"
