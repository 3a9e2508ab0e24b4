"""Boards: who got how far today, in a week, ever; and servers against each other."""

from collections.abc import Callable

from bot import names
from bot.daily.calendar import closed_at, week_of
from bot.daily.days import Days
from bot.daily.results import COUNTED_DAYS, Result, places, told
from bot.store.daily import SLOTS, DailyStore
from bot.store.daily_keys import Board
from engine.game import Game

SHOWN = 15
"""Lines of a board."""
LOOKED_BACK = 80
"""Days; boards are kept for a little longer."""
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}

Tell = Callable[[int], str]
"""A score in words."""


class Rankings:
    """Reads what the attempts' commits have written."""

    def __init__(self, store: DailyStore, days: Days) -> None:
        self._store = store
        self._days = days

    async def of_day(self, guild: int, day: int, person: int) -> str:
        """The board of a day, with the asker's own place below when it isn't among the first."""
        game = await self._days.game_for(guild, day)
        open_ = self._days.clock() < closed_at(day)
        head = f"**{game.title}** · {await self._days.written(guild, day)}"
        if open_:
            head += f" · open until <t:{closed_at(day)}:f>"
        lines = await self._lines(Board(guild, "day", day), person, _result(game))
        together = await self.together(guild, day)
        if together is not None:
            lines.append(f"Together: {told(Result.read(together), game.goal)}")
        nobody = "Nobody has played yet." if open_ else "Nobody played."
        return "\n".join([head, *(lines or [nobody])])

    async def of_week(self, guild: int, day: int, person: int) -> str:
        """The board of the day's week."""
        monday = week_of(day)
        lines = await self._lines(Board(guild, "week", monday), person, _points)
        week = await self._days.written(guild, monday)
        head = (
            f"**Week of {week}** · the best {COUNTED_DAYS} of seven days count; "
            "a win is 100 to 150 points, a loss its share of 100"
        )
        return "\n".join([head, *(lines or ["Nobody has played yet."])])

    async def of_all(self, guild: int, person: int) -> str:
        """The board of all days."""
        lines = await self._lines(Board(guild, "ever"), person, _points)
        return "\n".join(["**All days**", *(lines or ["Nobody has played yet."])])

    async def of_servers(self, guild: int, day: int) -> str:
        """Servers that play together and want to be seen, and this one's place among them."""
        game = await self._days.game_for(guild, day)
        await self.spread(guild, day)
        public = await self._store.public_names()
        found = await self._store.ranked_servers(day, game.id, 1000)
        known = [(id, score) for id, score in found if id in public]
        lines: list[str] = []
        for place, id, score in places(known):
            if len(lines) < SHOWN or id == guild:
                name = names.shown(public[id])
                result = told(Result.read(score), game.goal)
                lines.append(_line(place, f"**{name}**" if id == guild else name, result))
        head = f"**{game.title}, servers together** · {await self._days.written(guild, day)}"
        if guild not in public:
            lines.append(
                "This server isn't among them; whoever manages it can change that with "
                "`/patience settings`."
            )
        return "\n".join([head, *(lines or ["No server has played yet."])])

    async def results(self, guild: int, day: int) -> tuple[list[str], list[str]]:
        """Who came out on a day, the best with a crown, and who didn't; each with how far."""
        game = await self._days.game_for(guild, day)
        won: list[str] = []
        lost: list[str] = []
        ranked = places(await self._store.ranked(Board(guild, "day", day), SHOWN))
        people = await self._store.names(guild, [who for _, who, _ in ranked])
        for (place, _, score), name in zip(ranked, people, strict=True):
            result, shown = Result.read(score), names.shown(name or names.NOBODY)
            if result.won:
                won.append(f"{'👑 ' * (place == 1)}{shown} {told(result, game.goal)[4:]}")
            else:
                lost.append(f"{shown} {told(result, game.goal)}")
        return won, lost

    async def first_of_week(self, guild: int, day: int, most: int = 3) -> list[str]:
        """The first places of the day's week."""
        return (await self._lines(Board(guild, "week", week_of(day)), 0, _points))[:most]

    async def run(self, guild: int, day: int) -> int:
        """How many days in a row, up to this one, anybody of the server has played.

        It is counted on from where it was told last, since boards aren't kept for ever.
        """
        known, before = await self._store.run_kept(guild)
        if known == day:
            return before
        first = day - LOOKED_BACK
        slots = await self._store.up_slots(first, day)
        found = newest = 0
        for one in range(day, first, -1):
            if one == known:
                found += before
                break
            if await self._store.has_played(guild, one):
                found, newest = found + 1, newest or one
            elif slots[one] >= SLOTS // 2:
                break
        if newest > known:
            await self._store.keep_run(guild, newest, found)
        return found

    async def together(self, guild: int, day: int) -> int | None:
        """The score of the server's table, None when nothing was played."""
        result = await self._store.team_result(guild, day)
        return result[0] if result else None

    # --- servers against each other ------------------------------------------------------------

    async def spread(self, guild: int, day: int) -> None:
        """Bring the server's result on the board of all.  May be done at any time, again and
        again; nothing is counted twice.
        """
        result = await self._store.team_result(guild, day)
        if result is not None:
            score, game = result
            public = (await self._days.settings(guild)).public
            await self._store.rank_server(day, game, guild, score if public else None)

    async def spread_all(self) -> None:
        """The same for all servers of the days that can still be played."""
        for day in (self._days.today, self._days.today - 1):
            for guild in await self._store.teams(day):
                await self.spread(guild, day)

    # --- how it is written ---------------------------------------------------------------------

    async def _lines(self, board: Board, person: int, tell: Tell) -> list[str]:
        found = places(await self._store.ranked(board, SHOWN + 1))[:SHOWN]
        people = await self._store.names(board.guild, [who for _, who, _ in found])
        lines = []
        for (place, who, score), name in zip(found, people, strict=True):
            shown = names.shown(name or names.NOBODY)
            shown = f"**{shown}**" if who == str(person) else shown
            lines.append(_line(place, shown, tell(score)))
        if person and str(person) not in [who for _, who, _ in found]:
            own = await self._store.rank(board, person)
            if own is not None:
                lines.append(f"…\n{_line(own[0], '**you**', tell(own[1]))}")
        return lines


def _line(place: int, name: str, result: str) -> str:
    number = MEDALS.get(place, f"#{place}")
    return f"{number} {name} – {result}"


def _points(score: int) -> str:
    return f"{score} point{'' if score == 1 else 's'}"


def _result(game: Game) -> Tell:
    return lambda score: told(Result.read(score), game.goal)
