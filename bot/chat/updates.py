"""Boards that keep up: for each channel at most one update is on its way, and it shows the newest
state; what was overtaken meanwhile is never drawn.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

import discord

from bot import logs, markup
from bot.chat import board, texts
from bot.chat.custom_ids import Target
from bot.chat.guard import NOBODY, Place, Reason, Refused, age_of, forbidden, guarded, missing
from bot.chat.picture import Painter, Picture
from bot.looks import Looks
from bot.store.ids import TableId
from bot.store.pointers import Pointer, Pointers
from bot.tables.views import Offer, TableView
from render.theme import Look

PAUSE = 1.0
"""Least seconds between two updates of a channel: Discord allows about five in five seconds."""
YOUNG = 50 * 60
"""Age in seconds up to which a board is edited; after an hour Discord allows far fewer edits."""
NEAR = 200
"""Points of a phone's screen that may stand below the board: three short messages."""
MANY = 100
"""Messages below a board that are looked at singly."""
KEPT = 5000
"""Channels whose board is remembered without asking Redis."""
AGAIN = (2.0, 5.0, 15.0, 60.0, 180.0)
"""Seconds between attempts while Discord is down or wants us to slow down."""

log = logs.get(__name__)


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
    sent: float = -PAUSE
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


class Boards:
    """The boards of all channels.

    `permissions` says what the bot may do in a place (None: not known), `looks` how boards are
    drawn there.
    """

    def __init__(
        self,
        painter: Painter,
        pointers: Pointers,
        permissions: Callable[[Place], discord.Permissions | None],
        looks: Looks,
    ) -> None:
        self._painter = painter
        self._pointers = pointers
        self.permissions = permissions
        self._looks = looks
        self.mention = ""
        """How the bot is spoken to, where it can't read bare chat; "" where it can."""
        self._ending = False
        self._channels: OrderedDict[int, ChannelState] = OrderedDict()

    def show(
        self,
        place: Place,
        table: TableView,
        note: str = "",
        offers: Sequence[Offer] = (),
        fresh: str = "",
        event: str = "",
    ) -> asyncio.Future[Refused | None]:
        """Have the table shown; the future tells when it (or a newer state) is, or why not."""
        channel = self._channel(place.id)
        done: asyncio.Future[Refused | None] = asyncio.get_running_loop().create_future()
        before, newest = channel.wanted, channel.latest
        older = table.id == newest[0] and table.version < newest[1]
        if older and before is None:
            done.set_result(None)  # a newer one is there, or on its way
            return done
        channel.waiting.append(done)
        channel.place = place
        fresh = fresh or (before.fresh if before else "")
        if older and before:
            channel.wanted = replace(before, fresh=fresh)
        else:
            channel.latest = (table.id, table.version)
            channel.wanted = Wanted(place, table, note, offers, fresh, event)
        if channel.task is None:
            channel.task = asyncio.create_task(self._keep_up(channel))
        return done

    def waiting(self) -> int:
        """How many channels' boards are behind."""
        return sum(channel.task is not None for channel in self._channels.values())

    def passed(self, channel_id: int, message_id: int, tall: int) -> None:
        """A message came into a channel, so many points `tall`: the board there has moved up."""
        channel = self._channels.get(channel_id)
        if channel and channel.pointer and message_id > channel.pointer.message:
            channel.below[message_id] = tall
            channel.lost = channel.lost or len(channel.below) > MANY

    def hinted(self, channel_id: int, hint: Hint) -> None:
        """A hint was given there; it goes when the board moves on."""
        self._channel(channel_id).hints.append(hint)

    async def gone(self, channel_id: int, *message_ids: int) -> None:
        """Messages were deleted; one of them may have been the board."""
        channel = await self._known(channel_id)
        for message in message_ids:
            channel.below.pop(message, None)
        if channel.pointer and channel.pointer.message in message_ids:
            channel.pointer = None
            await self._pointers.forget(channel_id)

    async def close_board(self, place: Place) -> None:
        """The table is off: the board loses its buttons."""
        channel = await self._known(place.id)
        latest = channel.latest
        while channel.task is not None:
            await asyncio.wait([channel.task])
        if channel.pointer is not None and channel.latest == latest:
            await self._strip(place, channel.pointer)
            await self._retire(channel.hints)
            channel.pointer, channel.hints = None, []
            await self._pointers.forget(place.id)

    async def drop(self, channel_id: int) -> None:
        """The channel is gone for good."""
        channel = self._channels.pop(channel_id, None)
        if channel and channel.task:
            channel.task.cancel()
        await self._pointers.forget(channel_id)

    def give_up(self) -> list[tuple[int, int]]:
        """Another process goes on: what isn't on its way yet is left to it.  Server and channel of
        all that is behind.
        """
        behind = [(id, channel) for id, channel in self._channels.items() if channel.task]
        for _, channel in behind:
            if channel.wanted:
                _, waiting = channel.take()
                for future in waiting:
                    if not future.done():
                        future.set_result(None)
        return [(guild_of(channel.place), id) for id, channel in behind if channel.place]

    async def settle(self, seconds: float) -> None:
        """Let the updates on their way come to an end; what takes longer is given up."""
        self._ending = True
        tasks = [channel.task for channel in self._channels.values() if channel.task]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=seconds)
            for task in late:
                task.cancel()

    # --- keeping up ----------------------------------------------------------------------------

    async def _keep_up(self, channel: ChannelState) -> None:
        failures = 0
        waiting: list[asyncio.Future[Refused | None]] = []
        try:
            while channel.wanted:
                await asyncio.sleep(channel.sent + PAUSE - time.monotonic())
                if channel.left_to_others():
                    return
                wanted, waiting = channel.take()
                refused = await self._try(channel, wanted)
                if refused is None and wanted.event.isdecimal():
                    self._painter.metrics.board.observe(max(0.0, age_of(int(wanted.event))))
                channel.sent = time.monotonic()
                for future in waiting:
                    if not future.done():
                        future.set_result(refused)
                if refused is None or refused.reason not in (Reason.BUSY, Reason.DOWN):
                    failures = 0
                elif failures < len(AGAIN):
                    channel.put_back(wanted)
                    await asyncio.sleep(max(AGAIN[failures], refused.retry_after))
                    failures += 1
        finally:
            channel.task = None
            for future in (*waiting, *channel.waiting):
                future.cancel()  # no matter for those that are done
            channel.waiting = []

    def lacking(self, place: Place) -> list[str]:
        """Permissions without which no board can be shown there, as far as is known."""
        may = self.permissions(place)
        return [] if may is None else missing(may, thread=is_thread(place))

    def may_attach(self, place: Place) -> bool:
        """Whether pictures may be sent there, as far as is known."""
        may = self.permissions(place)
        return may is None or may.attach_files

    async def _try(self, channel: ChannelState, wanted: Wanted) -> Refused | None:
        try:
            await self._update(channel, wanted)
        except Refused as refused:
            return refused
        except Exception:  # a board must not take the next ones down
            if self._ending:
                log.info("board left to the next process", channel=wanted.place.id)
            else:
                log.exception("board not shown", channel=wanted.place.id)
            return Refused(Reason.DOWN, texts.WORKING)
        return None

    async def _update(self, channel: ChannelState, wanted: Wanted) -> None:
        if lacking := self.lacking(wanted.place):
            raise forbidden(lacking)
        shown, picture = await asyncio.gather(
            asyncio.to_thread(board.look, wanted.table, self._note(wanted), wanted.offers),
            self._picture(wanted),
        )
        remark = "" if picture else texts.PICTURE_MISSING
        if not self.may_attach(wanted.place):
            picture, remark = None, texts.NO_FILES
        await self._known(wanted.place.id)
        old, overtaken = channel.pointer, self._overtaken(channel, wanted.table.version)
        if old and not wanted.fresh and channel.in_sight and age_of(old.message) < YOUNG:
            try:
                edited = await self._edit(old.message, wanted.place, shown, picture, remark)
                await self._point(channel, wanted, edited, shown, picture)
                await self._retire(overtaken)
                return
            except Refused as refused:
                if refused.reason not in (
                    Reason.NO_MESSAGE,
                    Reason.OLD,
                    Reason.ARCHIVED,
                    Reason.FORBIDDEN,
                ):
                    raise
        message = await self._post(wanted, old, shown, picture, remark)
        channel.below, channel.lost = {}, False
        await self._point(channel, wanted, message, shown, picture)
        await self._pointers.posted(guild_of(wanted.place), wanted.place.id)
        if old and old.message != message.id:
            await self._strip(wanted.place, old)
        await self._retire(overtaken)

    def _overtaken(self, channel: ChannelState, version: int) -> list[Hint]:
        """The hints that are for an older board; they count no more for what stands below it."""
        overtaken = [hint for hint in channel.hints if hint.version < version]
        channel.hints = [hint for hint in channel.hints if hint.version >= version]
        for hint in overtaken:
            if hint.message in channel.below:
                channel.below[hint.message] = hint.left
        return overtaken

    async def _retire(self, overtaken: Sequence[Hint]) -> None:
        for hint in overtaken:
            try:
                await guarded(hint.retire(), "retire a hint")
            except Refused as refused:
                log.debug("an old hint stays", reason=refused.reason.value)

    def _note(self, wanted: Wanted) -> str:
        """What is said above the picture; in the beginning also how moves are made."""
        record = wanted.table.record
        if record.done or not self.mention or not guild_of(wanted.place):
            return wanted.note
        how = texts.addressed(record, self.mention)
        return f"{wanted.note}\n{how}".strip()

    async def _picture(self, wanted: Wanted) -> Picture | None:
        """In the server's look; a direct message is its player's."""
        table, guild = wanted.table.table, guild_of(wanted.place)
        player = table.seats[table.last].id if table.seats else ""
        if guild:
            look = await self._looks.in_server(guild)
        else:
            look = await self._looks.for_person(int(player)) if player.isdecimal() else Look()
        return await self._painter.picture(wanted.table, look)

    async def _edit(
        self,
        message: int,
        place: Place,
        shown: board.BoardContent,
        picture: Picture | None,
        remark: str,
    ) -> discord.Message:
        files = [board.attachment(picture)] if picture else []
        view = board.message(shown, picture, Target.in_place(shown.table.id), remark)
        partial = place.get_partial_message(message)
        edit = partial.edit(view=view, attachments=files, allowed_mentions=NOBODY)
        return await guarded(edit, "edit board")

    async def _post(
        self,
        wanted: Wanted,
        old: Pointer | None,
        shown: board.BoardContent,
        picture: Picture | None,
        remark: str,
    ) -> discord.Message:
        nonce = _nonce(wanted, old)
        view = board.message(shown, picture, Target.in_place(shown.table.id), remark)
        if picture is None:
            return await guarded(wanted.place.send(view=view, nonce=nonce), "post board")
        try:
            sent = wanted.place.send(view=view, file=board.attachment(picture), nonce=nonce)
            return await guarded(sent, "post board")
        except Refused as refused:
            if refused.reason not in (Reason.FORBIDDEN, Reason.TOO_LARGE):
                raise
        # The cache of permissions may be behind: perhaps only files are not allowed.
        view = board.message(shown, None, Target.in_place(shown.table.id), texts.NO_FILES)
        return await guarded(wanted.place.send(view=view, nonce=nonce), "post in words")

    async def _point(
        self,
        channel: ChannelState,
        wanted: Wanted,
        message: discord.Message,
        shown: board.BoardContent,
        picture: Picture | None,
    ) -> None:
        pointer = Pointer(message.id, wanted.table.version, shown.status)
        if picture and (file_id := board.file_id(message)):
            alt = markup.fit(picture.alt, markup.ALT_TEXT)
            pointer = replace(pointer, file=picture.name, alt=alt, file_id=file_id)
        channel.pointer = pointer
        await self._pointers.put(wanted.place.id, channel.pointer)

    async def _strip(self, place: Place, pointer: Pointer) -> None:
        partial = place.get_partial_message(pointer.message)
        try:
            view = board.without_buttons(pointer)
            files = board.kept(pointer)
            edit = partial.edit(view=view, attachments=files, allowed_mentions=NOBODY)
            await guarded(edit, "strip board")
        except Refused as refused:
            log.debug("old board keeps its buttons", channel=place.id, reason=refused.reason.value)

    # --- what is known -------------------------------------------------------------------------

    def _channel(self, id: int) -> ChannelState:
        channel = self._channels.setdefault(id, ChannelState())
        self._channels.move_to_end(id)
        if len(self._channels) > KEPT:
            idle = next((k for k, c in self._channels.items() if c.task is None and k != id), None)
            if idle is not None:
                del self._channels[idle]
        return channel

    async def _known(self, id: int) -> ChannelState:
        channel = self._channel(id)
        if not channel.known:
            pointer = await self._pointers.get(id)
            if not channel.known:
                # How much came below it while nobody counted can't be known: it is far up.
                channel.pointer, channel.known, channel.lost = pointer, True, True
        return channel


def guild_of(place: Place) -> int:
    """The server of a place; 0 for direct messages."""
    if isinstance(place, discord.PartialMessageable):
        return place.guild_id or 0
    guild = getattr(place, "guild", None)
    return guild.id if guild else 0


def is_thread(place: Place) -> bool:
    """Whether other permissions count here."""
    return isinstance(place, discord.Thread)


def _nonce(wanted: Wanted, old: Pointer | None) -> str:
    """The same for a repetition of the same post and for nothing else, so that Discord posts once.

    At most 25 characters.
    """
    parts = (wanted.table.id, wanted.table.version, wanted.fresh, old and old.message)
    return hashlib.blake2b(repr(parts).encode(), digest_size=12).hexdigest()
