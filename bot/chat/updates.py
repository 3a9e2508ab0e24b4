"""Boards that keep up: for each channel at most one update is on its way, and it shows the newest
state; what was overtaken meanwhile is never drawn.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace

from bot import logs
from bot.chat import texts
from bot.chat.board_messages import BoardMessages
from bot.chat.channels import ChannelState, Hint, Wanted, guild_of
from bot.chat.guard import Place, Reason, Refused, age_of, guarded
from bot.chat.permissions import forbidden, lacking
from bot.chat.picture import Painter
from bot.looks import Looks
from bot.store.pointers import Pointer, Pointers
from bot.tables.views import Offer, TableView

PAUSE = 1.0
"""Least seconds between two updates of a channel: Discord allows about five in five seconds."""
YOUNG = 50 * 60
"""Age in seconds up to which a board is edited; after an hour Discord allows far fewer edits."""
MANY = 100
"""Messages below a board that are looked at singly."""
KEPT = 5000
"""Channels whose board is remembered without asking Redis."""
AGAIN = (2.0, 5.0, 15.0, 60.0, 180.0)
"""Seconds between attempts while Discord is down or wants us to slow down."""

CANNOT_BE_EDITED = (Reason.NO_MESSAGE, Reason.OLD, Reason.ARCHIVED, Reason.FORBIDDEN)
"""Why a new message takes the place of an old one."""

log = logs.get(__name__)


class Boards:
    """The boards of all channels.

    `looks` says how they are drawn.
    """

    def __init__(
        self,
        painter: Painter,
        pointers: Pointers,
        looks: Looks,
    ) -> None:
        self.messages = BoardMessages(painter, looks)
        self._metrics = painter.metrics
        self._pointers = pointers
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
            await self.messages.strip(place, channel.pointer)
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
                    self._metrics.board.observe(max(0.0, age_of(int(wanted.event))))
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
        if names := lacking(wanted.place):
            raise forbidden(names)
        drawn = await self.messages.draw(wanted)
        await self._known(wanted.place.id)
        old, overtaken = channel.pointer, self._overtaken(channel, wanted.table.version)
        if old and not wanted.fresh and channel.in_sight and age_of(old.message) < YOUNG:
            try:
                edited = await self.messages.edit(wanted.place, old.message, drawn)
                await self._point(channel, wanted.place, drawn.pointer(edited))
                await self._retire(overtaken)
                return
            except Refused as refused:
                if refused.reason not in CANNOT_BE_EDITED:
                    raise
        message = await self.messages.post(wanted, old, drawn)
        channel.below, channel.lost = {}, False
        await self._point(channel, wanted.place, drawn.pointer(message))
        await self._pointers.posted(guild_of(wanted.place), wanted.place.id)
        if old and old.message != message.id:
            await self.messages.strip(wanted.place, old)
        await self._retire(overtaken)

    async def _point(self, channel: ChannelState, place: Place, pointer: Pointer) -> None:
        channel.pointer = pointer
        await self._pointers.put(place.id, pointer)

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
