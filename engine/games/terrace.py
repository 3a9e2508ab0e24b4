"""The Terrace: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from itertools import pairwise

from engine.cards import card_symbol
from engine.conditions import GivesWay
from engine.families import TurnedFamily
from engine.game import Game
from engine.layout import Place, down, right, row
from engine.moves import Move
from engine.position import Position
from engine.rules import VACANCY, Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, reserve, stock, tableau, talon

VALLEY, OFFERED = expand("1-9"), expand("1-3")

VALLEY_AND_TALON = Tops("1-9 W")
FAMILY = TurnedFamily(match=Match.OTHER_COLOUR)
PLAY = ("play",)
AFTER_TERRACE = GivesWay(FAMILY, "T", "while the Terrace has no card for them")


class Terrace(Game):
    id = "terrace"
    title = "The Terrace"
    aliases = ("Queen of Italy", "La Terrasse", "Signora")
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "mixed"
    length = "long"

    object = (
        "Eight families, all beginning with the rank that you choose, red and black in turn, up "
        "past king and ace until each has thirteen cards."
    )
    advice = (
        "First choose: of the cards on 1, 2 and 3 one goes to F1 and names the rank on which all "
        "families begin; look at the right-hand card of the Terrace when you do. The Terrace "
        "goes only to the families, from the right, and has the preference: while its last card "
        "fits one, no other card may be played there. In the valley the top cards of packets and "
        "talon go on each other, down in turn red and black, a king on an ace. A bare place of "
        "the valley takes only the talon's top card, when you like."
    )
    example = "t f2"
    triumph = "The Terrace is played off."

    zones = (
        reserve("T", (Place(0, 0, fan=right(0.72, 8.64)),), "the Terrace"),
        stock(10.2, 0),
        talon(10.2, 1.2),
        foundations("F1-F8", row(8, 0.4, 1.2)),
        tableau("1-9", row(9, 0, 2.4, fan=down(0.28, 2.2)), "the valley"),
    )
    board = (11.2, 5.6)
    first_phase = "choose"
    phases = "choose|play"
    alike = ("F2-F8", "4-9")
    routes = (
        Route(Tops("T"), "F1-F8", FAMILY, phases=PLAY),
        Route(VALLEY_AND_TALON, "F1-F8", AFTER_TERRACE, phases=PLAY),
        Route(VALLEY_AND_TALON, "1-9", Building((-1,), Match.OTHER_COLOUR, True), phases=PLAY),
        Route(Tops("W"), "1-9", VACANCY, phases=PLAY),
        Route(Tops("1-3"), "F1", FAMILY, phases=("choose",)),
    )

    def setup(self, table: Table) -> None:
        """The Terrace, and three cards to choose from."""
        table.deal_to(("T",), 13)
        table.deal_to(OFFERED)

    def settle(self, table: Table, move: Move) -> None:
        """After the choice the two other cards begin the valley, and the pack completes it."""
        if table.phase == "choose":
            for id, following in pairwise(OFFERED):
                if not table[id]:
                    table.move(following, id)
            table.fill(VALLEY)
            table.phase = "play"

    def no_deal(self, position: Position) -> str:
        """The choice comes first."""
        if position.phase == "choose":
            return "First choose a foundation: 1 f1, 2 f1 or 3 f1."
        return super().no_deal(position)

    def caption(self, position: Position) -> str:
        """What is to be chosen, and when the Terrace has the preference."""
        if position.phase == "choose":
            return "choose the first foundation: 1, 2 or 3 to F1"
        return "the Terrace comes first" if self.terrace_fits(position) else ""

    def next_places(self, position: Position) -> tuple[str, ...]:
        """The cards to choose from."""
        return OFFERED if position.phase == "choose" else ()

    def terrace_fits(self, position: Position) -> bool:
        """Whether the last card of the Terrace can be played."""
        top = self.pile(position, "T")[-1:]
        return any(self.takes(position, id) >> card & 1 for card in top for id in self.home)

    def refusal(self, position: Position, move: Move) -> str:
        """The choice, and the preference of the Terrace."""
        source, target = move.source, move.target
        if move.verb or source not in self.index or not self.pile(position, source):
            return ""
        if position.phase == "choose":
            return "First choose a foundation: 1 f1, 2 f1 or 3 f1."
        if source in VALLEY and target in VALLEY and not self.pile(position, target):
            return "A bare place of the valley is filled only from the talon."
        if source in (*VALLEY, "W") and target in self.home and self.terrace_fits(position):
            return f"The Terrace comes first: play {card_symbol(self.pile(position, 'T')[-1])}."
        return ""
