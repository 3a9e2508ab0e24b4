"""The daily post: which servers it is due in, and what it says."""

from dataclasses import dataclass

from bot.daily.calendar import begin_of, closed_at, end_of
from bot.daily.dates import written
from bot.daily.days import Days, NoChallenge
from bot.daily.rankings import Rankings
from bot.daily.settings import GuildSettings
from bot.store.daily import DailyStore
from bot.tables.views import Offer
from engine.game import Game

LENGTHS = {"short": "a short one", "medium": "of medium length", "long": "a long one"}
FIRST = 3
"""Places of the day before that are named."""


@dataclass(frozen=True)
class Post:
    """A day's announcement: where, what, and what can be pressed below it."""

    guild: int
    channel: int
    day: int
    text: str
    offers: tuple[Offer, ...]


class Posts:
    """Decides what is to be posted.  Whoever gets a post from `claim` posts it and says `done`; a
    claim that nothing comes of is another's after two minutes.
    """

    def __init__(self, store: DailyStore, days: Days, rankings: Rankings) -> None:
        self._store = store
        self._days = days
        self._rankings = rankings

    async def due(self) -> list[int]:
        """Servers whose hour has come today; some may have their post already."""
        day, now = self._days.today, self._days.clock()
        found = []
        for guild in await self._store.posting():
            settings = await self._days.settings(guild)
            if settings.channel and now >= begin_of(day) + 3600 * settings.hour:
                found.append(guild)
        return found

    async def claim(self, guild: int) -> Post | None:
        """The server's post of today, None when it is posted or another process does it."""
        day, settings = self._days.today, await self._days.settings(guild)
        if not settings.channel:
            return None
        try:
            game = await self._days.game_for(guild, day)
            await self._days.challenge(day, game)
        except NoChallenge:
            return None
        if not await self._store.claim_post(guild, day):
            return None
        text = await self.text(guild, day, game, settings)
        return Post(guild, settings.channel, day, text, offers(day))

    async def done(self, post: Post, message: int) -> None:
        """It is posted."""
        await self._store.posted(post.guild, post.day, message)

    async def text(self, guild: int, day: int, game: Game, settings: GuildSettings) -> str:
        """What the post says; nothing in it tells of cards."""
        packs = "one pack" if game.packs == 1 else f"{game.packs} packs"
        lines = [
            f"## {written(day, settings.language)}: {game.title}",
            f"{packs}, {LENGTHS[game.length]}. {game.object}",
            f"It can be won. The day ends <t:{end_of(day)}:R>; what was begun may be finished "
            f"until <t:{closed_at(day)}:f>.",
            f"-# Promise `{await self._days.commitment(day)}`; the key follows when the day is "
            "closed, see `/patience daily verify`.",
        ]
        lines += await self._yesterday(guild, day - 1)
        return "\n".join(lines)

    async def _yesterday(self, guild: int, day: int) -> list[str]:
        try:
            first = await self._rankings.first(guild, day, FIRST)
        except NoChallenge:
            return []
        if not first:
            return []
        game = await self._days.game_for(guild, day)
        return [f"**Yesterday, {game.title}** (open until today's end)", *first]


def offers(day: int) -> tuple[Offer, ...]:
    """The buttons below everything that announces a day."""
    return (
        Offer("Play alone", f"daily play {day}"),
        Offer("Play together", f"daily together {day}"),
        Offer("Compare", f"daily board {day}"),
    )
