"""Deleting all that is kept about somebody: their own keys go, and in what others share with them
nobody stands in their place.
"""

from collections.abc import AsyncIterator, Callable, Iterable
from datetime import UTC, datetime

import msgspec
from msgspec.structs import replace

from bot import names
from bot.daily.calendar import closed_at
from bot.daily.days import Days
from bot.daily.people import People
from bot.store.daily import DailyStore
from bot.store.daily_keys import claims_key, guild_keys
from bot.store.keys import IDLE, person_look_key
from bot.store.seats import is_seat, seat_of
from bot.tables.record import FORMAT, Seat, TableRecord, Vote, encode

Clean = Callable[[bytes, Iterable[str]], bytes]
"""A value without these names."""

TABLES = "patience:{c:*}:table"
SHELVES = "patience:{c:*}:records"
TOGETHER = "patience:{g:*}:daily:attempt:*:0"
EVENTS = ("patience:{c:*}:event:*", "patience:{g:*}:daily:event:*:0:*")
ROUTES = "patience:{c:*}:daily"
ATTEMPTS = 5
"""How often a value is read again that somebody else has changed meanwhile."""

_record = msgspec.msgpack.Decoder(TableRecord)


class Forgetting:
    """Goes through everything.  `cleaners` are for values that other parts of the program keep:
    a pattern of keys of strings, and what takes names out of one.
    """

    def __init__(
        self,
        store: DailyStore,
        days: Days,
        people: People,
        cleaners: Iterable[tuple[str, Clean]] = (),
    ) -> None:
        self._store = store
        self._days = days
        self._people = people
        self.cleaners = list(cleaners)

    async def forget(self, person: int, name: str = "") -> None:
        """Delete everything about a person; `name` is their present one.

        Who has begun a day that isn't over can't begin it again: that is remembered in a form in
        which nobody finds them, until the day is over.
        """
        claims = await self._store.claims(person)
        for day in claims:
            if self._days.clock() < closed_at(day):
                await self._store.keep_gone(day, await self._people.ghost(person, day))
        called = {name} - {""}
        for guild in set(claims.values()):
            called.update(filter(None, await self._store.names(guild, [str(person)])))
            await self._forget_in(guild, person)
        await self._store.delete(claims_key(person))
        await self._store.delete(person_look_key(person))
        await self._drop_channel(person)  # where only answers are possible, the table of a person
        tags = await self._leave_tables(person, called)
        await self._clear_words(called, tags)

    async def table_count(self, person: int) -> int:
        """At how many tables somebody has a seat, for those who ask what is kept."""
        return len([tag async for tag, _, _ in self._seats(person, TABLES, TOGETHER)])

    async def tables(self, person: int) -> list[dict[str, object]]:
        """What somebody did at each table that is kept, their own attempts among them, as JSON
        has it. A deal that is a secret is not given away, nor what others did.
        """
        own = f"patience:{{g:*}}:daily:attempt:*:{person}"
        return [
            {
                "place": tag.strip("{}"),
                "game": table.game,
                "deal": table.label or table.deal,
                "begun": _iso(table.begun),
                "started it": table.starter == str(person),
                "name": table.seats[seat].name,
                "last": _iso(table.seats[seat].at),
                "moves": [f"{_iso(e.at)} {e.move}" for e in table.entries if e.seat == seat],
            }
            async for tag, table, seat in self._seats(person, TABLES, TOGETHER, own)
        ]

    async def _seats(
        self, person: int, *patterns: str
    ) -> AsyncIterator[tuple[str, TableRecord, int]]:
        """Place, table and seat wherever somebody has one: at tables of these keys, on shelves."""
        for pattern in (*patterns, SHELVES):
            async for key in self._store.scan(pattern):
                if pattern == SHELVES:
                    shelf = (await self._store.fields(key)).values()
                    blobs = [value.partition(b":")[2] for value in shelf]
                else:
                    blobs = [await self._store.field(key, "r") or b""]
                for table in filter(None, map(_read, blobs)):
                    seat = table.seat_of(str(person))
                    if seat is not None:
                        yield _tag(key), table, seat

    async def _forget_in(self, guild: int, person: int) -> None:
        keys, store = guild_keys(guild), self._store
        await store.delete(keys.person(person))
        await store.drop_field(keys.names, str(person))
        await store.zrem(keys.ever, person)
        for pattern in (f"{keys.tag}:board:*", f"{keys.tag}:week:*"):
            async for key in store.scan(pattern):
                await store.zrem(key, person)
        await store.delete_matching(f"{keys.tag}:attempt:*:{person}")
        await store.delete_matching(f"{keys.tag}:event:*:{person}:*")
        async for key in store.scan(ROUTES):
            number = await store.string(key)
            if number and is_seat(int(number)) and seat_of(int(number)).person == person:
                await store.delete(key)

    async def _leave_tables(self, person: int, called: set[str]) -> set[str]:
        """Tables that others play at keep the moves, all others go; `called` gains the names that
        moves were made by.  The hash tags of the places where that was.
        """
        tags = set()
        for pattern in (TABLES, TOGETHER):
            async for key in self._store.scan(pattern):
                if await self._anonymise(key, "r", person, called):
                    tags.add(_tag(key))
                    if pattern == TABLES and _is_deserted(await self._store.field(key, "r")):
                        await self._store.delete(key)
                        await self._store.zrem(IDLE, int(_tag(key)[3:-1]))
        async for key in self._store.scan(SHELVES):
            for field in await self._store.fields(key):
                if await self._anonymise(key, field, person, called):
                    tags.add(_tag(key))
                    value = await self._store.field(key, field)
                    if _is_deserted(value.partition(b":")[2]):
                        await self._store.drop_field(key, field)
        return tags

    async def _drop_channel(self, channel: int) -> None:
        await self._store.delete_matching(f"patience:{{c:{channel}}}:*")
        await self._store.zrem(IDLE, channel)

    async def _anonymise(self, key: str, field: str, person: int, called: set[str]) -> bool:
        """Whether somebody sat at that table; they don't any more."""
        for _ in range(ATTEMPTS):
            value = await self._store.field(key, field)
            # On a shelf the time of the last commit stands in front.
            head, mark, blob = (b"", b"", value) if field == "r" else value.partition(b":")
            table = _read(blob)
            if table is None or table.seat_of(str(person)) is None:
                return False
            called.update(seat.name for seat in table.seats if seat.id == str(person))
            after = head + mark + encode(_without(table, str(person)))
            if await self._store.swap(key, field, value, after):
                break
        return True

    async def _clear_words(self, called: set[str], tags: set[str]) -> None:
        """What was said with somebody's name in it, and may be kept for a while."""
        shown = {names.shown(name) for name in called} | {names.tidy(name) for name in called}
        signs = [name.encode() for name in shown]
        for pattern in EVENTS:
            async for key in self._store.scan(pattern):
                value = await self._store.string(key)
                if value and any(sign in value for sign in signs):
                    version, token, _ = value.split(b":", 2)
                    await self._store.swap(key, "", value, b"%s:%s:" % (version, token))
        for pattern, clean in self.cleaners:
            async for key in self._store.scan(pattern):
                value = await self._store.string(key) if _tag(key) in tags else b""
                if value and any(sign in value for sign in signs):
                    await self._store.swap(key, "", value, clean(value, shown))


def _tag(key: str) -> str:
    """``{c:5}``."""
    return key[key.index("{") : key.index("}") + 1]


def _read(blob: bytes | None) -> TableRecord | None:
    """A record of this version; others are left alone."""
    if not blob:
        return None
    try:
        table = _record.decode(blob)
    except msgspec.DecodeError:
        return None
    return table if table.format == FORMAT else None


def _is_deserted(blob: bytes) -> bool:
    """Whether nobody is left who has played at a table."""
    table = _read(blob)
    return table is not None and not any(seat.id for seat in table.seats)


def _iso(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat()


def _without(table: TableRecord, person: str) -> TableRecord:
    """The table with nobody in this person's place."""
    seats = tuple(
        Seat("", names.NOBODY, seat.at) if seat.id == person else seat for seat in table.seats
    )
    votes = tuple(
        Vote(vote.kind, tuple(id for id in vote.ids if id != person), vote.at)
        for vote in table.votes
    )
    starter = "" if table.starter == person else table.starter
    return replace(table, seats=seats, votes=votes, starter=starter)
