"""What is kept about people: shown, given to them, deleted."""

from __future__ import annotations

import io
from typing import Any

import discord
from discord import app_commands

from bot.chat.answering import answering
from bot.chat.duels import given
from bot.chat.interactions import Interactions, PressedAct
from bot.daily.service import Daily
from bot.store.duels import DuelStore
from bot.tables.actions import Asker
from bot.tables.verbs import VERBS
from bot.tables.views import Answer, Offer

Interaction = discord.Interaction[Any]
KEPT = (
    "**What is kept about you**\n"
    "Your Discord number and display name with the moves that you made at tables, while these "
    "are kept; your results in the daily challenge, in which server you played each day, and when "
    "you paused; deals that you threw to others or took on, and how far you got with them; how you "
    "like your boards. {days} and {tables} just now.\n"
    "Who plays with you sees your name at the table and on the boards of your server. "
    "Outside it nobody sees anything of you.\n"
    "`/patience privacy export` gives you all of it, `/patience privacy delete` deletes it."
)
SURE = (
    "All results, streaks and statistics of yours are deleted for good, and at tables others "
    "play at, nobody stands in your place. Running challenges that you have begun can't be begun "
    "again."
)
DELETED = (
    "Everything that was kept about you is deleted. Messages already posted stay on Discord; "
    "whoever posted them can delete them there."
)


class PrivacyCommands(app_commands.Group):
    """/patience privacy …"""

    def __init__(self, interactions: Interactions, daily: Daily) -> None:
        super().__init__(name="privacy", description=VERBS["privacy"].slash)
        self._interactions = interactions
        self._chat = interactions.chat
        self._daily = daily
        interactions.handlers["privacy"] = self.pressed

    @app_commands.command(description="What is kept about you, and what others see of it")
    async def show(self, interaction: Interaction) -> None:
        """How much there is."""

        async def act(asker: Asker) -> Answer:
            person = int(asker.player.id)
            days = len(await self._daily.people.played(person))
            tables = await self._daily.forgetting.table_count(person)
            text = KEPT.format(days=_many(days, "day"), tables=_many(tables, "table"))
            return Answer(text, None, changed=False, private=True)

        await self._say(interaction, act)

    @app_commands.command(description="All that is kept about you, as a file")
    async def export(self, interaction: Interaction) -> None:
        """All of it, as a file that only the asker sees."""
        async with answering(interaction, "privacy export", self._chat.metrics) as reply:
            person = interaction.user.id
            wish = await self._chat.looks.of_person(person)
            more: dict[str, object] = {
                "name": interaction.user.display_name,
                "tables": await self._daily.forgetting.tables(person),
                "look": wish.decided(),
                "thrown deals": [
                    given(duel, person)
                    for duel in await DuelStore(self._daily.store.database).of(person)
                ],
            }
            text = await self._daily.people.export(person, more)
            file = discord.File(
                io.BytesIO(text.encode()), "patience.json", description="Your data, as JSON"
            )
            await reply.hand("This is all that is kept about you.", [file])

    @app_commands.command(description="Delete all that is kept about you")
    async def delete(self, interaction: Interaction) -> None:
        """Asks whether they are sure."""

        async def act(_asker: Asker) -> Answer:
            offer = Offer("Delete everything about me", "privacy delete")
            return Answer(SURE, None, changed=False, private=True, offers=(offer,))

        await self._say(interaction, act)

    async def pressed(self, interaction: Interaction, _line: str) -> None:
        """They are sure."""

        async def act(asker: Asker) -> Answer:
            await self._daily.forgetting.forget(int(asker.player.id), asker.player.name)
            self._chat.looks.drop(int(asker.player.id))
            return Answer(DELETED, None, changed=False, private=True)

        await self._say(interaction, act)

    async def _say(self, interaction: Interaction, act: PressedAct) -> None:
        await self._interactions.say(interaction, "privacy", act)


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
