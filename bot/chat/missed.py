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
from bot.chat.guard import Place, Refused, guarded
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

    async def read_back(self, shard: int, count: int) -> int:
        """A shard (of so many) has a new session; how many messages it had missed.

        Raises StoreUnavailable.
        """
        seen = await self._sessions.listened_until(shard)
        if seen is None or shard in self._reading:
            return 0
        since = datetime.fromtimestamp(max(seen - SLACK, time.time() - LONGEST), UTC)
        self._reading.add(shard)
        try:
            room, reading = asyncio.Semaphore(AT_ONCE), []
            for guild, channel in await self._pointers.lately(CHANNELS):
                place = self._find(guild, channel) if (guild >> 22) % count == shard else None
                if isinstance(place, Place):
                    # What is said meanwhile waits there for what was said before.
                    turn = self._turns.take(place.id, 0)
                    reading.append(self._read(place, turn, since, room))
            return sum(await asyncio.gather(*reading))
        finally:
            self._reading.discard(shard)

    async def _read(
        self, place: Place, turn: Turn, since: datetime, room: asyncio.Semaphore
    ) -> int:
        """Hear what was said in a place; how many messages were new."""

        async def last() -> list[discord.Message]:
            history = place.history(limit=MESSAGES, after=since, oldest_first=False)
            return [message async for message in history]

        with closing(turn):
            async with room, turn:
                try:
                    messages = await guarded(last(), "read back")
                except Refused:
                    return 0
                hearing = [asyncio.create_task(self._lines.missed(m)) for m in messages]
                # Each takes its place in the queue, among those who came meanwhile.
                await asyncio.sleep(0)
        return sum(await asyncio.gather(*hearing))
