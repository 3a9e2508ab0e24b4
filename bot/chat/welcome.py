"""Says hello in a server, once, where it may speak."""

from __future__ import annotations

from collections.abc import Iterator

import discord

from bot import logs
from bot.chat import board
from bot.chat.custom_ids import PLACE
from bot.chat.guard import Refused, guarded
from bot.chat.permissions import lacking
from bot.daily.pressed import Pressed, Wanted
from bot.store.errors import StoreUnavailable
from bot.store.left import LeftStore
from bot.tables.views import Offer

HELLO = (
    "**Hello!** I deal the old games of patience, and everybody in a channel plays on one board: "
    "type moves, or press what stands below it. Nothing has to be set up; the first game is an "
    "easy one that can be won."
)
DAILY = " Every day there is one deal for all; `/patience settings post` announces it in a channel."
FIRST = Offer("Deal a first game", "start")
TODAY = Offer("Today's challenge", str(Pressed(Wanted.TODAY)))
HOW = Offer("How it works", "help")

log = logs.get(__name__)


class Welcome:
    """Says hello to servers that are new; `daily` is whether there is a daily challenge."""

    def __init__(self, left: LeftStore, *, daily: bool) -> None:
        self._left = left
        self._text = HELLO + DAILY * daily
        self._offers = (FIRST, *[TODAY] * daily, HOW)

    async def joined(self, guild: discord.Guild) -> None:
        """Say hello, unless that was done before or there is no place for it."""
        place = next(self._places(guild), None)
        try:
            if place is None or not await self._left.welcome(guild.id):
                return
            view = board.said(self._offers, PLACE, 0)
            sent = place.send(self._text, view=view, nonce=f"w{guild.id}")  # type: ignore[arg-type]
            await guarded(sent, "say hello")
        except (Refused, StoreUnavailable) as error:
            log.info("no hello", guild=guild.id, reason=str(error))

    def _places(self, guild: discord.Guild) -> Iterator[discord.TextChannel]:
        """Channels where boards may be shown: that of the server's own messages, then the others
        from the top.
        """
        for channel in (guild.system_channel, *guild.text_channels):
            if channel is not None and not lacking(channel):
                yield channel
