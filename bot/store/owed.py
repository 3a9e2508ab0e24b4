"""Interactions whose answer isn't whole yet: what the next process needs if this one is killed."""

from __future__ import annotations

from bot.store.database import Database
from bot.store.keys import owed_key

SECONDS = 15 * 60
"""For so long Discord lets an interaction be answered."""


class OwedStore:
    """The interactions of one bot, as Discord sent them.  They hold the right to answer: a secret
    that is kept no longer than it is good for, is never logged, and goes into no backup.

    Every method raises StoreUnavailable.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, bot: int, shard: int, interaction: int, payload: bytes) -> None:
        """Somebody waits for the answer to this one."""
        key = owed_key(bot, shard, interaction)
        await self._database.run(lambda r: r.set(key, payload, ex=SECONDS))

    async def drop(self, bot: int, shard: int, interaction: int) -> None:
        """It has been answered."""
        key = owed_key(bot, shard, interaction)
        await self._database.run(lambda r: r.delete(key))

    async def all(self, bot: int, shard: int) -> dict[int, bytes]:
        """What is owed on a shard, by the interactions' ids, oldest first."""
        found: dict[int, bytes] = {}
        async for key in self._database.scan(owed_key(bot, shard, "*")):
            payload = await self._database.run(lambda r, key=key: r.get(key))  # type: ignore[misc]
            if payload is not None:
                found[int(key.rpartition(":")[2])] = payload
        return dict(sorted(found.items()))
