"""The Gathering of the Clans: *Dick's Games of Patience* (1884)."""

from __future__ import annotations

from engine.families import TurnedFamily
from engine.game import Game
from engine.layout import Fan, Place, column
from engine.moves import Move
from engine.rules import Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, reserve, stock, tableau, talon

COLUMNS = expand("1-12")
ENDS = expand("1 6 7 12")
"""Head and base of either column."""
BETWEEN = expand("2-5 8-11")

CHAIN = 22
Z_SHAPE = Fan(
    path=tuple(
        (round(x, 2), round(y, 2))
        for x, y in (
            *((0.5 * k, 0.1 * k) for k in range(8)),
            *((3.0 - 0.5 * k, 1.05 + 0.32 * k) for k in range(7)),
            *((0.5 + 0.5 * k, 3.3 + 0.1 * k) for k in range(7)),
        )
    )
)
"""Where each card of the Assembly lies: three sweeps, every index left free."""


def bracket(x: float, tilt: int) -> tuple[Place, ...]:
    """A column of six whose head leans by `tilt` degrees and whose base leans the other way."""
    return (Place(x, 0.12, tilt), *column(4, x, 1.2, 1.02), Place(x, 5.37, -tilt))


class GatheringOfTheClans(Game):
    id = "gathering-of-the-clans"
    title = "The Gathering of the Clans"
    book = "Dick's Games of Patience"
    year = 1884
    aliases = ("Clans",)
    packs = 2
    kind = "luck"
    length = "long"

    object = (
        "Eight families in suit, two of each. The first card turned names the rank on which all "
        "of them begin; they run up past king and ace until each has thirteen cards."
    )
    advice = (
        "Of the long chain in the middle, the Assembly, only the last card can be played. The "
        "leaning cards at the ends of the columns are filled from the Assembly at once, the ones "
        "between them from the talon, or from the pack when there is no talon. So cards of the "
        "Assembly and the leaning ones are the most useful to play. When the Assembly is gone "
        "all places are filled alike. For a re-deal the talon is turned over."
    )
    example = "a f2"
    triumph = "The clans are gathered."

    zones = (
        stock(5.1, 5.4),
        talon(6.3, 5.4),
        foundations("F1-F8", column(4, 0, 0.7) + column(4, 11.6, 0.7)),
        reserve("A", (Place(4.05, 0.6, 0, Z_SHAPE),), "the Assembly"),
        tableau("1-12", bracket(1.9, 45) + bracket(9.7, -45), "the columns"),
    )
    board = (12.6, 6.5)
    redeals = 2
    routes = (Route(Tops("A W 1-12"), "F1-F8", TurnedFamily()),)

    def setup(self, table: Table) -> None:
        """The Assembly, without doubles; the columns; the card that names the base rank."""
        while len(table["A"]) < CHAIN:
            card = table.take("S")
            if card in table["A"]:
                table["S"] = (card, *table["S"])
            else:
                table.lay(card, "A")
        table.deal_to(COLUMNS)
        table.move("S", "F1")

    def settle(self, table: Table, move: Move) -> None:
        """Places are filled: heads and bases from the Assembly before all else."""
        table.refill(ENDS, "A", "W", "S")
        table.refill(BETWEEN, "W", "S")
