"""The Clock: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.families import FULL_UP, Family
from engine.game import Game
from engine.layout import places, right
from engine.moves import Move
from engine.position import Position
from engine.rules import Building, Match, Route, Tops, expand, rank_of
from engine.table import Table
from engine.zones import foundations, laid, stock, tableau, talon

CIRCLE, HOURS = expand("1-12"), expand("F1-F12")
BASES = "6C 7H 8S 9D TC JH QS KD 2C 3H 4S 5D"
FEWEST = 3
"""Cards of a packet, as long as the pack lasts."""


def order(base: str, hour: int) -> str:
    """The ranks of a family from its base to the card of its hour, ace after king."""
    start = rank_of(base) - 1
    return (FULL_UP * 2)[start : start + (hour - start - 1) % 13 + 1]


ORDERS = tuple(order(base[0], hour) for hour, base in enumerate(BASES.split(), start=1))
TO_HOUR = Family(ORDERS, "".join(base[1] for base in BASES.split()), begun=True)

HOUR_PLACES = places(
    (8.75, 9.9, 10.3, 9.9, 8.75, 7.4, 6.05, 4.9, 4.5, 4.9, 6.05, 7.4),
    (1.25, 1.7, 2.8, 3.9, 4.35, 4.5, 4.35, 3.9, 2.8, 1.7, 1.25, 1.1),
)
CIRCLE_PLACES = places(
    (10.65, 12.9, 12.9, 12.9, 10.65, 7.12, 3.59, 1, 1, 1, 3.59, 7.12),
    (0.1, 1.3, 2.8, 4.3, 5.5, 5.6, 5.5, 4.3, 2.8, 1.3, 0.1, 0),
    fan=right(0.28, 2.4),
)


class Clock(Game):
    id = "clock"
    title = "The Clock"
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "mixed"
    length = "long"

    object = (
        "Twelve families round the clock, built up in suit until each ends with the card of its "
        "hour: the ace at one, the two at two, the knave at eleven, the queen at twelve."
    )
    advice = (
        "In the families the ace follows the king, but never in the circle. The top cards of the "
        "circle's packets go to the families or on each other; talon cards go only to the "
        "families. While a packet has fewer than three cards, dealing makes all such packets up "
        "to three, from one o'clock round, and turns no card; so first play and marry as much as "
        "you like. An empty place takes nothing by hand."
    )
    example = "3 f8"
    triumph = "Every family tells its hour."
    dealing = (
        "makes short packets of the circle up from the pack or, where there are none, lays the "
        "next card on the talon"
    )

    zones = (
        stock(0, 0),
        talon(1.6, 0),
        foundations("F1-F8", HOUR_PLACES[:8], 9, "the hours"),
        foundations("F9-F12", HOUR_PLACES[8:], 8, "the hours"),
        tableau("1-12", CIRCLE_PLACES, "the circle"),
    )
    board = (16.3, 6.6)
    bases = laid("F1-F12", BASES)
    routes = (
        Route(Tops("1-12 W"), "F1-F12", TO_HOUR),
        Route(Tops("1-12"), "1-12", Building((-1,), Match.SUIT)),
    )

    def setup(self, table: Table) -> None:
        """Three cards together to each packet, from one o'clock."""
        table.make_up(CIRCLE, FEWEST)

    def deal(self, table: Table) -> None:
        """Short packets are made up to three; only if there are none, a card is turned."""
        if not table.make_up(CIRCLE, FEWEST):
            table.move("S", "W")

    def short(self, position: Position) -> tuple[str, ...]:
        """The packets that the next deal makes up."""
        if not self.pile(position, "S"):
            return ()
        return tuple(id for id in CIRCLE if len(self.pile(position, id)) < FEWEST)

    def caption(self, position: Position) -> str:
        """What the next deal does first."""
        short = self.short(position)
        return f"the next deal makes up {', '.join(short)}" if short else ""

    def next_places(self, position: Position) -> tuple[str, ...]:
        """The packets that the next deal makes up."""
        return self.short(position)

    def refusal(self, position: Position, move: Move) -> str:
        """What an empty place, the talon and a full hour don't take."""
        source, target = move.source, move.target
        if move.verb or source not in self.index or not self.pile(position, source):
            return ""
        if target in CIRCLE and source == "W":
            return "Talon cards go only to the hours, never into the circle."
        if target in CIRCLE and source in CIRCLE and not self.pile(position, target):
            return "Empty places are filled by dealing (d), while the pack lasts."
        if target in HOURS and source in (*CIRCLE, "W"):
            order = ORDERS[HOURS.index(target)]
            if len(self.pile(position, target)) == len(order):
                return f"{target} tells its hour and takes no more."
        return ""
