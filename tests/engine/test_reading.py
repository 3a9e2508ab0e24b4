"""What people type: generous in form, strict in meaning, never a surprise."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.catalogue import find, games
from engine.moves import AmbiguousMove, IllegalMove, InvalidMove, MoveError
from engine.position import Position
from engine.reading import Line, read, read_line
from engine.talk import Manner, manner

KLONDIKE = find("klondike")


def klondike(**piles: str) -> Position:
    ids = {name.removeprefix("p"): cards for name, cards in piles.items()}
    return KLONDIKE.load({"piles": ids})


TABLE = klondike(p1="8S 7H", p2="(KD) 9H", p3="TH", p4="QH JS", p7="KC", W="6H", F2="AH 2H", S="5S")


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("d", "d"),
        ("D", "d"),
        ("deal", "d"),
        ("Deal!", "d"),
        ("4 7", "4 7 2"),
        ("4 7 2", "4 7 2"),
        ("qh kc", "4 7 2"),
        ("QH->KC", "4 7 2"),
        ("Q♥ → K♣", "4 7 2"),
        ("queen of hearts to 7", "4 7 2"),
        ("move the queen of hearts onto the king of clubs", "4 7 2"),
        ("qh", "4 7 2"),
        ("4", "4 7 2"),
        ("`4 7`", "4 7 2"),
        ("４ ７", "4 7 2"),
    ],
)
def test_ways_to_say_it(typed: str, move: str) -> None:
    assert str(read(KLONDIKE, TABLE, typed)) == move


def test_tens_knaves_and_foundations() -> None:
    position = klondike(p1="JC", p2="TH", F2="AH 2H 3H 4H 5H 6H 7H 8H 9H", S="2S")
    for typed in ("10h 1", "th jc", "10♥ 1", "ten of hearts on jack of clubs", "10 of hearts to 1"):
        assert str(read(KLONDIKE, position, typed)) == "2 1"
    for typed in ("10h f", "2 f", "2 F2", "2 up", "10h home", "th foundation"):
        assert str(read(KLONDIKE, position, typed)) == "2 F2"


def test_what_fits_twice_is_asked_back() -> None:
    position = klondike(p1="JC", p2="TH", F2="AH 2H 3H 4H 5H 6H 7H 8H 9H", S="2S")
    with pytest.raises(AmbiguousMove, match=r"`2 F2` .* or `2 1`") as caught:
        read(KLONDIKE, position, "10h")
    assert {str(move) for move in caught.value.candidates} == {"2 F2", "2 1"}


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("9h th", "9♥ goes on 10♠ or 10♣, not on 10♥."),
        ("9h 10h", "9♥ goes on 10♠ or 10♣, not on 10♥."),
        ("kd 5", "K♦ is nowhere to be seen."),
        ("2h 3", "No card leaves the foundations."),
        ("f2 3", "No card leaves the foundations."),
        ("5 3", "There is no card on 5."),
        ("redeal", "Canfield or Klondike has no re-deal."),
        ("w f", "6♥ goes on 5♥, not on 2♥."),
        ("9h 5", "9♥ goes on 10♠ or 10♣, not on the empty place 5."),
        ("pair 1 2", "Canfield or Klondike knows no “pair”."),
    ],
)
def test_refusals_say_why(typed: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        read(KLONDIKE, TABLE, typed)
    assert str(caught.value) == reason


def test_covered_cards_are_named_with_what_covers_them() -> None:
    garden = find("flower-garden")
    position = garden.load({"piles": {"1": "4H 3S", "2": "5C", "F2": "AH 2H 3H"}})
    for typed in ("4h f", "4h 2", "4♥"):
        with pytest.raises(IllegalMove, match="4♥ lies on 1 under 3♠"):
            read(garden, position, typed)
    with pytest.raises(IllegalMove, match=r"moves the top card, not 2 cards"):
        read(garden, position, "1 2 2")


@pytest.mark.parametrize(
    "typed",
    ["", "hello", "7x 3", "1 2 3 4", "1 to nowhere", "@everyone", ":D", ";d", "Kings", "1 99"],
)
def test_what_is_no_move(typed: str) -> None:
    with pytest.raises(InvalidMove, match="is not a move") as caught:
        read(KLONDIKE, TABLE, typed)
    [suggested] = re.findall(r"such as `([^`]*)`", str(caught.value))
    assert read(KLONDIKE, TABLE, suggested)
    assert len(str(caught.value)) < 250


def test_a_line_is_read_move_by_move() -> None:
    position = klondike(p1="JC", p2="TH", p3="QH", S="2S 3S")
    assert list(map(str, read_line(KLONDIKE, position, "2 1, 1 3; d"))) == ["2 1", "1 3 2", "d"]
    with pytest.raises(IllegalMove):
        read_line(KLONDIKE, position, "2 1, 2 3")
    with pytest.raises(InvalidMove, match="12 are the most"):
        read_line(KLONDIKE, position, ",".join(["d"] * 13))


typed_texts = st.one_of(
    st.text(max_size=400),
    st.lists(
        st.sampled_from(
            "7h 8s 10d f F1 1 2 3 12 w s h a1 r1 d , ; -> → pair swap play fill redeal of "
            "hearts jack to kh (kh) 3f 999999999999 -1 ½ ² ♥ ♥️ K♥ x".split()
        ),
        max_size=12,
    ).map(" ".join),
)


@given(typed=typed_texts, number=st.integers(0, 10**6), steps=st.integers(0, 6))
@settings(deadline=None, max_examples=400)
def test_any_text_is_a_move_or_one_of_the_three_errors(typed: str, number: int, steps: int) -> None:
    game = games()[number % len(games())]
    position = game.start(str(number % 7))
    for step in range(steps):
        moves = game.moves(position)
        if moves:
            position = game.after(position, moves[(number + step) % len(moves)])
    assert manner(Line(game, typed)) in Manner
    refused: list[MoveError] = []
    try:
        for move in read_line(game, position, typed):
            position = game.apply(position, move)
    except MoveError as error:
        refused.append(error)
    for one in refused:
        assert type(one) in (InvalidMove, IllegalMove, AmbiguousMove)
        assert 5 < len(str(one)) < 700
        assert "\n" not in str(one)
