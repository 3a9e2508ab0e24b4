"""What is kept about people: shown, given to them, deleted."""

from __future__ import annotations

import io
from typing import Any

import discord

from bot.chat.custom_ids import PLACE
from bot.chat.daily.hall import DailyHall
from bot.chat.errors import explain
from bot.chat.guard import guarded
from bot.chat.reply import Repeated, Reply
from bot.tables.actions import Asker
from bot.tables.views import Answer, Offer

Interaction = discord.Interaction[Any]
KEPT = (
    "**What is kept about you**\n"
    "Your Discord number and display name with the moves that you made at tables, while these "
    "are kept; your results in the daily challenge; in which server you played each day; how you "
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
    "Everything about you is deleted. What stands in messages of this chat is Discord's; whoever "
    "wrote it can delete it."
)


class PeopleHall:
    """Answers `/patience privacy …`."""

    def __init__(self, hall: DailyHall) -> None:
        self._hall = hall
        self._daily = hall.daily

    async def show(self, interaction: Interaction) -> None:
        """How much there is."""

        async def act(asker: Asker) -> Answer:
            person = int(asker.player.id)
            days = len(await self._daily.people.played(person))
            tables = await self._daily.forgetting.table_count(person)
            text = KEPT.format(days=_many(days, "day"), tables=_many(tables, "table"))
            return Answer(text, None, changed=False, private=True)

        await self._hall.say(interaction, act)

    async def export(self, interaction: Interaction) -> None:
        """All of it, as a file that only the asker sees."""
        reply = Reply(interaction, PLACE)
        try:
            await reply.acknowledge(self._hall.hall.metrics)
        except Repeated:
            return
        try:
            person = interaction.user.id
            tables = await self._daily.forgetting.tables(person)
            wish = await self._hall.hall.looks.of_person(person)
            more: dict[str, object] = {
                "name": interaction.user.display_name,
                "tables": tables,
                "look": wish.decided(),
            }
            text = await self._daily.people.export(person, more)
            if reply.late:
                await reply.say("That took too long for Discord. Please try again.")
                return
            file = discord.File(
                io.BytesIO(text.encode()), "patience.json", description="Your data, as JSON"
            )
            edit = interaction.edit_original_response(
                content="This is all that is kept about you.", attachments=[file]
            )
            await guarded(edit, "send export")
        except Exception as error:  # noqa: BLE001 - whoever asked is told, whatever it was
            await reply.say(explain(error, verb="privacy"))

    async def ask(self, interaction: Interaction) -> None:
        """Whether they are sure."""

        async def act(_asker: Asker) -> Answer:
            offer = Offer("Delete everything about me", "privacy delete")
            return Answer(SURE, None, changed=False, private=True, offers=(offer,))

        await self._hall.say(interaction, act)

    async def pressed(self, interaction: Interaction) -> None:
        """They are sure."""

        async def act(asker: Asker) -> Answer:
            await self._daily.forgetting.forget(int(asker.player.id), asker.player.name)
            self._hall.hall.looks.drop(int(asker.player.id))
            return Answer(DELETED, None, changed=False, private=True)

        await self._hall.say(interaction, act, "button")


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
