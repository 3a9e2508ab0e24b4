"""Cards, packs, and the two ways they are written.

A card is a small int: ``suit << 4 | rank`` with rank 1 (ace) to 13 (king) and suits 0 to 3 in the
order of the books' foundations, spades, hearts, diamonds, clubs.  ``HIDDEN`` is added while a card
lies face down among cards that lie face up.  So a set of face-up cards is one 64-bit mask, and the
cards that a pile takes can be compared with the cards that are available in one step.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

Card = int
Pile = tuple[Card, ...]
Mask = int
"""A set of face-up cards: bit ``card`` is set for each."""

RANKS = "A23456789TJQK"
SUITS = "SHDC"
SYMBOLS = "♠♥♦♣"
SPADES, HEARTS, DIAMONDS, CLUBS = range(4)
ACE, JACK, QUEEN, KING = 1, 11, 12, 13
HIDDEN = 64

RANK_WORDS = dict(
    enumerate("ace two three four five six seven eight nine ten knave queen king".split(), start=1)
)
SUIT_WORDS = dict(enumerate("spades hearts diamonds clubs".split()))


def make(rank: int, suit: int) -> Card:
    """The face-up card of a rank (1 to 13) and a suit (0 to 3)."""
    return suit << 4 | rank


def rank(card: Card) -> int:
    """1 (ace) to 13 (king)."""
    return card & 15


def suit(card: Card) -> int:
    """0 to 3: spades, hearts, diamonds, clubs."""
    return card >> 4 & 3


def is_red(card: Card) -> bool:
    """Whether the card is a heart or a diamond."""
    return suit(card) in (HEARTS, DIAMONDS)


def is_hidden(card: Card) -> bool:
    """Whether the card lies face down."""
    return card >= HIDDEN


def face(card: Card) -> Card:
    """The card, turned face up."""
    return card & ~HIDDEN


def mask(cards: Iterable[Card]) -> Mask:
    """The set of these face-up cards."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


DECK: Pile = tuple(make(rank, suit) for suit in range(4) for rank in range(1, 14))
"""One pack in the order of the shuffle contract: suits S H D C, within a suit A 2 … K."""

NEXT_UP = {card: mask(DECK) & 1 << card + 1 for card in DECK}
"""What naturally follows each card: the next rank of its suit, and nothing after a king."""

ANY: Mask = mask(DECK)
RED: Mask = mask(card for card in DECK if is_red(card))
BLACK: Mask = ANY & ~RED


def of_rank(*ranks: int) -> Mask:
    """All cards of these ranks."""
    return mask(card for card in DECK if rank(card) in ranks)


def of_suit(*suits: int) -> Mask:
    """All cards of these suits."""
    return mask(card for card in DECK if suit(card) in suits)


def pack(packs: int, without: Iterable[Card] = ()) -> list[Card]:
    """That many packs in order, less the withdrawn cards (the first occurrence of each)."""
    cards = list(DECK) * packs
    for card in without:
        cards.remove(card)
    return cards


def card_text(card: Card) -> str:
    """``TH``; a card that lies face down stands in parentheses."""
    text = RANKS[rank(card) - 1] + SUITS[suit(card)]
    return f"({text})" if is_hidden(card) else text


def card_symbol(card: Card) -> str:
    """``10♥``, as players read it; a card that lies face down shows nothing."""
    if is_hidden(card):
        return "▒▒"
    return rank_symbol(rank(card)) + SYMBOLS[suit(card)]


@lru_cache(maxsize=1024)
def cards_symbol(cards: Mask) -> str:
    """Cards of one rank in short: ``10♥``, ``10♥♦``, and ``10`` for all suits; "" for others."""
    found = [card for card in DECK if cards >> card & 1]
    ranks = {rank(card) for card in found}
    if len(ranks) != 1:
        return ""
    suits = "".join(SYMBOLS[suit(card)] for card in found)
    return rank_symbol(ranks.pop()) + ("" if suits == SYMBOLS else suits)


def rank_symbol(rank: int) -> str:
    """``A``, ``2`` … ``10``, ``J``, ``Q``, ``K``."""
    return "10" if rank == 10 else RANKS[rank - 1]


def card_words(card: Card) -> str:
    """``ten of hearts``."""
    return f"{RANK_WORDS[rank(card)]} of {SUIT_WORDS[suit(card)]}"


_CARDS = {card_text(card): card for card in DECK}
_CARDS |= {f"({text})": card | HIDDEN for text, card in tuple(_CARDS.items())}


def parse_card(text: str) -> Card:
    """Read ``TH`` or ``(TH)``; a `ValueError` names what can't be read."""
    try:
        return _CARDS[text.upper()]
    except KeyError:
        raise ValueError(f"{text!r} is not a card; cards are written like TH or (TH)") from None


def parse_pile(text: str) -> Pile:
    """Read cards separated by blanks, the top card last."""
    return tuple(parse_card(word) for word in text.split())


def pile_text(pile: Iterable[Card]) -> str:
    """The inverse of `parse_pile`."""
    return " ".join(card_text(card) for card in pile)
