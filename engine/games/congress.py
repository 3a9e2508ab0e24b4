"""The Congress: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.conditions import WhileEmpty
from engine.families import Family
from engine.game import Game
from engine.layout import column, down, places, row
from engine.moves import FILL, Move
from engine.position import Position
from engine.rules import VACANCY, Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, laid, reserve, stock, tableau

FIRST_HELPS, NEW_HELPS = expand("1-4"), expand("5-8")
RIVERS = expand("R1-R8")

RIVERS_AND_HELPS = Tops("R1-R8 1-8")
HELP_PLACES = places([round(1.1 * k, 4) for k in range(8)], [3.8] * 8, peep=0.06)


ONCE_PACK_IS_OUT = WhileEmpty(VACANCY, [("S",)] * 8, "once the pack is out")


class Congress(Game):
    id = "congress"
    title = "The Congress"
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "skill"
    length = "long"

    object = "Build all eight suits from ace to king."
    advice = (
        "The last card of each river column and the top card of each help go to the foundations "
        "or onto a help, one rank lower in suit; nothing is laid on the rivers by hand. A help "
        "played off is replaced from the pack at once. Holes in the rivers wait until you type "
        "fill, so that you may first use the cards that were freed; they must be filled before "
        "the next row is dealt. When the pack is out there may be eight helps: an empty one takes "
        "any card from the rivers, and holes stay open."
    )
    example = "r5 2"

    zones = (
        stock(11.5, 0),
        foundations("F1-F8", column(4, 9.2, 0) + column(4, 10.3, 0)),
        tableau("1-4", HELP_PLACES[:4], "the helps"),
        tableau("5-8", HELP_PLACES[4:], "the new helps"),
        reserve("R1-R8", row(8, 0, 0, fan=down(0.22, limit=2.6)), "the rivers"),
    )
    board = (12.5, 4.8)
    bases = laid("F1-F8", "AS AH AD AC AS AH AD AC")
    verbs = ("fill",)
    first_phase = "rows 0"
    phases = r"rows (\d|1[0-3])"
    routes = (
        Route(RIVERS_AND_HELPS, "F1-F8", Family(begun=True)),
        Route(RIVERS_AND_HELPS, "1-8", Building((-1,), Match.SUIT)),
        Route(Tops("R1-R8"), "1-8", ONCE_PACK_IS_OUT),
    )

    def setup(self, table: Table) -> None:
        """Four helps, then the first row of the rivers."""
        table.deal_to(FIRST_HELPS)
        self.deal(table)

    def deal(self, table: Table) -> None:
        """One row; the phase counts them."""
        table.deal_to(RIVERS)
        table.phase = f"rows {rows(table.phase) + 1}"

    def no_deal(self, position: Position) -> str:
        """Holes are filled before the next row."""
        if self.pile(position, "S") and self.holes(position):
            return "The holes in the rivers must be filled first: type fill."
        return super().no_deal(position)

    def odd_moves(self, position: Position) -> list[Move]:
        """Holes may be filled while the pack lasts."""
        return [FILL] if self.pile(position, "S") and self.holes(position) else []

    def carry_out(self, table: Table, move: Move) -> None:
        """Holes are filled row by row from the top, each from left to right."""
        if move == FILL:
            for above in range(rows(table.phase)):
                table.deal_to([id for id in RIVERS if len(table[id]) == above])
        else:
            super().carry_out(table, move)

    def settle(self, table: Table, move: Move) -> None:
        """The first four helps are replaced while the pack lasts."""
        table.refill(FIRST_HELPS, "S")

    def holes(self, position: Position) -> int:
        """How many cards the rivers lack of full rows."""
        return sum(self.short(position).values())

    def short(self, position: Position) -> dict[str, int]:
        """How many cards each river lacks of full rows."""
        full = rows(position.phase)
        lengths = {id: len(self.pile(position, id)) for id in RIVERS}
        return {id: full - length for id, length in lengths.items() if length < full}

    def gaps(self, position: Position) -> Mapping[str, int]:
        """The holes that can be filled."""
        return self.short(position) if self.pile(position, "S") else {}

    def caption(self, position: Position) -> str:
        """The holes that can be filled."""
        holes = sum(self.gaps(position).values())
        return f"{holes} {'hole' if holes == 1 else 'holes'} in the rivers" if holes else ""

    def refusal(self, position: Position, move: Move) -> str:
        """Why there is nothing to fill, and why a help can't be opened."""
        if move == FILL:
            if not self.pile(position, "S"):
                return "The pack is out; holes in the rivers stay open."
            return "" if self.holes(position) else "There is no hole in the rivers."
        if move.source in RIVERS and self.pile(position, "S") and move.target in NEW_HELPS:
            return "New helps are begun only when the pack is out."
        return ""


def rows(phase: str) -> int:
    """How many rows have been dealt, from the phase ``rows 3``."""
    return int(phase.split()[1])
