"""One process for each shard: two would answer everything twice."""

import asyncio
import secrets
from collections.abc import Iterable

from bot import logs
from bot.store.database import Database, script
from bot.store.errors import StoreUnavailable
from bot.store.keys import owner_key

EXPIRY = 20.0
"""Seconds after which a process that has been killed owns nothing any more."""
PERIOD = 5.0
"""Seconds between two renewals, and between two attempts while somebody else is the owner."""

OWN = script("own")
DISOWN = script("disown")

log = logs.get(__name__)


class Owner:
    """This process as the owner of shards, from `take` to `leave`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._token = secrets.token_hex(8)
        self._keys: list[str] = []

    async def take(self, bot: int, shards: Iterable[int]) -> None:
        """Own these shards of a bot; waits while another process does."""
        self._keys = [owner_key(bot, shard) for shard in shards]
        waited = False
        while not await self._have():
            if not waited:
                log.warning(
                    "another process serves this bot already; waiting until it ends", bot=bot
                )
            waited = True
            await asyncio.sleep(PERIOD)
        if waited:
            log.info("the other process has ended", bot=bot)

    async def keep(self) -> None:
        """Renew until it can't be renewed: another process has become the owner."""
        while True:
            await asyncio.sleep(PERIOD)
            if not await self._have():
                log.warning("another process has taken over")
                return

    async def leave(self) -> None:
        """Let others begin at once."""
        for key in self._keys:
            try:
                await self._database.eval(DISOWN, [key], [self._token])
            except StoreUnavailable:
                return  # it expires
        self._keys = []

    async def _have(self) -> bool:
        """Whether everything is ours; while Redis is away nobody else can take it either."""
        for key in self._keys:
            try:
                if not await self._database.eval(OWN, [key], [self._token, int(EXPIRY * 1000)]):
                    return False
            except StoreUnavailable as error:
                log.info("ownership not renewed", reason=str(error))
        return True


async def free(database: Database, bot: int, shard: int) -> None:
    """Take a shard from a process that was killed; for those who know that no other one lives.

    Raises StoreUnavailable.
    """
    await database.run(lambda client: client.delete(owner_key(bot, shard)))
