"""Days, dates and which game is when."""

import contextlib
import itertools
from collections import Counter
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.daily import calendar
from bot.daily.calendar import UnknownDay, game_of, iso, read_day, read_month, week_of, weekday
from bot.daily.dates import written
from bot.daily.streaks import BETWEEN_PAUSES, LONGEST_PAUSE, Fate, paused, streak
from engine.games.catalogue import games

FIRST = 20_787  # Monday, 30 November 2026
DAILY = [game for game in games() if game.daily]


def test_days_are_dates() -> None:
    assert iso(FIRST) == "2026-11-30"
    assert weekday(FIRST) == 0
    assert week_of(FIRST + 6) == FIRST
    assert week_of(FIRST - 1) == FIRST - 7
    for day in range(FIRST - 2000, FIRST + 2000, 7):
        assert weekday(day) == calendar.date_of(day).weekday()


def test_a_leap_day_is_a_day() -> None:
    leap = (date(2028, 2, 29) - date(1970, 1, 1)).days
    assert iso(leap) == "2028-02-29"
    assert iso(leap + 1) == "2028-03-01"
    assert read_day("2028-02-29", calendar.begin_of(leap + 1)) == leap
    assert written(leap) == "Tuesday, 29 February 2028"
    assert written(leap + 1, "fr") == "mercredi 1er mars 2028"
    assert written(leap, "de") == "Dienstag, 29. Februar 2028"


def test_the_day_changes_at_midnight_in_utc() -> None:
    midnight = calendar.begin_of(FIRST)
    assert calendar.day_of(midnight) == FIRST
    assert calendar.day_of(midnight - 0.001) == FIRST - 1
    assert calendar.end_of(FIRST - 1) == midnight
    assert calendar.closed_at(FIRST - 1) == calendar.end_of(FIRST)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("tomorrow", "no day I know"),
        ("2026-02-30", "no day I know"),
        ("2026-12-01", "still to come"),
        ("1969-12-31", "no challenge"),
    ],
)
def test_days_that_are_none(text: str, says: str) -> None:
    with pytest.raises(UnknownDay, match=says):
        read_day(text, calendar.begin_of(FIRST))


def test_days_are_read() -> None:
    now = calendar.begin_of(FIRST) + 5
    assert read_day("", now) == read_day("Today ", now) == read_day("2026-11-30", now) == FIRST
    assert read_day("yesterday", now) == FIRST - 1


def test_every_game_comes_once_in_a_cycle() -> None:
    cycle = FIRST // len(DAILY) * len(DAILY)
    for start in (cycle, cycle + len(DAILY)):
        found = [game_of(day, DAILY).id for day in range(start, start + len(DAILY))]
        assert sorted(found) == sorted(game.id for game in DAILY)
    assert len(DAILY) >= 28


def test_the_order_of_the_games_does_not_matter() -> None:
    assert game_of(FIRST, DAILY) == game_of(FIRST, DAILY[::-1])


def test_weekends_are_long_and_mondays_short() -> None:
    lengths: dict[int, Counter[str]] = {n: Counter() for n in range(7)}
    for day in range(FIRST, FIRST + 10 * len(DAILY)):
        lengths[weekday(day)][game_of(day, DAILY).length] += 1
    for day in (5, 6):
        assert lengths[day]["long"] == lengths[day].total()
    assert lengths[0]["long"] < lengths[0].total() / 2
    assert lengths[0]["short"] > lengths[5]["short"] == 0


def test_no_game_comes_back_within_a_few_days() -> None:
    found = [game_of(day, DAILY).id for day in range(FIRST, FIRST + 12 * len(DAILY))]
    for place, game in enumerate(found):
        assert game not in found[max(0, place - 3) : place]


def test_few_games_will_do_but_not_none() -> None:
    assert {game_of(day, DAILY[:2]) for day in range(FIRST, FIRST + 4)} == set(DAILY[:2])
    assert game_of(FIRST, DAILY[:1]) == DAILY[0]
    with pytest.raises(ValueError, match="no games"):
        game_of(FIRST, [])


# --- streaks -------------------------------------------------------------------------------------


