"""Sly: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from collections.abc import Callable

from engine.cards import ACE, ANY, KING, Card, card_symbol, rank, suit
from engine.families import ACES_AND_KINGS
from engine.game import Game
from engine.layout import down, grid, row
from engine.moves import Move
from engine.position import Position
from engine.rules import EMPTY, FitTable, Route, TableFit, Tops, expand, make_table
from engine.table import Table
from engine.zones import foundations, hand, stock, tableau

PROMENADE = expand("1-20")
ACE_PLACES, KING_PLACES = expand("F1-F4"), expand("F5-F8")
FAMILIES = {id: ACES_AND_KINGS.table(k) for k, id in enumerate(ACE_PLACES + KING_PLACES)}
ROUND = 20
"""So many cards are laid on the promenade in one deal."""


class Anything(TableFit):
    """Any card on any packet."""

    words = "any card"

    def table(self, k: int) -> FitTable:
        """See `Fit.table`."""
        return make_table(lambda card: ANY, ANY)


def base_place(table: Table, card: Card) -> str | None:
    """The foundation that the card begins: each suit's first ace and king go there at once."""
    begins = {ACE: ACE_PLACES, KING: KING_PLACES}.get(rank(card))
    return None if begins is None or table[begins[suit(card)]] else begins[suit(card)]


def family(table: Table, card: Card) -> str | None:
    """The first foundation that takes the card, those on aces before those on kings."""
    for id, takes in FAMILIES.items():
        pile = table[id]
        if takes[pile[-1] if pile else EMPTY] >> card & 1:
            return id
    return None


def fill(table: Table, forced: Callable[[Table, Card], str | None]) -> None:
    """Every empty place takes the next card of the pack that isn't forced elsewhere."""
    for id in PROMENADE:
        if not table[id]:
            card = table.draw(lambda card: forced(table, card))
            if card is None:
                return
            table.lay(card, id)


class Sly(Game):
    id = "sly"
    title = "Sly"
    aliases = ("Sly Fox",)
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "skill"
    length = "long"
    difficulty = "hard"

    object = (
        "Build each suit twice: on F1 to F4 up from ace to king, on F5 to F8 down from king to ace."
    )
    advice = (
        "The pack is dealt in rounds of twenty. A turned card is played on a foundation, which "
        "doesn't count, or laid on any packet of the promenade you like. Only when twenty are "
        "laid are the packets free: then play their top cards as far as you can. Cards never go "
        "from packet to packet, so take care what you bury. Between the rounds the pack fills "
        "bare places; the first ace and king of each suit go to their places by themselves. "
        "A round that the end of the pack cuts short is complete."
    )
    example = "h 7"

    zones = (
        stock(4.2, 0),
        hand(5.25, 0),
        foundations("F1-F8", row(4, 0, 0, 1.05) + row(4, 6.3, 0, 1.05)),
        tableau("1-20", grid(20, 10, 0, 1.5, 1.05, 2.1, down(0.16, limit=0.85)), "the promenade"),
    )
    board = (10.5, 5.7)
    first_phase = "play"
    phases = r"play|deal (1?\d|20)"
    alike = ("1-20",)
    routes = (
        Route(Tops("1-20"), "F1-F8", ACES_AND_KINGS, phases=("play",)),
        Route(Tops("H"), "F1-F8", ACES_AND_KINGS, phases=("deal",)),
        Route(Tops("H"), "1-20", Anything(), phases=("deal",)),
    )

    def setup(self, table: Table) -> None:
        """Twenty cards; those that fit a foundation go there as they turn up."""
        fill(table, family)

    def laid(self, phase: str) -> int:
        """How many cards the running deal has laid on the promenade."""
        return int(phase.partition(" ")[2])

    def no_deal(self, position: Position) -> str:
        """The card in hand is placed first."""
        if held := self.pile(position, "H"):
            return f"{card_symbol(held[-1])} is in hand; lay it on a packet or a foundation first."
        return super().no_deal(position)

    def deal(self, table: Table) -> None:
        """The next card comes to the hand, or begins its foundation."""
        if table.phase == "play":
            table.phase = "deal 0"
        table.move("S", base_place(table, table["S"][-1]) or "H")

    def carry_out(self, table: Table, move: Move) -> None:
        """Cards laid on the promenade are counted."""
        super().carry_out(table, move)
        if move.source == "H" and move.target in PROMENADE:
            table.phase = f"deal {self.laid(table.phase) + 1}"

    def settle(self, table: Table, move: Move) -> None:
        """Twenty cards laid, or no card left, end the deal; then bare places are filled."""
        over = not table["S"] and not table["H"]
        if table.phase != "play" and (over or self.laid(table.phase) == ROUND):
            table.phase = "play"
        if table.phase == "play":
            fill(table, base_place)

    def caption(self, position: Position) -> str:
        """How far the deal is."""
        return "" if position.phase == "play" else f"{self.laid(position.phase)} of {ROUND}"

    def refusal(self, position: Position, move: Move) -> str:
        """The promenade rests during a deal."""
        if move.source in PROMENADE and position.phase != "play":
            return (
                f"The packets may be played when {ROUND} cards are laid; "
                f"{self.laid(position.phase)} are."
            )
        return ""
