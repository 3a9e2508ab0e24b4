"""The daily post: which servers it is due in, and what it says."""

from dataclasses import dataclass

from bot.daily.calendar import begin_of, closed_at, end_of, weekday
from bot.daily.dates import written
from bot.daily.days import Days, NoChallenge
from bot.daily.pressed import Pressed, Wanted
from bot.daily.rankings import Rankings
from bot.daily.results import Result, told
from bot.daily.settings import GuildSettings
from bot.store.daily import DailyStore
from bot.tables.views import Offer
from engine.game import Game
from engine.telling import listed

LENGTHS = {"short": "a short one", "medium": "of medium length", "long": "a long one"}
NAMED = 8
"""People of a kind who are named."""
SUNDAY = 6


@dataclass(frozen=True)
class Post:
    """A day's announcement: where, what, and what can be pressed below it."""

    guild: int
    channel: int
    day: int
    game: Game
    text: str
    yesterday: str
    """How the day before went, "" when nobody has played."""
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
        text = await self._text(day, game, settings)
        told = await self._yesterday(guild, day - 1)
        return Post(guild, settings.channel, day, game, text, told, offers(day))

    async def done(self, post: Post, message: int) -> None:
        """It is posted."""
        await self._store.posted(post.guild, post.day, message)

    async def _text(self, day: int, game: Game, settings: GuildSettings) -> str:
        """What there is to play; nothing in it tells of cards."""
        packs = "one pack" if game.packs == 1 else f"{game.packs} packs"
        lines = [
            f"## {written(day, settings.language)}: {game.title}",
            f"{packs}, {LENGTHS[game.length]}. {game.object}",
            f"It can be won. The day ends <t:{end_of(day)}:R>; what was begun may be finished "
            f"until <t:{closed_at(day)}:f>.",
            f"-# Promise `{await self._days.commitment(day)}`; the key follows when the day is "
            "closed, see `/patience daily verify`.",
        ]
        return "\n".join(lines)

    async def _yesterday(self, guild: int, day: int) -> str:
        """Who came out, who didn't, the first of the week, and for how long the server plays."""
        try:
            game = await self._days.game_for(guild, day)
            won, lost = await self._rankings.results(guild, day)
            together = await self._rankings.together(guild, day)
        except NoChallenge:
            return ""
        if not won and not lost and together is None:
            return ""
        lines = [f"**Yesterday, {game.title}** (open until today's end)"]
        if won:
            lines.append(f"Came out: {listed(won, NAMED, 'and')}")
        if lost:
            lines.append(f"Others: {listed(lost, NAMED, 'and')}")
        if together is not None:
            lines.append(f"Together: {told(Result.read(together), game.goal)}")
        if first := await self._rankings.first_of_week(guild, day):
            week = "Last week's" if weekday(day) == SUNDAY else "This week's"
            lines.append(f"**{week} first**\n" + "\n".join(first))
        run = await self._rankings.run(guild, day)
        if run > 1:
            lines.append(f"🔥 This server has played {run} days running.")
        return "\n".join(lines)


def offers(day: int) -> tuple[Offer, ...]:
    """The buttons below everything that announces a day."""
    return (
        Offer("Play alone", str(Pressed(Wanted.PLAY, day))),
        Offer("Play together", str(Pressed(Wanted.TOGETHER, day))),
        Offer("Compare", str(Pressed(Wanted.BOARD, day))),
    )
