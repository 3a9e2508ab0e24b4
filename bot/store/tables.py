"""Tables in Redis: one at a time in a place, the earlier ones archived beside it; and attempts at
the daily challenge, which are kept for some weeks and write what they are worth.

A record is bytes here. Its version is the place's counter of commits: it grows with each, also
over the end of a table, and a commit names the one it was made for. Each commit carries the id of
the event that caused it (a message, an interaction) and happens once for it, however often
Discord repeats the event or a lost connection the command.
"""

import secrets
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

from redis.asyncio import Redis

from bot.store.daily_keys import guild_keys
from bot.store.database import Database, script
from bot.store.ids import Attempt, ChannelTable, PlaceTable, TableId
from bot.store.keys import IDLE, channel_keys, event_key
from bot.store.standings import Standing, written, written_keys

EVENT_SECONDS = 24 * 3600
SHELF_SIZE = 20

COMMIT = script("commit")
COMMIT_ATTEMPT = script("daily_commit")
UNINDEX = script("unindex")


class Stored(NamedTuple):
    """The table that is on."""

    version: int  # from 1
    blob: bytes
    at: float  # unix seconds of its last commit


class Archived(NamedTuple):
    """A table that can be resumed."""

    id: int  # the version it was archived at first
    blob: bytes
    at: float  # unix seconds of its last commit


class Committed(NamedTuple):
    """It is stored, as this version."""

    version: int


class Stale(NamedTuple):
    """Nothing was done: there is another version (None: no table is on), or the archived table to
    be resumed is gone.
    """

    stored: Stored | None


class Duplicate(NamedTuple):
    """Nothing was done: the event had been answered, like this."""

    version: int  # what that commit made; 0 when it changed nothing
    answer: bytes


