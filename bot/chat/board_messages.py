"""One message with a board: drawn, posted, edited, and left without buttons."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass, replace

import discord

from bot import logs, markup
from bot.chat import board, texts
from bot.chat.channels import Wanted, guild_of
from bot.chat.custom_ids import Target
from bot.chat.guard import NOBODY, Place, Reason, Refused, guarded
from bot.chat.permissions import may_attach
from bot.chat.picture import Painter, Picture
from bot.looks import Looks
from bot.store.pointers import Pointer

log = logs.get(__name__)


@dataclass(frozen=True)
class Drawn:
    """What a message is to show."""

    shown: board.BoardContent
    picture: Picture | None
    remark: str
    """Why there is no picture."""

    def view(self) -> discord.ui.LayoutView:
        """As Discord takes it; each message needs its own."""
        target = Target.in_place(self.shown.table.id)
        return board.message(self.shown, self.picture, target, self.remark)

    def pointer(self, message: discord.Message) -> Pointer:
        """What is to be known of a message that shows this."""
        pointer = Pointer(message.id, self.shown.table.version, self.shown.status)
        if self.picture and (file_id := board.file_id(message)):
            alt = markup.fit(self.picture.alt, markup.ALT_TEXT)
            return replace(pointer, file=self.picture.name, alt=alt, file_id=file_id)
        return pointer


class BoardMessages:
    """Every method that sends raises `Refused`."""

    def __init__(self, painter: Painter, looks: Looks) -> None:
        self._painter = painter
        self._looks = looks
        self.mention = ""
        """How the bot is spoken to, where it can't read bare chat; "" where it can."""

    async def draw(self, wanted: Wanted) -> Drawn:
        """The state that is wanted, in words and, where that is allowed, as a picture."""
        shown, picture = await asyncio.gather(
            asyncio.to_thread(board.look, wanted.table, self._note(wanted), wanted.offers),
            self._picture(wanted),
        )
        if not may_attach(wanted.place):
            return Drawn(shown, None, texts.NO_FILES)
        return Drawn(shown, picture, "" if picture else texts.PICTURE_MISSING)

    def _note(self, wanted: Wanted) -> str:
        """What is said above the picture; in the beginning also how moves are made."""
        record = wanted.table.record
        if record.done or not self.mention or not guild_of(wanted.place):
            return wanted.note
        how = texts.addressed(record, self.mention)
        return f"{wanted.note}\n{how}".strip()

    async def _picture(self, wanted: Wanted) -> Picture | None:
        """In the server's look; a direct message is its player's."""
        table = wanted.table.table
        player = table.seats[table.last].id if table.seats else ""
        person = int(player) if player.isdecimal() else 0
        look = await self._looks.at(guild_of(wanted.place), person)
        return await self._painter.picture(wanted.table, look)

    async def post(self, wanted: Wanted, old: Pointer | None, drawn: Drawn) -> discord.Message:
        """A new message, once: `old` is the one that it replaces."""
        place, nonce = wanted.place, _nonce(wanted, old)
        if drawn.picture is None:
            return await guarded(place.send(view=drawn.view(), nonce=nonce), "post board")
        try:
            file = board.attachment(drawn.picture)
            sent = place.send(view=drawn.view(), file=file, nonce=nonce)
            return await guarded(sent, "post board")
        except Refused as refused:
            if refused.reason not in (Reason.FORBIDDEN, Reason.TOO_LARGE):
                raise
        # The cache of permissions may be behind: perhaps only files are not allowed.
        view = replace(drawn, picture=None, remark=texts.NO_FILES).view()
        return await guarded(place.send(view=view, nonce=nonce), "post in words")

    async def edit(self, place: Place, message: int, drawn: Drawn) -> discord.Message:
        """Show this instead of what the message shows."""
        files = [board.attachment(drawn.picture)] if drawn.picture else []
        partial = place.get_partial_message(message)
        edit = partial.edit(view=drawn.view(), attachments=files, allowed_mentions=NOBODY)
        return await guarded(edit, "edit board")

    async def strip(self, place: Place, pointer: Pointer) -> None:
        """Take the buttons away; a board that keeps them does no harm."""
        partial = place.get_partial_message(pointer.message)
        try:
            view = board.without_buttons(pointer)
            files = board.kept(pointer)
            edit = partial.edit(view=view, attachments=files, allowed_mentions=NOBODY)
            await guarded(edit, "strip board")
        except Refused as refused:
            log.debug("old board keeps its buttons", channel=place.id, reason=refused.reason.value)


def _nonce(wanted: Wanted, old: Pointer | None) -> str:
    """The same for a repetition of the same post and for nothing else, so that Discord posts once.

    At most 25 characters.
    """
    parts = (wanted.table.id, wanted.table.version, wanted.fresh, old and old.message)
    return hashlib.blake2b(repr(parts).encode(), digest_size=12).hexdigest()
