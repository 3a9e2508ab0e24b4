"""The Kings: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.cards import ANY
from engine.families import Family
from engine.game import Game
from engine.layout import column, left, places, right
from engine.moves import Move
from engine.position import Position
from engine.rules import Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, laid, stock, tableau

LEFT, RIGHT = expand("1-4"), expand("5-8")
ROWS = tuple(zip(LEFT, RIGHT, expand("F1 F3 F5 F7"), expand("F2 F4 F6 F8"), strict=True))

F_PLACES = places((6.3, 7.4) * 4, (0, 0, 1.22, 1.22, 2.44, 2.44, 3.66, 3.66))
LANES = column(4, 5.2, 0, 1.22, left(0.3, 5.0)) + column(4, 8.5, 0, 1.22, right(0.3, 5.0))

TO_KING = Family(match=Match.ANY, begun=True)
FOLLOWING = TO_KING.table(0)

OUTERMOST = Tops("1-8")


class Kings(Game):
    id = "kings"
    title = "The Kings"
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "mixed"
    length = "long"
    difficulty = "easy"

    object = "Build the eight aces up to kings, whatever the suits."
    advice = (
        "Each deal lays a column of four, in turn to the left and to the right of the aces. A "
        "card that fits a foundation of its own row goes there by itself, as does an outermost "
        "card of the other side that now fits in that row; the pack replaces them. When the pack "
        "is out the rows no longer matter: the outermost card of any lane goes to any foundation "
        "or onto another lane, one rank up or down, whatever the suit, and an empty lane takes "
        "any card."
    )
    example = "3 f1"
    triumph = "Every ace has become a king."

    zones = (
        stock(6.85, 4.95),
        foundations("F1-F8", F_PLACES),
        tableau("1-8", LANES, "the lanes"),
    )
    board = (14.7, 5.95)
    bases = laid("F1-F8", "AS AS AH AH AD AD AC AC")
    first_phase = "deal:left"
    phases = "deal:left|deal:right|play"
    routes = (
        Route(OUTERMOST, "F1-F8", TO_KING, phases=("play",)),
        Route(OUTERMOST, "1-8", Building((1, -1), Match.ANY, empty=ANY), phases=("play",)),
    )

    def deal(self, table: Table) -> None:
        """A column of four on the side whose turn it is; then it is the other side's turn."""
        to_left = table.phase == "deal:left"
        for left_lane, right_lane, left_family, right_family in ROWS:
            if to_left:
                lay_in_row(table, left_lane, right_lane, left_family, right_family)
            else:
                lay_in_row(table, right_lane, left_lane, right_family, left_family)
        table.phase = "deal:right" if to_left else "deal:left"

    def settle(self, table: Table, move: Move) -> None:
        """The play begins when the pack is out."""
        if not table["S"]:
            table.phase = "play"

    def refusal(self, position: Position, move: Move) -> str:
        """During the deal nothing is moved by hand."""
        if position.phase != "play" and not move.verb:
            return "Until the pack is dealt out, cards are played by the dealing itself."
        return ""


def lay_in_row(table: Table, lane: str, opposite: str, near: str, far: str) -> None:
    """Turn cards until one stays in the lane, playing those that fit a foundation of the row.

    Whenever one does, the outermost card of the other group may have come to fit as well.
    """
    while table["S"]:
        home = home_for(table, "S", near, far)
        table.move("S", home or lane)
        if not home:
            return
        while home := home_for(table, opposite, far, near):
            table.move(opposite, home)
            if not table["S"]:
                return
            table.move("S", opposite)


def home_for(table: Table, source: str, *families: str) -> str:
    """The first of the row's foundations that takes the top card of a pile, or ""."""
    for family in families:
        if table[source] and FOLLOWING[table[family][-1]] >> table[source][-1] & 1:
            return family
    return ""
