"""What is kept about somebody: their days, statistics and streak; shown, exported, deleted."""

import hmac
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.daily.calendar import closed_at, iso
from bot.daily.days import Days
from bot.daily.results import Result, told
from bot.daily.streaks import Fate, Streak, paused, streak
from bot.store.daily import SLOTS, DailyStore
from engine.games.catalogue import UnknownGame, find
from engine.telling import listed

Begun = Callable[[int], Awaitable[bool]]
"""Whether an attempt was begun in that server."""


@dataclass(frozen=True)
class DayPlayed:
    """A day somebody has played; guild 0 is direct messages."""

    day: int
    guild: int
    game: str
    result: Result
    points: int
    finished: bool


@dataclass(frozen=True)
class Statistics:
    """What somebody has played, and their streak."""

    played: list[DayPlayed]
    run: Streak

    @property
    def won(self) -> frozenset[int]:
        """The days that came out."""
        return frozenset(one.day for one in self.played if one.result.won)

    def __str__(self) -> str:
        """In words."""
        played, run = self.played, self.run
        if not played:
            return "You haven't played a daily challenge yet; `/patience daily play` begins one."
        days = "1 day" if run.days == 1 else f"{run.days} days"
        spare = "one may be missed this week" if run.spare else "this week's day off is used"
        finished = sum(one.finished for one in played)
        lines = [
            f"🔥 **Streak: {days}**, best {run.best} · {spare}",
            *_reasons(run),
            f"Played {len(played)}, finished {finished}, won {len(self.won)}",
        ]
        by_game: defaultdict[str, list[DayPlayed]] = defaultdict(list)
        for one in played:
            by_game[one.game].append(one)
        for id, those in sorted(by_game.items()):
            best = max(those, key=lambda one: one.result.score)
            title, goal = title_and_goal(id)
            wins = sum(one.result.won for one in those)
            lines.append(f"- {title}: {wins} of {len(those)} won; best {told(best.result, goal)}")
        return "\n".join(lines)


def _reasons(run: Streak) -> list[str]:
    """Why the streak is what it is: since when, and what didn't break it."""
    if run.since is None:
        return []
    why = {Fate.SPARE: "day off", Fate.PAUSED: "paused", Fate.DOWN: "I was away"}
    parts = [f"Since {iso(run.since)}"]
    for fate, what in why.items():
        those = [iso(day) for day, one in run.fates.items() if one is fate and day > run.since]
        if those:
            parts.append(f"{what}: {listed(those, 5, 'and')}")
    return [f"-# {'; '.join(parts)}"]


class People:
    """Reads what the attempts' commits have written about one person."""

    def __init__(self, store: DailyStore, days: Days) -> None:
        self._store = store
        self._days = days

    async def played(self, person: int) -> list[DayPlayed]:
        """All their days, the first one first."""
        claims = await self._store.claims(person)
        found = [
            one for g in sorted(set(claims.values())) for one in await self.played_in(g, person)
        ]
        return sorted(found, key=lambda played: played.day)

    async def played_in(self, guild: int, person: int) -> list[DayPlayed]:
        """Their days in one server."""
        return [
            DayPlayed(
                *(day, guild, fields.get("game", "")),
                Result.read(int(fields["score"])),
                int(fields.get("points", 0)),
                fields.get("finished") == "1",
            )
            for day, fields in (await self._store.person(guild, person)).items()
            if "score" in fields
        ]

    async def streak(self, person: int) -> Streak:
        """Days in a row, as of today."""
        return await self._streak(person, await self.played(person))

    async def _streak(self, person: int, played: list[DayPlayed]) -> Streak:
        today, now = self._days.today, self._days.clock()
        begun, finished = {d.day for d in played}, {d.day for d in played if d.finished}
        pending = {one.day for one in played if not one.finished and now < closed_at(one.day)}
        down: set[int] = set()
        if begun:
            slots = await self._store.up_slots(min(begun), today)
            down = {day for day, count in slots.items() if count < SLOTS // 2 and day < today}
        pauses = await self._store.pauses(person)
        return streak(finished, today, pending, down, pauses, begun)

    async def pause(self, person: int, days: int) -> str:
        """Pause for so many days from today on, or with 0 go on; what is said of it."""
        today, known = self._days.today, await self._store.pauses(person)
        try:
            pauses = paused(known, today, days)
        except ValueError as error:
            return str(error)
        if pauses == known:
            return "You have no pause that could end." if not days else "It is as it was."
        await self._store.put_pauses(person, pauses)
        if not days:
            return "Your pause has ended; from today on days count again."
        return (
            f"Until {iso(today + days - 1)} no day that you miss breaks your streak; days that you "
            "finish count as ever. `/patience daily pause days: 0` ends the pause."
        )

    async def statistics(self, person: int) -> Statistics:
        """Streak and results by game."""
        played = await self.played(person)
        return Statistics(played, await self._streak(person, played))

    async def export(self, person: int, more: dict[str, object]) -> str:
        """All that is kept about somebody, as JSON; `more` is what others keep."""
        data: dict[str, object] = {
            "person": str(person),
            "exported": datetime.fromtimestamp(self._days.clock(), UTC).isoformat(),
            "daily": [
                {
                    "day": iso(one.day),
                    "server": str(one.guild) if one.guild else "direct messages",
                    "game": one.game,
                    **one.result._asdict(),
                    "points": one.points,
                    "finished": one.finished,
                }
                for one in await self.played(person)
            ],
            "pauses": [
                {"first": iso(first), "last": iso(last)}
                for first, last in await self._store.pauses(person)
            ],
            **more,
        }
        return json.dumps(data, ensure_ascii=False, indent=2) + "\n"

    # --- one attempt a day ---------------------------------------------------------------------

    async def home(self, person: int, day: int, guild: int, begun: Begun) -> int:
        """The server in which somebody plays that day: this one, unless they have begun in
        another, which `begun` tells.
        """
        held = await self._store.claim(person, day, guild)
        if held == guild or await begun(held):
            return held
        return await self._store.claim(person, day, guild, str(held))

    async def has_gone(self, person: int, day: int) -> bool:
        """Whether somebody began that day and has deleted their data since."""
        return await self._store.is_gone(day, await self.ghost(person, day))

    async def ghost(self, person: int, day: int) -> str:
        """What stands for somebody who has deleted their data: for that day, told by nobody who
        doesn't know the day's key.
        """
        key = await self._days.key(day)
        return hmac.digest(key, f"gone|{person}".encode(), "sha256").hex()


def title_and_goal(id: str) -> tuple[str, int]:
    try:
        game = find(id)
    except UnknownGame:  # of a later version
        return id, 0
    return game.title, game.goal
