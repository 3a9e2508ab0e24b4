"""What the context menu of a message offers: the board in words, and its deal to play."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import discord
from discord import app_commands

from bot import names
from bot.chat.answering import answering
from bot.chat.custom_ids import CustomId, is_known, newest
from bot.chat.interactions import Interactions
from bot.markup import fenced
from bot.tables.actions import Asker
from bot.tables.views import Answer, Error
from engine.games.catalogue import UnknownGame, find

Interaction = discord.Interaction[Any]
READ, PLAY = "Read this board", "Play this deal"
NO_BOARD = "There is no board of mine in this message."
NO_DEAL = (
    "There is no deal of mine in this message that could be played. A running challenge keeps its "
    "number to itself; `/patience daily play` has today's."
)
_LABEL = r"(?:\\.|[^\\\n.,:;!?·])+"
"""A label as it is written in a text: a sign of its own has a backslash before it."""
_NAMED = re.compile(rf"\*\*(?P<game>[^*\n]{{1,60}})\*\*, deal (?P<deal>{_LABEL})")
_BOARD = re.compile(
    r"### (?P<game>[^\n]{1,60}?)(?: · won!)?\n(?:.*\n)*-# .*?· deal (?P<deal>[^\n]+)"
)
"""How a board says which deal it is, and how texts do."""


class MessageMenus:
    """Answers what is picked from the context menu of a message."""

    def __init__(self, interactions: Interactions) -> None:
        self._interactions = interactions
        self._chat = interactions.chat

    def commands(self) -> list[app_commands.ContextMenu]:
        """The entries, for servers, direct messages and people who have installed the bot."""
        everywhere = app_commands.AppCommandContext(
            guild=True, dm_channel=True, private_channel=True
        )
        installs = app_commands.AppInstallationType(guild=True, user=True)
        return [
            app_commands.ContextMenu(
                name=name, callback=callback, allowed_contexts=everywhere, allowed_installs=installs
            )
            for name, callback in ((READ, self.read), (PLAY, self.play))
        ]

    async def read(self, interaction: Interaction, message: discord.Message) -> None:
        """The board of a message in words, for whoever asks: all of it while it is played, else
        what its picture says.
        """
        async with answering(interaction, "text", self._chat.metrics) as reply:
            text = await self._words(interaction, message)
            reply.refused = not text
            await reply.say(text or NO_BOARD)

    async def _words(self, interaction: Interaction, message: discord.Message) -> str:
        if message.author.id != interaction.application_id:
            return ""
        ids = [id for id in map(_custom_id, _parts(message.components)) if is_known(id)]
        if version := newest(ids):
            target = next(CustomId.decode(id).target for id in ids if newest([id]))
            asker = await self._chat.asker(interaction, target, routed=False)
            view = await self._chat.view(asker.table)
            if view and view.version == version:
                return (await self._chat.interpreter.say(asker, "text")).text
        told = [text for part in _parts(message.components) for text in _descriptions(part)]
        told += [file.description for file in message.attachments if file.description and not told]
        texts = [text for text in _texts(message) if "```" in text or text.startswith("### ")]
        return "\n".join([*texts, *[fenced(text) for text in dict.fromkeys(told)]])

    async def play(self, interaction: Interaction, message: discord.Message) -> None:
        """Begin the deal of a message here, as `/patience start` would."""
        ours = message.author.id == interaction.application_id
        found = deal_of(list(_texts(message))) if ours else None

        async def act(asker: Asker) -> Answer:
            if found is None:
                return Answer(NO_DEAL, None, changed=False, private=True, error=Error.NO_DEAL)
            game, deal = found
            return await self._chat.tables.start(asker.table, asker.player, game, asker.event, deal)

        await self._interactions.command(interaction, "start", act)


def deal_of(texts: Sequence[str]) -> tuple[str, str] | None:
    """Id of the game and label of the deal of which texts of ours speak; None without one."""
    for text in texts:
        if match := _BOARD.fullmatch(text) or _NAMED.search(text):
            try:
                return find(names.unescaped(match["game"])).id, names.unescaped(match["deal"])
            except UnknownGame:
                continue
    return None


def _parts(components: Sequence[Any]) -> Iterator[Any]:
    for part in components:
        yield part
        yield from _parts(getattr(part, "children", ()))


def _custom_id(part: Any) -> str:
    return str(getattr(part, "custom_id", None) or "")


def _descriptions(part: Any) -> Iterator[str]:
    for item in getattr(part, "items", ()):
        if item.description:
            yield item.description


def _texts(message: discord.Message) -> Iterator[str]:
    yield message.content
    for part in _parts(message.components):
        if content := getattr(part, "content", None):
            yield content
