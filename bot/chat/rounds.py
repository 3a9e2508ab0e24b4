"""What is done from time to time by the process that serves."""

from __future__ import annotations

import math

import discord
from discord.ext import tasks

from bot import logs
from bot.chat.cleanup import Cleanup
from bot.metrics import Metrics
from bot.store.errors import StoreUnavailable
from bot.store.sessions import SessionStore
from bot.tables.tables import Tables

log = logs.get(__name__)


class Rounds:
    """Takes figures, notes that somebody listens, puts idle tables away."""

    def __init__(
        self,
        client: discord.AutoShardedClient,
        sessions: SessionStore,
        metrics: Metrics,
        tables: Tables,
        cleanup: Cleanup,
    ) -> None:
        self._client = client
        self._sessions = sessions
        self._metrics = metrics
        self._tables = tables
        self._cleanup = cleanup

    def start(self) -> None:
        """From now on."""
        self._clean_up.start()
        self._measure.start()

    def stop(self) -> None:
        """At once; starting again is not meant."""
        self._clean_up.cancel()
        self._measure.cancel()

    @tasks.loop(seconds=15)
    async def _measure(self) -> None:
        """The figures that nobody else takes; there are none before the first heartbeats."""
        known = [latency for _, latency in self._client.latencies if math.isfinite(latency)]
        if known:
            self._metrics.gateway_latency.set(max(known))
        try:
            shards = self._client.shards.items()
            await self._sessions.put_listening(id for id, shard in shards if not shard.is_closed())
            await self.count_players()
        except StoreUnavailable as error:
            log.debug("not noted that somebody listens", reason=str(error))

    async def count_players(self) -> None:
        """The players of the day; who couldn't be counted now is counted next time.

        Raises StoreUnavailable.
        """
        new, self._metrics.played = self._metrics.played, set()
        try:
            self._metrics.players.set(await self._sessions.players(new))
        except StoreUnavailable:
            self._metrics.played |= new
            raise

    @tasks.loop(hours=1)
    async def _clean_up(self) -> None:
        """Idle tables are put away, and what was left behind is deleted when its time is over."""
        try:
            for id in await self._tables.archive_idle():
                log.info("idle table put away", channel=id.channel)
            await self._cleanup.purge()
        except StoreUnavailable as error:
            log.info("clean-up failed", reason=str(error))
        except Exception:  # the loop would end for ever
            log.exception("clean-up failed")
