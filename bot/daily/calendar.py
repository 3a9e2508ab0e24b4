"""Days as numbers, and which game is played on which day.

A cycle has as many days as there are games, and every game once.  Within it the longest games
fall on weekends and the shortest on Mondays.
"""

import hashlib
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

from engine.game import Game

DAY = 86_400
GRACE = 24 * 3600
"""Seconds after a day's end in which what was begun may be finished."""
LENGTHS = ("short", "medium", "long")
WEIGHTS = (0, 1, 1, 1, 2, 3, 3)
"""How long a game each weekday bears, Monday first."""
APART = 7
"""Days in which no game comes back, where there are games enough."""
EPOCH = date(1970, 1, 1)


class UnknownDay(ValueError):
    """The text names no day; it is a sentence for people."""


def day_of(seconds: float) -> int:
    """The day of a time in unix seconds."""
    return int(seconds // DAY)


def date_of(day: int) -> date:
    """The calendar's name of a day."""
    return EPOCH + timedelta(days=day)


def iso(day: int) -> str:
    """``2026-11-30``."""
    return date_of(day).isoformat()


def begin_of(day: int) -> int:
    """Unix seconds of the day's first moment."""
    return day * DAY


def end_of(day: int) -> int:
    """Unix seconds of the first moment after the day."""
    return (day + 1) * DAY


def closed_at(day: int) -> int:
    """Unix seconds from which nothing of that day can be played any more."""
    return end_of(day) + GRACE


def weekday(day: int) -> int:
    """0 for Monday to 6 for Sunday."""
    return (day + 3) % 7


def week_of(day: int) -> int:
    """The Monday of the day's week, which stands for the week."""
    return day - weekday(day)


def read_day(text: str, now: float) -> int:
    """``today``, ``yesterday``, a date; `UnknownDay` says what is wrong.

    Days that are still to come are refused too.
    """
    today, word = day_of(now), text.strip().casefold()
    if word in ("", "today"):
        return today
    if word == "yesterday":
        return today - 1
    try:
        day = (date.fromisoformat(word) - EPOCH).days
    except ValueError:
        raise UnknownDay(
            "That is no day I know; write `today`, `yesterday` or a date such as "
            f"`{datetime.fromtimestamp(now, UTC).date().isoformat()}`."
        ) from None
    if day > today:
        raise UnknownDay(f"{iso(day)} is still to come; nothing is known of it yet.")
    if day < 0:
        raise UnknownDay(f"There was no challenge on {date_of(day).isoformat()}.")
    return day


def read_month(text: str, now: float) -> range:
    """The days of a month such as ``2026-11``; without a text of the present one.

    `UnknownDay` says what is wrong.
    """
    word = text.strip() or date_of(day_of(now)).isoformat()[:7]
    try:
        first = date.fromisoformat(f"{word}-01")
    except ValueError:
        raise UnknownDay("That is no month I know; write it like `2026-11`.") from None
    after = date(first.year + first.month // 12, first.month % 12 + 1, 1)
    return range((first - EPOCH).days, (after - EPOCH).days)


def game_of(day: int, games: Sequence[Game]) -> Game:
    """The day's game among these; they may come in any order.

    ValueError when there are none.
    """
    if not games:
        raise ValueError("there are no games to choose from")
    known = sorted(games, key=lambda game: game.id)
    cycle, place = divmod(day, len(known))
    return _spread(known, cycle)[place]


def _spread(games: list[Game], cycle: int) -> list[Game]:
    """The games of a cycle by day, none of which was there in the days before it."""
    found = _cycle(games, cycle)
    if len(games) < 4 * APART:
        return found
    recent = set(_cycle(games, cycle - 1)[-APART:])
    first = cycle * len(games)
    for place in range(APART):
        if found[place] not in recent:
            continue
        weight = WEIGHTS[weekday(first + place)]
        for other in range(APART, len(games) - APART):
            if WEIGHTS[weekday(first + other)] == weight and found[other] not in recent:
                found[place], found[other] = found[other], found[place]
                break
    return found


def _cycle(games: list[Game], cycle: int) -> list[Game]:
    first = cycle * len(games)
    by_length = sorted(
        games, key=lambda game: (LENGTHS.index(game.length), _lot(cycle, f"game {game.id}"))
    )
    days = sorted(
        range(len(games)),
        key=lambda place: (WEIGHTS[weekday(first + place)], _lot(cycle, f"day {place}")),
    )
    found = dict(zip(days, by_length, strict=True))
    return [found[place] for place in range(len(games))]


def _lot(cycle: int, name: str) -> bytes:
    """A number by chance that is the same everywhere."""
    return hashlib.sha256(f"patience calendar|{cycle}|{name}".encode()).digest()
