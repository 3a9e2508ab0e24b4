"""Which message is a channel's board: kept in Redis, so that it is found again after a restart."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace

import msgspec

from bot import logs
from bot.names import NOBODY
from bot.store.database import Database
from bot.store.errors import StoreUnavailable
from bot.store.keys import PLACES, board_key

SECONDS = 40 * 24 * 3600
"""Longer than a table may be idle."""

LATELY = 2 * 3600
"""Seconds for which a place is remembered; boards are younger, as they are posted anew."""

log = logs.get(__name__)


@dataclass(frozen=True)
class Pointer:
    """A board's message, and what stays of it when it loses its buttons."""

    message: int
    version: int
    status: str
    file: str = ""
    """Name of its picture; "" for a board in words."""
    alt: str = ""
    file_id: int = 0
    """Discord's number of that file, which keeps it on the message when the rest is changed."""


_decoder = msgspec.msgpack.Decoder(Pointer)


class Pointers:
    """The boards of all channels. A Redis that can't be reached costs a second board, no more."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, channel: int) -> Pointer | None:
        """The board that was shown last."""
        try:
            found = await self._database.run(lambda r: r.get(board_key(channel)))
            return _decoder.decode(found) if found else None
        except (StoreUnavailable, msgspec.DecodeError) as error:
            log.info("no pointer", channel=channel, reason=str(error))
            return None

    async def put(self, channel: int, pointer: Pointer) -> None:
        """This is the board now."""
        data = msgspec.msgpack.encode(pointer)
        try:
            await self._database.run(lambda r: r.set(board_key(channel), data, ex=SECONDS))
        except StoreUnavailable as error:
            log.info("pointer not kept", channel=channel, reason=str(error))

    async def posted(self, guild: int, channel: int) -> None:
        """A new board was posted in a channel of this server, 0 for direct messages."""
        now, place = time.time(), f"{guild}:{channel}"
        try:
            await self._database.run(lambda r: r.zadd(PLACES, {place: now}))
            await self._database.run(lambda r: r.zremrangebyscore(PLACES, "-inf", now - LATELY))
        except StoreUnavailable as error:
            log.info("place not noted", channel=channel, reason=str(error))

    async def lately(self, limit: int) -> list[tuple[int, int]]:
        """Server and channel of the last places with a new board, at most so many.

        Raises StoreUnavailable.
        """
        found = await self._database.run(lambda r: r.zrevrange(PLACES, 0, limit - 1))
        pairs = (place.decode().split(":") for place in found)
        return [(int(guild), int(channel)) for guild, channel in pairs]

    async def forget(self, channel: int) -> None:
        """There is no board any more."""
        try:
            await self._database.run(lambda r: r.delete(board_key(channel)))
        except StoreUnavailable as error:
            log.info("pointer not forgotten", channel=channel, reason=str(error))


def without_names(value: bytes, names: Iterable[str]) -> bytes:
    """A stored pointer in whose words these names stand no longer."""
    pointer = _decoder.decode(value)
    status, alt = pointer.status, pointer.alt
    for name in names:
        # Whoever is called A is not the ace.
        called = re.compile(rf"(?<!\w){re.escape(name)}(?=[\s:.,)]|$)")
        status, alt = called.sub(NOBODY, status), called.sub(NOBODY, alt)
    return msgspec.msgpack.encode(replace(pointer, status=status, alt=alt))
