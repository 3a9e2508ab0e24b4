"""What a game says of its own affairs beside the board, and refusals that need a special case."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from engine.cards import DECK, KING, SYMBOLS, card_symbol, card_text, rank, rank_symbol, suit
from engine.game import Game
from engine.games.catalogue import find
from engine.moves import IllegalMove, read_exact
from engine.rules import expand
from engine.zones import Kind
from tests.engine.endgames import won_record
from tests.engine.walks import every_game, wander

EQUATOR = dict(zip(expand("E1-E8"), "2S 4S 6S 8S TS QS 2H 4H".split(), strict=True))
CIRCLE = dict.fromkeys(expand("1-12"), "")

FIVE = "2S 4S 6S 8S TS"
ALL_BUT_ONE = {f"{n}": " ".join(map(card_text, DECK[3 * n :][:3])) for n in range(2, 13)}
MADE_UP = "the next deal makes up 1"

FILLED = "the next deal fills {} bare places"
SIXTH = "an ace and a king may be taken out of the sixth row"
HOUR = {"1": "2C", "F1": "6C 7C 8C 9C TC JC QC KC AC"}

CAPTIONS: list[tuple[str, dict[str, Any], str]] = [
    ("klondike", {"piles": {"F1": "AS 2S", "F2": "AH"}}, "counters −37"),
    ("zodiac", {"piles": EQUATOR | {"Z1": "6H", "W": "8D", "S": "9C"}}, "2 to be placed"),
    ("zodiac", {"piles": EQUATOR | {"Z1": "6H", "W": "7H 8D"}}, "2 to be placed"),
    ("zodiac", {"piles": EQUATOR | {"Z1": "5H", "W": "8D"}}, "1 to be placed"),
    ("zodiac", {"piles": EQUATOR | {"Z1": "6H", "E1": "", "W": "8D"}}, "1 to be placed"),
    (
        "zodiac",
        {"piles": EQUATOR | {"Z1": "KD", "Z2": "6C", "W": "8D JD"}},
        "no card can be placed any more: this game is lost",
    ),
    ("zodiac", {"piles": EQUATOR, "phase": "2"}, ""),
    ("marguerite", {"piles": {"W": "8S TS 9H"}}, ""),
    ("marguerite", {"piles": {"W": "8S 4C 9S"}}, ""),
    ("marguerite", {"piles": {"W": "9S 4C 8S"}}, "blocked: 8♠ lies over 9♠"),
    ("reversal", {"piles": {"S": "5H"}, "phase": "next 4"}, "the next card goes to 4"),
    ("reversal", {"piles": {"S": "5H"}, "phase": "next 5"}, "the next card is dropped"),
    ("reversal", {"piles": {}, "phase": "next 5"}, ""),
    ("great-thirteen", {"piles": {"3": "5H"}, "phase": "next 2"}, "packet 3 is dealt out next"),
    (
        "great-thirteen",
        {"piles": {"3": "5H"}, "phase": "next 4"},
        "every packet has been dealt out",
    ),
    ("hemispheres", {"piles": {}, "phase": "end"}, "the end: barriers may be played"),
    ("sly", {"piles": {"H": "5H"}, "phase": "deal 7"}, "7 of 20"),
    ("congress", {"piles": {"R1": "5H", "S": "6H"}, "phase": "rows 1"}, "7 holes in the rivers"),
    ("congress", {"piles": {"R1": "5H"}, "phase": "rows 1"}, ""),
    ("fascination", {"piles": {}, "phase": "fresh"}, "no play in this deal yet"),
    ("fascination", {"piles": {}, "phase": "played"}, ""),
    ("fourteenth", {"piles": {}}, "the exchange is left"),
    (
        "fourteenth",
        {"piles": {}, "phase": "half 1 2"},
        "the exchange: two more cards may change places",
    ),
    ("fourteenth", {"piles": {}, "phase": "spent"}, "the exchange is spent"),
    (
        "la-nivernaise",
        {"piles": dict.fromkeys(expand("L1-L7"), "") | {"L8": "5H"}},
        "7 vacant flanks",
    ),
    ("besieged-city", {"piles": {"R1": "5H"}}, "rampart 1 must be filled"),
    ("besieged-city", {"piles": {}, "phase": "end"}, "the end: Reserve cards may change places"),
    ("constitution", {"piles": {"L3": "5H", "L4": "6H"}}, "1 is to be filled"),
    ("constitution", {"piles": {}}, ""),
    ("clock", {"piles": ALL_BUT_ONE | {"S": "KC"}}, MADE_UP),
    ("clock", {"piles": {"1": "2S"}}, ""),
    ("mill", {"piles": {"F1": "AH"}}, "round 1 of the mill"),
    (
        "mill",
        {"piles": {"F1": "AH 2S"}, "phase": "bound"},
        "the card that follows must be played on the mill now",
    ),
    ("terrace", {"piles": {}, "phase": "choose"}, "choose the first foundation: 1, 2 or 3 to F1"),
    ("terrace", {"piles": {"T": "5S", "F1": "4H"}, "phase": "play"}, "the Terrace comes first"),
    ("terrace", {"piles": {"T": "5D", "F1": "4H"}, "phase": "play"}, ""),
    ("labyrinth", {"piles": {"a1": "5S", "S": "6H"}}, "the next deal fills 9 gaps"),
    (
        "labyrinth",
        {"piles": {"a1": "5S"}, "phase": "grace"},
        "the grace is left: any one card may be taken out",
    ),
    (
        "fifteen",
        {"piles": {"1": f"{FIVE} KS 7D"}},
        "an ace and a king may be taken out of the sixth row",
    ),
    ("fifteen", {"piles": {"1": f"{FIVE} KS 7D"}, "phase": "ace"}, ""),
    ("shah", {"piles": {}, "phase": "second"}, "the next deal lays the third circle"),
    (
        "shah",
        {"piles": {"I1": "2S", "W": "3S"}, "phase": "play"},
        FILLED.format(23),
    ),
    ("blockade", {"piles": {"a1": "2S", "S": "3S"}}, FILLED.format(11)),
    ("blockade", {"piles": {"a1": "2S"}}, ""),
]


@pytest.mark.parametrize(("name", "data", "caption"), CAPTIONS)
def test_captions(name: str, data: dict[str, Any], caption: str) -> None:
    game = find(name)
    assert game.caption(game.load(data)) == caption


@every_game
def test_captions_are_short_and_name_no_card_that_is_not_seen(game: Game) -> None:
    for position, _ in wander(game, "captions", 200):
        caption = game.caption(position)
        assert len(caption) < 80
        assert caption == caption.strip()
        assert "\n" not in caption
        seen = {
            card_symbol(card)
            for id in game.pile_ids
            for card in game.pile(position, id)[
                len(game.pile(position, id)) - game.seen(position, id) :
            ]
        }
        assert set(re.findall(r"(?:10|[A2-9JQK])[♠♥♦♣]", caption)) <= seen


@every_game
def test_foundations_take_what_they_say_they_want(game: Game) -> None:
    """All along a game that was won, each next card is the one, or one of those, that was named.

    Where nothing is named, it is the next rank up in suit.
    """
    positions = won_record(game).positions
    for before, after in pairwise(positions):
        for id in game.home:
            wish, lying = game.wanted(before, id), len(game.pile(before, id))
            if len(game.pile(after, id)) <= lying or game.zone_of(id).kind is not Kind.FOUNDATION:
                continue
            card = game.pile(after, id)[lying]
            if wish:
                named, suits = wish.rstrip(SYMBOLS), wish.lstrip("1234567890AJQK") or SYMBOLS
                assert named == rank_symbol(rank(card)), id
                assert SYMBOLS[suit(card)] in suits, id
            elif lying and game.takes(before, id):
                top = game.pile(before, id)[-1]
                assert card == top + 1, id


@every_game
def test_foundations_say_only_what_nobody_would_expect(game: Game) -> None:
    """From 2♥ simply to 3♥ is not said; 3♦, A♥ or any 3 would be something else."""
    for position, _ in wander(game, "signs", 200):
        for id in game.home:
            pile, taken = game.pile(position, id), game.takes(position, id)
            if pile and taken and game.id != "besieged-city":  # there it is always said
                plain = rank(pile[-1]) < KING and taken == 1 << pile[-1] + 1
                assert bool(game.wanted(position, id)) == (not plain), id


@pytest.mark.parametrize("name", ["besieged-city", "great-thirteen", "marguerite", "odd-and-even"])
def test_foundations_with_orders_of_their_own_always_say_what_they_want(name: str) -> None:
    game = find(name)
    for position in won_record(game).positions:
        for id in game.home:
            full = len(game.pile(position, id)) == game.zone_of(id).capacity
            assert bool(game.wanted(position, id)) != full, id


REFUSED: list[tuple[str, dict[str, Any], str, str]] = [
    (
        "great-thirteen",
        {"piles": {"B1": "2S", "N1": "4D", "B2": "3S", "1": "6H", "2": "6D"}},
        "1 N1",
        "Empty numerals come first: 6♥ on 1 can begin N2.",
    ),
    (
        "great-thirteen",
        {"piles": {"B1": "2S", "1": "5H"}},
        "1 N1",
        "N1 wants a card worth 4, not 5♥.",
    ),
    ("great-thirteen", {"piles": {"B1": "2S", "N1": "KD", "1": "5H"}}, "1 N1", "N1 is complete."),
    ("hemispheres", {"piles": CIRCLE}, "d", "Pack and talon are out."),
    (
        "hemispheres",
        {
            "piles": {id: card_text(card) for id, card in zip(CIRCLE, DECK, strict=False)}
            | {"W": "5H"}
        },
        "d",
        "The pack is dealt out and no place is empty.",
    ),
    (
        "kings",
        {"piles": {"1": "2S", "F1": "AS", "S": "5H"}},
        "1 F1",
        "played by the dealing itself",
    ),
    (
        "empress-of-india",
        {"piles": {"A1": "QH", "N1": "2S"}},
        "play A1",
        "Q♥ on A1 is not married.",
    ),
    ("empress-of-india", {"piles": {"A1": "QH", "N1": "2S"}}, "A1 F1", "only in twos"),
    (
        "empress-of-india",
        {"piles": {"A1": "QH", "A2": "2H"}},
        "A1 A2",
        "a card of the other colour",
    ),
    (
        "empress-of-india",
        {"piles": {"A1": "QH 2S", "N2": "3S"}},
        "A1 N2",
        "married and go only together",
    ),
    (
        "empress-of-india",
        {"piles": {"F9": "KH", "A1": "QH"}},
        "pair A1 N2",
        "There is no card on N2.",
    ),
    (
        "empress-of-india",
        {"piles": {"A1": "QH", "N1": "2S"}},
        "pair A1 N1",
        "fits no foundation yet",
    ),
    ("fourteenth", {"piles": {"1": "5H", "7": "9H"}}, "pair 1 7", "lie in no common row or column"),
    (
        "fourteenth",
        {"piles": {"1": "5H", "2": "9H", "3": "2C"}},
        "swap 1 3",
        "when there is no fourteen",
    ),
    ("fourteenth", {"piles": {"1": "5H", "2": "7H"}, "phase": "spent"}, "swap 1 2", "is spent"),
    (
        "fourteenth",
        {"piles": {"1": "5H", "2": "7H", "3": "2C"}, "phase": "half 1 2"},
        "swap 1 3",
        "two other cards than those on 1 and 2",
    ),
    ("nestor", {"piles": {"1": "5H", "2": "5S", "3": "6D", "R1": "6H"}}, "pair 3 R1", "pair 1 2"),
    ("babette", {"piles": {"a1": "AS", "a2": "5H"}}, "a1 F1", "A♠ is blocked by 5♥ on a2."),
    (
        "sly",
        {"piles": {"1": "AS", "H": "5H"}, "phase": "deal 3"},
        "1 F1",
        "20 cards are laid; 3 are",
    ),
    (
        "st-louis",
        {"piles": {"1": "5H", "2": "6H", "S": "7H"}},
        "redeal",
        "only when the pack is dealt out",
    ),
    ("reversal", {"piles": {}}, "redeal", "nothing to deal again"),
    ("clock", {"piles": {"W": "5H", "1": "6H"}}, "W 1", "Talon cards go only to the hours"),
    ("clock", {"piles": {"1": "6H"}}, "1 2", "filled by dealing"),
    (
        "clock",
        {"piles": {"1": "2C", "F1": "6C 7C 8C 9C TC JC QC KC AC"}},
        "1 F1",
        "F1 tells its hour",
    ),
    ("mill", {"piles": {"F1": "AH", "F2": "KS"}}, "F2 F1", "The kings stay in their angles."),
    (
        "mill",
        {"piles": {"F1": "AH 2S", "F2": "KS 3S", "1": "9D"}},
        "F2 F1",
        "only when a wing or talon card can follow it",
    ),
    ("mill", {"piles": {"F1": "AH 2S", "S": "9D"}, "phase": "bound"}, "d", "was lent to the mill"),
    ("terrace", {"piles": {"1": "5S", "T": "6S"}}, "1 F3", "First choose a foundation"),
    (
        "terrace",
        {"piles": {"F1": "4H", "T": "5S", "1": "5C"}, "phase": "play"},
        "1 F1",
        "The Terrace comes first: play 5♠.",
    ),
    (
        "labyrinth",
        {"piles": {"a1": "5S", "a2": "AS", "a3": "7D"}},
        "a2 F1",
        "is held between a1 and a3.",
    ),
    ("labyrinth", {"piles": {"a1": "5S", "S": "7D"}}, "a1 X", "when the pack is dealt out"),
    ("labyrinth", {"piles": {"a1": "5S"}, "phase": "end"}, "a1 X", "The grace is spent."),
    (
        "fifteen",
        {"piles": {"1": f"{FIVE} KS 7D", "2": "AS"}},
        "play 1 F5",
        "no ace and no king",
    ),
    ("fifteen", {"piles": {"1": f"{FIVE} 9S 7D"}}, "play 1 F5", "9♠ in the sixth row of 1 is not"),
    ("fifteen", {"piles": {"1": "KS 7D"}}, "play 1 F5", "Column 1 covers no card"),
    (
        "fifteen",
        {"piles": {"1": f"{FIVE} KS 7D"}, "phase": "open"},
        "play 1 F5",
        "at the opening",
    ),
    (
        "shah",
        {"piles": {"I1": "2S", "M1": "5D", "F1": "AS"}},
        "I1 F1",
        "is blocked by M1.",
    ),
    ("shah", {"piles": {"1": "2S", "M2": "5D"}, "phase": "play"}, "1 I2", "wholly bare"),
    ("shah", {"piles": {"1": "2S"}, "phase": "play"}, "1 2", "filled by dealing"),
    (
        "blockade",
        {"piles": {"a1": "2S", "a2": "5D", "F1": "AS"}},
        "a1 F1",
        "is blocked by a2",
    ),
    ("blockade", {"piles": {"a1": "2S", "b1": "5D"}}, "a1 b2", "filled by dealing"),
]


@pytest.mark.parametrize(("name", "data", "text", "reason"), REFUSED)
def test_refusals_with_reasons_of_their_own(
    name: str, data: dict[str, Any], text: str, reason: str
) -> None:
    game = find(name)
    with pytest.raises(IllegalMove) as caught:
        game.apply(game.load(data), read_exact(text))
    assert reason in str(caught.value)


def test_no_two_kings_of_a_suit_block_it() -> None:
    """In Napoleon's Square one of them has been slipped under its packet."""
    game, found = find("napoleons-square"), 0
    for deal in range(300):
        position = game.start(str(deal))
        square = [game.pile(position, id) for id in expand("1-12")]
        for king in DECK[12::13]:
            blocking = [
                pile
                for pile in square
                for at, card in enumerate(pile)
                if card == king and any(c >> 4 == king >> 4 and c != king for c in pile[:at])
            ]
            assert len(blocking) < 2
            found += any(pile[0] == king for pile in square)
    assert found
