"""Attempts at the daily challenge in Redis: like tables, but for their keys, their results and
that they are kept for some weeks only.
"""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from bot.store.daily_keys import guild_keys
from bot.store.database import Database, script
from bot.store.seats import Seat, seat_of
from bot.store.tables import (
    EVENT_SECONDS,
    Archived,
    Committed,
    Duplicate,
    Stale,
    Stored,
    TableStore,
    answered,
    stored,
)

RECORD_SECONDS = 45 * 24 * 3600
"""How long moves are kept; results are kept for good."""
BOARD_SECONDS = 90 * 24 * 3600
"""How long the boards of a day and a week are kept."""

COMMIT = script("daily_commit")


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


class AttemptStore(TableStore):
    """Where a channel stands in `TableStore`, here stands the number of a `Seat`."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        super().__init__(database, clock)
        self._database = database
        self._clock = clock

    async def load(self, channel: int) -> Stored | None:
        """The attempt, None when it hasn't been begun."""
        seat = seat_of(channel)
        key = guild_keys(seat.guild).attempt(seat.day, seat.person)
        return stored(*await self._database.run(lambda r: r.hmget(key, ["v", "r", "t"])))

    async def begin(self, channel: int, event: str) -> Stored | Duplicate | None:
        """What an event finds: the answer it had before, else the attempt."""
        key = _event(seat_of(channel), event)
        known = await self._database.run(lambda r: r.get(key))
        return await self.load(channel) if known is None else answered(known)[1]

    async def commit(
        self,
        channel: int,
        expected: int,
        event: str,
        blob: bytes | None,
        *,
        answer: bytes = b"",
        archive: bool = False,
        resumes: int | None = None,
        standing: Standing | None = None,
    ) -> Committed | Stale | Duplicate:
        """Store the attempt's new record and what it is worth, in one go.

        An attempt is never dropped, nor put on a shelf.
        """
        if blob is None or standing is None:
            raise ValueError("an attempt stays until its time is over")
        seat = seat_of(channel)
        keys, token = guild_keys(seat.guild), secrets.token_hex(8)
        state, *rest = await self._database.eval(
            COMMIT,
            [
                keys.attempt(seat.day, seat.person),
                _event(seat, event),
                keys.board(seat.day),
                keys.week(standing.week),
                keys.ever,
                keys.person(seat.person),
                keys.names,
            ],
            [
                *(expected, int(self._clock() * 1000), token, answer, EVENT_SECONDS),
                *(blob, RECORD_SECONDS, "" if seat.together else seat.person),
                "" if standing.score is None else standing.score,
                *(standing.points, "1" if standing.finished else "0"),
                *(seat.day, standing.week, standing.game, standing.name),
                *(standing.counted, BOARD_SECONDS, "1" if standing.won else "0"),
            ],
        )
        if state == b"ok":
            return Committed(int(rest[0]))
        if state == b"stale":
            return Stale(stored(*rest) if rest else None)
        author, earlier = answered(rest[0])
        # Our own commit: its reply was lost and the command repeated.
        return Committed(earlier.version) if author == token else earlier

    def event_key(self, channel: int, event: str) -> str:
        """Where the answer to an event is remembered."""
        return _event(seat_of(channel), event)

    async def archived(self, channel: int) -> list[Archived]:
        """Attempts are never put away."""
        return []

    async def delete(self, channel: int) -> None:
        """Forget an attempt's moves; its result stays."""
        seat = seat_of(channel)
        key = guild_keys(seat.guild).attempt(seat.day, seat.person)
        await self._database.run(lambda r: r.delete(key))

    async def archive_idle(self, before: float, limit: int = 100) -> list[int]:
        """Attempts end by their own clock."""
        return []


def _event(seat: Seat, event: str) -> str:
    return guild_keys(seat.guild).event(seat.day, seat.person, event)
