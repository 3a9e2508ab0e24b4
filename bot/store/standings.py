"""What a commit at the daily challenge writes besides the record: its standing, on every board."""

from dataclasses import dataclass

from bot.store.daily_keys import guild_keys
from bot.store.ids import Attempt

RECORD_SECONDS = 45 * 24 * 3600
"""How long moves are kept; results are kept for good."""
BOARD_SECONDS = 90 * 24 * 3600
"""How long the boards of a day and a week are kept."""


@dataclass(frozen=True)
class Standing:
    """What an attempt is worth after a commit.

    `score` is None while nothing has been played; `name` is the person's; `week` is the first day
    of the week, of whose days the best `counted` add up.
    """

    score: int | None
    points: int
    won: bool
    finished: bool
    game: str
    name: str
    week: int
    counted: int


def written_keys(attempt: Attempt, standing: Standing) -> list[str]:
    """Keys that `daily_commit` writes after the attempt's own two."""
    keys = guild_keys(attempt.guild)
    return [
        keys.board(attempt.day),
        keys.week(standing.week),
        keys.ever,
        keys.person(attempt.person),
        keys.names,
    ]


def written(attempt: Attempt, standing: Standing) -> list[str | int]:
    """What `daily_commit` takes after the record."""
    return [
        RECORD_SECONDS,
        "" if attempt.together else attempt.person,
        "" if standing.score is None else standing.score,
        *(standing.points, "1" if standing.finished else "0"),
        *(attempt.day, standing.week, standing.game, standing.name),
        *(standing.counted, BOARD_SECONDS, "1" if standing.won else "0"),
    ]
