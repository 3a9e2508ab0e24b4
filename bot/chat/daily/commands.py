"""The slash commands of the daily challenge."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot import logs, markup
from bot.chat import board
from bot.chat.daily.interactions import DailyInteractions
from bot.chat.daily.privacy import PrivacyCommands
from bot.chat.daily.settings import SettingsCommands
from bot.chat.interactions import Interactions
from bot.chat.locator import AttemptLocator
from bot.daily.calendar import UnknownDay, read_day
from bot.daily.owners import Owners
from bot.daily.service import Daily, Span
from bot.daily.streaks import LONGEST_PAUSE
from bot.store.errors import StoreUnavailable
from bot.tables.actions import Asker
from bot.tables.verbs import VERBS
from bot.tables.views import Answer

Interaction = discord.Interaction[Any]
Day = Range[str, 1, 20]
COMPARE = "Compare"

log = logs.get(__name__)


class DailyCommands(app_commands.Group):
    """/patience daily …"""

    def __init__(self, answers: DailyInteractions) -> None:
        super().__init__(name="daily", description=VERBS["daily"].slash)
        self._answers = answers

    @app_commands.command(description="What is played today, and how long")
    async def today(self, interaction: Interaction) -> None:
        """With buttons to play."""
        await self._answers.today(interaction)

    @app_commands.command(description="Play today's challenge alone; only you see it")
    @app_commands.describe(yesterday="Go on with yesterday's instead")
    async def play(self, interaction: Interaction, yesterday: bool = False) -> None:
        """In direct messages as a board in which moves can be typed."""
        day = self._answers.daily.days.today - yesterday
        await self._answers.play(interaction, day)

    @app_commands.command(description="Make a move in your own attempt")
    @app_commands.describe(
        move="What you would type: a card or pile and where it goes",
        yesterday="In yesterday's instead",
    )
    async def move(
        self, interaction: Interaction, move: Range[str, 1, 400], yesterday: bool = False
    ) -> None:
        """For moves that are not in the menu."""
        await self._answers.move(interaction, move, self._answers.daily.days.today - yesterday)

    @app_commands.command(description="End your own attempt for good; it counts as far as it got")
    @app_commands.describe(yesterday="End yesterday's instead")
    async def stop(self, interaction: Interaction, yesterday: bool = False) -> None:
        """It can't be gone on with, so this asks once more."""
        await self._answers.move(interaction, "stop", self._answers.daily.days.today - yesterday)

    @app_commands.command(description="Play today's challenge with everybody in this channel")
    async def together(self, interaction: Interaction) -> None:
        """One table a server."""
        await self._answers.together(interaction, None)

    @app_commands.command(description="Compare: today, yesterday, this week, all days, servers")
    @app_commands.describe(what="Which board", day="Another day, such as 2026-11-30")
    async def board(
        self, interaction: Interaction, what: Span = "today", day: Day | None = None
    ) -> None:
        """Of this server."""
        await self._answers.board(interaction, what, day or "")

    @app_commands.command(description="Your streak, a month as a picture, your results by game")
    @app_commands.describe(month="Another month, such as 2026-11")
    async def streak(
        self, interaction: Interaction, month: Range[str, 1, 10] | None = None
    ) -> None:
        """Seen by the asker only."""
        await self._answers.streak(interaction, month or "")

    @app_commands.command(description="Pause without breaking your streak, up to two weeks")
    @app_commands.describe(days="How many days from today on; 0 ends the pause")
    async def pause(self, interaction: Interaction, days: Range[int, 0, LONGEST_PAUSE]) -> None:
        """Once in a while: thirty days lie between two pauses."""

        async def act(asker: Asker) -> Answer:
            said = await self._answers.daily.people.pause(int(asker.player.id), days)
            return Answer(said, None, changed=False, private=True)

        await self._answers.say(interaction, act)

    @app_commands.command(description="Play the deal of a day that is over, freely and unranked")
    @app_commands.describe(day="Which day; the last one that is over when you leave this out")
    async def archive(self, interaction: Interaction, day: Day | None = None) -> None:
        """At the table of the channel, or of the asker alone."""
        archive, guild = self._answers.daily.archive, interaction.guild_id or 0

        async def act(asker: Asker) -> Answer:
            return await archive.play(asker, guild, day or "")

        await self._answers.interactions.command(interaction, "start", act)

    @app_commands.command(description="You and somebody else, on the days you have both played")
    @app_commands.describe(person="With whom")
    async def compare(self, interaction: Interaction, person: discord.User) -> None:
        """Head to head, in this server."""
        await self._answers.compare(interaction, person)

    @app_commands.command(description="Show your result to the channel, without spoilers")
    @app_commands.describe(day="Another day, such as yesterday", together="The server's result")
    async def share(
        self, interaction: Interaction, day: Day | None = None, together: bool = False
    ) -> None:
        """One line and ten squares."""
        days = self._answers.daily.days
        try:
            number = read_day(day or "", days.clock())
        except UnknownDay as error:
            await self._answers.interactions.refuse(interaction, "daily share", str(error))
            return
        await self._answers.share(interaction, number, together=together)

    @app_commands.command(description="How a day's deal was chosen, and that nobody was favoured")
    @app_commands.describe(day="Another day, such as 2026-11-30")
    async def verify(self, interaction: Interaction, day: Day | None = None) -> None:
        """The promise while the day runs, the key afterwards."""
        await self._answers.verify(interaction, day or "")

    @app_commands.command(description="The best line of a day that is over, and the solver's")
    @app_commands.describe(
        day="Which day, such as 2026-11-30; else the last one that is over",
        together="Of the deal that is played together",
    )
    async def solution(
        self, interaction: Interaction, day: Day | None = None, together: bool = False
    ) -> None:
        """As films, and as text."""
        await self._answers.solution(interaction, day or "", together=together)

    @archive.autocomplete("day")
    async def _days(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        try:
            archive = self._answers.daily.archive
            found = await archive.choices(interaction.guild_id or 0, typed)
        except StoreUnavailable as error:
            log.info("no choices", reason=str(error))
            return []
        return [Choice(name=markup.fit(label, markup.OPTION), value=day) for label, day in found]

    @move.autocomplete("move")
    async def _moves(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        back = bool(getattr(interaction.namespace, "yesterday", False))
        try:
            today = self._answers.daily.days.today
            view = await self._answers.attempt_of(interaction.user.id, today - back)
        except StoreUnavailable as error:
            log.info("no choices", reason=str(error))
            return []
        if view is None:
            return []
        found = await asyncio.to_thread(board.choices, view, typed)
        return [Choice(name=label, value=value) for label, value in found]


def add_daily(
    commands: app_commands.Group,
    interactions: Interactions,
    daily: Daily,
    locator: AttemptLocator,
) -> list[app_commands.ContextMenu]:
    """Add the groups of the daily challenge below `/patience`, and let their buttons be heard;
    the entries for people's context menus.
    """
    answers = DailyInteractions(interactions, daily, locator)
    commands.add_command(DailyCommands(answers))
    commands.add_command(SettingsCommands(interactions, Owners(daily.store, daily.days)))
    commands.add_command(PrivacyCommands(interactions, daily))
    return [
        app_commands.ContextMenu(
            name=COMPARE,
            callback=answers.compare,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
    ]
