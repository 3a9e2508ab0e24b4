"""One process for each shard: two would answer everything twice.

All processes of a bot agree on the number of shards, since with another number the same server
belongs to another shard: that number is a lock too, which those who have the same share.
"""

import asyncio
import secrets
from collections.abc import Iterable

from bot import logs
from bot.store.database import Database, script
from bot.store.errors import StoreUnavailable
from bot.store.keys import owner_key, shards_key

EXPIRY = 3.0
"""Seconds after which a process that has been killed owns nothing any more."""
PERIOD = 1.0
"""Seconds between two renewals, and between two attempts while somebody else is the owner."""

OWN = script("own")
DISOWN = script("disown")

log = logs.get(__name__)


class Owner:
    """This process as the owner of shards, from `take` to `leave`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._token = secrets.token_hex(8)
        self._shards: list[str] = []
        """Keys that nobody else may have."""
        self._count = ("", 0)
        """The key of the number of shards, and that number."""
        self.waiting = ""
        """Why `take` waits, "" when it doesn't."""

    async def take(self, bot: int, shards: Iterable[int], count: int = 1) -> None:
        """Own these shards of a bot, out of `count`; waits while another process does, or while
        others serve the bot with another number of shards.
        """
        self._shards = [owner_key(bot, shard) for shard in shards]
        self._count = (shards_key(bot), count)
        try:
            while reason := await self._missing():
                if reason != self.waiting:
                    log.warning(reason, bot=bot, count=count, free_after_a_kill=f"{EXPIRY:g} s")
                self.waiting = reason
                await asyncio.sleep(PERIOD)
            if self.waiting:
                log.info("the other process has ended", bot=bot)
        finally:
            self.waiting = ""

    async def keep(self) -> None:
        """Renew until it can't be renewed: another process has become the owner."""
        while True:
            await asyncio.sleep(PERIOD)
            if await self._missing():
                log.warning("another process has taken over")
                return

    async def leave(self) -> None:
        """Let others begin at once; the number of shards may still be that of other processes."""
        for key in self._shards:
            try:
                await self._database.eval(DISOWN, [key], [self._token])
            except StoreUnavailable:
                return  # it expires
        self._shards = []

    async def _missing(self) -> str:
        """Who has what should be ours, "" when everything is.  While Redis is away nobody else
        can take it either.
        """
        key, count = self._count
        try:
            if not await self._own(key, str(count)):
                return "other processes serve this bot with another number of shards; waiting"
            for owned in await asyncio.gather(*(self._own(k, self._token) for k in self._shards)):
                if not owned:
                    return "another process serves this bot already; waiting until it ends"
        except StoreUnavailable as error:
            log.info("ownership not renewed", reason=str(error))
        return ""

    async def _own(self, key: str, token: str) -> bool:
        expiry = int(EXPIRY * 1000)
        return bool(await self._database.eval(OWN, [key], [token, expiry]))


async def free(database: Database, bot: int, shard: int) -> None:
    """Take a shard from a process that was killed; for those who know that no other one lives.

    Raises StoreUnavailable.
    """
    await database.run(lambda client: client.delete(owner_key(bot, shard)))
