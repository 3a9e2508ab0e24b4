"""How deals are chosen, promised and opened."""

import hashlib
import math

import pytest

from bot.daily import choose
from bot.daily.choose import MODES, day_key, from_pool, private_label
from bot.daily.results import Result, bar, places, told

SECRET = bytes(range(32))
LABELS = [str(n) for n in range(1, 101)]
KEY, POOLED, PRIVATE = "cfc3d0cbf7620caf", "92", "171561661951796"


def test_known_answers() -> None:
    """Written down, since a changed choice would break promises that were published."""
    key = day_key(SECRET, 20_787)
    assert choose.commitment(key) == hashlib.sha256(key).hexdigest()
    assert key.hex()[:16] == KEY
    assert from_pool(key, "anna", "alone", LABELS) == POOLED
    assert private_label(key, "anna", "alone", 0) == PRIVATE


def test_days_modes_and_games_have_deals_of_their_own() -> None:
    key, other = day_key(SECRET, 1), day_key(SECRET, 2)
    assert key != other
    made = {
        private_label(k, game, mode, n)
        for k in (key, other)
        for game in ("anna", "sly")
        for mode in MODES
        for n in range(5)
    }
    assert len(made) == 40
    assert all(len(label) == 15 and label.isdecimal() for label in made)
    assert from_pool(key, "anna", "alone", LABELS) in LABELS
    assert from_pool(key, "anna", "alone", LABELS[::-1]) == from_pool(key, "anna", "alone", LABELS)


def test_a_pool_is_chosen_from_evenly() -> None:
    """Over many days every label comes up about as often: a chi-square within five sigma."""
    counts = dict.fromkeys(LABELS[:20], 0)
    for day in range(4000):
        counts[from_pool(day_key(SECRET, day), "anna", "alone", LABELS[:20])] += 1
    chi = sum((n - 200) ** 2 / 200 for n in counts.values())
    assert chi < 19 + 5 * math.sqrt(2 * 19)


def test_an_empty_pool_has_nothing() -> None:
    with pytest.raises(ValueError):
        from_pool(SECRET, "anna", "alone", [])


# --- results -------------------------------------------------------------------------------------

ORDER = [
    Result(True, 52, 0, 0, 60),
    Result(True, 52, 0, 0, 61),
    Result(True, 52, 0, 1, 60),
    Result(True, 52, 1, 0, 60),
    Result(False, 51, 0, 0, 60),
    Result(False, 50, 0, 0, 1),
    Result(False, 50, 0, 9, 1),
    Result(False, 0, 0, 0, 0),
]


def test_results_compare_as_the_rules_say() -> None:
    scores = [result.score for result in ORDER]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == len(scores)
    assert all(float(score) == score < 2**53 for score in scores)


@pytest.mark.parametrize("result", ORDER)
def test_scores_are_read_back(result: Result) -> None:
    assert Result.read(result.score) == result


def test_what_is_beyond_all_bounds_still_compares() -> None:
    mad = Result(True, 10**6, 10**6, 10**6, 10**6)
    assert Result.read(mad.score).won
    assert 0 <= mad.score < 2**53
    assert mad.score < Result(True, 511, 0, 0, 0).score


def test_points_follow_the_order() -> None:
    assert [result.points(52) for result in ORDER] == [150, 150, 149, 140, 98, 96, 96, 0]
    assert Result(True, 52, 9, 999, 60).points(52) == 100
    assert Result(False, 52).points(52) == 99
    assert Result(False, 0).points(0) == 0


def test_ties_share_a_place() -> None:
    found = places([("a", 5), ("b", 9), ("c", 5), ("d", 1)])
    assert [(place, who) for place, who, _ in found] == [(1, "b"), (2, "a"), (2, "c"), (4, "d")]


def test_results_are_told_without_cards() -> None:
    assert told(ORDER[2], 52) == "won in 60 moves, 1 taken back"
    assert told(Result(False, 7, 1, 0, 1), 52) == "7 of 52 cards in 1 move, 1 hint"
    assert bar(ORDER[0], 52) == "🟩" * 10
    assert bar(Result(False, 52), 52) == "🟩" * 9 + "⬜"
    assert bar(Result(False, 0), 52) == "⬜" * 10
