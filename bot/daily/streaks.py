"""Streaks: how many days in a row somebody finished, and what became of every other day.

A day that is missed is forgiven once a week, a day on which the bot was down always, and so is a
pause.  None of them adds to the streak.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import Enum

from bot.daily.calendar import week_of

LONGEST_PAUSE = 14
"""Days."""
BETWEEN_PAUSES = 30
"""Days after a pause before which no other begins."""

Pause = tuple[int, int]
"""Its first and its last day."""


class Fate(Enum):
    """What became of a day."""

    FINISHED = "finished"
    OPEN = "open"
    """It can still be finished."""
    SPARE = "spare"
    PAUSED = "paused"
    DOWN = "down"
    MISSED = "missed"


@dataclass(frozen=True)
class Streak:
    """`days` in a row up to now, `best` ever, and whether this week's day off is still there;
    the `fates` of all days since the first.
    """

    days: int
    best: int
    spare: bool
    fates: dict[int, Fate] = field(default_factory=dict)

    @property
    def since(self) -> int | None:
        """The day with which the present streak begins."""
        found = None
        for day, fate in reversed(self.fates.items()):
            if fate is Fate.MISSED:
                break
            found = day if fate is Fate.FINISHED else found
        return found


def streak(
    finished: Collection[int],
    today: int,
    pending: Collection[int],
    down: Collection[int],
    pauses: Sequence[Pause] = (),
    begun: Collection[int] = (),
) -> Streak:
    """The streak as of today.

    `begun` are days that were played, to their end or not: it counts from the first of all.
    `pending` are earlier days that can still be finished; they break nothing yet, and neither does
    today.  `down` are days on which the bot was down.
    """
    played = {*finished, *begun}
    if not played:
        return Streak(0, 0, spare=True)
    done, fates = set(finished), dict[int, Fate]()
    run = best = 0
    used = -1
    for day in range(min(played), today + 1):
        if day in done:
            run, fate = run + 1, Fate.FINISHED
            best = max(best, run)
        elif day == today or day in pending:
            fate = Fate.OPEN
        elif any(first <= day <= last for first, last in pauses):
            fate = Fate.PAUSED
        elif day in down:
            fate = Fate.DOWN
        elif run and used != week_of(day):
            used, fate = week_of(day), Fate.SPARE
        else:
            run, fate = 0, Fate.MISSED
        fates[day] = fate
    return Streak(run, best, used != week_of(today), fates)


def paused(pauses: Sequence[Pause], today: int, days: int) -> list[Pause]:
    """The pauses when one of so many days begins today; with 0 the one that is on ends.

    ValueError says in a sentence why that can't be.
    """
    kept = [(first, min(last, today - 1)) for first, last in pauses]
    kept = [pause for pause in kept if pause[0] <= pause[1]]
    if not days:
        return kept
    if not 1 <= days <= LONGEST_PAUSE:
        raise ValueError(f"A pause has 1 to {LONGEST_PAUSE} days, not {days}.")
    before = [last for first, last in pauses if last < today]
    running = [pause for pause in pauses if pause[0] <= today <= pause[1]]
    if running:
        first = running[0][0]
        if today + days - first > LONGEST_PAUSE:
            left = LONGEST_PAUSE - (today - first)
            raise ValueError(
                f"A pause has at most {LONGEST_PAUSE} days; yours can go on for {left} from today."
            )
        return [*[p for p in kept if p[0] != first], (first, today + days - 1)]
    if before and today - max(before) <= BETWEEN_PAUSES:
        left = max(before) + BETWEEN_PAUSES + 1 - today
        raise ValueError(
            f"The next pause can begin {BETWEEN_PAUSES} days after the last one: in {left} days."
        )
    return [*kept, (today, today + days - 1)]
