"""Which attempt at the daily challenge is meant: by a button, or by a line in a channel."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from bot import logs
from bot.chat.custom_ids import Target, Whose
from bot.daily.service import Daily
from bot.store.errors import StoreUnavailable
from bot.store.seats import Seat, seat_of
from bot.tables.tables import Tables
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
        self._known: OrderedDict[int, tuple[float, int | None]] = OrderedDict()

    @property
    def attempts(self) -> Tables:
        """Their tables."""
        return self._daily.attempts

    async def meant(self, target: Target, guild: int | None, person: int) -> int:
        """The attempt that a target means."""
        if target.whose is Whose.JOINT_ATTEMPT and guild is not None:
            return Seat(guild, target.day).number
        own = await self._daily.at(person, target.day)
        return own or Seat(guild or 0, target.day, person).number

    async def at(self, channel: int) -> int | None:
        """The attempt that is played in a channel, None if it plays its own table."""
        now = self._clock()
        known = self._known.get(channel)
        if known and now - known[0] < FRESH:
            return known[1]
        try:
            number = await self._daily.store.route(channel)
        except StoreUnavailable as error:
            log.info("not known what is played", channel=channel, reason=str(error))
            return known[1] if known else None
        self._remember(channel, number)
        return number

    async def lead(self, channel: int, number: int) -> None:
        """Lines of that channel are for this attempt."""
        await self._daily.route(channel, seat_of(number))
        self._remember(channel, number)

    async def settled(self, view: TableView, channel: int | None) -> None:
        """To be called after every change of an attempt."""
        if channel is not None and self._daily.attempts.closed(view):
            self._remember(channel, None)
        await self._daily.settled(view, channel)

    def forget(self, channel: int) -> None:
        """Look again."""
        self._known.pop(channel, None)

    def _remember(self, channel: int, number: int | None) -> None:
        self._known[channel] = (self._clock(), number)
        self._known.move_to_end(channel)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
