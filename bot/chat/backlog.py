"""What an earlier session has left: lines that nobody heard, answers that are owed."""

from __future__ import annotations

from bot import logs
from bot.chat.missed import Missed
from bot.chat.owed import Ledger
from bot.store.errors import StoreUnavailable
from bot.store.sessions import SessionStore

log = logs.get(__name__)


class Backlog:
    """Of the shards of one login; `owed` knows how many shards the bot has."""

    def __init__(self, sessions: SessionStore, missed: Missed, owed: Ledger) -> None:
        self._sessions = sessions
        self._missed = missed
        self.owed = owed

    async def hold(self, shard: int) -> None:
        """What is said from now on waits for `catch_up`, and can be read back should this process
        end at once.
        """
        try:
            await self._missed.hold(shard, self.owed.count)
            await self._sessions.put_first(shard)
        except StoreUnavailable as error:
            log.debug("not noted that somebody listens", reason=str(error))

    async def catch_up(self, shard: int) -> None:
        """Answer what is owed, then hear what was said; the shard knows its servers."""
        try:
            if count := await self.owed.settle(shard):
                log.info("answering what another process owed", shard=shard, answers=count)
            if count := await self._missed.read_back(shard, self.owed.count):
                log.info("read back what was missed", shard=shard, messages=count)
            await self._sessions.put_listening([shard])
        except StoreUnavailable as error:
            log.info("not read back what was missed", shard=shard, reason=str(error))

    async def settle(self, shards: list[int]) -> None:
        """Answer only what is owed."""
        try:
            for shard in shards:
                await self.owed.settle(shard)
        except StoreUnavailable as error:
            log.info("not answered what another process owed", reason=str(error))
