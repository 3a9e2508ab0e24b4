"""What people type, taken apart into words: cards, piles, where from, where to.

Whatever a keyboard, a phone or Discord adds without meaning is taken away first: invisible
characters, markdown, emoji, dashes between places.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum
from functools import cache

from engine.cards import BLACK, RANK_WORDS, RED, SUIT_WORDS, Mask, make, of_rank
from engine.game import Game
from engine.moves import ALONE, DEAL, FILL, REDEAL, VERBS, Move

COMMANDS = {
    "deal again": REDEAL, "redeal": REDEAL, "deal": DEAL, "d": DEAL,
    "fill the gaps": FILL, "fill gaps": FILL, "fill": FILL,
}  # fmt: skip
"""Words that are whole moves, the longer ones first."""
MOVING = frozenset("move put play lay take bring send get".split())
"""Verbs that say no more than that a card goes somewhere."""
VERB_WORDS = {verb: verb for verb in VERBS - ALONE} | {"exchange": "swap", "match": "pair"}
UPWARDS = frozenset("f up home foundation foundations".split())
FROM = frozenset({"from"})
ARROW = "→"
ONTO = frozenset(f"{ARROW} to on onto into upon over with and".split())
FILLER = frozenset(
    "a an the at then next top empty card cards pile place column col heap packet row fan "
    "space spot gap".split()
)
POLITE = frozenset(
    "please pls plz thanks thx thank ty you ok okay now can could would i we let lets let's us "
    "want like just me my i'd i'll we'll".split()
)
UNDER = "and what lies under it"
"""What a run is called that its undermost card leads."""

_RANKS = {word: number for number, word in RANK_WORDS.items()} | {
    "deuce": 2, "trey": 3, "jack": 11,
}  # fmt: skip
_FIGURES = frozenset("ace knave jack queen king".split())
"""Ranks whose names are no numbers, and so no piles either."""
_NUMBERS = {"one": 1, **_RANKS}
_COLOURS = {"red": RED, "black": BLACK}
_LETTERS = {"a": 1, "1": 1, "t": 10, "10": 10, "j": 11, "q": 12, "k": 13} | {
    str(n): n for n in range(2, 10)
}
_SUITS = {word: number for number, word in SUIT_WORDS.items()}
_SUITS |= {word.rstrip("s"): number for word, number in _SUITS.items()}
_SIGNS = {
    sign: number for number, signs in enumerate(("♠♤🖤", "♥♡❤", "♦♢🔶", "♣♧🍀")) for sign in signs
}
_INITIALS = {"s": 0, "h": 1, "d": 2, "c": 3}


def _any(*words: dict[str, int]) -> str:
    return "|".join(sorted((re.escape(w) for each in words for w in each), key=len, reverse=True))


_CARD = re.compile(
    # 7h, 7 h, 7♥, 7 of hearts, k of h; king of hearts, king♥, but not kings
    rf"(?:(?P<letter>{_any(_LETTERS)})\s*(?P<of>of\s+)?(?P<suit>{_any(_SUITS, _SIGNS, _INITIALS)})"
    rf"|(?P<word>{_any(_RANKS)})(?:\s+of\s+|\s+|(?=[^\w\s]))(?P<wordsuit>{_any(_SUITS, _SIGNS)})"
    rf"|(?P<sign>{_any(_SIGNS)})\s*(?P<after>{_any(_LETTERS, _RANKS)})"
    rf"|(?P<first>[shdc])(?P<second>{_any(_LETTERS)}))(?!\w)"
)
_FACES = {
    chr(0x1F0A0 + 16 * suit + (rank if rank < 12 else rank + 1)): f" {letter}{sign} "
    for rank, letter in enumerate("a23456789tjqk", start=1)
    for suit, sign in enumerate("♠♥♦♣")
} | {"🔟": "10"}
_BACKWARDS = re.compile(r"<[-=]+(?!>)|[←⇐⬅⟵]")
_ARROWS = re.compile(r"[-=]*>|[→⇒➔➜➡⟶»]")
_BETWEEN = re.compile(r"(?<=\S)\s*[/:+&=]+\s*(?=\S)|[|~*_`\"“”‘#\\[\]{}]|\.{2,}")
_QUOTE = re.compile(r"(?<!\w)'|'(?!\w)")
"""Not the apostrophe of "I'd", which is no `d`."""
_CARDLIKE = rf"(?:{_any(_LETTERS)})[shdc]"
_GLUED = re.compile(rf"(?<!\w)({_CARDLIKE})({_CARDLIKE})(?!\w)")
"""Two cards without a space between them: 7h8s."""
_DASH = re.compile(r"(?<!\S)-\d+(?!\w)|-")
_BULLET = re.compile(r"^\s*(?:[-*•◦·‣]\s+|\d{1,2}[.)]\s+|>+\s*)")
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
_UNSEEN = re.compile("[\ufe00-\ufe0f\u20e3\u034f\U000e0100-\U000e01ef]")


class Sort(Enum):
    """What a word is for."""

    COMMAND = "a whole move, such as `d`"
    VERB = "pair, swap, play; move and the like"
    PLACE = "a pile, a card"
    FROM = "from"
    ONTO = "to, on"
    SAME = "the pile of the place before, in parentheses"
    COUNT = "3 cards"


@dataclass(frozen=True)
class TypedPlace:
    """One place as typed: any of these piles, or a pile with one of these cards."""

    text: str
    ids: frozenset[str] = frozenset()
    cards: Mask = 0
    upwards: bool = False
    """Whether it means the foundations, wherever the card may go."""
    plain: bool = True
    """Whether it is written as moves are, and hardly as anything else: 7h, but not 7 h or h7."""

    @property
    def is_card(self) -> bool:
        """Whether it names a card and no pile."""
        return bool(self.cards) and not self.ids

    @property
    def one_card(self) -> int | None:
        """The card, if it can be no other."""
        return self.cards.bit_length() - 1 if self.cards.bit_count() == 1 else None

    @property
    def is_number(self) -> bool:
        """Whether it is written in digits alone."""
        return self.text.isascii() and self.text.isdigit()


@dataclass(frozen=True)
class Word:
    """A word that means something."""

    sort: Sort
    text: str
    place: TypedPlace | None = None
    move: Move | None = None


class Unreadable(ValueError):
    """A word that nothing is known of."""


def visible(text: str) -> str:
    """The text as people see it, in small letters: one form for what looks alike."""
    for face, name in _FACES.items():
        text = text.replace(face, name)
    text = _UNSEEN.sub("", unicodedata.normalize("NFKC", text)).casefold()
    return "".join(map(_seen, text))


def _seen(char: str) -> str:
    if char.isascii():
        return char if char.isprintable() or char == "\n" else " "
    kind = unicodedata.category(char)
    if kind == "Pd" or char == "−":
        return "-"
    if kind == "Cf":
        return ""
    return " " if kind[0] in "ZC" or char in _BLANK else char


def clean(text: str) -> str:
    """One move as it was meant: without bullets, markdown, emoji and what separates places."""
    text = _BULLET.sub("", visible(text)).replace("re-deal", "redeal").replace(UNDER, " ")
    text = text.replace("on top of", "onto")
    text = _ARROWS.sub(f" {ARROW} ", _BACKWARDS.sub(" from ", text))
    text = (
        _BETWEEN.sub(" ", _QUOTE.sub(" ", text.replace("’", "'")))
        .replace("(", " ( ")
        .replace(")", " ")
    )
    text = _GLUED.sub(r"\1 \2", text)
    text = _DASH.sub(lambda dash: " " if dash[0] == "-" else dash[0], text)  # -5 is a number
    text = "".join(c for c in text if unicodedata.category(c) not in ("So", "Sk") or c in _SIGNS)
    return " ".join(text.strip(" .!?").split())


def words(game: Game, text: str) -> list[Word]:
    """The words of a cleaned text that mean something; `Unreadable` when one is not known."""
    piles, found, rest = _piles(game), list[Word](), text
    while rest:
        word, size = _next(piles, rest, found)
        if word:
            found.append(word)
        rest = rest[size:].lstrip()
    return found


def _next(
    piles: dict[str, frozenset[str]], rest: str, before: list[Word]
) -> tuple[Word | None, int]:
    """The first word and how many characters it takes; None for a word that says nothing."""
    for command, move in COMMANDS.items():
        if re.match(rf"{command}(?!\S)", rest):
            return Word(Sort.COMMAND, command, move=move), len(command)
    first = rest.split(" ", 1)[0]
    if count := re.match(r"(\d{1,3}|one|two|three|four|five|six) cards?(?!\w)", rest):
        return Word(Sort.COUNT, str(_NUMBERS.get(count[1], count[1]))), count.end()
    if ranked := re.match(r"the (\d{1,2})(?!\S)", rest):
        name = ranked[1]
        cards = of_rank(_LETTERS[name]) if name in _LETTERS else 0
        place = TypedPlace(name, piles.get(name, frozenset()), cards, plain=False)
        return Word(Sort.PLACE, name, place), ranked.end()
    if coloured := re.match(
        rf"(?P<colour>red|black) (?P<rank>{_any(_RANKS, _LETTERS)})(?!\S)", rest
    ):
        rank = {**_RANKS, **_LETTERS}[coloured["rank"]]
        cards = of_rank(rank) & _COLOURS[coloured["colour"]]
        place = TypedPlace(coloured[0], cards=cards, plain=False)
        return Word(Sort.PLACE, coloured[0], place), coloured.end()
    if numbered := re.match(r"(?:foundation|pile|column|col|place|heap) (\d{1,2})(?!\S)", rest):
        letter = "f" if first == "foundation" else ""
        if ids := piles.get(letter + numbered[1]):
            return Word(Sort.PLACE, numbered[0], TypedPlace(numbered[1], ids)), numbered.end()
    card = _CARD.match(rest)
    if card and re.match(r"a \w", card[0]) and not card["of"]:
        card = None  # "a spade"
    if first in piles and not (card and " " in card[0]):
        return Word(Sort.PLACE, first, TypedPlace(first, piles[first])), len(first)
    if card:
        return Word(Sort.PLACE, card[0], _card(card)), card.end()
    if first == "(":
        return Word(Sort.SAME, first), 1
    return _plain(piles, first, before), len(first)


def _plain(piles: dict[str, frozenset[str]], word: str, before: list[Word]) -> Word | None:
    if word in FROM:
        return Word(Sort.FROM, word)
    if word in ONTO:
        return Word(Sort.ONTO, word)
    if word in VERB_WORDS or word in MOVING:
        return Word(Sort.VERB, VERB_WORDS.get(word, ""))
    if word in UPWARDS:
        return Word(Sort.PLACE, word, TypedPlace(word, piles[""], upwards=True))
    if rank := _RANKS.get(word):
        ids = frozenset[str]() if word in _FIGURES else piles.get(str(rank), frozenset())
        return Word(Sort.PLACE, word, TypedPlace(word, ids, of_rank(rank), plain=False))
    if word in FILLER or word in POLITE:
        return None
    if before and re.fullmatch(r"[a-z]?\d{1,3}", word, re.ASCII):  # a number, or no pile
        return Word(Sort.PLACE, word, TypedPlace(word))
    raise Unreadable(word)


def _card(found: re.Match[str]) -> TypedPlace:
    suits = {**_SUITS, **_SIGNS, **_INITIALS}
    ranks = {**_RANKS, **_LETTERS}
    rank = found["letter"] or found["word"] or found["after"] or found["second"]
    suit = found["suit"] or found["wordsuit"] or found["sign"] or found["first"]
    loose = suit in _INITIALS and (" " in found[0] or bool(found["first"]) or rank == "1")
    return TypedPlace(found[0], cards=1 << make(ranks[rank], suits[suit]), plain=not loose)


@cache
def _piles(game: Game) -> dict[str, frozenset[str]]:
    """What each pile is called, in small letters; under "" all foundations.

    In the rug, f1 and F1 are two places.
    """
    known: dict[str, set[str]] = {}
    for id in game.pile_ids:
        known.setdefault(id.casefold(), set()).add(id)
    for id, names in {"W": "talon waste", "S": "pack stock deck", "H": "hand"}.items():
        if id in game.index:
            for name in names.split():
                known.setdefault(name, set()).add(id)
    return {name: frozenset(ids) for name, ids in known.items()} | {"": game.home}
