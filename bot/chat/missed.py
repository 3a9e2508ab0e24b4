"""What was said while nobody listened: after a new session it is read back, by the same path as
what is heard.  The ids of messages see to it that nothing is played twice.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import UTC, datetime

import discord

from bot import logs
from bot.chat.guard import Place, Reason, Refused, guarded
from bot.chat.lines import ChatLines, said_at
from bot.chat.turns import Turn, Turns
from bot.store.errors import UNREACHABLE, StoreUnavailable
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
UNKNOWING = 3.0
"""Seconds for which everything waits for Redis to say where something may have been missed."""
LONGEST_HOLD = 60.0
"""Seconds for which a place waits for what was said there before the login."""
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
        self._asking = defaultdict[int, asyncio.Lock](asyncio.Lock)
        """Whoever is ready before Redis has answered waits until that is known."""

    async def hold(self, shard: int, count: int) -> None:
        """A shard (of so many) has a new session, but doesn't know its servers yet: what is said
        from now on waits for what was said before, until that has been read back.  Until Redis
        says where that may have been, everything waits.

        Raises StoreUnavailable.
        """
        held = self._held.setdefault(shard, {})
        with self._turns.paused():
            async with self._asking[shard]:
                try:
                    places = await asyncio.wait_for(self._pointers.lately(CHANNELS), UNKNOWING)
                except TimeoutError:
                    raise StoreUnavailable(UNREACHABLE) from None
            for guild, channel in places:
                if (guild >> 22) % count == shard and channel not in held:
                    held[channel] = self._turns.take(channel, 0)
        asyncio.get_running_loop().call_later(LONGEST_HOLD, _release, held)

    async def read_back(self, shard: int, count: int) -> int:
        """A shard (of so many) has a new session; how many messages it had missed.

        Raises StoreUnavailable.
        """
        async with self._asking[shard]:
            held = self._held.pop(shard, {})
        try:
            seen = await self._sessions.listened_until(shard)
            if seen is None or shard in self._reading:
                return 0
            since = datetime.fromtimestamp(max(seen - SLACK, time.time() - LONGEST), UTC)
            return await self._read_all(shard, count, since, held)
        finally:
            _release(held)

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
                messages = unanswered(await _said(place, since), self._lines.me)
                hearing = [asyncio.create_task(self._lines.missed(m)) for m in messages]
                # Each takes its place in the queue, among those who came meanwhile.
                await asyncio.sleep(0)
        return sum(await asyncio.gather(*hearing))


def _release(held: dict[int, Turn]) -> None:
    """Let those who wait go on."""
    while held:
        held.popitem()[1].close()


def unanswered(messages: Iterable[discord.Message], me: int) -> list[discord.Message]:
    """What nobody has replied to since it was said, or last changed: whoever was told why a line
    couldn't be played doesn't expect it to be played later.
    """
    messages = list(messages)
    replied: dict[int, int] = {}
    for message in messages:
        if message.author.id == me and (of := message.reference) and of.message_id:
            replied[of.message_id] = max(message.id, replied.get(of.message_id, 0))
    return [m for m in messages if replied.get(m.id, 0) < said_at(m)]


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
