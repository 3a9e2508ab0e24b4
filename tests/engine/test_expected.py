"""What is written down of a game is what the game does, in words that can be read again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.catalogue import find
from engine.rules import expand
from tests.engine.expected import counts, expected, is_turned, observed, orders, shortened, told

piles = st.lists(
    st.tuples(st.sampled_from(["", "F", "a", "R"]), st.integers(1, 30)).map(
        lambda p: f"{p[0]}{p[1]}"
    )
    | st.sampled_from(["S", "W", "WR"]),
    unique=True,
)


@given(ids=piles)
def test_piles_written_short_are_read_again(ids: list[str]) -> None:
    assert [id for run in shortened(ids) for id in expand(run)] == ids


@given(ids=piles, data=st.data())
def test_boards_written_down_are_read_again(ids: list[str], data: st.DataObject) -> None:
    sizes = st.none() | st.integers(0, 3)
    board = {id: data.draw(sizes) for id in ids}
    assert counts(told(board)) == board


@pytest.mark.parametrize("name", ["anna", "babette", "flower-garden", "reversal", "zodiac"])
def test_orders_of_foundations_are_those_of_the_book(name: str) -> None:
    assert orders(find(name)) == expected(find(name)).foundations


@pytest.mark.parametrize("name", ["kings", "rouge-et-noir", "nestor", "great-thirteen"])
def test_foundations_that_follow_no_suit_have_no_order(name: str) -> None:
    assert orders(find(name)) == ""


def test_talons_are_turned_or_not() -> None:
    assert is_turned(find("fascination"))
    assert is_turned(find("sultan")) is False  # it is shuffled
    assert is_turned(find("klondike")) is False


@pytest.mark.parametrize("name", ["nestor", "anna"])
def test_writing_down_a_game_again_changes_nothing(name: str) -> None:
    game = find(name)
    assert observed(game, expected(game)) == expected(game)
