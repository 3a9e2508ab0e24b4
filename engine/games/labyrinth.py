"""The Labyrinth: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.cards import card_symbol
from engine.conditions import FreeSides
from engine.families import FULL_DOWN, FULL_UP, Family
from engine.game import Game
from engine.layout import places, row
from engine.moves import Move
from engine.position import Position
from engine.rules import VACANCY, Route, Tops
from engine.table import Table
from engine.zones import foundations, laid, reserve, stock, tableau

COLUMNS, ROWS = "abcdefghij", 10
LABYRINTH = tuple(f"{letter}{n}" for n in range(1, ROWS + 1) for letter in COLUMNS)
PLACES = places(
    [round(1.05 * x, 4) for x in range(len(COLUMNS))] * ROWS,
    [round(1.2 + 0.5 * y, 4) for y in range(ROWS) for _ in COLUMNS],
)


def ends(id: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All places above this one in its column, nearest first, and all below it."""
    letter, n = id[0], int(id[1:])
    above = tuple(f"{letter}{k}" for k in range(n - 1, 0, -1))
    return above, tuple(f"{letter}{k}" for k in range(n + 1, ROWS + 1))


FREE = FreeSides(
    {id: ends(id) for id in LABYRINTH},
    "only a card with none above it in its column, or none below it",
)
FAMILIES = Family((FULL_UP,) * 4 + (FULL_DOWN,) * 4, begun=True)


class Labyrinth(Game):
    id = "labyrinth"
    title = "The Labyrinth"
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "luck"
    length = "medium"

    object = "Eight families in suit: four from ace up to king, four from king down to ace."
    advice = (
        "Rows of ten are dealt, each blocking the one above it. In every column the highest and "
        "the lowest card are free, whatever gaps lie between. Dealing fills the gaps of the last "
        "row, and only if it has none lays the next row; gaps in higher rows stay. So play all "
        "you can before each deal. When the pack is out you have one grace: any one card of the "
        "labyrinth is taken out (c4 x) and waits until it fits. Choose it well."
    )
    example = "c4 f1"
    dealing = (
        "fills the gaps in the last row of the labyrinth from the pack or, where there are "
        "none, lays the next row"
    )

    zones = (
        foundations("F1-F8", row(8, 0, 0, 1.05)),
        stock(8.4, 0),
        reserve("X", row(1, 9.45, 0), "the card of grace"),
        tableau(" ".join(LABYRINTH), PLACES, "the labyrinth"),
    )
    board = (10.45, 6.7)
    bases = laid("F1-F8", "AS AH AD AC KS KH KD KC")
    first_phase = "deal:1"
    phases = r"deal:([1-9]|10)|grace|end"
    routes = (
        Route(FREE, "F1-F8", FAMILIES),
        Route(Tops("X"), "F1-F8", FAMILIES),
        Route(Tops(" ".join(LABYRINTH)), "X", VACANCY, phases=("grace",)),
    )

    def setup(self, table: Table) -> None:
        """The first row."""
        table.deal_to(in_row(1))

    def deal(self, table: Table) -> None:
        """The gaps of the last row are filled; only if there are none, the next row is laid."""
        last = int(table.phase.removeprefix("deal:"))
        if not table.refill(in_row(last), "S"):
            last += 1
            table.deal_to(in_row(last))
        table.phase = f"deal:{last}"

    def no_deal(self, position: Position) -> str:
        """There must be cards, and places for them."""
        if position.phase == f"deal:{ROWS}" and not self.gaps_of_last_row(position):
            return "The labyrinth is complete."
        return super().no_deal(position)

    def settle(self, table: Table, move: Move) -> None:
        """Without a pack there is the grace, and after it the end."""
        if move.target == "X":
            table.phase = "end"
        elif not table["S"] and table.phase != "end":
            table.phase = "grace"

    def gaps_of_last_row(self, position: Position) -> tuple[str, ...]:
        """The gaps that the next deal fills."""
        if not position.phase.startswith("deal:"):
            return ()
        last = in_row(int(position.phase.removeprefix("deal:")))
        return tuple(id for id in last if not self.pile(position, id))

    def caption(self, position: Position) -> str:
        """What the next deal does, or whether the grace is left."""
        if position.phase == "grace":
            return "the grace is left: any one card may be taken out"
        if position.phase == "end":
            return "the grace is spent"
        gaps = len(self.gaps_of_last_row(position))
        return f"the next deal fills {gaps} {'gap' if gaps == 1 else 'gaps'}" if gaps else ""

    def inclination(self, position: Position, move: Move) -> int:
        """The grace is for a card that fits, or under or over which one lies that fits."""
        if move.target != "X":
            return 0
        wanted = 0
        for id in self.home:
            wanted |= self.takes(position, id)
        column = [pile[-1] for side in ends(move.source) for id in side[:1]
                  for pile in [self.pile(position, id)] if pile]  # fmt: skip
        own = self.pile(position, move.source)[-1]
        return 2 * (wanted >> own & 1) + sum(wanted >> card & 1 for card in column)

    def refusal(self, position: Position, move: Move) -> str:
        """What holds a card, and when the grace comes."""
        source, target = move.source, move.target
        if move.verb or source not in LABYRINTH or not self.pile(position, source):
            return ""
        if target == "X":
            if position.phase.startswith("deal:"):
                return "The grace comes when the pack is dealt out."
            return "The grace is spent." if position.phase == "end" else ""
        if target in LABYRINTH:
            return "Nothing is moved within the labyrinth."
        holding = FREE.holding(self.index, position.piles, source)
        if not holding:
            return ""
        card = card_symbol(self.pile(position, source)[-1])
        return f"{card} is held between {holding[0]} and {holding[1]}."


def in_row(n: int) -> tuple[str, ...]:
    """The places of a row, from left to right."""
    return tuple(f"{letter}{n}" for letter in COLUMNS)
