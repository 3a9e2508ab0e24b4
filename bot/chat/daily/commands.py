"""The slash commands of the daily challenge, of a server's settings and of people's data."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot import logs
from bot.chat import board
from bot.chat.daily.hall import DailyHall
from bot.chat.daily.people import PeopleHall
from bot.chat.guard import forbidden
from bot.daily.calendar import UnknownDay, read_day
from bot.daily.dates import Language
from bot.daily.owners import Owners
from bot.daily.service import Span
from bot.store.errors import StoreUnavailable
from bot.tables import gamelist
from bot.tables.actions import Asker
from bot.tables.views import Answer

Interaction = discord.Interaction[Any]
Day = Range[str, 1, 20]
NOT_AN_OWNER = "Settings are for those who may manage the server."
NO_SERVER = "Settings belong to servers; there are none here."

log = logs.get(__name__)


class DailyCommands(app_commands.Group):
    """/patience daily …"""

    def __init__(self, hall: DailyHall) -> None:
        super().__init__(name="daily", description="The daily challenge: the same deal for all")
        self.hall = hall

    @app_commands.command(description="What is played today, and how long")
    async def today(self, interaction: Interaction) -> None:
        """With buttons to play."""

        async def act(asker: Asker) -> Answer:
            guild = interaction.guild_id or 0
            return await self.hall.daily.today(guild, int(asker.player.id))

        await self.hall.say(interaction, act)

    @app_commands.command(description="Play today's challenge alone; only you see it")
    @app_commands.describe(yesterday="Go on with yesterday's instead")
    async def play(self, interaction: Interaction, yesterday: bool = False) -> None:
        """In direct messages as a board in which moves can be typed."""
        day = self.hall.daily.days.today - yesterday
        await self.hall.play(interaction, day)

    @app_commands.command(description="Make a move in your own attempt")
    @app_commands.describe(
        move="What you would type: a card or pile and where it goes",
        yesterday="In yesterday's instead",
    )
    async def move(
        self, interaction: Interaction, move: Range[str, 1, 400], yesterday: bool = False
    ) -> None:
        """For moves that are not in the menu."""
        await self.hall.move(interaction, move, self.hall.daily.days.today - yesterday)

    @app_commands.command(description="End your own attempt for good; it counts as far as it got")
    @app_commands.describe(yesterday="End yesterday's instead")
    async def stop(self, interaction: Interaction, yesterday: bool = False) -> None:
        """It can't be gone on with, so this asks once more."""
        await self.hall.move(interaction, "stop", self.hall.daily.days.today - yesterday)

    @app_commands.command(description="Play today's challenge with everybody in this channel")
    async def together(self, interaction: Interaction) -> None:
        """One table a server."""
        await self.hall.together(interaction, None)

    @app_commands.command(description="Compare: today, yesterday, this week, all days, servers")
    @app_commands.describe(what="Which board", day="Another day, such as 2026-11-30")
    async def board(
        self, interaction: Interaction, what: Span = "today", day: Day | None = None
    ) -> None:
        """Of this server."""
        await self.hall.board(interaction, what, day or "")

    @app_commands.command(description="Your streak, and your results by game")
    async def streak(self, interaction: Interaction) -> None:
        """Seen by the asker only."""

        async def act(asker: Asker) -> Answer:
            return await self.hall.daily.statistics(int(asker.player.id))

        await self.hall.say(interaction, act)

    @app_commands.command(description="Show your result to the channel, without spoilers")
    @app_commands.describe(day="Another day, such as yesterday", together="The server's result")
    async def share(
        self, interaction: Interaction, day: Day | None = None, together: bool = False
    ) -> None:
        """One line and ten squares."""
        days = self.hall.daily.days
        try:
            number = read_day(day or "", days.clock())
        except UnknownDay as error:
            await say(self.hall, interaction, str(error))
            return
        await self.hall.share(interaction, number, together=together)

    @app_commands.command(description="How a day's deal was chosen, and that nobody was favoured")
    @app_commands.describe(day="Another day, such as 2026-11-30")
    async def verify(self, interaction: Interaction, day: Day | None = None) -> None:
        """The promise while the day runs, the key afterwards."""
        await self.hall.verify(interaction, day or "")

    @app_commands.command(description="The best line of a day that is over, and the solver's")
    @app_commands.describe(
        day="Which day, such as 2026-11-30; else the last one that is over",
        together="Of the deal that is played together",
    )
    async def solution(
        self, interaction: Interaction, day: Day | None = None, together: bool = False
    ) -> None:
        """As films, and as text."""
        await self.hall.solution(interaction, day or "", together=together)

    @move.autocomplete("move")
    async def _moves(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        back = bool(getattr(interaction.namespace, "yesterday", False))
        try:
            today = self.hall.daily.days.today
            view = await self.hall.attempt_of(interaction.user.id, today - back)
        except StoreUnavailable as error:
            log.info("no choices", reason=str(error))
            return []
        if view is None:
            return []
        found = await asyncio.to_thread(board.choices, view, typed)
        return [Choice(name=label, value=value) for label, value in found]


class SettingsCommands(app_commands.Group):
    """/patience settings …"""

    def __init__(self, hall: DailyHall, owners: Owners) -> None:
        super().__init__(name="settings", description="What this server wants; for its owners")
        self.hall = hall
        self.owners = owners

    @app_commands.command(description="What is set")
    async def show(self, interaction: Interaction) -> None:
        """Seen by the asker only."""
        await self._change(interaction)

    @app_commands.command(description="Announce the challenge every day")
    @app_commands.describe(channel="Where", hour="When, in UTC: 0 to 23", off="Announce it no more")
    async def post(
        self,
        interaction: Interaction,
        channel: discord.TextChannel | None = None,
        hour: Range[int, 0, 23] | None = None,
        off: bool = False,
    ) -> None:
        """Once a day, in one channel; what is left out stays as it is."""
        if channel and (lacking := self.hall.hall.boards.lacking(channel)):
            await say(self.hall, interaction, str(forbidden(lacking)))
            return
        where = 0 if off else channel.id if channel else None
        await self._change(interaction, channel=where, hour=hour)

    @app_commands.command(description="Which games may be the day's challenge, from tomorrow on")
    @app_commands.describe(games="Their names with commas between; or: all")
    async def games(self, interaction: Interaction, games: Range[str, 1, 1000]) -> None:
        """The general game of the day where it is among them."""
        await self._change(interaction, games=games)

    @app_commands.command(description="Be ranked among servers that play together")
    @app_commands.describe(shown="Whether other servers see this one's name")
    async def ranking(self, interaction: Interaction, shown: bool) -> None:
        """Nothing of a server is seen elsewhere before this."""
        await self._change(interaction, public=shown)

    @app_commands.command(description="In which language days are written")
    @app_commands.describe(language="Times are shown to everybody in their own way")
    async def dates(self, interaction: Interaction, language: Literal["en", "de", "fr"]) -> None:
        """Of the daily post."""
        await self._change(interaction, language=language)

    @games.autocomplete("games")
    async def _games(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """Complete the last of the names."""
        head, comma, last = typed.rpartition(",")
        before = f"{head.strip()}, " if comma else ""
        found = [(f"{before}{id}", label) for label, id in gamelist.choices(last.strip())]
        return [Choice(name=value, value=value) for value, _ in found if len(value) <= 100]

    async def _change(
        self,
        interaction: Interaction,
        *,
        channel: int | None = None,
        hour: int | None = None,
        games: str | None = None,
        public: bool | None = None,
        language: Language | None = None,
    ) -> None:
        async def act(_asker: Asker) -> Answer:
            guild = interaction.guild_id
            if guild is None:
                return Answer(NO_SERVER, None, changed=False, error="no-server")
            if (channel, hour, games, public, language) == (None,) * 5:
                return await self.owners.show(guild)
            if not interaction.permissions.manage_guild:
                return Answer(NOT_AN_OWNER, None, changed=False, error="not-allowed")
            name = interaction.guild.name if interaction.guild else ""
            return await self.owners.change(
                guild,
                name,
                channel=channel,
                hour=hour,
                games=games,
                public=public,
                language=language,
            )

        await self.hall.say(interaction, act)


class PrivacyCommands(app_commands.Group):
    """/patience privacy …"""

    def __init__(self, hall: PeopleHall) -> None:
        super().__init__(name="privacy", description="What is kept about you")
        self.hall = hall

    @app_commands.command(description="What is kept about you, and what others see of it")
    async def show(self, interaction: Interaction) -> None:
        """In words."""
        await self.hall.show(interaction)

    @app_commands.command(description="All that is kept about you, as a file")
    async def export(self, interaction: Interaction) -> None:
        """JSON."""
        await self.hall.export(interaction)

    @app_commands.command(description="Delete all that is kept about you")
    async def delete(self, interaction: Interaction) -> None:
        """Asks once more."""
        await self.hall.ask(interaction)


async def say(hall: DailyHall, interaction: Interaction, text: str) -> None:
    """Say why nothing is done."""

    async def act(_asker: Asker) -> Answer:
        return Answer(text, None, changed=False, private=True, error="refused")

    await hall.say(interaction, act)


def add_daily(commands: app_commands.Group, hall: DailyHall) -> None:
    """Add the groups below `/patience`, and let their buttons be heard."""
    owners, people = Owners(hall.daily.store, hall.daily.days), PeopleHall(hall)
    commands.add_command(DailyCommands(hall))
    commands.add_command(SettingsCommands(hall, owners))
    commands.add_command(PrivacyCommands(people))

    async def pressed(interaction: Interaction, line: str) -> None:
        if line.startswith("privacy"):
            await people.pressed(interaction)
        else:
            await hall.pressed(interaction, line)

    hall.hall.others = pressed
