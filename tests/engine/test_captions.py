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
