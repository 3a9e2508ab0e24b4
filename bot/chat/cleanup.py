"""What becomes of tables whose channel is deleted, or whose server has sent the bot away."""

from __future__ import annotations

import time
from collections.abc import Iterable

from bot import logs
from bot.chat.updates import Boards
from bot.daily.service import Daily
from bot.looks import Looks
from bot.store.errors import StoreUnavailable
from bot.store.ids import ChannelTable
from bot.store.left import LeftStore
from bot.tables.tables import Tables

GRACE = 14 * 24 * 3600
"""Seconds for which a server's tables are kept: people remove bots by mistake."""

log = logs.get(__name__)


class Cleanup:
    """Deletes a deleted channel's table at once, a left server's tables after `GRACE`."""

    def __init__(
        self,
        left: LeftStore,
        tables: Tables,
        boards: Boards,
        looks: Looks,
        daily: Daily | None = None,
    ) -> None:
        self._left = left
        self._tables = tables
        self._boards = boards
        self._looks = looks
        self._daily = daily

    async def channel_gone(self, channel: int) -> None:
        """A channel or thread was deleted."""
        try:
            await self._boards.drop(channel)
            await self._tables.forget(ChannelTable(channel))
            if self._daily:
                await self._daily.channel_gone(channel)
        except StoreUnavailable:
            # It is archived when it has been idle for long, like any other.
            log.info("table of a deleted channel stays for now", channel=channel)

    async def guild_left(self, guild: int, channels: Iterable[int]) -> None:
        """The bot was removed from a server with these channels."""
        try:
            await self._left.put(guild, channels, time.time() + GRACE)
        except StoreUnavailable:
            log.warning("a server that was left is not noted", guild=guild)

    async def guild_joined(self, guild: int) -> None:
        """The bot is there (again): everything stays."""
        try:
            await self._left.drop(guild)
        except StoreUnavailable:
            log.warning("a server that is back is not noted", guild=guild)

    async def purge(self) -> None:
        """Delete what nobody has come back for; raises StoreUnavailable."""
        for guild in await self._left.due(time.time()):
            for channel in await self._left.channels(guild):
                await self.channel_gone(channel)
            await self._looks.forget_guild(guild)
            if self._daily:
                await self._daily.store.forget_guild(guild)
            await self._left.forget(guild)
            log.info("tables of a server that was left are deleted", guild=guild)
