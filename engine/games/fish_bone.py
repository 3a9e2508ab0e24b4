"""The Fish-Bone: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import ANY, JACK, KING, QUEEN, SYMBOLS, Card, of_rank, rank, suit
from engine.families import Family
from engine.game import Game
from engine.layout import grid, places
from engine.moves import Move
from engine.position import Position
from engine.rules import VACANCY, Building, Match, Route, Tops, expand
from engine.table import Table
from engine.vacancies import PlayerFills
from engine.zones import foundations, stock, tableau, talon

GRIDIRON = expand("1-6")
LINE = expand("F1-F8")
RIBS = {KING: expand("K1-K8"), QUEEN: expand("Q1-Q8")}
COURT = of_rank(JACK, QUEEN, KING)
ROWS = [round(0.02 + 0.78 * r, 4) for r in range(8)]


def home(table: Table, card: Card) -> str | None:
    """Where a court card goes by itself: the next place of the line, or one beside its knave."""
    if rank(card) == JACK:
        return next(id for id in LINE if not table[id])
    for knave, side in zip(LINE, RIBS.get(rank(card), ()), strict=False):
        if table[knave] and suit(table[knave][0]) == suit(card) and not table[side]:
            return side
    return None


class FishBone(PlayerFills):
    id = "fish-bone"
    title = "The Fish-Bone"
    aliases = ("Fish Bone", "Fishbone")
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "mixed"
    length = "long"

    object = (
        "A line of eight knaves, each built down in suit to the ace, with a king and a queen of "
        "its suit at its sides."
    )
    advice = (
        "Court cards go to the bone by themselves: knaves as they come, a king or a queen as "
        "soon as there is a knave of its suit without one. Till then it lies in the talon or the "
        "gridiron; it is never moved by hand. Cards of the gridiron never go on each other. "
        "While there is a talon you choose how an empty place is filled, with its top card (w 3) "
        "or from the pack (s 3), which passes over court cards, and must do so before the next "
        "deal; without a talon the pack fills it at once."
    )
    example = "w 3"
    triumph = "The bone is complete: eight aces, each between king and queen."

    zones = (
        foundations("F1-F8", places([4.5] * 8, ROWS, 90), 11, "the knaves"),
        foundations("K1-K8", places([2.94] * 8, ROWS, -70), 1, "the kings"),
        foundations("Q1-Q8", places([6.06] * 8, ROWS, 70), 1, "the queens"),
        tableau("1-6", grid(6, 2, 0, 1.6), "the gridiron"),
        stock(8.15, 4.3),
        talon(8.15, 5.4),
    )
    board = (9.15, 6.5)
    redeals = 1
    vacancies = GRIDIRON
    alike = ("1-6",)
    routes = (
        Route(Tops("W 1-6"), "F1-F8", Family("JT98765432A", suits="", begun=True)),
        Route(Tops("W"), "1-6", Building((1,), Match.SUIT), cards=ANY & ~COURT),
        Route(Tops("W"), "1-6", VACANCY, cards=ANY & ~COURT),
    )

    def setup(self, table: Table) -> None:
        """The gridiron as the cards come; then court cards find their places."""
        table.deal_to(GRIDIRON)
        self.settle(table, Move())

    def settle(self, table: Table, move: Move) -> None:
        """Court cards that can be placed are placed; without a talon the pack fills."""
        while True:
            for id in table.showing(("W", *GRIDIRON), COURT):
                if place := home(table, table[id][-1]):
                    table.move(id, place)
                    break
            else:
                empty = [id for id in GRIDIRON if not table[id]]
                if table["W"] or not table["S"] or not empty:
                    return
                self.fill(table, empty[:1])

    def fill(self, table: Table, ids: Iterable[str]) -> None:
        """The pack passes over court cards: those without a place go on the talon."""
        for id in ids:
            card = table.draw(lambda card: home(table, card) or (COURT >> card & 1 and "W") or None)
            if card is not None:
                table.lay(card, id)

    def no_redeal(self, position: Position) -> str:
        """A court card on the talon can't fill, so then places may wait."""
        if (talon := self.pile(position, "W")) and COURT >> talon[-1] & 1:
            return Game.no_redeal(self, position)
        return super().no_redeal(position)

    def wanted(self, position: Position, id: str) -> str:
        """Kings and queens are wanted in the suit of their knave."""
        if self.pile(position, id) or id[0] not in "KQ":
            return super().wanted(position, id)
        knave = self.pile(position, f"F{id[1:]}")
        return f"{id[0]}{SYMBOLS[suit(knave[0])] if knave else ''}"

    def refusal(self, position: Position, move: Move) -> str:
        """Court cards are not moved by hand."""
        pile = self.pile(position, move.source) if move.source in self.index else ()
        if move.source in ("W", *GRIDIRON) and pile and COURT >> pile[-1] & 1:
            return "Court cards are not moved by hand; they go to the bone as soon as they can."
        return super().refusal(position, move)
