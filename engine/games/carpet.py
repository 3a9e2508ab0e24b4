"""The Carpet: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914).

The Japanese Rug with other places for the foundations, and re-deals that are shuffled.
"""

from __future__ import annotations

from engine.games.japanese_rug import CELLS, RUG, JapaneseRug, is_upright
from engine.layout import Place, column
from engine.table import Table
from engine.zones import Kind, Zone, foundations, stock, talon


def place(id: str) -> Place:
    """A cell of the carpet, woven a little closer than the rug."""
    x, y = CELLS[id]
    turn = 0 if is_upright(id) else 90
    return Place(round(1.85 + 1.2 * x, 4), round(0.8575 * y, 4), turn)


class Carpet(JapaneseRug):
    id = "carpet"
    title = "The Carpet"
    aliases = ("Teppich", "Der Teppich")
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    difficulty = "hard"

    object = (
        "Build each suit twice, up from its ace and down from its king, until carpet, pack and "
        "talon are used up."
    )
    advice = (
        "The carpet is woven of upright and sideways cards. A card is free when one of its "
        "narrow ends touches no card; long sides never matter. Free cards go to the foundations, "
        "or on the talon when they are of its top card's suit and one higher or lower. The top "
        "of the talon may be played as well. Bare places of the carpet stay bare. A re-deal "
        "shuffles the talon."
    )
    triumph = "The carpet is unwoven, and every family is complete."

    zones = (
        Zone(RUG, "the carpet", Kind.TABLEAU, tuple(map(place, RUG))),
        stock(0, 4.85),
        talon(0, 6.0),
        foundations("F1-F8", column(4, 0, 0, 1.1) + column(4, 12.1, 0, 1.1)),
    )
    board = (13.1, 7.0)

    def redeal(self, table: Table) -> None:
        """The talon is shuffled and becomes the pack."""
        table.gather(("W",), shuffle=True)
