"""What was said while nobody listened: after a new session it is read back, by the same path as
what is heard.  The ids of messages see to it that nothing is played twice.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime

import discord

from bot import logs
from bot.chat.guard import Place, Reason, Refused, guarded
from bot.chat.lines import ChatLines
from bot.chat.turns import Turn, Turns
from bot.store.pointers import Pointers
from bot.store.sessions import SessionStore

LONGEST = 15 * 60.0
"""Seconds; whoever has waited longer for an answer doesn't expect one any more."""
SLACK = 90.0
"""Seconds for which a connection may be dead before anybody notices."""
CHANNELS = 100
MESSAGES = 50
"""Of each channel the last ones."""
AT_ONCE = 4
"""Channels that are read at the same time."""
AGAIN = (0.5, 1.0, 2.0, 4.0, 0.0)
"""Seconds after each attempt at a channel, while Discord is down or wants us to slow down."""

log = logs.get(__name__)

Find = Callable[[int, int], object]
"""The place of a server (0: direct messages) and a channel; None when it isn't known."""


class Missed:
    """Reads back what the shards of this process have missed."""

    def __init__(
        self,
        sessions: SessionStore,
        pointers: Pointers,
        lines: ChatLines,
        turns: Turns,
        find: Find,
    ) -> None:
        self._sessions = sessions
        self._pointers = pointers
        self._lines = lines
        self._turns = turns
        self._find = find
        self._reading: set[int] = set()
        self._held: dict[int, dict[int, Turn]] = {}
        """Of each shard that isn't ready yet, the turns in its channels, by their ids."""

    async def hold(self, shard: int, count: int) -> None:
        """A shard (of so many) has a new session, but doesn't know its servers yet: what is said
        from now on waits for what was said before, until that has been read back.

        Raises StoreUnavailable.
        """
        held = self._held.setdefault(shard, {})
        places = await self._pointers.lately(CHANNELS)
        if self._held.get(shard) is not held:
            return  # it was ready first, and nobody would end these turns
        for guild, channel in places:
            if (guild >> 22) % count == shard and channel not in held:
                held[channel] = self._turns.take(channel, 0)

    async def read_back(self, shard: int, count: int) -> int:
        """A shard (of so many) has a new session; how many messages it had missed.

        Raises StoreUnavailable.
        """
        held = self._held.pop(shard, {})
        try:
            seen = await self._sessions.listened_until(shard)
            if seen is None or shard in self._reading:
                return 0
            since = datetime.fromtimestamp(max(seen - SLACK, time.time() - LONGEST), UTC)
            return await self._read_all(shard, count, since, held)
        finally:
            for turn in held.values():
                turn.close()

    async def _read_all(
        self, shard: int, count: int, since: datetime, held: dict[int, Turn]
    ) -> int:
        self._reading.add(shard)
        try:
            room, reading = asyncio.Semaphore(AT_ONCE), []
            for guild, channel in await self._pointers.lately(CHANNELS):
                place = self._find(guild, channel) if (guild >> 22) % count == shard else None
                if isinstance(place, Place):
                    # What is said meanwhile waits there for what was said before.
                    turn = held.pop(channel, None) or self._turns.take(channel, 0)
                    reading.append(self._read(place, turn, since, room))
            return sum(await asyncio.gather(*reading))
        finally:
            self._reading.discard(shard)

    async def _read(
        self, place: Place, turn: Turn, since: datetime, room: asyncio.Semaphore
    ) -> int:
        """Hear what was said in a place; how many messages were new."""
        with closing(turn):
            async with room, turn:
                messages = await _said(place, since)
                hearing = [asyncio.create_task(self._lines.missed(m)) for m in messages]
                # Each takes its place in the queue, among those who came meanwhile.
                await asyncio.sleep(0)
        return sum(await asyncio.gather(*hearing))


async def _said(place: Place, since: datetime) -> list[discord.Message]:
    """What was said in a place, as far as Discord tells it."""

    async def last() -> list[discord.Message]:
        history = place.history(limit=MESSAGES, after=since, oldest_first=False)
        return [message async for message in history]

    for pause in AGAIN:
        try:
            return await guarded(last(), "read back")
        except Refused as refused:
            if refused.reason not in (Reason.BUSY, Reason.DOWN):
                break
            await asyncio.sleep(pause)
    return []
