"""Tables as they are reached from Discord: which one is meant, how it looks, who is told of it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import discord

from bot import logs, markup
from bot.chat import board
from bot.chat.channels import guild_of
from bot.chat.custom_ids import PERSON, PLACE, Target
from bot.chat.guard import Place, Refused, guarded
from bot.chat.locator import AttemptLocator
from bot.chat.permissions import may_attach
from bot.chat.picture import Painter, Picture
from bot.chat.turns import Turns
from bot.chat.updates import Boards
from bot.looks import Looks
from bot.metrics import Metrics
from bot.store.ids import Attempt, ChannelTable, PersonTable, TableId
from bot.tables import verbs
from bot.tables.actions import Asker
from bot.tables.interpreter import Interpreter
from bot.tables.tables import Tables
from bot.tables.views import Answer, Player, TableView
from engine.game import Game
from render.theme import Look

MODERATES = ("manage_messages", "manage_channels", "manage_guild", "administrator")
"""Permissions of whoever keeps order in a channel; one of them is enough."""
REMEMBERED = 2000
"""Tables of which the game is known without asking the store."""

Listener = Callable[[Asker, Answer], Awaitable[None]]

log = logs.get(__name__)


class ChatTables:
    """What interactions and chat lines need of tables; `locator` finds attempts at challenges."""

    def __init__(
        self,
        tables: Tables,
        boards: Boards,
        painter: Painter,
        looks: Looks,
        metrics: Metrics,
        help_text: Callable[[], str],
        locator: AttemptLocator | None = None,
    ) -> None:
        self.tables = tables
        self.boards = boards
        self.painter = painter
        self.looks = looks
        self.metrics = metrics
        self._locator = locator
        self.turns = Turns()
        self.interpreter = Interpreter(tables, help_text)
        self.games: OrderedDict[TableId, Game] = OrderedDict()
        """The game last seen at a table, for when the store can't be asked."""
        self.listeners: list[Listener] = []
        """Told of every answer."""

    # --- which table ---------------------------------------------------------------------------

    async def asker(
        self, interaction: discord.Interaction[Any], target: Target, *, routed: bool = True
    ) -> Asker:
        """Who asks, at which table; `routed` when it isn't a button that says which."""
        asker = asker_of(interaction, target)
        if target == PLACE:
            return await self.at_place(asker) if routed else asker
        if self._locator and target.is_attempt:
            attempt = await self._locator.meant(target, interaction.guild_id, interaction.user.id)
            return replace(asker, table=attempt)
        return asker

    async def at_place(self, asker: Asker) -> Asker:
        """Who asks in a channel: at the table that is played there."""
        if not isinstance(asker.table, ChannelTable):
            return asker
        return replace(asker, table=await self.table_at(asker.table.channel))

    async def table_at(self, channel: int) -> TableId:
        """The table that is played in a channel: its own, or an attempt at the challenge."""
        attempt = await self._locator.at(channel) if self._locator else None
        return attempt or ChannelTable(channel)

    async def view(self, table: TableId) -> TableView | None:
        """A table as it is."""
        return await self.tables.view(table)

    # --- what comes of it ----------------------------------------------------------------------

    async def note(self, asker: Asker, place: Place | None, answer: Answer) -> None:
        """What there is to remember of an answer."""
        self._remember(asker.table, answer.table)
        if (
            self._locator
            and answer.changed
            and answer.table
            and isinstance(answer.table.id, Attempt)
        ):
            await self._locator.settled(answer.table, place.id if place else None)
        for listener in self.listeners:
            await listener(asker, answer)

    def _remember(self, table: TableId, view: TableView | None) -> None:
        if view is None:
            self.games.pop(table, None)
            return
        self.games[table] = view.record.game
        self.games.move_to_end(table)
        if len(self.games) > REMEMBERED:
            self.games.popitem(last=False)

    async def close_table(self, place: Place, answer: Answer, event: str) -> None:
        """The table is off: everybody is told, and the board loses its buttons."""
        await self.boards.close_board(place)
        view = board.said(answer.offers, PLACE, 0)
        more: dict[str, Any] = {"view": view} if view else {}
        try:
            text = markup.fit(verbs.slashed(answer.text))
            await guarded(place.send(text, nonce=f"c{event}"[:25], **more), "say it is over")
        except Refused as refused:
            log.info("not told that it is over", reason=refused.reason.value)

    async def news(self, table: TableView) -> str:
        """The last move once more, and how the game stands when little is left."""
        life = await self.tables.life(table)
        return f"{board.news(table)} {life}" if life else ""

    # --- how it looks --------------------------------------------------------------------------

    async def look_at(self, place: Place | None, person: int) -> Look:
        """How boards look in a place: in a server alike for all, else as the person likes."""
        return await self.looks.at(guild_of(place) if place else 0, person)

    async def undealt(self, place: Place, game: Game) -> Picture | None:
        """A game's board face down, where pictures may be sent."""
        if not may_attach(place):
            return None
        return await self.painter.undealt(game, await self.look_at(place, 0))

    async def pointed_out(self, answer: Answer, look: Look) -> Picture | None:
        """The board with the hint of an answer, if it has one."""
        if answer.hint is None or answer.table is None:
            return None
        return await self.painter.hinted(answer.table, look, answer.hint)


def asker_of(interaction: discord.Interaction[Any], target: Target) -> Asker:
    """Who asks; alone, a person's table goes by their own id."""
    user = interaction.user
    moderator = (
        interaction.guild_id is None or target == PERSON or moderates(interaction.permissions)
    )
    player = Player(str(user.id), user.display_name, moderator)
    table: TableId = ChannelTable(interaction.channel_id or user.id)
    if target == PERSON:
        table = PersonTable(user.id)
    return Asker(table, player, str(interaction.id))


def moderates(permissions: discord.Permissions) -> bool:
    """Whether somebody keeps order in a channel."""
    return any(getattr(permissions, name) for name in MODERATES)
