"""The Wheel: moves that name four places, and games that are lost though there are moves."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from engine.cards import make
from engine.games.catalogue import find
from engine.games.wheel import EACH, EIGHTEENS, uses_up
from engine.hints import State, best_move, outlook
from engine.moves import AmbiguousMove, IllegalMove, InvalidMove
from engine.reading import read
from engine.record import Record
from engine.telling import describe

GAME = find("wheel")
CUSHION = "KS 3D QC TH 8D 6C 5H 2S 9D 2H 4C KD".split()
POSITION = GAME.load(
    {"piles": {f"{n}": card for n, card in enumerate(CUSHION, start=1)}, "phase": "later"}
)


@pytest.mark.parametrize(
    "text",
    ["play 1 4 6 8", "play 8 6 1 4", "1 4 6 8", "10h 6c 2s ks", "ks 10h 6 8",
     "play 10♥ 6♣ 2♠ and king of spades"],
)  # fmt: skip
def test_four_places_are_named_in_any_order_by_piles_or_cards(text: str) -> None:
    move = read(GAME, POSITION, text)
    assert GAME.twin(POSITION, move) == read(GAME, POSITION, "play 1 4 6 8")
    assert str(GAME.twin(POSITION, move)) == "play 1 4 6 8"
    after = GAME.apply(POSITION, move)
    assert after == GAME.apply(POSITION, GAME.twin(POSITION, move))


def test_the_crown_is_asked_for_where_there_are_several() -> None:
    with pytest.raises(AmbiguousMove) as caught:
        read(GAME, POSITION, "play 4 6 8")
    assert {str(move) for move in caught.value.candidates} == {
        "play 1 4 6 8", "play 3 4 6 8", "play 4 6 8 12"
    }  # fmt: skip


def test_four_cards_are_told() -> None:
    move = read(GAME, POSITION, "play 1 4 6 8")
    assert describe(GAME, POSITION, move) == "play K♠ (1) and 10♥ (4) and 6♣ (6) and 2♠ (8)"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("play 1 4 6 9", "10♥, 6♣, 9♦ make 25, not eighteen."),
        ("play 1 8 10 4", "2♠, 2♥, 10♥ are not of three different values."),
        ("play 1 3 4 6", "three minor cards and one court card; here are 2 minor."),
        ("play 1 1 4 6", "Name four different places"),
        ("play 1 4 6 C1", "Name four different places"),
        ("1 4 6 9", "10♥, 6♣, 9♦ make 25, not eighteen."),
        ("10h 6c 9d ks", "10♥, 6♣, 9♦ make 25, not eighteen."),
        ("10h 6c 9s ks", "9♠ is nowhere to be seen."),
    ],
)
def test_what_is_wrong_with_the_four_is_said(text: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        read(GAME, POSITION, text)
    assert reason in str(caught.value)


def test_five_places_are_no_move() -> None:
    with pytest.raises(InvalidMove):
        read(GAME, POSITION, "play 1 4 6 8 9")


def packets(made: Counter[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(make(value, 0) for value in values) + (make(13, 0),) for values in made.elements()
    )


def test_the_values_decide_what_can_still_be_used_up() -> None:
    """Against all ways in which the seventy-two minor cards can make twenty-four eighteens."""
    whole = list(ways(Counter(dict.fromkeys(range(2, 11), EACH)), EIGHTEENS))
    assert len(whole) == EACH + 1
    assert all(len(list(way.elements())) == 24 for way in whole)
    for size in (1, 2, 3, 9, 10):
        for some in combinations(EIGHTEENS, min(size, 3)):
            made = Counter[tuple[int, ...]](dict.fromkeys(some, 1 + size // 3))
            possible = any(made <= way for way in whole)
            assert uses_up(packets(made)) == possible, made


def ways(left: Counter[int], sums: tuple[tuple[int, ...], ...]) -> list[Counter[tuple[int, ...]]]:
    """All ways to use the values up."""
    if not sums:
        return [] if +left else [Counter()]
    first, *others = sums
    found = []
    for count in range(min(left[value] for value in first) + 1):
        rest = left - Counter(dict.fromkeys(first, count))
        if set(rest) <= {value for some in others for value in some}:
            found += [Counter({first: count}) + way for way in ways(rest, tuple(others))]
    return found


def test_a_game_whose_values_are_spoilt_is_called_lost_and_hints_never_spoil_it() -> None:
    spoilt = 0
    for deal in range(40):
        record = Record.begin(GAME, str(deal))
        for _ in range(40):
            moves = GAME.moves(record.position)
            bad = [m for m in moves if GAME.hopeless(GAME.after(record.position, m))]
            hinted = best_move(GAME, record.position, ())
            if hinted is None or bad == moves:
                break
            assert hinted not in bad
            for move in bad[:1]:
                lost = outlook(record.play(move))
                assert lost.state is State.LOST or not GAME.moves(record.play(move).position)
                assert lost.text.endswith("this game is lost.")
                spoilt += 1
            record = record.play(hinted)
    assert spoilt


def test_a_position_that_is_no_whole_game_is_not_called_lost() -> None:
    position = GAME.load({"piles": {"C1": "3S 6S 9S KS"}})
    assert not GAME.hopeless(position)
