"""Deleting all that is kept about somebody: their own keys go, and in what others share with them
nobody stands in their place.
"""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import msgspec
from msgspec.structs import replace

from bot import names
from bot.daily.calendar import closed_at
from bot.daily.days import Days
from bot.daily.people import People
from bot.store.daily import DailyStore
from bot.store.personal import PersonalStore
from bot.tables.record import FORMAT, Seat, TableRecord, Vote, encode

_record = msgspec.msgpack.Decoder(TableRecord)


class Forgetting:
    """Goes through everything that is kept.  Every method raises StoreUnavailable."""

    def __init__(
        self, store: DailyStore, personal: PersonalStore, days: Days, people: People
    ) -> None:
        self._store = store
        self._personal = personal
        self._days = days
        self._people = people

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
            await self._personal.delete_in(guild, person)
        await self._personal.delete_own(person)
        places = await self._leave_tables(str(person), called)
        shown = {names.shown(name) for name in called} | {names.tidy(name) for name in called}
        await self._personal.clear_words(shown, places)

    async def table_count(self, person: int) -> int:
        """At how many tables somebody has a seat, for those who ask what is kept."""
        return len([place async for place, _, _ in self._seats(person)])

    async def tables(self, person: int) -> list[dict[str, object]]:
        """What somebody did at each table that is kept, their own attempts among them, as JSON
        has it. A deal that is a secret is not given away, nor what others did.
        """
        return [
            {
                "place": place,
                "game": table.game,
                "deal": table.label or table.deal,
                "begun": _iso(table.begun),
                "started it": table.starter == str(person),
                "name": table.seats[seat].name,
                "last": _iso(table.seats[seat].at),
                "moves": [f"{_iso(e.at)} {e.move}" for e in table.entries if e.seat == seat],
            }
            async for place, table, seat in self._seats(person, attempts=True)
        ]

    async def _seats(
        self, person: int, *, attempts: bool = False
    ) -> AsyncIterator[tuple[str, TableRecord, int]]:
        """Place, table and seat wherever somebody has one, with their own `attempts` or not."""
        async for spot, record in self._personal.spots(person if attempts else None):
            if (table := _read(record)) is None:
                continue
            if (seat := table.seat_of(str(person))) is not None:
                yield spot.place, table, seat

    async def _leave_tables(self, person: str, called: set[str]) -> set[str]:
        """Tables that others play at keep the moves, all others go; `called` gains the names that
        moves were made by.  The places where that was.
        """

        def without(record: bytes) -> bytes | None:
            table = _read(record)
            if table is None or table.seat_of(person) is None:
                return None
            called.update(seat.name for seat in table.seats if seat.id == person)
            return encode(_without(table, person))

        places = set()
        async for spot, record in self._personal.spots():
            if without(record) is None:
                continue
            places.add(spot.place)
            left = await self._personal.rewrite(spot, without)
            if _is_deserted(left):
                await self._personal.drop(spot)
        return places


def _read(record: bytes | None) -> TableRecord | None:
    """A record of this version; others are left alone."""
    if not record:
        return None
    try:
        table = _record.decode(record)
    except msgspec.DecodeError:
        return None
    return table if table.format == FORMAT else None


def _is_deserted(record: bytes | None) -> bool:
    """Whether nobody is left who has played at a table."""
    table = _read(record)
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
