"""The Discord client: what it listens to, and to whom it passes it on."""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import sys
from collections.abc import Awaitable
from typing import Any

import discord
from discord import app_commands
from discord.ext import tasks

from bot import logs
from bot.chat import succession, texts
from bot.chat.buttons import Pick, Press
from bot.chat.cleanup import Cleanup
from bot.chat.commands import PatienceCommands
from bot.chat.custom_ids import Target, is_known
from bot.chat.daily.commands import add_daily
from bot.chat.daily.jobs import DailyJobs
from bot.chat.duels import Duels
from bot.chat.ears import Ears
from bot.chat.emoji import CARDS
from bot.chat.errors import explain
from bot.chat.forms import OpenForm, sent_id, typed, values
from bot.chat.guard import Place, Refused, guarded
from bot.chat.interactions import Interactions
from bot.chat.invite import invitation
from bot.chat.lines import ChatLines
from bot.chat.locator import AttemptLocator
from bot.chat.menus import MessageMenus
from bot.chat.missed import Missed
from bot.chat.owed import Ledger
from bot.chat.picture import Painter
from bot.chat.reply import Repeated
from bot.chat.succession import Handover
from bot.chat.tables import ChatTables
from bot.chat.updates import Boards
from bot.chat.welcome import Welcome
from bot.daily.service import Daily
from bot.daily.vetting import Vetting
from bot.looks import Looks
from bot.metrics import Metrics
from bot.settings import ShardSettings
from bot.store.database import Database
from bot.store.duels import DuelStore
from bot.store.errors import StoreUnavailable
from bot.store.left import LeftStore
from bot.store.owed import OwedStore
from bot.store.owner import Owner
from bot.store.pointers import Pointers
from bot.store.sessions import SessionStore
from bot.tables.tables import Tables

SETTLE_SECONDS = 5.0
"""How long boards may take to catch up when the bot is stopped."""
HANDOVER_SECONDS = 0.04
"""How long what is being played may take before another process goes on."""
IN_FLIGHT_SECONDS = 1.0
"""How long boards that another process has sent may be on their way."""
ENTRY_POINT = 4
"""Type of a command that opens an Activity; one appears with an app in which they are on."""
IDENTIFY_TRIES = 600
"""How often a shard asks for its turn among the other processes, twice a second."""
LONGEST_WAIT = 60.0
"""Seconds; where Discord wants us to wait longer, the board's own queue does the waiting."""

# The bot never speaks; discord.py would warn of it at each start.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

log = logs.get(__name__)


def intents(*, message_content: bool) -> discord.Intents:
    """What the bot is told: servers and their channels, and messages."""
    wanted = discord.Intents.none()
    wanted.guilds = wanted.guild_messages = wanted.dm_messages = True
    wanted.message_content = message_content
    return wanted


def _shards(shards: ShardSettings | None) -> dict[str, Any]:
    """discord.py's arguments; without a count Discord says how many there are to be."""
    if shards is None or shards.count is None:
        return {}
    return {"shard_count": shards.count} | ({"shard_ids": [*shards.ids]} if shards.ids else {})


