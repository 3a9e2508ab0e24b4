"""What one interaction is answered: a text, files, a board, for the asker alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot import logs, markup
from bot.chat import board
from bot.chat.custom_ids import PERSON, Target
from bot.chat.emoji import CARDS
from bot.chat.guard import NOBODY, Place, Reason, Refused, age_of, guarded
from bot.chat.picture import Picture
from bot.metrics import Metrics
from bot.tables import verbs
from bot.tables.views import Offer

FOLLOW_UPS = 4
"""Further messages; apps installed by a user alone may send five an interaction."""

PRESSED = (discord.InteractionType.component, discord.InteractionType.modal_submit)
"""What comes from a message, and may change it: presses, and the forms that they open."""

log = logs.get(__name__)


class Repeated(Exception):
    """This interaction is being answered already; Discord has sent it twice."""


class Reply:
    """What one interaction is answered.

    `acknowledge` comes first; then anything may take its time.  All texts are seen by the asker
    only.  When Discord's 3 s were over already, they go to the channel instead.

    `again` says that a process which has ended may have acknowledged it.
    """

    def __init__(
        self, interaction: discord.Interaction[Any], target: Target, *, again: bool = False
    ) -> None:
        self.interaction = interaction
        self.again = again
        self.target = target
        self.late = False
        # A form that a slash command has opened comes from no message.
        self.pressed = interaction.type in PRESSED and interaction.message is not None
        self.said = False
        self.messages: list[discord.Message] = []
        """Texts that the asker sees below what was there before."""
        self.refused = False
        """Whether what was asked for isn't done, for a reason that the answer says."""

    async def acknowledge(self, metrics: Metrics) -> None:
        """Tell Discord that an answer is coming; `Repeated` when another copy did so."""
        if self.again and await self._was_acknowledged():
            return
        age = age_of(self.interaction.id)
        metrics.arrival.observe(max(0.0, age))
        response = self.interaction.response
        try:
            if self.pressed:
                await guarded(response.defer(), "acknowledge")
            else:
                await guarded(response.defer(thinking=True, ephemeral=True), "acknowledge")
            metrics.acknowledged.observe(max(0.0, age_of(self.interaction.id)))
        except Refused as refused:
            if refused.reason is Reason.ANSWERED:
                raise Repeated from refused
            # What was asked is done all the same, and shown in the channel.
            self.late = True
            log.warning("not acknowledged in time", age=round(age, 2), reason=refused.reason.value)

    async def _was_acknowledged(self) -> bool:
        try:
            await guarded(self.interaction.original_response(), "look for an acknowledgement")
        except Refused:
            return False
        return True

    async def say(
        self,
        text: str,
        offers: Sequence[Offer] = (),
        version: int = 0,
        picture: Picture | None = None,
    ) -> None:
        """Answer with a text, on several messages if need be; the rest comes with the last."""
        parts = markup.pages(verbs.slashed(text).split("\n")) or ["…"]
        view = board.said(offers, self.target, version)
        for number, part in enumerate(parts[: 1 + FOLLOW_UPS]):
            last = number == min(len(parts), 1 + FOLLOW_UPS) - 1
            await self._say(part, view if last else None, picture if last else None)

    async def _say(self, text: str, view: ui.View | None, picture: Picture | None) -> None:
        more: dict[str, Any] = {"view": view} if view else {}
        text = CARDS.written(text)
        files = [board.attachment(picture)] if picture else []
        try:
            if self.late:
                await self._tell_channel(text, more)
            elif self.pressed or self.said:
                sent = self.interaction.followup.send(
                    text, ephemeral=True, wait=True, files=files, **more
                )
                self.messages.append(await guarded(sent, "follow up"))
            else:
                edit = self.interaction.edit_original_response(
                    content=text, attachments=files, allowed_mentions=NOBODY, **more
                )
                self.messages.append(await guarded(edit, "answer"))
            self.said = True
        except Refused as refused:
            log.warning("not answered", reason=refused.reason.value)

    async def hand(self, text: str, files: Sequence[discord.File]) -> None:
        """Give the asker files; there is no other way for them, so this may raise `Refused`."""
        if self.late:
            raise Refused(Reason.LATE)
        if self.pressed or self.said:
            sent = self.interaction.followup.send(
                markup.fit(text), files=files, ephemeral=True, wait=True
            )
            await guarded(sent, "hand files on")
            self.said = True
            return
        edit = self.interaction.edit_original_response(
            content=markup.fit(text), attachments=files, allowed_mentions=NOBODY
        )
        await guarded(edit, "hand files")
        self.said = True

    async def publish(self, text: str, picture: Picture | None) -> None:
        """A further message that everybody sees, where Discord lets the asker's apps speak."""
        if self.late:
            return
        files = [board.attachment(picture)] if picture else []
        sent = self.interaction.followup.send(text, files=files, wait=True)
        await guarded(sent, "publish")

    async def _tell_channel(self, text: str, more: dict[str, Any]) -> None:
        place = self.interaction.channel
        if self.target == PERSON or not isinstance(place, discord.abc.Messageable):
            return
        whole = markup.fit(f"{self.interaction.user.mention} {text}")
        await guarded(place.send(whole, nonce=f"i{self.interaction.id}", **more), "answer late")

    async def show(
        self,
        shown: board.BoardContent,
        picture: Picture | None,
        remark: str = "",
        *,
        anew: bool = False,
    ) -> None:
        """Show a board to the asker alone: in place of the one that was pressed, unless `anew`."""
        if self.late:
            return
        files = [board.attachment(picture)] if picture else []
        view = board.message(shown, picture, self.target, remark)
        try:
            if (self.pressed and anew) or self.said:
                sent = self.interaction.followup.send(
                    view=view, files=files, ephemeral=True, wait=True
                )
                await guarded(sent, "show board anew")
            else:
                edit = self.interaction.edit_original_response(
                    # A text that asked a question makes room: boards have none beside them.
                    content=None,
                    view=view,
                    attachments=files,
                    allowed_mentions=NOBODY,
                )
                await guarded(edit, "show board")
            self.said = True
        except Refused as refused:
            log.warning("board not shown to its player", reason=refused.reason.value)

    async def put_away(self, text: str) -> None:
        """The board that was pressed is over: a text stands in its place."""
        if self.late or not self.pressed:
            await self.say(text)
            return
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay(markup.fit(verbs.slashed(text))))
        try:
            edit = self.interaction.edit_original_response(
                content=None, view=view, attachments=[], allowed_mentions=NOBODY
            )
            await guarded(edit, "put board away")
        except Refused as refused:
            log.warning("board not put away", reason=refused.reason.value)

    async def close(self) -> None:
        """Everything is said; a "thinking…" that nothing came of goes away."""
        if self.said or self.late or self.pressed:
            return
        try:
            await guarded(self.interaction.delete_original_response(), "nothing to say")
        except Refused as refused:
            log.debug("still thinking", reason=refused.reason.value)


def place_of(interaction: discord.Interaction[Any]) -> Place | None:
    """The channel, thread or direct message where boards can be posted; None if there is none.

    Where only the person has installed the bot, nothing but answers to them is possible.
    """
    channel = interaction.channel
    if not isinstance(channel, Place):
        return None
    if interaction.guild_id is not None:
        return channel if interaction.is_guild_integration() else None
    # Direct messages with somebody else, and groups, are none of ours.
    return channel if interaction.context.dm_channel else None
