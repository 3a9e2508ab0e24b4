"""The Mill: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.cards import KING, Card, Mask, of_rank, rank
from engine.families import FULL_DOWN, FULL_UP, CountedFamily, Family
from engine.game import Game
from engine.layout import Place, places
from engine.moves import Move
from engine.position import Position
from engine.rules import Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, laid, stock, tableau, talon

WINGS, ANGLES = expand("1-8"), expand("F2-F5")
WHOLE = 52
"""Cards of the mill when it is done."""

WING_PLACES = (
    Place(3.05, 1.05), Place(4.4, 2.15, 90), Place(3.05, 3.25), Place(1.7, 2.15, 90),
    Place(3.05, 0), Place(5.9, 2.15, 90), Place(3.05, 4.3), Place(0.2, 2.15, 90),
)  # fmt: skip
ANGLE_PLACES = (
    *places((1.6,), (1.1,), -45),
    *places((4.5,), (1.1,), 45),
    *places((4.5,), (3.2,), -45),
    *places((1.6,), (3.2,), 45),
)

AVAILABLE = Tops("1-8 W")
MILL = CountedFamily(FULL_UP * 4, suits="")
FROM_KING = Family(FULL_DOWN, suits="", match=Match.ANY, begun=True)


class Mill(Game):
    id = "mill"
    title = "The Mill"
    aliases = ("Windmill", "Propeller")
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "luck"
    length = "long"

    object = (
        "On the ace in the middle, the mill, four families one after the other, up from ace to "
        "king; on each of four kings in the angles a family down to the ace. Suits don't count."
    )
    advice = (
        "The first four kings that are turned go to the angles by themselves; later kings belong "
        "on the mill. A wing that is played is filled at once from the talon, or else from the "
        "pack, so play from the talon rather than from the wings. The top card of an angle may "
        "be lent to the mill (f3 f1), never the king itself, and only when a wing or the talon "
        "shows the card that follows it: that card must be played next."
    )
    example = "3 f1"
    triumph = "The mill has ground its four families."

    zones = (
        stock(7.5, 1.55),
        talon(7.5, 2.75),
        foundations("F1", (Place(3.05, 2.15),), WHOLE, "the mill"),
        foundations("F2-F5", ANGLE_PLACES, name="the angles"),
        tableau("1-8", WING_PLACES, "the wings"),
    )
    board = (8.5, 5.3)
    bases = laid("F1", "AH")
    first_phase = "free"
    phases = "free|bound"
    alike = ("1-8", "F2-F5")
    routes = (
        Route(AVAILABLE, "F1", MILL),
        Route(AVAILABLE, "F2-F5", FROM_KING, phases=("free",)),
    )

    def setup(self, table: Table) -> None:
        """One card to each wing."""
        self.fill(table, WINGS)

    def fill(self, table: Table, wings: tuple[str, ...]) -> None:
        """Bare wings take the next card that is not one of the first four kings."""
        table.fill(wings, lambda card: angle(table, card))

    def deal(self, table: Table) -> None:
        """One of the first four kings goes to an angle, any other card on the talon."""
        table.move("S", angle(table, table["S"][-1]) or "W")

    def no_deal(self, position: Position) -> str:
        """A promise comes first."""
        if position.phase == "bound":
            return PROMISE
        return super().no_deal(position)

    def odd_moves(self, position: Position) -> list[Move]:
        """Loans from the angles to the mill, if another card can follow."""
        if position.phase == "bound" or not self.next_but_one(position) & self.shown(position):
            return []
        wanted = self.takes(position, "F1")
        return [
            Move("", id, "F1")
            for id in ANGLES
            if len(pile := self.pile(position, id)) > 1 and wanted >> pile[-1] & 1
        ]

    def next_but_one(self, position: Position) -> Mask:
        """The cards that the mill takes after the next one."""
        count = len(self.pile(position, "F1")) + 1
        return of_rank(count % KING + 1) if count < WHOLE else 0

    def shown(self, position: Position) -> Mask:
        """The cards of the wings and the top of the talon."""
        cards = 0
        for id in (*WINGS, "W"):
            for card in self.pile(position, id)[-1:]:
                cards |= 1 << card
        return cards

    def settle(self, table: Table, move: Move) -> None:
        """A loan binds the next move; a wing is filled from the talon, else from the pack."""
        table.phase = "bound" if move.source in ANGLES else "free"
        if move.source in WINGS:
            table.refill([move.source], "W")
            self.fill(table, (move.source,))

    def caption(self, position: Position) -> str:
        """How far the mill is, or what a loan asks for."""
        if position.phase == "bound":
            return "the card that follows must be played on the mill now"
        return f"round {min(len(self.pile(position, 'F1')) // KING + 1, 4)} of the mill"

    def refusal(self, position: Position, move: Move) -> str:
        """What a loan needs, and what it binds to."""
        source, target = move.source, move.target
        if position.phase == "bound":
            if not move.verb and source in (*WINGS, "W") and target == "F1":
                return ""
            return PROMISE
        if move.verb or source not in ANGLES or target != "F1":
            return ""
        if len(self.pile(position, source)) == 1:
            return "The kings stay in their angles."
        if not self.next_but_one(position) & self.shown(position):
            return "A card is lent to the mill only when a wing or talon card can follow it."
        return ""


PROMISE = "A card was lent to the mill: first play the card that follows it there."


def angle(table: Table, card: Card) -> str | None:
    """Where one of the first four kings goes by itself."""
    bare = (id for id in ANGLES if not table[id])
    return next(bare, None) if rank(card) == KING else None