class PatienceClient(discord.AutoShardedClient):
    """One login at Discord, with all that it needs to serve tables.

    `message_content` is whether bare chat lines can be read; it needs the intent.
    """

    def __init__(
        self,
        database: Database,
        tables: Tables,
        painter: Painter,
        metrics: Metrics,
        *,
        message_content: bool = True,
        shards: ShardSettings | None = None,
        owner: Owner | None = None,
        daily: Daily | None = None,
        vetting: Vetting | None = None,
    ) -> None:
        super().__init__(
            intents=intents(message_content=message_content),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=LONGEST_WAIT,
            http_trace=metrics.rest_trace(),
            **_shards(shards),
        )
        self.reads_chat = message_content
        self._sessions = SessionStore(database)
        self._metrics = metrics
        self._owner = owner
        self._owning: asyncio.Task[None] | None = None
        self._later: asyncio.Task[None] | None = None
        self._shards_ready: set[int] = set()
        self._buckets = 1
        looks = Looks(database)
        pointers = Pointers(database)
        self.boards = Boards(painter, pointers, permissions_in, looks)
        metrics.boards_waiting.ask = self.boards.waiting
        metrics.guilds.ask = lambda: len(self.guilds) if self.is_ready() else None
        metrics.shards.ask = self._connected
        locator = AttemptLocator(daily) if daily else None
        self.chat = ChatTables(
            tables, self.boards, painter, looks, metrics, self.help_text, locator
        )
        self.interactions = Interactions(self.chat)
        Duels(self.interactions, DuelStore(database), self.get_channel)
        self.lines = ChatLines(self.chat, lambda: self.user.id if self.user else 0)
        self.missed = Missed(self._sessions, pointers, self.lines, self.chat.turns, self._place)
        self.owed = Ledger(OwedStore(database))
        parsers = self._connection.parsers  # nothing else sees what Discord sends as it is
        parsers["INTERACTION_CREATE"] = self.owed.heard(parsers["INTERACTION_CREATE"])
        self.ears = Ears(parsers)
        self._serves = owner is None
        left = LeftStore(database)
        self.cleanup = Cleanup(left, tables, self.boards, looks, daily)
        self.welcome = Welcome(left, self.boards, daily=bool(daily))
        self.tree = app_commands.CommandTree(self)
        commands = PatienceCommands(self.interactions)
        self.tree.add_command(commands)
        for entry in MessageMenus(self.interactions).commands():
            self.tree.add_command(entry)
        self.jobs = (
            DailyJobs(daily, self.get_channel, vetting, self.chat.undealt) if daily else None
        )
        if daily and locator:
            for entry in add_daily(commands, self.interactions, daily, locator):
                self.tree.add_command(entry)
        self.tree.error(self._command_failed)

    def _connected(self) -> int | None:
        """How many shards are connected; None before the first login."""
        shards = self.shards.values()
        return sum(not shard.is_closed() for shard in shards) if shards else None

    def help_text(self) -> str:
        """How it works here."""
        mention = self.user.mention if self.user else "@Patience"
        text = texts.help_text(reads_chat=self.reads_chat, mention=mention)
        return text + invitation(self.application)

    async def setup_hook(self) -> None:
        """Runs once after the login, before the gateway."""
        self.add_dynamic_items(Press, Pick, OpenForm)
        if self.user and not self.reads_chat:
            self.boards.mention = self.user.mention
        await self._learn_emoji()
        await self._ask_for_shards()
        self.owed.bot, self.owed.count = self.application_id or 0, self.shard_count or 1
        if self._owner:
            await self._own(self._owner)
        if self._serves:
            await self._begin()

    async def _begin(self) -> None:
        """What only the process does that serves."""
        self._serves = True
        await self._sync()
        self._clean_up.start()
        if self.jobs:
            self.jobs.start()
        self._measure.start()

    async def _learn_emoji(self) -> None:
        """Which cards there are as emoji; without them they are written."""
        try:
            CARDS.learn(await guarded(self.fetch_application_emojis(), "ask for emoji"))
        except (Refused, discord.HTTPException) as error:
            log.info("cards are written, not shown", reason=str(error)[:200])

    async def _ask_for_shards(self) -> None:
        """How many shards there are to be, where nobody has said it, and how many new sessions
        Discord takes at once: both are the same for all processes of the bot.
        """
        try:
            count, _, limit = await self.http.get_bot_gateway()
        except discord.GatewayNotFound:
            if not self.shard_count:
                raise
            return  # one session after the other is always right
        self._buckets = max(1, limit["max_concurrency"])
        if not self.shard_count:
            self.shard_count = count

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Discord takes one new session in five seconds from all processes of a bot together, in
        each of its buckets.
        """
        if shard_id is None or self.shard_count == 1:
            await super().before_identify_hook(shard_id, initial=initial)
            return
        try:
            for _ in range(IDENTIFY_TRIES):
                bucket = shard_id % self._buckets
                if await self._sessions.may_identify(self.application_id or 0, bucket):
                    return
                await asyncio.sleep(0.5)
        except StoreUnavailable:
            await asyncio.sleep(5.0)

    async def _own(self, owner: Owner) -> None:
        """Serve these shards, or stand by as long as another process does; end when one takes them
        over.
        """
        count = self.shard_count or 1
        shards = self.shard_ids or range(count)
        taking = asyncio.create_task(owner.take(self.application_id or 0, shards, count))

        async def keep() -> None:
            told = await taking
            if not self._serves:
                await self._take_over(succession.read(told))
            await owner.keep()
            await self.close()

        first = asyncio.create_task(owner.is_waiting.wait())
        await asyncio.wait((taking, first), return_when=asyncio.FIRST_COMPLETED)
        first.cancel()
        self._serves = taking.done()
        if not self._serves:
            self.ears.stand_by()
        self._owning = asyncio.create_task(keep())
        self._owning.add_done_callback(lambda _: taking.cancel())

    async def _take_over(self, handover: Handover | None) -> None:
        """The process that served before has ended; it may have told what it has seen to."""
        if handover is None:
            # Until it is known what the other process has left undone, everything waits.
            for shard in self.shard_ids or range(self.shard_count or 1):
                await self._hold(shard)
        self._serves, ready = True, [*self._shards_ready]  # others catch up when they are ready
        if handover is None:
            answering = [asyncio.create_task(self._catch_up(shard)) for shard in ready]
            await asyncio.sleep(0)
            self.ears.take_over(None)
            await asyncio.gather(*answering)
        else:
            self.ears.take_over(handover.heard)
        log.info("serving", shards=ready, told=handover is not None)
        try:
            await self._begin()
        except Refused as refused:
            log.warning("commands not told", reason=refused.reason.value)
        if handover is not None:
            self._later = asyncio.create_task(self._finish_after(handover, ready))

    async def _finish_after(self, handover: Handover, shards: list[int]) -> None:
        """What the other process leaves undone."""
        await asyncio.sleep(IN_FLIGHT_SECONDS)
        for guild, channel in handover.behind:
            place = self._place(guild, channel)
            try:
                view = await self.chat.view(await self.chat.table_at(channel))
                if view and isinstance(place, Place):
                    self.boards.show(place, view, await self.chat.news(view))
            except StoreUnavailable as error:
                log.info("board not brought up to date", channel=channel, reason=str(error))
        await asyncio.sleep(2 * SETTLE_SECONDS)
        try:
            for shard in shards:
                await self.owed.settle(shard)
        except StoreUnavailable as error:
            log.info("not answered what another process owed", reason=str(error))

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Nothing happens any more when it is closed; discord.py calls a shard ready two seconds
        after its last server, whatever has come between.
        """
        if not self.is_closed():
            super().dispatch(event, *args, **kwargs)

    async def close(self) -> None:
        """Let boards catch up, then leave."""
        heard = self.ears.close()
        for task in (self._owning, self._later):
            if task and task is not asyncio.current_task():
                task.cancel()
        self._clean_up.cancel()
        if self.jobs:
            self.jobs.stop()
        self._measure.cancel()
        if self._owner and self._serves and await self._owner.awaited():
            await self.chat.turns.idle(HANDOVER_SECONDS)
            await succession.leave(self._owner, Handover(heard, self.boards.give_up()))
        await self.boards.settle(SETTLE_SECONDS)
        await self.owed.close(SETTLE_SECONDS)
        await super().close()
        CARDS.learn([])
        if self._owner:
            await self._owner.leave()

    async def _sync(self) -> None:
        """Tell Discord the commands, when they are others than it was told last."""
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest().encode()
        bot = self.application_id or 0
        try:
            if await self._sessions.told_commands(bot) == digest:
                return
        except StoreUnavailable:
            log.info("commands are told without looking whether they changed")
        # Discord refuses a list that leaves out an Entry Point command, which it makes by itself.
        known = await guarded(self.http.get_global_commands(bot), "ask for commands")
        kept: list[Any] = [command for command in known if command["type"] == ENTRY_POINT]
        told = self.http.bulk_upsert_global_commands(bot, [*payload, *kept])
        await guarded(told, "tell commands")
        log.info("commands told to Discord", count=len(payload))
        try:
            await self._sessions.put_told_commands(bot, digest)
        except StoreUnavailable:
            log.info("commands will be told again next time")

    def _place(self, guild: int, channel: int) -> object:
        """Where boards are; direct messages are known by their id only."""
        if guild:
            return self.get_channel(channel)
        return self.get_partial_messageable(channel, type=discord.ChannelType.private)

    # --- what happens --------------------------------------------------------------------------

    async def on_shard_connect(self, shard: int) -> None:
        """Logged in; what is said from now on can be read back, should this end at once."""
        if self._serves:
            await self._hold(shard)

    async def _hold(self, shard: int) -> None:
        try:
            await self.missed.hold(shard, self.shard_count or 1)
            await self._sessions.put_first(shard)
        except StoreUnavailable as error:
            log.debug("not noted that somebody listens", reason=str(error))

    async def on_shard_ready(self, shard: int) -> None:
        """A new session: what was said since the last one ended hasn't been told to us.

        After a mere break Discord tells it by itself.
        """
        self._shards_ready.add(shard)
        if self._serves:
            await self._catch_up(shard)

    async def _catch_up(self, shard: int) -> None:
        try:
            if count := await self.owed.settle(shard):
                log.info("answering what another process owed", shard=shard, answers=count)
            if count := await self.missed.read_back(shard, self.shard_count or 1):
                log.info("read back what was missed", shard=shard, messages=count)
            await self._sessions.put_listening([shard])
        except StoreUnavailable as error:
            log.info("not read back what was missed", shard=shard, reason=str(error))

    async def on_message(self, message: discord.Message) -> None:
        """Somebody says something."""
        await self.lines.heard(message)

    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Somebody edits what they said; or a link got its preview, which is no change."""
        if not payload.message.author.bot and payload.message.edited_at is not None:
            await self.lines.edited(payload.message)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """A message is gone; perhaps a board."""
        await self.boards.gone(payload.channel_id, payload.message_id)

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Many messages are gone."""
        await self.boards.gone(payload.channel_id, *payload.message_ids)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone, and its table with it."""
        await self.cleanup.channel_gone(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone, and its table with it."""
        await self.cleanup.channel_gone(payload.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed; an outage is something else and says "unavailable"."""
        channels = [channel.id for channel in (*guild.channels, *guild.threads)]
        await self.cleanup.guild_left(guild.id, channels)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot is back, or new."""
        await self.cleanup.guild_joined(guild.id)
        await self.welcome.joined(guild)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Hears of forms, and answers presses of buttons that nothing else here knows."""
        if form := typed(interaction):
            await self._once(self.interactions.typed(interaction, *form))
            return
        if take := self.interactions.forms.get(sent_id(interaction)):
            await self._once(take(interaction, values(interaction)))
            return
        custom_id = str(dict(interaction.data or {}).get("custom_id", ""))
        if interaction.type is discord.InteractionType.component and not is_known(custom_id):
            await self._say_privately(interaction, texts.NOT_A_BUTTON)

    async def pressed(
        self, interaction: discord.Interaction[Any], target: Target, line: str, version: int | None
    ) -> None:
        """A button or the menu of a board; see `bot.chat.buttons.Pressable`."""
        await self._once(self.interactions.pressed(interaction, target, line, version))

    async def ask_for_line(self, interaction: discord.Interaction[Any], target: Target) -> None:
        """The button that opens the form; see `bot.chat.forms.Asking`."""
        await self.interactions.ask_for_line(interaction, target)

    async def _once(self, answering: Awaitable[None]) -> None:
        try:
            await answering
        except Repeated:
            log.info("a press came twice")

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """An event handler failed; the next event is handled all the same."""
        log.error("event not handled", event_method=event_method, exc_info=sys.exception())

    async def _command_failed(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        if isinstance(getattr(error, "original", error), Repeated):
            log.info("a command came twice")
            return
        name = interaction.command.name if interaction.command else ""
        await self._say_privately(interaction, explain(error, verb=name))

    async def _say_privately(self, interaction: discord.Interaction[Any], text: str) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            return
        try:
            if interaction.response.is_done():
                await guarded(interaction.followup.send(text, ephemeral=True), "say privately")
            else:
                sent = interaction.response.send_message(text, ephemeral=True)
                await guarded(sent, "say privately")
        except Refused as refused:
            log.info("not said", reason=refused.reason.value)

    # --- from time to time ---------------------------------------------------------------------

    @tasks.loop(seconds=15)
    async def _measure(self) -> None:
        """The figures that nobody else takes; there are none before the first heartbeats."""
        known = [latency for _, latency in self.latencies if math.isfinite(latency)]
        if known:
            self._metrics.gateway_latency.set(max(known))
        try:
            shards = self.shards.items()
            await self._sessions.put_listening(id for id, shard in shards if not shard.is_closed())
            await self._count_players()
        except StoreUnavailable as error:
            log.debug("not noted that somebody listens", reason=str(error))

    async def _count_players(self) -> None:
        """The players of the day; who couldn't be counted now is counted next time."""
        new, self._metrics.played = self._metrics.played, set()
        try:
            self._metrics.players.set(await self._sessions.players(new))
        except StoreUnavailable:
            self._metrics.played |= new
            raise

    @tasks.loop(hours=1)
    async def _clean_up(self) -> None:
        """Idle tables are put away, and what was left behind is deleted when its time is over."""
        try:
            channels = await self.chat.tables.archive_idle()
            for id in channels:
                log.info("idle table put away", channel=id.channel)
            await self.cleanup.purge()
        except StoreUnavailable as error:
            log.info("clean-up failed", reason=str(error))
        except Exception:  # the loop would end for ever
            log.exception("clean-up failed")


def permissions_in(place: Place) -> discord.Permissions | None:
    """What the bot may do in a place; None where that isn't known."""
    guild = getattr(place, "guild", None)
    # A place that is known by its id only says that nothing is allowed in it.
    if guild is None or guild.me is None or isinstance(place, discord.PartialMessageable):
        return None
    try:
        return place.permissions_for(guild.me)
    except discord.ClientException:  # a thread whose parent isn't known
        return None
