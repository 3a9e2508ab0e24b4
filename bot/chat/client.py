"""The Discord client: what it listens to, and to whom it passes it on."""

from __future__ import annotations

import sys
from collections.abc import Awaitable
from typing import Any

import discord
from discord import app_commands

from bot import logs
from bot.chat import texts
from bot.chat.backlog import Backlog
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
from bot.chat.login import Login
from bot.chat.menus import MessageMenus
from bot.chat.missed import Missed
from bot.chat.owed import Ledger
from bot.chat.picture import Painter
from bot.chat.reply import Repeated
from bot.chat.rounds import Rounds
from bot.chat.succession import SETTLE_SECONDS, Board, Succession
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
        sessions = SessionStore(database)
        looks = Looks(database)
        pointers = Pointers(database)
        self.boards = Boards(painter, pointers, looks)
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
        self.missed = Missed(sessions, pointers, self.lines, self.chat.turns, self._place)
        self.owed = Ledger(OwedStore(database))
        parsers = self._connection.parsers  # nothing else sees what Discord sends as it is
        parsers["INTERACTION_CREATE"] = self.owed.heard(parsers["INTERACTION_CREATE"])
        self.ears = Ears(parsers)
        self.metrics = metrics
        self._login = Login(self, sessions)
        self.succession = Succession(
            owner,
            self.ears,
            Backlog(sessions, self.missed, self.owed),
            serve=self._serve,
            show=self._show,
            end=self.close,
        )
        left = LeftStore(database)
        self.cleanup = Cleanup(left, tables, self.boards, looks, daily)
        self.rounds = Rounds(self, sessions, metrics, tables, self.cleanup)
        self.welcome = Welcome(left, daily=bool(daily))
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
            self.boards.messages.mention = self.user.mention
        await self._login.learn_emoji()
        await self._ask_for_shards()
        bot, count = self.application_id or 0, self.shard_count or 1
        self.owed.bot, self.owed.count = bot, count
        await self.succession.begin(bot, self.shard_ids or range(count), count)

    async def _serve(self) -> None:
        """What only the process does that serves; raises Refused when Discord takes no commands."""
        await self._login.tell_commands(self.tree)
        self.rounds.start()
        if self.jobs:
            self.jobs.start()

    async def _show(self, board: Board) -> None:
        """Bring a board up to date that another process has left behind."""
        guild, channel = board
        place = self._place(guild, channel)
        try:
            view = await self.chat.view(await self.chat.table_at(channel))
            if view and isinstance(place, Place):
                self.boards.show(place, view, await self.chat.news(view))
        except StoreUnavailable as error:
            log.info("board not brought up to date", channel=channel, reason=str(error))

    async def _ask_for_shards(self) -> None:
        """How many there are to be, where nobody has said it."""
        try:
            count = await self._login.recommended_shards()
        except discord.GatewayNotFound:
            if not self.shard_count:
                raise
        else:
            self.shard_count = self.shard_count or count

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Other processes of the bot begin sessions too."""
        if shard_id is None or self.shard_count == 1:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self._login.turn(shard_id)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Nothing happens any more when it is closed; discord.py calls a shard ready two seconds
        after its last server, whatever has come between.
        """
        if not self.is_closed():
            super().dispatch(event, *args, **kwargs)

    async def close(self) -> None:
        """Let boards catch up, then leave."""
        self.succession.stop()
        self.rounds.stop()
        if self.jobs:
            self.jobs.stop()
        await self.succession.hand_over(self.chat.turns.idle, self.boards.give_up)
        await self.boards.settle(SETTLE_SECONDS)
        await self.owed.close(SETTLE_SECONDS)
        await super().close()
        CARDS.learn([])
        await self.succession.leave()

    def _place(self, guild: int, channel: int) -> object:
        """Where boards are; direct messages are known by their id only."""
        if guild:
            return self.get_channel(channel)
        return self.get_partial_messageable(channel, type=discord.ChannelType.private)

    # --- what happens --------------------------------------------------------------------------

    async def on_shard_connect(self, shard: int) -> None:
        """Logged in."""
        await self.succession.connected(shard)

    async def on_shard_ready(self, shard: int) -> None:
        """Its servers are known."""
        await self.succession.ready(shard)

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