class TableStore:
    """Reads and commits all tables. Every method raises StoreUnavailable."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    async def load(self, id: TableId) -> Stored | None:
        """The table that is on, None if there is none."""
        key = table_key(id)
        return _stored(*await self._database.run(lambda r: r.hmget(key, ["v", "r", "t"])))

    async def begin(self, id: TableId, event: str) -> Stored | Duplicate | None:
        """What an event finds: the answer it had before, else the table that is on."""
        known, fields = await self._database.run(
            partial(_answer_and_table, answer_key(id, event), table_key(id))
        )
        return _stored(*fields) if known is None else _answered(known)[1]

    async def commit(
        self,
        id: TableId,
        expected: int,
        event: str,
        blob: bytes | None,
        *,
        answer: bytes = b"",
        archive: bool = False,
        number: int = 0,
        resumes: int | None = None,
        standing: Standing | None = None,
    ) -> Committed | Stale | Duplicate:
        """Store the table's new record; None ends the table.

        `expected` is the version that the record was made from, 0 when no table was on.
        `archive` puts the table that is on so far on the shelf: the way to start another without
        losing it or, with None, to stop; with a `number` it has been there before, under this id.
        `resumes` is the id of the archived table that `blob`
        continues; it leaves the shelf. An attempt comes with its `standing`, and neither ends nor
        goes on a shelf: ValueError.
        """
        now, token = self._clock(), secrets.token_hex(8)
        head = (expected, int(now * 1000), token, answer, EVENT_SECONDS)
        if isinstance(id, Attempt):
            if blob is None or standing is None:
                raise ValueError("an attempt stays until its time is over")
            state, *rest = await self._database.eval(
                COMMIT_ATTEMPT,
                [table_key(id), answer_key(id, event), *written_keys(id, standing)],
                [*head, blob, *written(id, standing)],
            )
        else:
            if blob is not None:
                # The index lies in another slot. Written first, a crash in between leaves an entry
                # too many, which the archiver clears, and never a table that it does not know.
                place = str(_number(id))
                await self._database.run(lambda r: r.zadd(IDLE, {place: now}))
            keys = channel_keys(_number(id))
            state, *rest = await self._database.eval(
                COMMIT,
                [keys.table, answer_key(id, event), keys.shelf, keys.records],
                [
                    *head,
                    *("drop" if blob is None else "put", blob or b""),
                    *("1" if archive else "0", "" if resumes is None else resumes, SHELF_SIZE),
                    number or "",
                ],
            )
        if state == b"ok":
            return Committed(int(rest[0]))
        if state == b"stale":
            return Stale(_stored(*rest) if rest else None)
        author, earlier = _answered(rest[0])
        # Our own commit: its reply was lost and the command repeated.
        return Committed(earlier.version) if author == token else earlier

    async def note(self, id: TableId, event: str, answer: bytes = b"") -> Duplicate | None:
        """Remember the answer to an event that changes nothing, so that its repetition does
        nothing either; the earlier answer when there is one.
        """
        key, token = answer_key(id, event), secrets.token_hex(8)
        value = b"0:%s:%s" % (token.encode(), answer)
        while not await self._database.run(lambda r: r.set(key, value, ex=EVENT_SECONDS, nx=True)):
            if known := await self._database.run(lambda r: r.get(key)):
                author, earlier = _answered(known)
                return None if author == token else earlier
        return None

    async def archived(self, id: TableId) -> list[Archived]:
        """The archived tables, at most SHELF_SIZE, the last one archived first."""
        if isinstance(id, Attempt):
            return []
        keys = channel_keys(_number(id))
        numbers = await self._database.run(lambda r: r.lrange(keys.shelf, 0, -1))
        if not numbers:
            return []
        records = await self._database.run(lambda r: r.hmget(keys.records, numbers))
        found = []
        for number, record in zip(numbers, records, strict=True):
            if record is not None:  # resumed between the two commands
                at, _, blob = record.partition(b":")
                found.append(Archived(int(number), blob, int(at) / 1000))
        return found

    async def delete(self, id: TableId) -> None:
        """Forget a table and its shelf, as when its channel was deleted; results stay."""
        if isinstance(id, Attempt):
            await self._database.run(lambda r: r.delete(table_key(id)))
            return
        place = _number(id)
        await self._database.run(lambda r: r.delete(*channel_keys(place)))
        await self._database.run(lambda r: r.zrem(IDLE, str(place)))

    async def idle_since(self, before: float, limit: int = 100) -> list[ChannelTable]:
        """Tables whose last commit may have been before that time (unix seconds), longest idle
        first; of persons, too, whose keys are named alike. Some may be gone already.
        """
        found = await self._database.run(
            lambda r: r.zrangebyscore(IDLE, "-inf", before, start=0, num=limit)
        )
        return [ChannelTable(int(place)) for place in found]

    async def archive_idle(
        self, before: float, limit: int = 100, number: Callable[[bytes], int | None] = lambda _: 0
    ) -> list[ChannelTable]:
        """Archive up to `limit` tables without a commit since `before`; which they were.

        `number` says under which id a record was on the shelf before, 0 for none, and None when it
        isn't worth a place there.
        """
        done = []
        for id in await self.idle_since(before, limit):
            stored = await self.load(id)
            if stored and stored.at > before:
                continue  # another process has just played there; its index entry is on the way
            if stored:
                event = f"idle:{stored.version}"
                known = number(stored.blob)
                outcome = await self.commit(
                    id, stored.version, event, None, archive=known is not None, number=known or 0
                )
                if isinstance(outcome, Stale):
                    continue
                done.append(id)
            await self._database.eval(UNINDEX, [IDLE], [str(id.channel), repr(before)])
        return done


def table_key(id: TableId) -> str:
    """Where the table that is on is stored: a hash with v version, r record, t milliseconds."""
    if isinstance(id, Attempt):
        return guild_keys(id.guild).attempt(id.day, id.person)
    return channel_keys(_number(id)).table


def answer_key(id: TableId, event: str) -> str:
    """Where the answer to an event is remembered."""
    if isinstance(id, Attempt):
        return guild_keys(id.guild).event(id.day, id.person, event)
    return event_key(_number(id), event)


def _number(id: PlaceTable) -> int:
    """Discord's ids are all different, so channels and persons share one kind of keys."""
    return id.channel if isinstance(id, ChannelTable) else id.person


def _answer_and_table(answer: str, table: str, client: Redis) -> Awaitable[Any]:
    # In one round trip; both keys have the same hash tag.
    asked = client.pipeline(transaction=False)
    asked.get(answer)
    asked.hmget(table, ["v", "r", "t"])
    found: Awaitable[Any] = asked.execute()
    return found


def _stored(version: bytes | None, blob: bytes | None, at: bytes | None) -> Stored | None:
    """A table from the fields of its hash; None when one is missing."""
    if version is None or blob is None or at is None:
        return None
    return Stored(int(version), blob, int(at) / 1000)


def _answered(value: bytes) -> tuple[str, Duplicate]:
    """Token of the commit that gave the answer, and the answer."""
    version, token, answer = value.split(b":", 2)
    return token.decode(), Duplicate(int(version), answer)
