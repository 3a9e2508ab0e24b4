"""All settings of a server in one form."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

import discord
from discord import ui

from bot import logs, markup
from bot.chat.answering import way_of
from bot.chat.forms import Values
from bot.chat.guard import Refused, guarded
from bot.chat.interactions import Interactions
from bot.chat.permissions import forbidden, lacking
from bot.daily.dates import LANGUAGES, Language
from bot.daily.owners import LANGUAGE_NAMES, USUAL_HOUR, Owners
from bot.daily.settings import LATEST_HOUR, GuildSettings
from bot.store.errors import StoreUnavailable
from bot.tables.actions import Asker
from bot.tables.views import Answer, Error

Interaction = discord.Interaction[Any]
FORM_ID = "settings!"
CHANNEL, HOUR, GAMES, PUBLIC, LANGUAGE = "channel", "hour", "games", "public", "language"
MOST = 2000
"""Characters of the games' names."""
READ_SECONDS = 1.5
"""How long a form may wait for what is set; Discord gives it three seconds in all."""
NOT_AN_OWNER = "Server settings are for those who may manage the server."
NO_SERVER = "There is no server here whose settings could be shown or changed."
TRY_AGAIN = (
    "The settings can't be read just now. Nothing was changed; please try again in a moment."
)
NO_CHANNEL = "I can't see that channel, so the challenge can't be announced there."

log = logs.get(__name__)


class Filled(NamedTuple):
    """What a form says; None where it says nothing that can be read."""

    channel: int
    hour: int | None
    games: str
    public: bool
    language: Language | None


class SettingsForm:
    """Shows the form to those who may change settings, and keeps what they fill in."""

    def __init__(self, interactions: Interactions, owners: Owners) -> None:
        self._interactions = interactions
        self._owners = owners
        interactions.forms[FORM_ID] = self.sent

    async def open(self, interaction: Interaction) -> None:
        """Put the form up, with what is set now."""
        if reason := self._refused(interaction):
            await self._interactions.refuse(interaction, "settings", reason.text)
            return
        try:
            async with asyncio.timeout(READ_SECONDS):
                settings = await self._owners.settings(interaction.guild_id or 0)
        except (TimeoutError, StoreUnavailable):
            await self._interactions.refuse(interaction, "settings", TRY_AGAIN)
            return
        there = interaction.guild and interaction.guild.get_channel(settings.channel)
        modal = form(settings, self._owners.tomorrow(settings), there=bool(there))
        try:
            await guarded(interaction.response.send_modal(modal), "ask for settings")
        except Refused as refused:
            log.info("not asked for settings", reason=refused.reason.value)
        modal.stop()
        metrics = self._interactions.chat.metrics
        metrics.count("settings", way_of(interaction), "played", interaction.user.id)

    async def sent(self, interaction: Interaction, values: Values) -> None:
        """Keep what was filled in, all of it or nothing."""
        said = filled(values)

        async def act(_asker: Asker) -> Answer:
            guild = interaction.guild
            if (reason := self._refused(interaction)) or guild is None:
                return reason or _refusal(NO_SERVER, Error.NO_SERVER)
            before = await self._owners.settings(guild.id)
            if said.channel and said.channel != before.channel:
                place = guild.get_channel(said.channel)
                if not isinstance(place, discord.TextChannel):
                    return _refusal(NO_CHANNEL, Error.NO_PLACE)
                if names := lacking(place):
                    return _refusal(str(forbidden(names)), Error.NO_PLACE)
            return await self._owners.change(guild.id, guild.name, **said._asdict())

        await self._interactions.say(interaction, "settings", act)

    def _refused(self, interaction: Interaction) -> Answer | None:
        if interaction.guild_id is None:
            return _refusal(NO_SERVER, Error.NO_SERVER)
        if not interaction.permissions.manage_guild:
            return _refusal(NOT_AN_OWNER, Error.NOT_ALLOWED)
        return None


def form(settings: GuildSettings, games: tuple[str, ...], *, there: bool) -> ui.Modal:
    """The form as it is set; `games` are those from tomorrow on, `there` is whether the channel
    of the daily post still exists.
    """
    modal = ui.Modal(title="Settings of the daily challenge", custom_id=FORM_ID, timeout=None)
    chosen = discord.SelectDefaultValue(
        id=settings.channel, type=discord.SelectDefaultValueType.channel
    )
    hour = settings.hour if settings.channel else USUAL_HOUR
    channel: ui.ChannelSelect[Any] = ui.ChannelSelect(
        custom_id=CHANNEL,
        placeholder="Nowhere",
        min_values=0,
        required=False,
        channel_types=[discord.ChannelType.text, discord.ChannelType.news],
        default_values=[chosen] if settings.channel and there else [],
    )
    hours: ui.Select[Any] = ui.Select(
        custom_id=HOUR,
        options=[
            discord.SelectOption(label=f"{one}:00 UTC", value=str(one), default=one == hour)
            for one in range(LATEST_HOUR + 1)
        ],
    )
    names: ui.TextInput[Any] = ui.TextInput(
        custom_id=GAMES,
        style=discord.TextStyle.long,
        required=False,
        max_length=MOST,
        default=markup.fit(", ".join(games), MOST) or "all",
    )
    public: ui.Checkbox[Any] = ui.Checkbox(custom_id=PUBLIC, default=settings.public)
    languages: ui.RadioGroup[Any] = ui.RadioGroup(
        custom_id=LANGUAGE,
        options=[
            discord.RadioGroupOption(label=name, value=code, default=code == settings.language)
            for code, name in LANGUAGE_NAMES.items()
        ],
    )
    for text, description, item in (
        ("Announce it in", "Leave this empty, and it isn't announced.", channel),
        ("Every day at", None, hours),
        ("Games", "Their names with commas between, or: all. Holds from tomorrow on.", names),
        ("Show this server's name to other servers", "On the board of all servers.", public),
        ("Dates are written in", None, languages),
    ):
        label: ui.Label[ui.Modal] = ui.Label(text=text, description=description, component=item)
        modal.add_item(label)
    return modal


def filled(values: Values) -> Filled:
    """What somebody has filled in, by the names of the fields."""
    channels, hour = values.get(CHANNEL), _first(values.get(HOUR))
    language = _first(values.get(LANGUAGE))
    return Filled(
        _number(_first(channels)) or 0,
        _number(hour),
        _first(values.get(GAMES)) or "all",
        values.get(PUBLIC) is True,
        language if language in LANGUAGES else None,
    )


def _first(value: object) -> str:
    if isinstance(value, list):
        value = value[0] if value else ""
    return value if isinstance(value, str) else ""


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() else None


def _refusal(text: str, error: Error) -> Answer:
    return Answer(text, None, changed=False, private=True, error=error)
