"""What owners of a server decide, in words."""

from dataclasses import replace

from bot import names
from bot.daily.calendar import begin_of
from bot.daily.dates import Language
from bot.daily.days import Days
from bot.daily.settings import LATEST_HOUR, GuildSettings
from bot.store.daily import DailyStore
from bot.tables.views import Answer, Error
from engine.game import Game
from engine.games.catalogue import UnknownGame, find
from engine.telling import listed

USUAL_HOUR = 8
LANGUAGE_NAMES: dict[Language, str] = {"en": "English", "de": "German", "fr": "French"}


class Owners:
    """Shows and changes settings."""

    def __init__(self, store: DailyStore, days: Days) -> None:
        self._store = store
        self._days = days

    async def settings(self, guild: int) -> GuildSettings:
        """What is decided, as values."""
        return await self._days.settings(guild)

    def tomorrow(self, settings: GuildSettings) -> tuple[str, ...]:
        """The games from tomorrow on, () for all."""
        return settings.games_on(self._days.today + 1)

    async def show(self, guild: int) -> Answer:
        """What is decided."""
        return _told(self._words(await self._days.settings(guild)))

    async def change(
        self,
        guild: int,
        name: str,
        *,
        channel: int | None = None,
        hour: int | None = None,
        games: str | None = None,
        public: bool | None = None,
        language: Language | None = None,
    ) -> Answer:
        """Decide what is given; `channel` 0 ends the daily post, `name` is the server's."""
        now = await self._days.settings(guild)
        if games is not None:
            try:
                now = now.with_games(self._read_games(games), self._days.today)
            except ValueError as error:
                return _told(str(error), error=Error.UNKNOWN_GAME)
        if channel and not now.channel and hour is None:
            hour = USUAL_HOUR
        now = replace(
            now,
            channel=now.channel if channel is None else channel,
            hour=now.hour if hour is None else min(LATEST_HOUR, max(0, hour)),
            public=now.public if public is None else public,
            language=now.language if language is None else language,
        )
        shown = names.tidy(name) if now.public else ""
        await self._store.put_settings(
            guild,
            now.stored(),
            posts=bool(now.channel),
            chooses=bool(now.games_on(self._days.today + 1)),
            public_name=shown,
        )
        return _told(self._words(now))

    def _read_games(self, text: str) -> tuple[str, ...]:
        """Ids of games by whatever people call them; () for all. ValueError is a sentence."""
        if text.strip().casefold() in ("", "all"):
            return ()
        playable = self._days.playable()
        found: dict[str, Game] = {}
        for name in filter(str.strip, text.split(",")):
            try:
                game = find(name.strip())
            except UnknownGame as error:
                raise ValueError(names.escaped(str(error))) from None
            if game not in playable:
                raise ValueError(
                    f"{game.title} is not in the competition: too much of it is luck, or there are "
                    "no deals at hand that are proven to be winnable."
                )
            found[game.id] = game
        return tuple(found)

    def _words(self, settings: GuildSettings) -> str:
        today = self._days.today
        if settings.channel:
            hour = begin_of(today) + 3600 * settings.hour
            post = f"in <#{settings.channel}> at {settings.hour}:00 UTC, for you at <t:{hour}:t>"
        else:
            post = "off"
        lines = [
            "**Settings of the daily challenge**",
            f"Daily post: {post}",
            f"Games: {_games(settings.games_on(today))}",
        ]
        if settings.games_on(today + 1) != settings.games_on(today):
            lines.append(f"From tomorrow: {_games(settings.games_on(today + 1))}")
        lines += [
            "This server's name on the board of all servers: "
            + ("shown" if settings.public else "not shown, and the server isn't ranked there"),
            f"Dates: {LANGUAGE_NAMES[settings.language]}",
        ]
        return "\n".join(lines)


def _games(ids: tuple[str, ...]) -> str:
    if not ids:
        return "all"
    titles = []
    for id in ids:
        try:
            titles.append(find(id).title)
        except UnknownGame:  # of another version
            titles.append(id)
    return listed(titles, most=40, last="and")


def _told(text: str, error: Error | None = None) -> Answer:
    return Answer(text, None, changed=False, private=True, error=error)
