"""Babette: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.cards import card_symbol
from engine.conditions import FreeSides
from engine.families import ACES_AND_KINGS
from engine.game import Game
from engine.layout import places, row
from engine.moves import Move
from engine.position import Position
from engine.rules import Route, expand
from engine.table import Table
from engine.zones import foundations, stock, tableau

COLUMNS = "abcdefgh"
ROWS = 13
GARDEN = " ".join(f"{letter}1-{letter}{ROWS}" for letter in COLUMNS)
TAKEN_UP = expand(" ".join(f"{letter}1-{letter}{ROWS}" for letter in reversed(COLUMNS)))
"""The last column comes to lie uppermost when all are turned over."""

XS = [round(0.2 + 1.45 * k, 4) for k in range(len(COLUMNS))]
YS = [round(1.46 + 0.36 * k, 4) for k in range(ROWS)]
PLACES = places([x for x in XS for _ in YS], YS * len(XS))


def place_below(id: str) -> str:
    """The next place down the column; in the last row a name that no pile has."""
    return f"{id[0]}{int(id[1:]) + 1}"


PLACES_BELOW = {id: place_below(id) for id in expand(GARDEN)}
LOWER_EDGE_FREE = FreeSides(
    {id: ((below,) if below in PLACES_BELOW else (),) for id, below in PLACES_BELOW.items()},
    "only a card with nothing on its lower edge",
)


class Babette(Game):
    id = "babette"
    title = "Babette"
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "luck"
    length = "medium"

    object = (
        "Eight families in suit: four from ace up to king, four from king down to ace. The first "
        "ace and the first king of each suit begin them."
    )
    advice = (
        "Each deal lays a row of eight cards under the last one, and a card can be played only "
        "when the place directly below it in its column is empty. Places played from are never "
        "filled again: they keep the card above them free, whatever is dealt later. When the "
        "pack is out the garden may be taken up and dealt again, unshuffled, twice."
    )
    example = "c4 f1"

    zones = (
        foundations("F1-F8", row(8, 0.2, 0, 1.45)),
        tableau(GARDEN, PLACES, "the garden"),
        stock(11.7, 0),
    )
    board = (12.7, 6.78)
    first_phase = "0"
    phases = r"\d|1[0-3]"
    redeals = 2
    taken_up = TAKEN_UP
    routes = (Route(LOWER_EDGE_FREE, "F1-F8", ACES_AND_KINGS),)

    def deal(self, table: Table) -> None:
        """The next row; the phase counts them."""
        next_row = int(table.phase) + 1
        table.deal_to([f"{letter}{next_row}" for letter in COLUMNS])
        table.phase = str(next_row)

    def no_deal(self, position: Position) -> str:
        """While the pack lasts, which is thirteen rows at most."""
        if position.phase == str(ROWS):
            return "The garden is laid out."
        return super().no_deal(position)

    def redeal(self, table: Table) -> None:
        """The columns are taken up, each next one underneath, and turned over."""
        table.gather(self.taken_up)
        table.phase = "0"

    def refusal(self, position: Position, move: Move) -> str:
        """What blocks a card of the garden."""
        if move.source not in TAKEN_UP or not self.pile(position, move.source):
            return ""
        below = place_below(move.source)
        if below in self.index and (card := self.pile(position, below)):
            blocked = card_symbol(self.pile(position, move.source)[0])
            return f"{blocked} is blocked by {card_symbol(card[0])} on {below}."
        return ""
