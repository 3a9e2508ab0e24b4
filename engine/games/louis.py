"""The "Louis": *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.cards import card_symbol, suit
from engine.families import FULL_DOWN, Family
from engine.game import Game
from engine.games.st_louis import RING, RING_PLACES, TAKEN_UP
from engine.layout import Place, row
from engine.moves import Move
from engine.position import Position
from engine.rules import Above, Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, laid, reserve, stock, tableau

LETTERS = dict(zip(RING, "abcdefghiklm", strict=True))
"""The book's signs for the places of the alphabet; it has no j."""
ALL_OPEN = f"deal:{''.join(LETTERS.values())}"
SUITS = "DCHS"
ASIDE = dict(zip((2, 3, 1, 0), expand("X1-X4"), strict=True))
"""Where cards of a suit are laid aside."""
TWINS = dict(zip(expand("F1-F8"), expand("F5-F8 F1-F4"), strict=True))
PACKETS = Tops("1-12")
PLAYED = Tops("1-12 X1-X4")
UP, DOWN = Family(suits=SUITS, begun=True), Family(FULL_DOWN, SUITS, begun=True)
ASIDE_PLACES = (Place(7.1, 1.15), Place(8.2, 1.15), Place(7.1, 2.3), Place(8.2, 2.3))


class Louis(Game):
    id = "louis"
    title = "The Louis"
    aliases = ("The Louis Patience", "Louis Patience")
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "mixed"
    length = "long"
    difficulty = "easy"

    object = (
        "Eight families in suit: four that begin with the ace and end with the king, four that "
        "begin with the king and end with the ace."
    )
    advice = (
        "d deals circles of twelve. Until the next circle covers it, each card of a circle goes "
        "to the foundations only, and its place stays closed; nothing beneath may be used before "
        "the whole pack is dealt. Then all top cards are free, and go on each other as well; an "
        "empty place stays empty. After a re-deal, which takes the packets up unshuffled, "
        "a card may change from one foundation of its suit to the other (f1 f5), and during the "
        "deal a card that fits both may be laid aside (7 x3)."
    )
    example = "7 f2"

    zones = (
        stock(7.1, 0),
        foundations("F1-F4", row(4, 1.3, 1.15), name="the aces"),
        foundations("F5-F8", row(4, 1.3, 2.3), name="the kings"),
        tableau("1-12", RING_PLACES, "the alphabet", notes=tuple(LETTERS.values())),
        reserve("X1-X4", ASIDE_PLACES, "cards laid aside"),
    )
    board = (9.4, 4.45)
    bases = laid("F1-F8", "AD AC AH AS KD KC KH KS")
    first_phase = ALL_OPEN
    phases = r"deal:a?b?c?d?e?f?g?h?i?k?l?m?|play"
    redeals = 3
    taken_up = TAKEN_UP
    routes = (
        Route(PLAYED, "F1-F4", UP),
        Route(PLAYED, "F5-F8", DOWN),
        Route(Above("F1-F4"), "F5-F8", DOWN),
        Route(Above("F5-F8"), "F1-F4", UP),
        Route(PACKETS, "1-12", Building((1, -1), Match.SUIT), phases=("play",)),
    )

    def setup(self, table: Table) -> None:
        """The first circle."""
        self.deal(table)

    def deal(self, table: Table) -> None:
        """A circle; the last one frees all."""
        table.deal_to(RING)
        table.phase = ALL_OPEN if table["S"] else "play"

    def no_deal(self, position: Position) -> str:
        """The pack is never out while circles are dealt."""
        return "The pack is dealt out." if position.phase == "play" else ""

    def redeal(self, table: Table) -> None:
        """The packets are taken up, turned over, and the first circle is dealt."""
        table.gather(self.taken_up)
        self.deal(table)

    def is_open(self, position: Position, id: str) -> bool:
        """Whether a packet may be played from."""
        return position.phase == "play" or LETTERS[id] in position.phase.partition(":")[2]

    def is_later(self, position: Position) -> bool:
        """Whether this is not the first deal any more."""
        return position.redeals_left != self.redeals

    def card_moves(self, position: Position) -> list[Move]:
        """Only cards of the present circle; foundations change cards only in later deals."""
        return [
            move
            for move in super().card_moves(position)
            if (
                self.is_open(position, move.source)
                if move.source in LETTERS
                else move.source not in self.home or self.is_later(position)
            )
        ]

    def odd_moves(self, position: Position) -> list[Move]:
        """In later deals cards that fit both foundations may be laid aside."""
        if position.phase == "play" or not self.is_later(position):
            return []
        found = []
        for id in RING:
            for card in self.pile(position, id)[-1:]:
                takers = [f for f in TWINS if self.takes(position, f) >> card & 1]
                if len(takers) == 2:
                    found.append(Move("", id, ASIDE[suit(card)]))
        return found

    def carry_out(self, table: Table, move: Move) -> None:
        """A place that was played from is closed for the rest of its circle."""
        super().carry_out(table, move)
        if table.phase != "play" and move.source in LETTERS:
            head, letters = table.phase.split(":")
            table.phase = f"{head}:{letters.replace(LETTERS[move.source], '')}"

    def next_places(self, position: Position) -> tuple[str, ...]:
        """The places that are still open in this circle."""
        if position.phase == "play":
            return ()
        return tuple(id for id in RING if self.is_open(position, id))

    def refusal(self, position: Position, move: Move) -> str:
        """What is covered, and what belongs to later deals."""
        if move.source in LETTERS and not self.is_open(position, move.source):
            return f"Place {move.source} is closed until the next circle covers it."
        if move.source not in self.index or not (pile := self.pile(position, move.source)):
            return ""
        card = card_symbol(pile[-1])
        if move.target in ASIDE.values():
            if position.phase == "play" or not self.is_later(position):
                return "Cards are laid aside only in the deals after the first."
            return f"{card} is not laid aside there: only a card that fits both its foundations."
        if move.source in TWINS and move.target in TWINS:
            if len(pile) == 1:
                return f"{card} is the base of its family and stays."
            if not self.is_later(position):
                return "Cards change their foundations only in the deals after the first."
        return ""
