"""What processes that serve one bot tell each other of their sessions with Discord."""

import time
from collections.abc import Callable, Collection, Iterable

from bot.store.database import Database
from bot.store.keys import SEEN, commands_key, identify_key, players_key

DAY = 24 * 3600
"""Seconds."""
IDENTIFY_MS = 5500
"""Discord takes one new session in five seconds, in each of its buckets."""


class SessionStore:
    """Every method raises StoreUnavailable."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    async def may_identify(self, bot: int, bucket: int) -> bool:
        """Whether a new session may begin now; then nobody else's may for five seconds."""
        key = identify_key(bot, bucket)
        return bool(await self._database.run(lambda r: r.set(key, "1", nx=True, px=IDENTIFY_MS)))

    async def told_commands(self, bot: int) -> bytes | None:
        """Hash of the slash commands that Discord was told last."""
        found: bytes | None = await self._database.run(lambda r: r.get(commands_key(bot)))
        return found

    async def put_told_commands(self, bot: int, digest: bytes) -> None:
        """Discord has been told these."""
        await self._database.run(lambda r: r.set(commands_key(bot), digest))

    async def put_listening(self, shards: Iterable[int]) -> None:
        """These shards are connected just now."""
        now = str(self._clock())
        fields = [part for shard in shards for part in (str(shard), now)]
        if fields:
            await self._database.run(lambda r: r.hset(SEEN, items=fields))

    async def put_first(self, shard: int) -> None:
        """A shard is connected; this counts only if it never was before."""
        now = str(self._clock())
        await self._database.run(lambda r: r.hsetnx(SEEN, str(shard), now))

    async def listened_until(self, shard: int) -> float | None:
        """Unix seconds until which a shard was connected for sure; None if it never was."""
        found = await self._database.run(lambda r: r.hget(SEEN, str(shard)))
        return None if found is None else float(found)

    async def players(self, new: Collection[int]) -> int:
        """How many people have played today (UTC), with these, at all processes; about."""
        key = players_key(int(self._clock() // DAY))
        if new:
            await self._database.run(lambda r: r.pfadd(key, *map(str, new)))
            await self._database.run(lambda r: r.expire(key, 2 * DAY))
        found: int = await self._database.run(lambda r: r.pfcount(key))
        return found
