"""How boards look, as servers and people wish: `/patience look`, and boards with stars."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import discord

from bot.chat import texts
from bot.chat.answering import answering
from bot.chat.guard import Place
from bot.chat.reply import Reply, place_of
from bot.chat.tables import ChatTables
from bot.looks import USUAL, Wish
from engine.games.catalogue import find
from engine.record import Record
from render.board import draw
from render.theme import Look

Interaction = discord.Interaction[Any]
SAMPLE = ("klondike", "1")
"""Game and deal that show a look: it has cards face down, long fans and empty places."""
NOT_A_MANAGER = "How this server's boards look is for those who may manage the server."
NO_SERVER = "There is no server here that I'm a member of; you can choose for your own boards."
WHOSE = (
    "Your own boards are those that only you see, and those in our direct messages. "
    "A channel's board is one picture for everybody, in the look of its server."
)
CHOOSE = "The options of this command choose another look."
STARRED = "A star is on every pile from which something can be played now."
NO_STARS = "There is no game here. `/patience start` begins one."


class LookCommands:
    """Answers `/patience look`, and `/patience board` with stars."""

    def __init__(self, chat: ChatTables) -> None:
        self._chat = chat

    async def look(
        self, interaction: Interaction, wish: Wish, *, server: bool, reset: bool
    ) -> None:
        """Show how boards look, after changing what is decided in `wish`; `server`: for all."""
        async with answering(interaction, "look", self._chat.metrics) as reply:
            refusal = _why_not(interaction) if server else ""
            reply.refused = bool(refusal)
            if refusal:
                await reply.say(refusal)
            else:
                await self._look(reply, wish, server=server, reset=reset)

    async def _look(self, reply: Reply, wish: Wish, *, server: bool, reset: bool) -> None:
        looks, of = self._chat.looks, reply.interaction
        person, guild = of.user.id, of.guild_id
        changed = reset or wish != USUAL
        if changed and server and guild:
            before = USUAL if reset else await looks.of_guild(guild)
            await looks.choose_for_guild(guild, wish.over(before))
        elif changed:
            before = USUAL if reset else await looks.of_person(person)
            await looks.choose_for_person(person, wish.over(before))
        theirs = (await looks.in_server(guild)) if guild else None
        own = await looks.for_person(person, guild)
        shown = theirs if server and theirs else own
        lines = [f"Your own boards: {words(own)}."]
        if theirs:
            lines.insert(0 if server else 1, f"Boards in this server: {words(theirs)}.")
        sample = await asyncio.to_thread(_sample, shown)
        lines.append(WHOSE if changed else f"{WHOSE} {CHOOSE}")
        await reply.hand("\n".join(lines), [sample])
        place = place_of(of)
        if changed and place and (server or guild is None):
            await self._redraw(place)

    async def stars(self, interaction: Interaction) -> None:
        """Show the table's board to whoever asks, with a star on every card that can be played."""
        async with answering(interaction, "board", self._chat.metrics) as reply:
            place = place_of(interaction)
            table = await self._chat.view(await self._chat.table_at(place.id)) if place else None
            reply.refused = table is None
            if table is None:
                await reply.say(NO_STARS)
                return
            look = await self._chat.looks.for_person(interaction.user.id, interaction.guild_id)
            picture = await self._chat.painter.starred(table, look)
            await reply.say(STARRED if picture else texts.PICTURE_MISSING, picture=picture)

    async def _redraw(self, place: Place) -> None:
        """The board that is in sight changes at once, others with their next move."""
        table = await self._chat.view(await self._chat.table_at(place.id))
        if table:
            self._chat.boards.show(place, table)


def words(look: Look) -> str:
    """A look in words."""
    four = "four colours" if look.four_colours else "two colours"
    return f"**{look.theme}**, {four}, {'large' if look.large_index else 'usual'} index"


def _why_not(interaction: Interaction) -> str:
    """Why somebody may not choose for the server, "" when they may."""
    if interaction.guild_id is None or not interaction.is_guild_integration():
        return NO_SERVER
    return "" if interaction.permissions.manage_guild else NOT_A_MANAGER


def _sample(look: Look) -> discord.File:
    """A board in that look; takes its time."""
    name, deal = SAMPLE
    record = Record.begin(find(name), deal)
    png = draw(record.game, record.position, look=look, deal=deal, moves=0)
    what = f"{record.game.title}, deal {deal}, as an example: {words(look).replace('**', '')}"
    return discord.File(io.BytesIO(png), f"look-{look.theme}.png", description=what)
