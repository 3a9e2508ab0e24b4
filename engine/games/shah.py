"""The Shah: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.cards import card_symbol
from engine.conditions import FreeSides, WhileEmpty
from engine.families import FULL_UP, Family
from engine.game import Game
from engine.layout import Place
from engine.moves import Move
from engine.position import Position
from engine.rules import VACANCY, Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import Kind, Zone, foundations, laid, reserve, stock, tableau, talon

INNER, MIDDLE, OUTER = expand("I1-I8"), expand("M1-M8"), expand("1-8")
STAR = INNER + MIDDLE + OUTER
BEYOND = {i: (m, o) for i, m, o in zip(INNER, MIDDLE, OUTER, strict=True)} | {
    m: (o,) for m, o in zip(MIDDLE, OUTER, strict=True)
}
"""The places farther out on the same ray."""


def circle(xs: tuple[float, ...], ys: tuple[float, ...]) -> tuple[Place, ...]:
    """A circle of the star from its top round; cards to the north and the south lie sideways."""
    turns = (90, 0, 0, 0) * 2
    return tuple(Place(x, y, turn) for x, y, turn in zip(xs, ys, turns, strict=True))


ACE_PLACES = circle(
    (4.4, 5.65, 5.45, 5.65, 4.4, 3.15, 3.35, 3.15), (2.11, 1.96, 3, 4.04, 3.89, 4.04, 3, 1.96)
)
INNER_PLACES = circle(
    (4.4, 6.7, 6.5, 6.7, 4.4, 2.1, 2.3, 2.1), (1.36, 1.3, 3, 4.7, 4.64, 4.7, 3, 1.3)
)
MIDDLE_PLACES = circle(
    (4.4, 7.75, 7.55, 7.75, 4.4, 1.05, 1.25, 1.05), (0.61, 0.7, 3, 5.3, 5.39, 5.3, 3, 0.7)
)
OUTER_PLACES = circle(
    (4.4, 8.8, 8.6, 8.8, 4.4, 0, 0.2, 0), (-0.14, 0.07, 3, 5.93, 6.14, 5.93, 3, 0.07)
)

TO_QUEEN = Family(FULL_UP[:12], "SSHHDDCC", begun=True)
UNCOVERED = FreeSides(
    {id: (beyond,) for id, beyond in BEYOND.items()}, "only cards with none farther out"
)
LANE = WhileEmpty(VACANCY, [BEYOND[id] for id in INNER], "when its whole ray is bare")


class Shah(Game):
    id = "shah"
    title = "The Shah"
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "mixed"
    length = "long"
    difficulty = "hard"

    object = "The Shah, the king of hearts, sits among eight queens: build the aces up in suit."
    advice = (
        "Each deal lays a circle of the star, which blocks the one before; until all three lie, "
        "only cards of the outermost circle are played, to the foundations, and the pack "
        "replaces them at once. Then cards of the third circle (1 to 8) and the talon's top card "
        "also marry there, one rank lower in suit; cards of the inner circles, when freed, only "
        "go home. Dealing first fills all bare places, from the inside out, from the talon or "
        "else from the pack; only if there is none it turns a card. When a whole ray is bare you "
        "may put a card of the third circle on its inner place (3 i5); the other two are then "
        "filled at once. Seven kings are not in the game."
    )
    example = "3 f5"
    triumph = "The Shah sits among eight queens."
    dealing = (
        "lays the second circle, then the third circle, and from then on fills the bare places "
        "or, where there are none, turns a card of the pack on the talon"
    )

    zones = (
        Zone(("X",), "the Shah", Kind.ORNAMENT, (Place(4.4, 3),)),
        foundations("F1-F8", ACE_PLACES, 12),
        reserve("I1-I8", INNER_PLACES, "the first circle"),
        reserve("M1-M8", MIDDLE_PLACES, "the second circle"),
        tableau("1-8", OUTER_PLACES, "the third circle"),
        stock(8.8, 1.6),
        talon(8.8, 4.4),
    )
    board = (9.8, 7)
    bases = laid("X F1-F8", "KH AS AS AH AH AD AD AC AC")
    aside = "KS KS KH KD KD KC KC"
    first_phase = "first"
    phases = "first|second|play"
    alike = ("F1 F2", "F3 F4", "F5 F6", "F7 F8")
    routes = (
        Route(Tops("W 1-8"), "F1-F8", TO_QUEEN),
        Route(UNCOVERED, "F1-F8", TO_QUEEN),
        Route(Tops("W 1-8"), "1-8", Building((-1,), Match.SUIT)),
        Route(Tops("1-8"), "I1-I8", LANE, phases=("play",)),
    )

    def setup(self, table: Table) -> None:
        """The first circle."""
        table.deal_to(INNER)

    def deal(self, table: Table) -> None:
        """The next circle; when all lie, bare places are filled; if there are none, a card."""
        if table.phase == "play":
            if not table.refill(STAR, "W", "S"):
                table.move("S", "W")
        else:
            table.deal_to(MIDDLE if table.phase == "first" else OUTER)
            table.phase = {"first": "second", "second": "play"}[table.phase]

    def bare(self, position: Position) -> tuple[str, ...]:
        """The bare places, once the star is complete, in the order in which they are filled."""
        if position.phase != "play":
            return ()
        return tuple(id for id in STAR if not self.pile(position, id))

    def no_deal(self, position: Position) -> str:
        """There must be a card to turn, or one to fill a place."""
        if self.pile(position, "S"):
            return ""
        if not self.pile(position, "W"):
            return "Pack and talon are out."
        return "" if self.bare(position) else "The pack is dealt out and no place is bare."

    def settle(self, table: Table, move: Move) -> None:
        """During the deal a place is filled at once; after a grace the rest of its ray."""
        if table.phase != "play":
            if move.source:
                table.refill([move.source], "S")
        elif move.target in INNER:
            table.refill(BEYOND[move.target], "W", "S")

    def caption(self, position: Position) -> str:
        """What the next deal does first."""
        if position.phase != "play":
            return (
                f"the next deal lays the {'second' * (position.phase == 'first') or 'third'} circle"
            )
        bare = len(self.next_places(position))
        return f"the next deal fills {bare} bare {'place' if bare == 1 else 'places'}" * bool(bare)

    def next_places(self, position: Position) -> tuple[str, ...]:
        """What the next deal fills."""
        return () if self.no_deal(position) else self.bare(position)

    def inclination(self, position: Position, move: Move) -> int:
        """Places are emptied for good cards to come, not for a grace that helps nobody."""
        return -int(move.target in INNER)

    def refusal(self, position: Position, move: Move) -> str:
        """What holds a card of the star, and what its bare places take."""
        source, target = move.source, move.target
        if move.verb or source not in (*STAR, "W") or not self.pile(position, source):
            return ""
        if source in BEYOND and target in self.home:
            held = UNCOVERED.holding(self.index, position.piles, source)
            card = card_symbol(self.pile(position, source)[-1])
            return f"{card} on {source} is blocked by {held[0]}." if held else ""
        if source in BEYOND and target in STAR:
            return "Cards of the inner circles go only to the foundations."
        if target in OUTER and not self.pile(position, target):
            return "Bare places are filled by dealing (d)."
        if target in BEYOND:
            return "Only the inner place of a ray that is wholly bare takes a card."
        return ""
