"""Where somebody's traces are: to be shown to them, or deleted.

Tables that others play at too are rewritten by the caller, who knows what is in a record; all
other keys are deleted or cleared here.
"""

from collections.abc import AsyncIterator, Callable, Collection
from typing import NamedTuple

from bot.store.daily_keys import (
    attempts_key,
    claims_key,
    events_key,
    guild_keys,
    pauses_key,
    route_key,
)
from bot.store.database import Database, script
from bot.store.duels import result_field
from bot.store.ids import Attempt
from bot.store.keys import (
    IDLE,
    board_key,
    channel_keys,
    duel_key,
    dueling_key,
    event_key,
    everything_key,
    look_key,
)
from bot.store.pointers import without_names

SWAP = script("swap")
ATTEMPTS = 5
"""How often a value is read again that somebody else has changed meanwhile."""
TABLES = channel_keys("*").table
SHELVES = channel_keys("*").records


class StoredAt(NamedTuple):
    """Where a table is stored: a field of a hash."""

    key: str
    field: str
    shelved: bool = False

    @property
    def place(self) -> str:
        """``c:5`` for channel 5, ``g:7`` for server 7."""
        return self.key[self.key.index("{") + 1 : self.key.index("}")]

    def split(self, value: bytes) -> tuple[bytes, bytes]:
        """What stands in front (on a shelf the time of the last commit), and the record."""
        head, mark, record = value.partition(b":") if self.shelved else (b"", b"", value)
        return head + mark, record


class PersonalStore:
    """Looks through all keys.  Every method raises StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def spots(self, own: int | None = None) -> AsyncIterator[tuple[StoredAt, bytes]]:
        """All tables with their records: of channels, of servers together, on shelves; with
        `own` also that person's attempts alone.
        """
        patterns = [TABLES, attempts_key(0)] + ([] if own is None else [attempts_key(own)])
        for pattern in patterns:
            async for key in self._database.scan(pattern):
                spot = StoredAt(key, "r")
                yield spot, await self._record(spot)
        async for key in self._database.scan(SHELVES):
            for field in await self._fields(key):
                spot = StoredAt(key, field, shelved=True)
                yield spot, await self._record(spot)

    async def rewrite(
        self, spot: StoredAt, change: Callable[[bytes], bytes | None]
    ) -> bytes | None:
        """Put what `change` makes of the record there in its place; what is there then.

        `change` is asked again when somebody else was faster; None leaves the record as it is.
        """
        for _ in range(ATTEMPTS):
            value = await self._value(spot)
            head, record = spot.split(value)
            after = change(record)
            if after is None:
                return None
            if await self._swap(spot.key, spot.field, value, head + after):
                return after
        return None

    async def drop(self, spot: StoredAt) -> None:
        """Delete the table there; an attempt ends by its own clock."""
        if spot.shelved:
            await self._database.run(lambda r: r.hdel(spot.key, spot.field))
        elif spot.place.startswith("c:"):
            await self._database.run(lambda r: r.delete(spot.key))
            await self._unindex(int(spot.place[2:]))

    async def delete_own(self, person: int) -> None:
        """Delete what belongs to nobody else: days, pauses, wishes, the table of a person alone,
        the deals they have thrown to others; and how far they got with others' deals.
        """
        own = (claims_key(person), pauses_key(person), dueling_key(person), look_key("u", person))
        for key in own:
            await self._delete(key)
        await self._delete_all(everything_key(person))
        await self._unindex(person)
        async for key in self._database.scan(duel_key("*")):
            await self._leave_duel(key, person)

    async def _leave_duel(self, key: str, person: int) -> None:
        by = await self._database.run(lambda r: r.hget(key, "by"))
        if by is not None and int(by) == person:
            await self._delete(key)
        else:
            await self._database.run(lambda r: r.hdel(key, result_field(person)))

    async def delete_in(self, guild: int, person: int) -> None:
        """Delete results, places on boards and attempts in a server."""
        keys, run = guild_keys(guild), self._database.run
        await self._delete(keys.person(person))
        await run(lambda r: r.hdel(keys.names, str(person)))
        await run(lambda r: r.zrem(keys.ever, str(person)))
        for pattern in (keys.board("*"), keys.week("*")):
            async for key in self._database.scan(pattern):
                await self._leave(key, person)
        await self._delete_all(keys.attempt("*", person))
        await self._delete_all(keys.event("*", person, "*"))
        async for key in self._database.scan(route_key("*")):
            number = await self._string(key)
            if number and Attempt.decode(number).person == person:
                await self._delete(key)

    async def clear_words(self, names: Collection[str], places: Collection[str]) -> None:
        """Take names out of what was said: out of answers all words, since they expire, out of
        the boards of these places the names alone.
        """
        signs = [name.encode() for name in names]
        for pattern in (event_key("*", "*"), events_key(0)):
            async for key in self._database.scan(pattern):
                value = await self._string(key)
                if any(sign in value for sign in signs):
                    version, token, _ = value.split(b":", 2)
                    await self._swap(key, "", value, b"%s:%s:" % (version, token))
        async for key in self._database.scan(board_key("*")):
            value = await self._string(key) if StoredAt(key, "").place in places else b""
            if any(sign in value for sign in signs):
                await self._swap(key, "", value, without_names(value, names))

    # --- how it is done ------------------------------------------------------------------------

    async def _record(self, spot: StoredAt) -> bytes:
        return spot.split(await self._value(spot))[1]

    async def _value(self, spot: StoredAt) -> bytes:
        return bytes(await self._database.run(lambda r: r.hget(spot.key, spot.field)) or b"")

    async def _fields(self, key: str) -> list[str]:
        return [field.decode() for field in await self._database.run(lambda r: r.hkeys(key))]

    async def _string(self, key: str) -> bytes:
        return bytes(await self._database.run(lambda r: r.get(key)) or b"")

    async def _leave(self, key: str, person: int) -> None:
        await self._database.run(lambda r: r.zrem(key, str(person)))

    async def _unindex(self, channel: int) -> None:
        await self._database.run(lambda r: r.zrem(IDLE, str(channel)))

    async def _delete(self, key: str) -> None:
        await self._database.run(lambda r: r.delete(key))

    async def _delete_all(self, pattern: str) -> None:
        async for key in self._database.scan(pattern):
            await self._delete(key)

    async def _swap(self, key: str, field: str, before: bytes, after: bytes) -> bool:
        return bool(await self._database.eval(SWAP, [key], [field, before, after]))
