"""A channel for the tests of tables, and a clock that stands still."""

import itertools
from collections.abc import Awaitable, Callable
from typing import Any

from bot.store.ids import ChannelTable, TableId
from bot.tables.tables import Answer, Player, Tables

CHANNEL = ChannelTable(1_234_567_890_123_456_789)
ANNA, BEN, CARA = Player("1", "Anna"), Player("2", "Ben"), Player("3", "Cara")
BOSS = Player("9", "Boss", moderator=True)


class Clock:
    """Stands still until it is moved."""

    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


class Room:
    """A channel in which every call is an event of its own."""

    def __init__(self, tables: Tables, channel: TableId = CHANNEL) -> None:
        self.tables, self.channel = tables, channel
        self._events = itertools.count(1)

    async def do(self, what: str, player: Player, *args: Any, **options: Any) -> Answer:
        event = f"event {next(self._events)}"
        use_case: Callable[..., Awaitable[Answer]] = getattr(self.tables, what)
        if what in ("start", "play"):
            return await use_case(self.channel, player, *args, event, **options)
        return await use_case(self.channel, player, event, *args, **options)

    async def view(self) -> Any:
        return await self.tables.view(self.channel)
