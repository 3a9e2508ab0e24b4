"""The Zodiac: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from functools import lru_cache

from engine.cards import ACE, KING, SUIT_WORDS, Pile, rank, suit
from engine.families import ACES_AND_KINGS
from engine.game import Game
from engine.layout import places, row
from engine.moves import Move
from engine.position import Position
from engine.rules import VACANCY, Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, stock, tableau, talon

EQUATOR, ZODIAC = expand("E1-E8"), expand("Z1-Z24")

ARCH = (0.35, 0.2, 0.1, 0.03, 0.0, 0.03, 0.1, 0.2, 0.35)
XS = (1.3, 2.4, 3.5, 4.6, 5.7, 6.8, 7.9, 9.0, 10.1)
CIRCLE = places(
    (*XS, 11.0, 11.3, 11.0, *reversed(XS), 0.4, 0.1, 0.4),
    (*ARCH, 1.35, 2.45, 3.55, *(round(4.9 - y, 4) for y in ARCH), 3.55, 2.45, 1.35),
)

EQUATOR_AND_TALON = Tops("E1-E8 W")
MARRIAGE = Building((1, -1), Match.SUIT)
ON_ZODIAC = MARRIAGE.table(0)


class Zodiac(Game):
    id = "zodiac"
    title = "The Zodiac"
    aliases = ("Girdle",)
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "skill"
    length = "long"
    difficulty = "hard"

    object = (
        "First bring all 104 cards into the Zodiac and the Equator; then build them off into "
        "eight families in suit, four from ace up to king and four from king down to ace."
    )
    advice = (
        "Cards of the Equator and the talon's top card go on the circle, the Zodiac, one rank up "
        "or down in suit; a talon card also fills an empty place of the Equator when you like. "
        "The talon may be dealt again as often as you wish. Only when pack and talon are used up "
        "do the foundations begin, from Zodiac and Equator; cards of the Zodiac never go on each "
        "other, so think of the end while you build."
    )
    example = "e4 z1"
    triumph = "The Zodiac is built off into eight families."

    zones = (
        stock(2.65, 1.35),
        talon(3.75, 1.35),
        tableau("E1-E8", row(8, 1.85, 2.45), "the Equator"),
        tableau("Z1-Z24", CIRCLE, "the Zodiac"),
        foundations("F1-F8", row(4, 5.3, 1.35) + row(4, 5.3, 3.55)),
    )
    board = (12.3, 5.9)
    first_phase = "1"
    phases = "1|2"
    redeals = None
    routes = (
        Route(EQUATOR_AND_TALON, "Z1-Z24", MARRIAGE),
        Route(Tops("W"), "E1-E8", VACANCY),
        Route(Tops("Z1-Z24 E1-E8"), "F1-F8", ACES_AND_KINGS, phases=("2",)),
    )

    def __init__(self) -> None:
        super().__init__()
        self._circle = [self.index[id] for id in ZODIAC]
        self._families = [(self.index[f"F{s + 1}"], self.index[f"F{s + 5}"]) for s in range(4)]

    def setup(self, table: Table) -> None:
        """The Equator, then the Zodiac round it."""
        table.deal_to(EQUATOR + ZODIAC)

    def settle(self, table: Table, move: Move) -> None:
        """The building off begins when all cards are placed."""
        if not table["S"] and not table["W"]:
            table.phase = "2"

    def caption(self, position: Position) -> str:
        """How many cards are still to be placed; that they can't be, once all have been seen."""
        if position.phase == "2":
            return ""
        talon = self.pile(position, "W")
        left = len(self.pile(position, "S")) + len(talon)
        if left == len(talon) and not self.can_place(position, talon):
            return "no card can be placed any more: this game is lost"
        return f"{left} to be placed"

    def hopeless(self, position: Position) -> str:
        """Packets of one suit may block each other for good, wherever its other cards lie.

        They can't be taken apart before the building off, and then only by its own two families.
        """
        piles = position.piles
        if sum(map(len, piles)) < 104:
            return ""
        packets: list[list[Packet]] = [[], [], [], []]
        for i in self._circle:
            if len(piles[i]) > 1:
                suits, ranks = packet_of(piles[i])
                if len(suits) > 1:
                    return ""  # no deal comes to this
                packets[suits[0]].append(ranks)
        for s, found in enumerate(packets):
            up, down = (len(piles[i]) for i in self._families[s])
            if not comes_off(tuple(sorted(found)), 1 + up, KING - down):
                return (
                    f"The {SUIT_WORDS[s]} of the Zodiac lie so that they can't be built off any "
                    "more: this game is lost."
                )
        return ""

    def can_place(self, position: Position, cards: Pile) -> bool:
        """Whether one of these cards, or one of the Equator, can go anywhere."""
        equator = [self.pile(position, id) for id in EQUATOR]
        if () in equator:
            return True
        wanted = 0
        for id in ZODIAC:
            for card in self.pile(position, id)[-1:]:
                wanted |= ON_ZODIAC[card]
        return any(wanted >> card & 1 for pile in (cards, *equator) for card in pile)


Packet = tuple[int, ...]
"""The ranks of a packet, the top one last."""


@lru_cache(maxsize=20_000)
def packet_of(pile: Pile) -> tuple[tuple[int, ...], Packet]:
    """The suits of a packet, and its ranks."""
    return tuple({suit(card) for card in pile}), tuple(map(rank, pile))


@lru_cache(maxsize=50_000)
def comes_off(packets: tuple[Packet, ...], up: int, down: int) -> bool:
    """Whether packets of one suit, each of several ranks, can be built off when all its other cards
    lie free.  `up` and `down` are the ranks that its two families want next.

    >>> comes_off(((1, 2), (3, 2)), 1, 13)
    True
    >>> comes_off(((1, 2), (1, 2)), 1, 13), comes_off(((1, 2), (1, 2), (13, 12), (13, 12)), 1, 13)
    (True, False)
    """
    if not packets:
        return True
    for wanted, later in ((up, (up + 1, down)), (down, (up, down - 1))):
        if not ACE <= wanted <= KING:
            continue
        ends = [packet for packet in set(packets) if packet[-1] == wanted]
        for packet in ends:  # better than a card that lies free anyway
            rest = list(packets)
            rest.remove(packet)
            if len(packet) > 2:  # else its last card lies free
                rest.append(packet[:-1])
            if comes_off(tuple(sorted(rest)), *later):
                return True
        away = 2 - (wanted < up) - (wanted > down)
        free = not ends and away > sum([packet.count(wanted) for packet in packets])
        if free and comes_off(packets, *later):
            return True
    return False
