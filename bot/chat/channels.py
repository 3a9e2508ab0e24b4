"""What is known of a channel and its board: what stands there, what is wanted, who waits."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

import discord

from bot.chat.guard import Place, Refused
from bot.store.ids import TableId
from bot.store.pointers import Pointer
from bot.tables.views import Offer, TableView

NEAR = 200
"""Points of a phone's screen that may stand below the board: three short messages."""


def guild_of(place: Place) -> int:
    """The server of a place; 0 for direct messages."""
    if isinstance(place, discord.PartialMessageable):
        return place.guild_id or 0
    guild = getattr(place, "guild", None)
    return guild.id if guild else 0


@dataclass(frozen=True)
class Wanted:
    """A state of a table that is to be seen in a channel."""

    place: Place
    table: TableView
    note: str = ""
    offers: Sequence[Offer] = ()
    fresh: str = ""
    """The event that asked for a new message, "" when the board may be edited."""
    event: str = ""
    """What brought the table into this state, where people wait for the board to show it."""


@dataclass(frozen=True)
class Hint:
    """A message with a hint, good for one version of a table."""

    message: int
    version: int
    retire: Callable[[], Awaitable[object]]
    """Takes its picture and its button away."""
    left: int
    """How tall it is then."""


@dataclass
class ChannelState:
    """What is known of one channel, and what is going on in it."""

    pointer: Pointer | None = None
    known: bool = False
    """Whether `pointer` has been looked up."""
    below: dict[int, int] = field(default_factory=dict)
    """Messages below the board and how tall they are."""
    lost: bool = False
    """It isn't known what is below the board."""
    hints: list[Hint] = field(default_factory=list)
    """Hints that stand somewhere in the channel, for all to see or for one."""
    wanted: Wanted | None = None
    place: Place | None = None
    """Where boards were asked for."""
    latest: tuple[TableId | None, int] = (None, 0)
    """Table and version asked for last: once a table is off, another one is another game's."""
    waiting: list[asyncio.Future[Refused | None]] = field(default_factory=list)
    task: asyncio.Task[None] | None = None
    sent: float = -math.inf
    """When the last update was, on the monotonic clock."""

    @property
    def in_sight(self) -> bool:
        """Whether somebody who reads the last message sees the board too."""
        return not self.lost and sum(self.below.values()) <= NEAR

    def take(self) -> tuple[Wanted, list[asyncio.Future[Refused | None]]]:
        """The newest state and those who wait for it; there is one."""
        wanted, waiting = self.wanted, self.waiting
        self.wanted, self.waiting = None, []
        return cast("Wanted", wanted), waiting

    def left_to_others(self) -> bool:
        """Whether what was wanted has been given up meanwhile."""
        return self.wanted is None

    def put_back(self, wanted: Wanted) -> None:
        """To be tried again, unless there is a newer one."""
        self.wanted = self.wanted or wanted
