"""What becomes of tables whose channel is deleted, or whose server has sent the bot away."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Iterable
from functools import partial
from typing import Any

from redis.asyncio import Redis

from bot import logs
from bot.chat.updates import Boards
from bot.daily.service import Daily
from bot.looks import Looks
from bot.store.database import Database
from bot.store.errors import StoreUnavailable
from bot.tables.tables import Tables

GRACE = 14 * 24 * 3600
"""Seconds for which a server's tables are kept: people remove bots by mistake."""
LEFT = "patience:left"
"""Sorted set: guild -> unix seconds when its tables may be deleted."""

log = logs.get(__name__)


class Departed:
    """Deletes a deleted channel's table at once, a left server's tables after `GRACE`."""

    def __init__(
        self,
        database: Database,
        tables: Tables,
        boards: Boards,
        looks: Looks,
        daily: Daily | None = None,
    ) -> None:
        self._daily = daily
        self._database = database
        self._tables = tables
        self._boards = boards
        self._looks = looks

    async def channel_gone(self, channel: int) -> None:
        """A channel or thread was deleted."""
        try:
            await self._boards.drop(channel)
            await self._tables.forget(channel)
            if self._daily:
                await self._daily.channel_gone(channel)
        except StoreUnavailable:
            # It is archived when it has been idle for long, like any other.
            log.info("table of a deleted channel stays for now", channel=channel)

    async def guild_left(self, guild: int, channels: Iterable[int]) -> None:
        """The bot was removed from a server with these channels."""
        due, ids = time.time() + GRACE, [str(channel) for channel in channels]
        try:
            if ids:
                await self._database.run(lambda r: r.sadd(_channels(guild), *ids))
            await self._database.run(lambda r: r.zadd(LEFT, {str(guild): due}))
        except StoreUnavailable:
            log.warning("a server that was left is not noted", guild=guild)

    async def guild_joined(self, guild: int) -> None:
        """The bot is there (again): everything stays."""
        try:
            await self._database.run(lambda r: r.zrem(LEFT, str(guild)))
            await self._database.run(lambda r: r.delete(_channels(guild)))
        except StoreUnavailable:
            log.warning("a server that is back is not noted", guild=guild)

    async def purge(self) -> None:
        """Delete what nobody has come back for."""
        due = await self._database.run(
            lambda r: r.zrangebyscore(LEFT, "-inf", time.time(), start=0, num=20)
        )
        for guild in map(int, due):
            key = _channels(guild)
            for channel in await self._database.run(partial(_members, key)):
                await self.channel_gone(int(channel))
            await self._looks.forget_guild(guild)
            if self._daily:
                await self._daily.store.forget_guild(guild)
            await self.guild_joined(guild)
            log.info("tables of a server that was left are deleted", guild=guild)


def _members(key: str, redis: Redis) -> Awaitable[Any]:
    members: Awaitable[Any] = redis.smembers(key)
    return members


def _channels(guild: int) -> str:
    return f"patience:left:{guild}"
