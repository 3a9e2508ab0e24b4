"""The Wheel: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations, product
from types import MappingProxyType

from engine.cards import JACK, Pile, card_symbol, rank
from engine.game import Game
from engine.layout import column, places
from engine.moves import Move, naming
from engine.position import Position
from engine.rules import expand
from engine.table import Table
from engine.zones import Kind, Zone, foundations, laid, stock, tableau

CUSHION = expand("1-12")
CIRCLE = expand("C1-C24")
SUM = 18
EIGHTEENS = tuple(three for three in combinations(range(2, JACK), 3) if sum(three) == SUM)
"""Three different values of minor cards that make eighteen."""

EITHER = (2, 6, 10), (3, 7, 8), (4, 5, 9)
OR = (2, 7, 9), (3, 5, 10), (4, 6, 8)
EACH = 8
"""So many cards there are of each value.  To use all of them up takes k packets of each sum in
`EITHER` and 8 - k of each in `OR`, and none of the other two sums: the equations of the nine
values have no other solutions."""

ACROSS, DOWN = [round(1.06 * c, 4) for c in range(8)], [round(1.08 * r, 4) for r in range(6)]
RIM = places(
    (*ACROSS, *ACROSS[-1:] * 4, *ACROSS[::-1], *ACROSS[:1] * 4),
    (*DOWN[:1] * 8, *DOWN[1:5], *DOWN[-1:] * 8, *DOWN[4:0:-1]),
)
CROSS = column(4, 3.71, 1.08, 1.08) + places((1.55, 2.62, 4.8, 5.87), (2.7,) * 4)


@lru_cache(maxsize=4096)
def play(ids: frozenset[str]) -> Move:
    """The move that names these places."""
    return naming("play", sorted(ids, key=CUSHION.index))


@lru_cache(maxsize=4096)
def uses_up(circle: tuple[Pile, ...]) -> bool:
    """Whether the minor cards that are not in these packets can all come into others."""
    made = Counter(tuple(sorted(map(rank, packet[:3]))) for packet in circle if packet)
    either, other = (max(made[sums] for sums in some) for some in (EITHER, OR))
    return made.keys() <= {*EITHER, *OR} and either + other <= EACH


class Wheel(Game):
    id = "wheel"
    title = "The Wheel"
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    difficulty = "hard"
    packs = 2
    kind = "mixed"
    length = "short"

    object = (
        "A wheel of twenty-four packets round the cross of aces: each of three minor cards that "
        "make eighteen, crowned with a court card."
    )
    advice = (
        "The three cards must be of three different values from two to ten: 2 6 10, 2 7 9, "
        "3 5 10, 3 6 9, 3 7 8, 4 5 9, 4 6 8 or 5 6 7; suits don't matter. Any knave, queen or "
        "king crowns them, and without one they stay. Name the four places in any order. Only "
        "top cards of the cushion are used. Before the first d the pack fills empty places at "
        "once, afterwards they stay bare until the next d, which lays a card on each of the "
        "twelve places. You may deal while a packet could still be made. All cards must be used, "
        "so think of the values that are left."
    )
    example = "play 1 4 6 8"
    triumph = "The wheel is closed: twenty-four crowned heads."

    zones = (
        foundations("C1-C24", RIM, 4, "the circle"),
        Zone(expand("A1-A8"), "the cross of aces", Kind.ORNAMENT, CROSS),
        stock(6.0, 1.15),
        tableau("1-12", column(6, 8.95, 0, 1.08) + column(6, 10.1, 0, 1.08), "the cushion"),
    )
    board = (11.1, 6.4)
    bases = laid("A1-A8", "AS AS AH AH AD AD AC AC")
    verbs = ("play",)
    verb_words = MappingProxyType({"play": "takes three cards and their crown to the circle"})
    most_named = 4
    first_phase = "first"
    phases = "first|later"

    def setup(self, table: Table) -> None:
        """The first cushion."""
        table.deal_to(CUSHION)

    def deal(self, table: Table) -> None:
        """A card on each place of the cushion, as far as the pack lasts."""
        table.deal_to(CUSHION)
        table.phase = "later"

    def odd_moves(self, position: Position) -> list[Move]:
        """Each eighteen on the cushion with each crown."""
        minor: dict[int, list[str]] = {value: [] for value in range(2, JACK)}
        crowns: list[str] = []
        for id in CUSHION:
            if pile := self.pile(position, id):
                value = rank(pile[-1])
                (crowns if value >= JACK else minor[value]).append(id)
        return [
            play(frozenset((*three, crown)))
            for values in EIGHTEENS
            for three in product(*map(minor.__getitem__, values))
            for crown in crowns
        ]

    def carry_out(self, table: Table, move: Move) -> None:
        """The packet goes to the first empty place of the circle, its crown on top."""
        if move.verb != "play":
            super().carry_out(table, move)
            return
        ids = sorted(move.piles, key=CUSHION.index)
        cards = sorted(map(table.take, ids), key=lambda card: rank(card) >= JACK)
        table[next(id for id in CIRCLE if not table[id])] = cards
        if table.phase == "first":
            table.refill(ids, "S")

    def hopeless(self, position: Position) -> str:
        """That not all cards can be used up any more, in a game that has all its cards."""
        if uses_up(position.piles[: len(CIRCLE)]) or sum(map(len, position.piles)) < 104:
            return ""
        return "The values that are left can't all come into eighteens: this game is lost."

    def inclination(self, position: Position, move: Move) -> int:
        """Deep packets first."""
        return sum(len(self.pile(position, id)) for id in move.piles)

    def refusal(self, position: Position, move: Move) -> str:
        """What is wrong with the places that were named."""
        if move.verb != "play" and not move.others:
            return ""
        ids = move.piles
        if len(set(ids)) != 4 or not {*ids} <= {*CUSHION}:
            return "Name four different places of the cushion, such as play 1 4 6 8."
        if bare := [id for id in ids if not self.pile(position, id)]:
            return f"There is no card on {bare[0]}."
        cards = [self.pile(position, id)[-1] for id in ids]
        minor = [card for card in cards if rank(card) < JACK]
        named = ", ".join(map(card_symbol, minor))
        if len(minor) != 3:
            return f"A packet is three minor cards and one court card; here are {len(minor)} minor."
        if len(set(map(rank, minor))) != 3:
            return f"{named} are not of three different values."
        return f"{named} make {sum(map(rank, minor))}, not eighteen."
