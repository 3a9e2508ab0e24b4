"""Tables in Redis: one at a time in a channel, the earlier ones archived beside it.

A record is bytes here. Its version is the channel's counter of commits: it grows with each, also
over the end of a table, and a commit names the one it was made for. Each commit carries the id of
the event that caused it (a message, an interaction) and happens once for it, however often
Discord repeats the event or a lost connection the command.
"""

import secrets
import time
from collections.abc import Callable
from typing import NamedTuple

from bot.store.database import Database, script
from bot.store.keys import IDLE, channel_keys, event_key

EVENT_SECONDS = 24 * 3600
SHELF_SIZE = 20

COMMIT = script("commit")
UNINDEX = script("unindex")


class Stored(NamedTuple):
    """The table that is on in a channel."""

    version: int  # from 1
    blob: bytes
    at: float  # unix seconds of its last commit


class Archived(NamedTuple):
    """A table that can be resumed."""

    id: int  # the version it was archived at
    blob: bytes
    at: float  # unix seconds of its last commit


class Committed(NamedTuple):
    """It is stored, as this version."""

    version: int


class Stale(NamedTuple):
    """Nothing was done: the channel is at another version (None: no table is on), or the archived
    table to be resumed is gone.
    """

    stored: Stored | None


class Duplicate(NamedTuple):
    """Nothing was done: the event had been answered, like this."""

    version: int  # what that commit made; 0 when it changed nothing
    answer: bytes


class TableStore:
    """Reads and commits the tables of all channels. Every method raises StoreUnavailable."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    async def load(self, channel: int) -> Stored | None:
        """The channel's table, None when none is on."""
        table = channel_keys(channel).table
        found = await self._database.run(lambda r: r.hmget(table, ["v", "r", "t"]))
        return stored(*found)

    async def begin(self, channel: int, event: str) -> Stored | Duplicate | None:
        """What an event finds: the answer it had before, else the channel's table."""
        known = await self._database.run(lambda r: r.get(event_key(channel, event)))
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
    ) -> Committed | Stale | Duplicate:
        """Store the table's new record; None ends the table.

        `expected` is the version that the record was made from, 0 when no table was on.
        `archive` puts the table that is on so far on the shelf: the way to start another without
        losing it or, with None, to stop. `resumes` is the id of the archived table that `blob`
        continues; it leaves the shelf.
        """
        now = self._clock()
        if blob is not None:
            # The index lies in another slot. Written first, a crash in between leaves an entry too
            # many, which the archiver clears, and never a table that it does not know.
            await self._database.run(lambda r: r.zadd(IDLE, {str(channel): now}))
        keys = channel_keys(channel)
        token = secrets.token_hex(8)
        state, *rest = await self._database.eval(
            COMMIT,
            [keys.table, event_key(channel, event), keys.shelf, keys.records],
            [
                *(expected, int(now * 1000), token, answer, EVENT_SECONDS),
                *("drop" if blob is None else "put", blob or b""),
                *("1" if archive else "0", "" if resumes is None else resumes, SHELF_SIZE),
            ],
        )
        if state == b"ok":
            return Committed(int(rest[0]))
        if state == b"stale":
            return Stale(stored(*rest) if rest else None)
        author, earlier = answered(rest[0])
        # Our own commit: its reply was lost and the command repeated.
        return Committed(earlier.version) if author == token else earlier

    async def note(self, channel: int, event: str, answer: bytes = b"") -> Duplicate | None:
        """Remember the answer to an event that changes nothing, so that its repetition does
        nothing either; the earlier answer when there is one.
        """
        key, token = self.event_key(channel, event), secrets.token_hex(8)
        value = b"0:%s:%s" % (token.encode(), answer)
        while not await self._database.run(lambda r: r.set(key, value, ex=EVENT_SECONDS, nx=True)):
            if known := await self._database.run(lambda r: r.get(key)):
                author, earlier = answered(known)
                return None if author == token else earlier
        return None

    def event_key(self, channel: int, event: str) -> str:
        """Where the answer to an event is remembered."""
        return event_key(channel, event)

    async def archived(self, channel: int) -> list[Archived]:
        """The channel's archived tables, at most SHELF_SIZE, the last one archived first."""
        keys = channel_keys(channel)
        ids = await self._database.run(lambda r: r.lrange(keys.shelf, 0, -1))
        if not ids:
            return []
        records = await self._database.run(lambda r: r.hmget(keys.records, ids))
        found = []
        for id, record in zip(ids, records, strict=True):
            if record is not None:  # resumed between the two commands
                at, _, blob = record.partition(b":")
                found.append(Archived(int(id), blob, int(at) / 1000))
        return found

    async def delete(self, channel: int) -> None:
        """Forget everything about a channel, as when it was deleted or its server left."""
        await self._database.run(lambda r: r.delete(*channel_keys(channel)))
        await self._database.run(lambda r: r.zrem(IDLE, str(channel)))

    async def idle_since(self, before: float, limit: int = 100) -> list[int]:
        """Channels whose last commit may have been before that time (unix seconds), longest idle
        first. Some of them may have no table any more.
        """
        found = await self._database.run(
            lambda r: r.zrangebyscore(IDLE, "-inf", before, start=0, num=limit)
        )
        return [int(channel) for channel in found]

    async def archive_idle(self, before: float, limit: int = 100) -> list[int]:
        """Archive up to `limit` tables without a commit since `before`; their channels."""
        done = []
        for channel in await self.idle_since(before, limit):
            stored = await self.load(channel)
            if stored and stored.at > before:
                continue  # another process has just played there; its index entry is on the way
            if stored:
                event = f"idle:{stored.version}"
                outcome = await self.commit(channel, stored.version, event, None, archive=True)
                if isinstance(outcome, Stale):
                    continue
                done.append(channel)
            await self._database.eval(UNINDEX, [IDLE], [str(channel), repr(before)])
        return done


def stored(version: bytes | None, blob: bytes | None, at: bytes | None) -> Stored | None:
    """A table from the fields of its hash; None when one is missing."""
    if version is None or blob is None or at is None:
        return None
    return Stored(int(version), blob, int(at) / 1000)


def answered(value: bytes) -> tuple[str, Duplicate]:
    """Token of the commit that gave the answer, and the answer."""
    version, token, answer = value.split(b":", 2)
    return token.decode(), Duplicate(int(version), answer)