def days(text: str, today: int | None = None) -> tuple[int, int, bool]:
    """The streak after days from Monday: x finished, - missed, ? can still be finished, d down."""
    marks = {sign: {FIRST + n for n, c in enumerate(text) if c == sign} for sign in "x-?d"}
    last = FIRST + len(text) - 1 if today is None else today
    found = streak(marks["x"], last, marks["?"], marks["d"])
    return found.days, found.best, found.spare


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (0, 0, True)),
        ("x", (1, 1, True)),
        ("xxx", (3, 3, True)),
        ("xx-", (2, 2, True)),  # today isn't over
        ("xx-x", (3, 3, False)),  # the week's day off
        ("xx-x-x", (1, 3, False)),  # one a week only
        ("xx-xxxxx-x", (8, 8, False)),  # another one in the next week
        ("xx--x", (1, 2, False)),
        ("x?x", (2, 2, True)),
        ("xddddx", (2, 2, True)),  # nobody could play
        ("xd-dx", (2, 2, False)),
        ("---x", (1, 1, True)),
        ("x------x", (1, 1, True)),
        ("xxxx--xx-", (2, 4, True)),
    ],
)
def test_streaks(text: str, expected: tuple[int, int, bool]) -> None:
    found = days(text)
    assert found[:2] == expected[:2]
    if text[:1] == "x" and len(text) < 8:
        assert found[2] == expected[2]


def test_a_streak_goes_over_a_leap_day() -> None:
    leap = (date(2028, 2, 29) - date(1970, 1, 1)).days
    assert streak({leap - 1, leap, leap + 1}, leap + 1, (), ()).days == 3


def test_a_pause_breaks_no_streak_and_adds_nothing() -> None:
    done = {FIRST, FIRST + 1, FIRST + 12}
    pause = [(FIRST + 2, FIRST + 11)]
    assert streak(done, FIRST + 12, (), ()).days == 1
    found = streak(done, FIRST + 12, (), (), pause)
    assert (found.days, found.since) == (3, FIRST)
    assert [found.fates[day] for day in range(FIRST + 1, FIRST + 4)] == [
        Fate.FINISHED, Fate.PAUSED, Fate.PAUSED,
    ]  # fmt: skip


def test_what_became_of_each_day_is_known() -> None:
    text = "xx-x-x?d"
    marks = {sign: {FIRST + n for n, c in enumerate(text) if c == sign} for sign in "x-?d"}
    found = streak(marks["x"], FIRST + len(text), marks["?"], marks["d"])
    wanted = "FINISHED FINISHED SPARE FINISHED MISSED FINISHED OPEN DOWN OPEN".split()
    assert [fate.name for fate in found.fates.values()] == wanted
    assert found.since == FIRST + 5


@given(st.lists(st.tuples(st.integers(1, 40), st.integers(0, 20)), max_size=12))
def test_pauses_are_short_and_far_apart(wishes: list[tuple[int, int]]) -> None:
    pauses, today = list[tuple[int, int]](), FIRST
    for later, days in wishes:
        today += later
        with contextlib.suppress(ValueError):
            pauses = paused(pauses, today, days)
    for first, last in pauses:
        assert 0 <= last - first < LONGEST_PAUSE
    for (_, last), (first, _) in itertools.pairwise(sorted(pauses)):
        assert first - last > BETWEEN_PAUSES


@pytest.mark.parametrize(("text", "count"), [("2026-11", 30), ("2028-02", 29), ("", 30)])
def test_a_month_is_read(text: str, count: int) -> None:
    assert len(read_month(text, FIRST * 86_400.0)) == count


@pytest.mark.parametrize("text", ["november", "2026-13", "2026", "../..", "２０２６-11-"])
def test_what_is_no_month_is_said(text: str) -> None:
    with pytest.raises(UnknownDay, match="no month"):
        read_month(text, 0.0)


def test_days_that_were_begun_and_left_are_shown_as_missed() -> None:
    found = streak((), FIRST + 2, (), (), begun={FIRST})
    assert (found.days, found.best, found.since) == (0, 0, None)
    assert [fate.name for fate in found.fates.values()] == ["MISSED", "MISSED", "OPEN"]
    later = streak({FIRST + 1}, FIRST + 2, (), (), begun={FIRST, FIRST + 1})
    assert [fate.name for fate in later.fates.values()] == ["MISSED", "FINISHED", "OPEN"]
