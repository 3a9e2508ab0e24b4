"""The Fifteen: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from types import MappingProxyType

from engine.cards import ACE, ANY, KING, card_symbol, rank
from engine.families import ACES_AND_KINGS
from engine.game import Game
from engine.layout import down, row
from engine.moves import Move
from engine.position import Position
from engine.rules import Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, tableau

COLUMNS = expand("1-15")
SIXTH = 5
"""Where the card of the sixth row lies in its column."""
STILL = {"start": (ACE, KING), "ace": (ACE,), "king": (KING,), "open": ()}
"""What may be withdrawn from the sixth row in each phase."""

TOPS = Tops("1-15")


class Fifteen(Game):
    id = "fifteen"
    title = "The Fifteen"
    aliases = ("Fifteen",)
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
        "All cards lie open, and only the lowest card of a column can be used. A bare column, a "
        "lane, takes any card: lanes are the key to the game, and with their help whole runs can "
        "be turned about, card by card. If no family is begun and no column ends with an ace or "
        "a king, you may once take one ace and one king out of the sixth row, in turn and one "
        "right after the other, from under the cards that cover them (play 3 f6). After the "
        "first card played this is over for good."
    )
    example = "7 f2"

    zones = (
        tableau("1-15", row(15, 0, 0, 1.03, down(0.36, 3.4)), "the columns"),
        foundations("F1-F4", row(4, 2.6, 4.65), name="the aces"),
        foundations("F5-F8", row(4, 8.5, 4.65), name="the kings"),
    )
    board = (15.42, 5.65)
    deals = False
    verbs = ("play",)
    verb_words = MappingProxyType({"play": "takes an ace or a king out of the sixth row, once"})
    first_phase = "start"
    phases = "start|ace|king|open"
    alike = ("1-15",)
    routes = (
        Route(TOPS, "F1-F8", ACES_AND_KINGS),
        Route(TOPS, "1-15", Building((-1, 1), Match.SUIT, empty=ANY)),
    )

    def setup(self, table: Table) -> None:
        """The whole pack in rows; the last column stays a card short."""
        table.deal_out(COLUMNS)

    def odd_moves(self, position: Position) -> list[Move]:
        """The exception of the opening: an ace and a king of the sixth row may be withdrawn."""
        if position.phase == "open" or (position.phase == "start" and self.is_open(position)):
            return []
        return [
            Move("play", id, home)
            for id in COLUMNS
            if len(pile := self.pile(position, id)) > SIXTH + 1
            and rank(pile[SIXTH]) in STILL[position.phase]
            for home in self.home
            if not self.pile(position, home) and self.takes(position, home) >> pile[SIXTH] & 1
        ]

    def is_open(self, position: Position) -> bool:
        """Whether a family is begun, or can be begun with the lowest card of a column."""
        if any(self.pile(position, id) for id in self.home):
            return True
        tops = (card for id in COLUMNS for card in self.pile(position, id)[-1:])
        return any(rank(card) in STILL["start"] for card in tops)

    def carry_out(self, table: Table, move: Move) -> None:
        """A card is taken out of the sixth row, and the cards that lay on it move up."""
        if move.verb != "play":
            super().carry_out(table, move)
            if table.phase != "start" or move.target in self.home:
                table.phase = "open"
            return
        pile = table[move.source]
        table[move.source] = pile[:SIXTH] + pile[SIXTH + 1 :]
        table.lay(pile[SIXTH], move.target)
        other = "king" if rank(pile[SIXTH]) == ACE else "ace"
        table.phase = other if table.phase == "start" else "open"

    def caption(self, position: Position) -> str:
        """What may still be taken out of the sixth row."""
        if not self.odd_moves(position):
            return ""
        kind = {"start": "an ace and a king", "ace": "an ace"}.get(position.phase, "a king")
        return f"{kind} may be taken out of the sixth row"

    def refusal(self, position: Position, move: Move) -> str:
        """Why a card of the sixth row stays where it is."""
        if move.verb != "play" or move.source not in COLUMNS:
            return ""
        if position.phase == "open":
            return "Cards leave the sixth row only at the opening, before any other is played."
        if position.phase == "start" and self.is_open(position):
            return "The sixth row gives its cards only while no ace and no king can be played."
        if len(pile := self.pile(position, move.source)) <= SIXTH + 1:
            return f"Column {move.source} covers no card of the sixth row."
        if rank(pile[SIXTH]) not in STILL[position.phase]:
            wanted = " or ".join({ACE: "an ace", KING: "a king"}[r] for r in STILL[position.phase])
            return f"{card_symbol(pile[SIXTH])} in the sixth row of {move.source} is not {wanted}."
        return f"{card_symbol(pile[SIXTH])} doesn't go to {move.target or 'any place'}."
