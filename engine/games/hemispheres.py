"""The Hemispheres: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.cards import BLACK, RED, card_symbol
from engine.families import FULL_DOWN, FULL_UP, Family
from engine.game import Game
from engine.layout import places, row
from engine.moves import Move
from engine.position import Position
from engine.rules import Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, laid, reserve, stock, tableau, talon

NORTH, SOUTH = expand("1-6"), expand("7-12")
CIRCLE = NORTH + SOUTH
BARRIERS = expand("B1-B4")
MISPLACED = {**dict.fromkeys(NORTH, BLACK), **dict.fromkeys(SOUTH, RED)}
"""The cards that are in the wrong hemisphere, for each place of the circle."""

CIRCLE_PLACES = places(
    (1.2, 2.4, 3.8, 6.8, 8.2, 9.4, 9.4, 8.2, 6.8, 3.8, 2.4, 1.2),
    (1.1, 0.35, 0.05, 0.05, 0.35, 1.1, 3.3, 4.05, 4.35, 4.35, 4.05, 3.3),
)
BARRIER_PLACES = places((0.5, 5.3, 10.1, 5.3), (2.2, 0, 2.2, 4.4), turn=90)

FAMILIES = Family((FULL_UP,) * 4 + (FULL_DOWN,) * 4, suits="HHDDSSCC", begun=True)
RED_MARRIAGE = Building((-1,), Match.SUIT)
BLACK_MARRIAGE = Building((1,), Match.SUIT)

TALON, NORTHERN, SOUTHERN = Tops("W"), Tops("1-6"), Tops("7-12")


class Hemispheres(Game):
    id = "hemispheres"
    title = "The Hemispheres"
    aliases = ("The Four Continents",)
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "mixed"
    length = "long"

    object = (
        "Build the red suits up from the aces and the black suits down from the kings; the four "
        "barriers go on last."
    )
    advice = (
        "Red belongs in the north (1 to 6), black in the south (7 to 12). A card in the wrong "
        "half can't be used until it changes places with one that is wrong in the other half "
        "(swap 2 7). In the circle cards marry in suit within the three places between two "
        "barriers, red cards downwards, black cards upwards; talon cards marry anywhere in their "
        "half. Dealing first fills all empty places, from the talon or, without one, from the "
        "pack; only a deal with no place empty turns a new card. When pack and talon are out, the "
        "barriers may be played, and a card in the wrong half may cross alone, to an empty place "
        "or a card it marries."
    )
    example = "swap 2 7"
    triumph = "The barriers have fallen, and every family is complete."

    zones = (
        stock(11.8, 0),
        talon(11.8, 1.15),
        tableau("1-12", CIRCLE_PLACES, "the circle"),
        reserve("B1-B4", BARRIER_PLACES, "the barriers"),
        foundations("F1-F8", row(4, 3.65, 1.6) + row(4, 3.65, 2.75)),
    )
    board = (12.8, 5.4)
    bases = laid("F1-F8 B1-B4", "AH AH AD AD KS KS KC KC KH AS KD AC")
    verbs = ("swap",)
    first_phase = "deal"
    phases = "deal|end"
    alike = ("1-3", "4-6", "7-9", "10-12", "F1 F2", "F3 F4", "F5 F6", "F7 F8")
    routes = (
        Route(TALON, "F1-F8", FAMILIES),
        Route(TALON, "1-6", RED_MARRIAGE, cards=RED),
        Route(TALON, "7-12", BLACK_MARRIAGE, cards=BLACK),
        Route(NORTHERN, "F1-F8", FAMILIES, cards=RED),
        Route(SOUTHERN, "F1-F8", FAMILIES, cards=BLACK),
        Route(Tops("1-3"), "1-3", RED_MARRIAGE, cards=RED),
        Route(Tops("4-6"), "4-6", RED_MARRIAGE, cards=RED),
        Route(Tops("7-9"), "7-9", BLACK_MARRIAGE, cards=BLACK),
        Route(Tops("10-12"), "10-12", BLACK_MARRIAGE, cards=BLACK),
        Route(Tops("B1-B4"), "F1-F8", FAMILIES, phases=("end",)),
        Route(SOUTHERN, "1-6", Building((-1,), Match.SUIT, empty=RED), RED, ("end",)),
        Route(NORTHERN, "7-12", Building((1,), Match.SUIT, empty=BLACK), BLACK, ("end",)),
    )

    def setup(self, table: Table) -> None:
        """One card to each place of the circle, as they come."""
        table.deal_to(CIRCLE)

    def odd_moves(self, position: Position) -> list[Move]:
        """Cards that are in each other's hemisphere change places."""
        lost = self.misplaced(position)
        return [Move("swap", a, b) for a in lost if a in NORTH for b in lost if b in SOUTH]

    def misplaced(self, position: Position) -> list[str]:
        """The places that hold a card of the wrong colour."""
        piles = position.piles[self.index["1"] :]
        return [
            id
            for (id, wrong), pile in zip(MISPLACED.items(), piles, strict=False)
            if pile and wrong >> pile[-1] & 1
        ]

    def vacant(self, position: Position) -> list[str]:
        """The empty places of the circle."""
        return [id for id in CIRCLE if not self.pile(position, id)]

    def no_deal(self, position: Position) -> str:
        """There must be a place to fill, and a card for it, or a card to turn."""
        if self.pile(position, "S"):
            return ""
        if not self.pile(position, "W"):
            return "Pack and talon are out."
        return "" if self.vacant(position) else "The pack is dealt out and no place is empty."

    def deal(self, table: Table) -> None:
        """Empty places are filled in order; only if there is none, a card is turned."""
        if not table.refill(CIRCLE, "W", "S"):
            table.move("S", "W")

    def settle(self, table: Table, move: Move) -> None:
        """Without pack and talon the end begins."""
        if not table["S"] and not table["W"]:
            table.phase = "end"

    def caption(self, position: Position) -> str:
        """What the next deal does first, or that the end has begun."""
        if position.phase == "end":
            return "the end: barriers may be played"
        vacant = self.vacant(position)
        return f"the next deal fills {', '.join(vacant)}" if vacant else ""

    def next_places(self, position: Position) -> tuple[str, ...]:
        """What the next deal fills."""
        return () if position.phase == "end" else tuple(self.vacant(position))

    def refusal(self, position: Position, move: Move) -> str:
        """What hemispheres, Races and barriers forbid."""
        source, target = move.source, move.target
        if move.verb == "swap":
            if self.both(position, move) and {source, target} <= set(CIRCLE):
                return "Only two cards that are each in the other's hemisphere change places."
            return ""
        if source in BARRIERS and position.phase != "end":
            return "The barriers stay until pack and talon are out."
        if target in CIRCLE and not self.pile(position, target) and position.phase != "end":
            return "Empty places are filled by dealing (d)."
        pile = self.pile(position, source) if source in CIRCLE else ()
        if not pile:
            return ""
        card, lost = card_symbol(pile[-1]), source in self.misplaced(position)
        if lost and (target in self.home or position.phase != "end"):
            return f"{card} is in the wrong hemisphere and must be exchanged first."
        if not lost and target in CIRCLE and CIRCLE.index(source) // 3 != CIRCLE.index(target) // 3:
            return f"{card} marries only in its own Race, the three places between two barriers."
        return ""
