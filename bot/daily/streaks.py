"""Streaks: how many days in a row somebody finished.

A day that is missed is forgiven once a week, and a day on which the bot was down always.  Neither
adds to the streak.
"""

from collections.abc import Collection
from dataclasses import dataclass

from bot.daily.calendar import week_of


@dataclass(frozen=True)
class Streak:
    """`days` in a row up to now, `best` ever, and whether this week's day off is still there."""

    days: int
    best: int
    spare: bool


def streak(
    finished: Collection[int], today: int, pending: Collection[int], down: Collection[int]
) -> Streak:
    """The streak as of today.

    `pending` are earlier days that can still be finished; they break nothing yet, and neither
    does today.  `down` are days on which the bot was down.
    """
    if not finished:
        return Streak(0, 0, spare=True)
    done = set(finished)
    run = best = 0
    used = -1
    for day in range(min(done), today + 1):
        if day in done:
            run += 1
            best = max(best, run)
        elif not run or day == today or day in pending or day in down:
            continue
        elif used != week_of(day):
            used = week_of(day)
        else:
            run = 0
    return Streak(run, best, spare=used != week_of(today))
