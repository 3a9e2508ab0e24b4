"""Which attempt at the daily challenge is meant: by a button, or by a line in a channel."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from bot import logs
from bot.chat.custom_ids import Target, Whose
from bot.daily.service import Daily
from bot.store.errors import StoreUnavailable
from bot.store.ids import Attempt
from bot.tables.views import TableView

FRESH = 5.0
"""Seconds for which is believed what a channel plays: talk goes on all the time."""
REMEMBERED = 20_000

log = logs.get(__name__)


class AttemptLocator:
    """Finds attempts, and ends their hold of a channel when they are over."""

    def __init__(self, daily: Daily, clock: Callable[[], float] = time.monotonic) -> None:
        self._daily = daily
        self._clock = clock
        self._known: OrderedDict[int, tuple[float, Attempt | None]] = OrderedDict()

    async def meant(self, target: Target, guild: int | None, person: int) -> Attempt:
        """The attempt that a target means."""
        if target.whose is Whose.JOINT_ATTEMPT and guild is not None:
            return Attempt(guild, target.day)
        own = await self._daily.at(person, target.day)
        return own or Attempt(guild or 0, target.day, person)

    async def at(self, channel: int) -> Attempt | None:
        """The attempt that is played in a channel, None if it plays its own table."""
        now = self._clock()
        known = self._known.get(channel)
        if known and now - known[0] < FRESH:
            return known[1]
        try:
            attempt = await self._daily.store.route(channel)
        except StoreUnavailable as error:
            log.info("not known what is played", channel=channel, reason=str(error))
            return known[1] if known else None
        self._remember(channel, attempt)
        return attempt

    async def lead(self, channel: int, attempt: Attempt) -> None:
        """Lines of that channel are for this attempt."""
        await self._daily.route(channel, attempt)
        self._remember(channel, attempt)

    async def settled(self, view: TableView, channel: int | None) -> None:
        """To be called after every change of an attempt."""
        if channel is not None and self._daily.closed(view):
            self._remember(channel, None)
        await self._daily.settled(view, channel)

    def forget(self, channel: int) -> None:
        """Look again."""
        self._known.pop(channel, None)

    def _remember(self, channel: int, attempt: Attempt | None) -> None:
        self._known[channel] = (self._clock(), attempt)
        self._known.move_to_end(channel)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
