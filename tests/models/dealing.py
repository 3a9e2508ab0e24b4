"""What all models need: cards as two letters, and the written-down shuffle, made once more.

A model is a game played from its book by plain Python that shares nothing with the engine. Its
module has the game's id for a name (``salic_law`` for ``salic-law``) and holds a class ``Model``::

    model = Model("7")          # the deal of that label, as it lies at the start
    model.moves()               # all legal moves, as players type them; [] when the game is won
    model.play("3 F1")          # makes a move, and all that follows by itself
    model.won()
    model.piles                 # pile id to cards, the top one last; "(TH)" lies face down
    model.redeals_left, model.phase   # where the game has them
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable

RANKS = "A23456789TJQK"
PACK = [rank + suit for suit in "SHDC" for rank in RANKS]


def value(card: str) -> int:
    """1 (ace) to 13 (king)."""
    return RANKS.index(card[0]) + 1


def red(card: str) -> bool:
    """Whether it is a heart or a diamond."""
    return card[1] in "HD"


def shuffle(cards: Iterable[str], deal: str, number: int) -> list[str]:
    """The cards in dealing order; `number` counts the game's shuffles from 0."""
    cards = list(cards)
    stream = hashlib.shake_256(f"patience/1|{deal}|{number}".encode()).digest(4096)
    at = 0
    for last in range(len(cards) - 1, 0, -1):
        ways = last + 1
        word = 2**32
        while word >= 2**32 - 2**32 % ways:
            word = int.from_bytes(stream[at : at + 4], "big")
            at += 4
        other = word % ways
        cards[last], cards[other] = cards[other], cards[last]
    return cards


class Table:
    """Piles of cards, and the small things that are done with them in every game."""

    redeals_left: int | None = None
    phase = ""

    def __init__(self, deal: str) -> None:
        self.deal = deal
        self.shuffles = 0
        self.piles: dict[str, list[str]] = defaultdict(list)
        self.setup()

    def setup(self) -> None:
        """Lay the deal out."""
        raise NotImplementedError

    def shuffled_pack(self, packs: int, without: Iterable[str] = ()) -> None:
        """The pack ``S`` is shuffled, some cards having been taken out before."""
        cards = PACK * packs
        for card in without:
            cards.remove(card)
        self.piles["S"] = shuffle(cards, self.deal, 0)[::-1]

    def shuffled_again(self, cards: Iterable[str]) -> list[str]:
        """Cards shuffled once more, in dealing order."""
        self.shuffles += 1
        return shuffle(cards, self.deal, self.shuffles)

    def top(self, id: str) -> str:
        """The top card of a pile, "" where there is none."""
        pile = self.piles[id]
        return pile[-1] if pile else ""

    def move(self, source: str, target: str) -> None:
        """One card from pile to pile."""
        self.piles[target].append(self.piles[source].pop())
