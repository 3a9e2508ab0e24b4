"""The Zodiac: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.cards import Pile
from engine.families import ACES_AND_KINGS
from engine.game import Game
from engine.layout import places, row
from engine.moves import Move
from engine.position import Position
from engine.rules import VACANCY, Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, stock, tableau, talon

EQUATOR, ZODIAC = expand("E1-E8"), expand("Z1-Z24")

ARCH = (0.35, 0.2, 0.1, 0.03, 0.0, 0.03, 0.1, 0.2, 0.35)
XS = (1.3, 2.4, 3.5, 4.6, 5.7, 6.8, 7.9, 9.0, 10.1)
CIRCLE = places(
    (*XS, 11.0, 11.3, 11.0, *reversed(XS), 0.4, 0.1, 0.4),
    (*ARCH, 1.35, 2.45, 3.55, *(round(4.9 - y, 4) for y in ARCH), 3.55, 2.45, 1.35),
)

EQUATOR_AND_TALON = Tops("E1-E8 W")
MARRIAGE = Building((1, -1), Match.SUIT)
ON_ZODIAC = MARRIAGE.table(0)


class Zodiac(Game):
    id = "zodiac"
    title = "The Zodiac"
    aliases = ("Girdle",)
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "skill"
    length = "long"
    difficulty = "hard"

    object = (
        "First bring all 104 cards into the Zodiac and the Equator; then build them off into "
        "eight families in suit, four from ace up to king and four from king down to ace."
    )
    advice = (
        "Cards of the Equator and the talon's top card go on the circle, the Zodiac, one rank up "
        "or down in suit; a talon card also fills an empty place of the Equator when you like. "
        "The talon may be dealt again as often as you wish. Only when pack and talon are used up "
        "do the foundations begin, from Zodiac and Equator; cards of the Zodiac never go on each "
        "other, so think of the end while you build."
    )
    example = "e4 z1"
    triumph = "The Zodiac is built off into eight families."

    zones = (
        stock(2.65, 1.35),
        talon(3.75, 1.35),
        tableau("E1-E8", row(8, 1.85, 2.45), "the Equator"),
        tableau("Z1-Z24", CIRCLE, "the Zodiac"),
        foundations("F1-F8", row(4, 5.3, 1.35) + row(4, 5.3, 3.55)),
    )
    board = (12.3, 5.9)
    first_phase = "1"
    phases = "1|2"
    redeals = None
    routes = (
        Route(EQUATOR_AND_TALON, "Z1-Z24", MARRIAGE),
        Route(Tops("W"), "E1-E8", VACANCY),
        Route(Tops("Z1-Z24 E1-E8"), "F1-F8", ACES_AND_KINGS, phases=("2",)),
    )

    def setup(self, table: Table) -> None:
        """The Equator, then the Zodiac round it."""
        table.deal_to(EQUATOR + ZODIAC)

    def settle(self, table: Table, move: Move) -> None:
        """The building off begins when all cards are placed."""
        if not table["S"] and not table["W"]:
            table.phase = "2"

    def caption(self, position: Position) -> str:
        """How many cards are still to be placed; that they can't be, once all have been seen."""
        if position.phase == "2":
            return ""
        talon = self.pile(position, "W")
        left = len(self.pile(position, "S")) + len(talon)
        if left == len(talon) and not self.can_place(position, talon):
            return "no card can be placed any more: this game is lost"
        return f"{left} to be placed"

    def can_place(self, position: Position, cards: Pile) -> bool:
        """Whether one of these cards, or one of the Equator, can go anywhere."""
        equator = [self.pile(position, id) for id in EQUATOR]
        if () in equator:
            return True
        wanted = 0
        for id in ZODIAC:
            for card in self.pile(position, id)[-1:]:
                wanted |= ON_ZODIAC[card]
        return any(wanted >> card & 1 for pile in (cards, *equator) for card in pile)
