"""Days that are over, to be played once more: freely, and never ranked."""

from bot.daily.calendar import UnknownDay, closed_at, iso, read_day
from bot.daily.days import Days, NoChallenge
from bot.tables.actions import Asker
from bot.tables.tables import Tables
from bot.tables.views import Answer, Error
from engine.game import Game
from engine.games.catalogue import UnknownGame, find

SHOWN = 25


class Archive:
    """The deals of past days as a server had them; 0 is for direct messages."""

    def __init__(self, days: Days, tables: Tables) -> None:
        self._days = days
        self._tables = tables

    async def play(self, asker: Asker, guild: int, text: str) -> Answer:
        """Begin the deal of a past day at the asker's table, the one that people played alone."""
        try:
            game, deal = await self._deal(guild, text)
        except (UnknownDay, NoChallenge) as error:
            return Answer(str(error), None, changed=False, error=Error.NO_CHALLENGE)
        return await self._tables.start(asker.table, asker.player, game.id, asker.event, deal)

    async def _deal(self, guild: int, text: str) -> tuple[Game, str]:
        """Game and deal of a day that somebody names, else of the last one that is over."""
        day = read_day(text or iso(self._days.today - 2), self._days.clock())
        if self._days.clock() < closed_at(day):
            raise NoChallenge(
                f"{iso(day)} can still be played for the boards: `/patience daily play`. "
                f"It comes here <t:{closed_at(day)}:R>."
            )
        game = await self._game(guild, day)
        return game, (await self._days.challenge(day, game)).alone.label

    async def _game(self, guild: int, day: int) -> Game:
        """The server's own game of that day; where it had none, one that was played elsewhere."""
        if pinned := await self._days.store.pinned_game(guild, day):
            return find(pinned)
        played = sorted(await self._days.store.challenges(day))
        if not played:
            raise NoChallenge(f"No challenge was played on {iso(day)}.")
        return find(played[0])

    async def choices(self, guild: int, typed: str) -> list[tuple[str, str]]:
        """Label and date of the server's past days that fit what is typed, the newest first."""
        wanted, found = typed.casefold().split(), list[tuple[str, str]]()
        for day, id in sorted((await self._days.store.pinned_games(guild)).items(), reverse=True):
            if self._days.clock() < closed_at(day):
                continue
            label = f"{iso(day)} · {await self._days.written(guild, day)} · {_title(id)}"
            if all(word in label.casefold() for word in wanted):
                found.append((label, iso(day)))
            if len(found) == SHOWN:
                break
        return found


def _title(id: str) -> str:
    try:
        return find(id).title
    except UnknownGame:  # of another version
        return id
