"""The Sultan: *Lady Cadogan's Illustrated Games* (1914)."""

from __future__ import annotations

from engine.families import FULL_UP, Family
from engine.game import Game
from engine.layout import Place, column, places
from engine.moves import Move
from engine.rules import Route, Tops, expand
from engine.table import Table
from engine.zones import Kind, Zone, foundations, laid, stock, tableau, talon

DIVAN = expand("1-8")
BASES = "KD AH KD KS KS KC KH KC"

ON_KING, ON_ACE = "K" + FULL_UP[:-1], FULL_UP[:-1]
TO_QUEEN = Family(
    tuple(ON_KING if base[0] == "K" else ON_ACE for base in BASES.split()),
    suits="".join(base[1] for base in BASES.split()),
    begun=True,
)

SQUARE = places((2.5, 3.6, 4.7, 2.5, 4.7, 2.5, 3.6, 4.7), (0.55,) * 3 + (1.7,) * 2 + (2.85,) * 3)


class Sultan(Game):
    id = "sultan"
    title = "The Sultan"
    aliases = ("Sultan of Turkey", "Emperor of Germany")
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "luck"
    length = "long"
    daily = False

    object = "The Sultan, the king of hearts in the middle, sits among eight queens."
    advice = (
        "A king takes the ace of its suit and so on up to the queen; the second family of hearts "
        "begins with its ace. Nothing goes on the Sultan. A place emptied in the divan, the four "
        "cards on either side, is filled at once from the talon, or from the pack when there is "
        "no talon. For a re-deal the talon is shuffled."
    )
    example = "3 f2"
    triumph = "The Sultan sits among eight queens."

    zones = (
        stock(7.6, 0.9),
        talon(7.6, 2.1),
        Zone(("X",), "the Sultan", Kind.ORNAMENT, (Place(3.6, 1.7),)),
        foundations("F1", SQUARE[:1]),
        foundations("F2", SQUARE[1:2], 12),
        foundations("F3-F8", SQUARE[2:]),
        tableau("1-8", column(4, 0.8, 0, 1.12) + column(4, 6.4, 0, 1.12), "the divan"),
    )
    board = (8.6, 4.4)
    bases = laid("X F1-F8", f"KH {BASES}")
    redeals = 2
    routes = (Route(Tops("W 1-8"), "F1-F8", TO_QUEEN),)

    def setup(self, table: Table) -> None:
        """One card to each place of the divan."""
        table.deal_to(DIVAN)

    def redeal(self, table: Table) -> None:
        """The talon is shuffled and becomes the pack."""
        table.gather(("W",), shuffle=True)

    def settle(self, table: Table, move: Move) -> None:
        """Empty places of the divan are filled from the talon, else from the pack."""
        table.refill(DIVAN, "W", "S")
