"""The slash commands of a server's settings: where, when and what the daily challenge is there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.chat.daily.settings_form import NO_SERVER, NOT_AN_OWNER, SettingsForm
from bot.chat.interactions import Interactions
from bot.chat.permissions import forbidden, lacking
from bot.daily.dates import Language
from bot.daily.owners import LANGUAGE_NAMES, Owners
from bot.tables import gamelist
from bot.tables.actions import Asker
from bot.tables.verbs import VERBS
from bot.tables.views import Answer, Error, Offer

Interaction = discord.Interaction[Any]
LANGUAGES = [Choice(name=name, value=code) for code, name in LANGUAGE_NAMES.items()]
CHANGE = Offer("Change…", "settings change")


class SettingsCommands(app_commands.Group):
    """/patience settings …"""

    def __init__(self, interactions: Interactions, owners: Owners) -> None:
        super().__init__(name="settings", description=VERBS["settings"].slash)
        self.interactions = interactions
        self.owners = owners
        self._form = SettingsForm(interactions, owners)
        interactions.handlers["settings"] = self.pressed

    async def pressed(self, interaction: Interaction, _line: str) -> None:
        """The button below what is set."""
        await self._form.open(interaction)

    @app_commands.command(description="Change settings in a form")
    async def change(self, interaction: Interaction) -> None:
        """All of them; the other commands change one."""
        await self._form.open(interaction)

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
        if channel and (names := lacking(channel)):
            await self.interactions.refuse(interaction, "settings post", str(forbidden(names)))
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
    @app_commands.choices(language=LANGUAGES)
    async def dates(self, interaction: Interaction, language: str) -> None:
        """Of the daily post."""
        await self._change(interaction, language=cast("Language", language))

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
                return Answer(NO_SERVER, None, changed=False, error=Error.NO_SERVER)
            if (channel, hour, games, public, language) == (None,) * 5:
                shown = await self.owners.show(guild)
                offers = (CHANGE,) if interaction.permissions.manage_guild else ()
                return replace(shown, offers=offers)
            if not interaction.permissions.manage_guild:
                return Answer(NOT_AN_OWNER, None, changed=False, error=Error.NOT_ALLOWED)
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

        await self.interactions.say(interaction, "settings", act)
