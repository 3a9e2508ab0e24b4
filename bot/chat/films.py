"""Games shown to a channel as films: `/patience replay`, and the button that says so."""

from __future__ import annotations

import io
from typing import Any

import discord

from bot import markup
from bot.chat.answering import answering
from bot.chat.custom_ids import PERSON, PLACE
from bot.chat.guard import Place, guarded
from bot.chat.permissions import forbidden, lacking, may_attach
from bot.chat.picture import Film
from bot.chat.reply import Reply, place_of
from bot.chat.tables import ChatTables
from bot.store.ids import Attempt, TableId
from bot.tables.actions import Asker
from bot.tables.views import TableView

Interaction = discord.Interaction[Any]
CHALLENGE = (
    "This is a daily challenge: its film is shown when its day is over, by "
    "`/patience daily solution`."
)
ON_ITS_WAY = "A film of this table is on its way already."


class Films:
    """Shows games as films, one at a time for each table."""

    def __init__(self, chat: ChatTables) -> None:
        self._chat = chat
        self._filmed: set[TableId] = set()
        """Tables of which a film is on its way."""

    async def pressed(self, interaction: Interaction, _line: str) -> None:
        """A button asks for the film of this table."""
        await self.replay(interaction)

    async def replay(self, interaction: Interaction, number: int | None = None) -> None:
        """Show the game of this table, or the kept one of that number."""
        place = place_of(interaction)
        target = PLACE if place else PERSON
        async with answering(interaction, "replay", self._chat.metrics, target) as reply:
            asker = await self._chat.asker(interaction, target)
            refusal = await self._film(reply, place, asker, number)
            reply.refused = bool(refusal)
            await (reply.say(refusal) if refusal else reply.close())

    async def _film(
        self, reply: Reply, place: Place | None, asker: Asker, number: int | None
    ) -> str:
        """Why there is no film, "" when it has been shown."""
        if isinstance(asker.table, Attempt):
            return CHALLENGE
        if place and (lacking := self._lacking(place)):
            raise forbidden(lacking)
        answer = await self._chat.tables.whole(asker.table, number)
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
        look = await self._chat.look_at(place, reply.interaction.user.id)
        files = _files(await self._chat.painter.film(table, look))
        if place is None:
            await reply.hand(text, files)
            return
        sent = place.send(markup.fit(text), files=files, nonce=f"f{asker.event}"[:25])
        await guarded(sent, "show film")

    def _lacking(self, place: Place) -> list[str]:
        """Permissions without which a film can't be shown."""
        return lacking(place) + ["attach_files"] * (not may_attach(place))


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
