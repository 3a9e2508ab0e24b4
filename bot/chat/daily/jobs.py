"""What the daily challenge does by itself: posts, notes that the bot is up, prepares days."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable

import discord
from discord import ui
from discord.ext import tasks

from bot import logs, markup
from bot.chat import board
from bot.chat.custom_ids import PLACE
from bot.chat.guard import Place, Reason, Refused, guarded
from bot.chat.picture import Picture
from bot.daily.posts import Post
from bot.daily.service import Daily
from bot.daily.vetting import Vetting
from bot.store.errors import StoreUnavailable
from engine.game import Game

FINAL = (Reason.FORBIDDEN, Reason.NO_CHANNEL)
"""Refusals after which there is no use in trying again on the same day."""
PAUSE = 30.0
"""Seconds between two deals that are vetted, so that players come first."""

LONGEST = 1900
"""Characters of one of a post's two texts; Discord takes 4,000 in all."""

Face = Callable[[Place, Game], Awaitable[Picture | None]]
"""A game's board face down, as it looks in a place; None where pictures can't be sent."""

log = logs.get(__name__)


class DailyJobs:
    """Works beside a client that is logged in; `channel` finds a channel by its id, or None, and
    `face` draws the picture of a post.
    """

    def __init__(
        self,
        daily: Daily,
        channel: Callable[[int], object],
        vetting: Vetting | None = None,
        face: Face | None = None,
    ) -> None:
        self._daily = daily
        self._channel = channel
        self._vetting = vetting
        self._face = face
        self._posted: set[tuple[int, int]] = set()

    def start(self) -> None:
        """Begin; to be called once, with the loop running."""
        self._every_minute.start()
        self._every_few_minutes.start()
        if self._vetting:
            self._prepare.start()

    def stop(self) -> None:
        """End."""
        for loop in (self._every_minute, self._every_few_minutes, self._prepare):
            loop.cancel()

    @tasks.loop(minutes=1)
    async def _every_minute(self) -> None:
        try:
            await self.post_all()
        except StoreUnavailable as error:
            log.info("daily posts wait", reason=str(error))
        except Exception:  # the loop would end for ever
            log.exception("daily posts failed")

    @tasks.loop(minutes=4)
    async def _every_few_minutes(self) -> None:
        try:
            await self._daily.tick()
        except StoreUnavailable as error:
            log.info("daily clean-up waits", reason=str(error))
        except Exception:  # the loop would end for ever
            log.exception("daily clean-up failed")

    @tasks.loop(seconds=PAUSE)
    async def _prepare(self) -> None:
        try:
            if not self._vetting or not await self._vetting.step():
                await asyncio.sleep(3600)
        except StoreUnavailable as error:
            log.info("no deal vetted", reason=str(error))
        except Exception:  # the loop would end for ever
            log.exception("no deal vetted")

    async def post_all(self) -> None:
        """Post the day wherever it is due and this process may post."""
        day = self._daily.days.today
        self._posted = {known for known in self._posted if known[1] >= day}
        for guild in await self._daily.posts.due():
            if (guild, day) not in self._posted:
                await self._post(guild)

    async def _post(self, guild: int) -> None:
        settings = await self._daily.days.settings(guild)
        place = self._channel(settings.channel)
        if not isinstance(place, Place):
            return  # another process's server, or a channel that is gone
        post = await self._daily.posts.claim(guild)
        if post is None:
            return
        try:
            message = (await self._send(place, post)).id
        except Refused as refused:
            log.info("daily post not posted", guild=guild, reason=refused.reason.value)
            if refused.reason not in FINAL:
                return  # whoever is first in two minutes tries again
            message = 0
        self._posted.add((guild, post.day))
        await self._daily.posts.done(post, message)

    async def _send(self, place: Place, post: Post) -> discord.Message:
        picture = await self._face(place, post.game) if self._face else None
        view = post_view(post, picture)
        files = [board.attachment(picture)] if picture else []
        # The same nonce from any process, so that Discord itself takes it once within minutes.
        nonce = hashlib.sha256(f"{post.guild}:{post.day}".encode()).hexdigest()[:25]
        return await guarded(place.send(view=view, files=files, nonce=nonce), "daily post")


def post_view(post: Post, picture: Picture | None) -> ui.LayoutView:
    """The announcement: what there is to play with its board face down, buttons, and how the day
    before went.
    """
    view = ui.LayoutView(timeout=None)
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=board.FELT)
    box.add_item(ui.TextDisplay(markup.fit(post.text, LONGEST)))
    if picture:
        gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
        gallery.add_item(media=f"attachment://{picture.name}", description=picture.alt)
        box.add_item(gallery)
    box.add_item(board.offer_row(post.offers, PLACE, 0))
    if post.yesterday:
        box.add_item(ui.Separator())
        box.add_item(ui.TextDisplay(markup.fit(post.yesterday, LONGEST)))
    view.add_item(box)
    return view
