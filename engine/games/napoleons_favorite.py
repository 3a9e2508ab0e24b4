"""Napoleon's Favorite: *Dick's Games of Patience* (1884)."""

from __future__ import annotations

from engine.families import FULL_DOWN, Family
from engine.game import Game
from engine.layout import places, row
from engine.moves import Move
from engine.position import Position
from engine.rules import Building, Match, Route, Runs, Tops, expand
from engine.table import Table
from engine.zones import foundations, laid, tableau

FRAME = expand("1-12")
ABOVE_THE_KINGS, BELOW_THE_ACES = expand("1-4"), expand("7-10")
KINGS, ACES = expand("F1-F4"), expand("F5-F8")

FRAME_PLACES = places(
    (1.9, 3.5, 5.1, 6.7, 8.6, 8.6, 6.7, 5.1, 3.5, 1.9, 0, 0),
    (0, 0, 0, 0, 1.3, 2.55, 3.95, 3.95, 3.95, 3.95, 2.55, 1.3),
)

DOWN, UP = Family(FULL_DOWN, begun=True), Family(begun=True)
MARRIAGE = Building((1, -1), Match.ANY)


class NapoleonsFavorite(Game):
    id = "napoleons-favorite"
    title = "Napoleon's Favorite"
    aliases = ("Napoleon's Favourite", "St. Helena", "Saint Helena", "Washington's Favorite")
    book = "Dick's Games of Patience"
    year = 1884
    packs = 2
    kind = "mixed"
    length = "medium"

    object = (
        "In the upper row four families in suit from king down to ace, in the lower row four from "
        "ace up to king."
    )
    advice = (
        "Until you re-deal, the four packets above the kings feed only the king families and the "
        "four below the aces only the ace families; the packets at the sides feed both. Cards "
        "also go on each other, one rank up or down, whatever the suit; a run in one direction "
        "may move as one. Empty places stay empty, so don't empty them lightly. A re-deal takes "
        "the packets up unshuffled and lifts the restriction for good."
    )
    example = "5 f8"

    zones = (
        foundations("F1-F4", row(4, 1.9, 1.3, 1.6), name="the kings"),
        foundations("F5-F8", row(4, 1.9, 2.55, 1.6), name="the aces"),
        tableau("1-12", FRAME_PLACES, "the packets"),
    )
    board = (9.6, 4.95)
    bases = laid("F1-F8", "KS KH KD KC AS AH AD AC")
    first_phase = "first"
    phases = "first|free"
    deals = False
    redeals = 2
    taken_up = FRAME
    routes = (
        Route(Tops("1-6 11 12"), "F1-F4", DOWN),
        Route(Tops("5-12"), "F5-F8", UP),
        Route(Tops("7-10"), "F1-F4", DOWN, phases=("free",)),
        Route(Tops("1-4"), "F5-F8", UP, phases=("free",)),
        Route(Runs("1-12", MARRIAGE), "1-12", MARRIAGE),
    )

    def setup(self, table: Table) -> None:
        """Eight rounds, one card to each packet."""
        table.deal_out(FRAME)

    def redeal(self, table: Table) -> None:
        """The twelfth packet on the eleventh, both on the tenth … turned over, dealt in rounds."""
        table.gather(self.taken_up)
        table.deal_out(FRAME)
        table.phase = "free"

    def refusal(self, position: Position, move: Move) -> str:
        """The restriction of the first deal, in words."""
        if position.phase == "first":
            if move.source in ABOVE_THE_KINGS and move.target in ACES:
                return f"Until a re-deal, packet {move.source} feeds only the king families."
            if move.source in BELOW_THE_ACES and move.target in KINGS:
                return f"Until a re-deal, packet {move.source} feeds only the ace families."
        return ""
