"""How boards look, by the wish of servers and of people; and games as films."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import discord

from bot import markup
from bot.chat import texts
from bot.chat.custom_ids import PERSON, PLACE
from bot.chat.errors import explain
from bot.chat.guard import Place, forbidden, guarded
from bot.chat.hall import Hall
from bot.chat.picture import Film
from bot.chat.reply import Repeated, Reply, place_of
from bot.looks import USUAL, Wish
from bot.store.seats import is_seat
from bot.tables.actions import Asker
from bot.tables.views import TableView
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
CHALLENGE = (
    "This is a daily challenge: its film is shown when its day is over, by "
    "`/patience daily solution`."
)
STARRED = "A star is on every pile from which something can be played now."
NO_STARS = "There is no game here. `/patience start` begins one."
ON_ITS_WAY = "A film of this table is on its way already."


class Showing:
    """Answers `/patience look`, `/patience replay`, and `/patience board` with stars."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._filmed: set[int] = set()
        """Tables of which a film is on its way."""

    async def look(
        self, interaction: Interaction, wish: Wish, *, server: bool, reset: bool
    ) -> None:
        """Show how boards look, after changing what is decided in `wish`; `server`: for all."""
        reply, outcome = Reply(interaction, PLACE), "failed"
        try:
            await reply.acknowledge(self._hall.metrics)
        except Repeated:
            return
        try:
            refusal = _why_not(interaction) if server else ""
            outcome = "refused" if refusal else "played"
            if refusal:
                await reply.say(refusal)
            else:
                await self._look(reply, wish, server=server, reset=reset)
        except Exception as error:  # noqa: BLE001 - whoever asked is told, whatever it was
            await reply.say(explain(error, verb="look"))
        finally:
            self._hall.count("look", "slash", outcome)

    async def _look(self, reply: Reply, wish: Wish, *, server: bool, reset: bool) -> None:
        looks, of = self._hall.looks, reply.interaction
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
        reply, outcome = Reply(interaction, PLACE), "failed"
        try:
            await reply.acknowledge(self._hall.metrics)
        except Repeated:
            return
        try:
            place = place_of(interaction)
            table = await self._hall.view(await self._hall.table_at(place.id)) if place else None
            outcome = "played" if table else "refused"
            if table:
                looks, of = self._hall.looks, interaction
                look = await looks.for_person(of.user.id, of.guild_id)
                picture = await self._hall.painter.starred(table, look)
                await reply.say(STARRED if picture else texts.PICTURE_MISSING, picture=picture)
            else:
                await reply.say(NO_STARS)
        except Exception as error:  # noqa: BLE001 - whoever asked is told, whatever it was
            await reply.say(explain(error, verb="board"))
        finally:
            self._hall.count("board", "slash", outcome)

    async def _redraw(self, place: Place) -> None:
        """The board that is in sight changes at once, others with their next move."""
        table = await self._hall.view(await self._hall.table_at(place.id))
        if table:
            self._hall.boards.show(place, table)

    async def replay(
        self, interaction: Interaction, number: int | None = None, *, kind: str = "slash"
    ) -> None:
        """Show the game of this table, or a kept one, to the channel as a film."""
        place = place_of(interaction)
        target = PLACE if place else PERSON
        reply, outcome = Reply(interaction, target), "failed"
        try:
            await reply.acknowledge(self._hall.metrics)
        except Repeated:
            return
        try:
            asker = await self._hall.asker(interaction, target)
            refusal = await self._film(reply, place, asker, number)
            outcome = "refused" if refusal else "played"
            await (reply.say(refusal) if refusal else reply.close())
        except Exception as error:  # noqa: BLE001 - whoever asked is told, whatever it was
            await reply.say(explain(error, verb="replay"))
        finally:
            self._hall.count("replay", kind, outcome)

    async def _film(
        self, reply: Reply, place: Place | None, asker: Asker, number: int | None
    ) -> str:
        """Why there is no film, "" when it has been shown."""
        if is_seat(asker.table):
            return CHALLENGE
        if place and (lacking := self._lacking(place)):
            raise forbidden(lacking)
        answer = await self._hall.tables.whole(asker.table, number)
        if answer.error or answer.table is None:
            return answer.text
        if asker.table in self._filmed:
            return ON_ITS_WAY
        self._filmed.add(asker.table)
        try:
            await self._show_film(reply, place, asker, answer.text, answer.table)
        finally:
            self._filmed.discard(asker.table)
        return ""

    async def _show_film(
        self, reply: Reply, place: Place | None, asker: Asker, text: str, table: TableView
    ) -> None:
        look = await self._hall.look_at(place, reply.interaction.user.id)
        files = _files(await self._hall.painter.film(table, look))
        if place is None:
            await reply.hand(text, files)
            return
        sent = place.send(markup.fit(text), files=files, nonce=f"f{asker.event}"[:25])
        await guarded(sent, "show film")

    def _lacking(self, place: Place) -> list[str]:
        """Permissions without which a film can't be shown."""
        boards = self._hall.boards
        return boards.lacking(place) + ["attach_files"] * (not boards.may_attach(place))


def _files(film: Film) -> list[discord.File]:
    """All of a film, each with its words."""
    name = film.last.name.removesuffix(".png")
    alt = markup.fit(film.last.alt, markup.ALT_TEXT)
    record = film.text.encode()
    return [
        discord.File(io.BytesIO(film.moving), f"{name}.webp", description=film.words),
        discord.File(io.BytesIO(film.last.data), film.last.name, description=alt),
        discord.File(io.BytesIO(record), f"{name}.txt", description="The game's record as text"),
    ]


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
