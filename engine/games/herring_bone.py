"""The Herring-Bone: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.cards import card_symbol, suit
from engine.families import TurnedFamily
from engine.game import Game
from engine.layout import Fan, Place, column, places
from engine.moves import Move
from engine.position import Position
from engine.rules import Above, Route, Tops, expand
from engine.table import Table
from engine.zones import Kind, Zone, foundations, stock, tableau, talon

SCENES, BARS = expand("1-8"), expand("B1-B4")
GOING_UP = expand("F1-F4")
BONE = 28
"""Cards of the herring-bone: seven fans of three, each with a single card below."""
STEP = 0.76
GROUP = ((0, 0, -30), (0.55, -0.1, 0), (1.1, 0, 30), (0.55, 0.26, 0))
"""A fan and its single card: where each lies, and how it is turned."""
RIBS = Fan(
    path=tuple((x, round(y + STEP * group, 4)) for group in range(7) for x, y, _ in GROUP),
    turns=tuple(turn for _ in range(7) for _, _, turn in GROUP),
)
BAR_PLACES = places((1.3, 1.3, 5.7, 5.7), (0, 5.05, 0, 5.05), 90)

AVAILABLE = Tops("R B1-B4 1-8 W")
ASCENDING = TurnedFamily("F1-F8", suits="SHDC")
DESCENDING = TurnedFamily("F1-F8", step=-1, suits="SHDC")


class HerringBone(Game):
    id = "herring-bone"
    title = "The Herring-Bone"
    aliases = ("Herring Bone", "Herringbone")
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    difficulty = "hard"
    packs = 2
    kind = "mixed"
    length = "long"

    object = (
        "Eight families in suit, thirteen cards each: from the same rank one of each suit goes "
        "up, running on from king to ace, and one goes down, from ace to king."
    )
    advice = (
        "The first card after the bars fixes the rank of all bases; you say which way a base is "
        "to go. Of the herring-bone only the last card is free, but get rid of it before all "
        "else. It replaces a bar at once. Empty side scenes wait: the next d fills them all from "
        "the talon, without one from the pack, and turns no other card. The top card of a "
        "foundation may change to the other one of its suit. A re-deal shuffles the talon."
    )
    example = "r f2"
    triumph = "Not a bone is left."
    dealing = (
        "fills the side scenes that are empty or, where there are none, lays the next card of "
        "the pack on the talon"
    )

    zones = (
        Zone(("R",), "the herring-bone", Kind.TABLEAU, (Place(2.95, 0.12, -30, RIBS),)),
        tableau("1-8", column(4, 1.3, 0.95, 1.05) + column(4, 5.7, 0.95, 1.05), "the side scenes"),
        tableau("B1-B4", BAR_PLACES, "the bars"),
        foundations("F1-F4", column(4, 7.0, 0.95, 1.05), name="the foundations going up"),
        foundations("F5-F8", column(4, 0, 0.95, 1.05), name="the foundations going down"),
        stock(8.3, 0.95),
        talon(8.3, 2.0),
    )
    board = (9.3, 6.05)
    redeals = 2
    routes = (
        Route(AVAILABLE, "F1-F4", ASCENDING),
        Route(AVAILABLE, "F5-F8", DESCENDING),
        Route(Above("F1-F4"), "F5-F8", DESCENDING),
        Route(Above("F5-F8"), "F1-F4", ASCENDING),
    )

    def setup(self, table: Table) -> None:
        """The herring-bone, side scenes and bars; the next card begins its family going up."""
        table.deal_to(("R",), BONE)
        table.deal_to(SCENES + BARS)
        table.move("S", GOING_UP[suit(table["S"][-1])])

    def no_deal(self, position: Position) -> str:
        """The talon, too, fills side scenes."""
        if self.vacant(position) and self.pile(position, "W"):
            return ""
        return super().no_deal(position)

    def deal(self, table: Table) -> None:
        """Empty side scenes are filled; only when there are none the next card is turned."""
        if not table.refill(SCENES, "W", "S"):
            table.move("S", "W")

    def settle(self, table: Table, move: Move) -> None:
        """The herring-bone fills the bars."""
        table.refill(BARS, "R")

    def redeal(self, table: Table) -> None:
        """The talon is shuffled and becomes the pack."""
        table.gather(("W",), shuffle=True)

    def vacant(self, position: Position) -> int:
        """How many side scenes are empty."""
        return sum(not self.pile(position, id) for id in SCENES)

    def caption(self, position: Position) -> str:
        """What the next deal will do."""
        vacant = self.vacant(position)
        if not vacant or self.no_deal(position):
            return ""
        return f"the next deal fills {vacant} side {'scene' if vacant == 1 else 'scenes'}"

    def refusal(self, position: Position, move: Move) -> str:
        """Bases stay, and scenes are filled by the deal."""
        pile = self.pile(position, move.source) if move.source in self.index else ()
        if move.source in self.home and move.target in self.home and len(pile) == 1:
            return f"{card_symbol(pile[0])} is the base of its family and stays."
        if move.target in SCENES and not self.pile(position, move.target):
            return "Side scenes are filled by d, from the talon or else the pack."
        return ""
