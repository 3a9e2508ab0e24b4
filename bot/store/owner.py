"""One process for each shard: two would answer everything twice.  Another one may stand by, and is
told at once when the first one leaves.

All processes of a bot agree on the number of shards, since with another number the same server
belongs to another shard: that number is a lock too, which those who have the same share.
"""

import asyncio
import secrets
from collections.abc import Iterable

from bot import logs
from bot.store.database import Database, script
from bot.store.errors import StoreUnavailable
from bot.store.keys import handover_key, next_key, owner_key, shards_key

EXPIRY = 3.0
"""Seconds after which a process that has been killed owns nothing any more."""
PERIOD = 1.0
"""Seconds between two renewals, and between two attempts while somebody else is the owner."""

OTHER_COUNT = "other processes serve this bot with another number of shards; waiting"
"""Why a process waits that can't stand by for one of them."""
AT_ONCE = 0.005
"""Seconds between attempts once the other process has said that it leaves."""
ATTEMPTS = 100

OWN = script("own")
DISOWN = script("disown")

log = logs.get(__name__)


class Owner:
    """This process as the owner of shards, from `take` to `leave`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._token = secrets.token_hex(8)
        self._bot, self._numbers = 0, list[int]()
        self._shards: list[str] = []
        """Keys that nobody else may have."""
        self._count = ("", 0)
        """The key of the number of shards, and that number."""
        self.waiting = ""
        """Why `take` waits, "" when it doesn't."""
        self.is_waiting = asyncio.Event()

    async def take(self, bot: int, shards: Iterable[int], count: int = 1) -> list[str]:
        """Own these shards of a bot, out of `count`; waits while another process does, or while
        others serve the bot with another number of shards.  What those told who left meanwhile.
        """
        self._bot, self._numbers = bot, list(shards)
        self._shards = [owner_key(bot, shard) for shard in self._numbers]
        self._count = (shards_key(bot), count)
        told: list[str] = []
        try:
            while reason := await self._missing():
                if reason != self.waiting:
                    log.warning(reason, bot=bot, count=count, free_after_a_kill=f"{EXPIRY:g} s")
                self.waiting = reason
                self.is_waiting.set()
                if handover := await self._told():
                    told.append(handover)
                    await self._at_once()
            if self.waiting:
                log.info("the other process has ended", bot=bot, told=len(told))
        finally:
            self.waiting = ""
            self.is_waiting.clear()
        return told

    async def _told(self) -> str:
        """Wait for what a process that leaves has to tell; "" when none does for a while."""
        key, mark = handover_key(self._bot, self._numbers[0]), int(EXPIRY * 1000)
        try:
            for number in self._numbers:
                waits = next_key(self._bot, number)
                await self._database.run(lambda r, key=waits: r.set(key, "1", px=mark))  # type: ignore[misc]
            found = await self._database.run(lambda r: r.blpop([key], timeout=PERIOD))
        except StoreUnavailable:
            await asyncio.sleep(PERIOD)
            return ""
        return found[1].decode() if found else ""

    async def _at_once(self) -> None:
        """It leaves just now; it has told before it did."""
        for _ in range(ATTEMPTS):
            if not await self._missing():
                return
            await asyncio.sleep(AT_ONCE)

    async def awaited(self) -> bool:
        """Whether another process stands by for the first shard."""
        if not self._shards:
            return False
        try:
            key = next_key(self._bot, self._numbers[0])
            return bool(await self._database.run(lambda r: r.exists(key)))
        except StoreUnavailable:
            return False

    async def keep(self) -> None:
        """Renew until it can't be renewed: another process has become the owner."""
        while True:
            await asyncio.sleep(PERIOD)
            if await self._missing():
                log.warning("another process has taken over")
                return

    async def leave(self, telling: str = "") -> None:
        """Let others begin at once, and tell them something; the number of shards may still be that
        of other processes.
        """
        for number, key in zip(self._numbers, self._shards, strict=False):
            try:
                if telling:
                    await self._tell(handover_key(self._bot, number), telling)
                await self._database.eval(DISOWN, [key], [self._token])
            except StoreUnavailable:
                return  # it expires
        self._shards = []

    async def _tell(self, key: str, text: str) -> None:
        await self._database.run(lambda r: r.rpush(key, text))
        await self._database.run(lambda r: r.pexpire(key, int(EXPIRY * 1000)))

    async def _missing(self) -> str:
        """Who has what should be ours, "" when everything is.  While Redis is away nobody else
        can take it either.
        """
        key, count = self._count
        try:
            if not await self._own(key, str(count)):
                return OTHER_COUNT
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
