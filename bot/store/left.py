"""Servers that were said hello to, and those that have sent the bot away: when what is kept of them
may be deleted.
"""

from collections.abc import Iterable

from bot.store.database import Database
from bot.store.keys import LEFT, WELCOMED, left_channels_key


class LeftStore:
    """Every method raises StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def welcome(self, guild: int) -> bool:
        """Whether nobody has said hello there before; whoever is told so does."""
        return bool(await self._database.run(lambda r: r.sadd(WELCOMED, str(guild))))

    async def forget(self, guild: int) -> None:
        """Everything of a server is deleted: if it comes back, it is new."""
        await self.drop(guild)
        await self._database.run(lambda r: r.srem(WELCOMED, str(guild)))

    async def put(self, guild: int, channels: Iterable[int], due: float) -> None:
        """The bot has left a server with these channels; `due` is in unix seconds."""
        key, ids = left_channels_key(guild), [str(channel) for channel in channels]
        if ids:
            await self._database.run(lambda r: r.sadd(key, *ids))
        await self._database.run(lambda r: r.zadd(LEFT, {str(guild): due}))

    async def drop(self, guild: int) -> None:
        """The bot is back there."""
        key = left_channels_key(guild)
        await self._database.run(lambda r: r.zrem(LEFT, str(guild)))
        await self._database.run(lambda r: r.delete(key))

    async def due(self, now: float, limit: int = 20) -> list[int]:
        """Servers whose time is over, at most so many."""
        found = await self._database.run(
            lambda r: r.zrangebyscore(LEFT, "-inf", now, start=0, num=limit)
        )
        return [int(guild) for guild in found]

    async def channels(self, guild: int) -> list[int]:
        """The channels that a server had when the bot left."""
        key = left_channels_key(guild)
        return sorted(map(int, await self._database.run(lambda r: r.smembers(key))))
