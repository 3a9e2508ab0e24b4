"""Private deals for the days to come: made from the day's key and won by the solver, ahead of time.

First those that are for everybody, then those of servers with games of their own.  What may be
spent on it in a day is limited; a day without a private deal takes one of the pool.
"""

import time
from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec

from bot.daily import calendar, choose
from bot.daily.choose import MODES, Sitting
from bot.daily.days import Days, Vetted
from bot.store.daily import DailyStore
from engine.game import Game
from engine.games.catalogue import find
from engine.record import Record
from engine.solver import Verdict, solve

AHEAD = 2
"""Days that are prepared beforehand."""
TRIES = 12
"""Private deals of a game that are looked at before the day is left to the pool."""
SECONDS = 20.0
"""Of processor time, for each of them."""
A_DAY = 1800.0
"""Seconds of processor time that all of them may take in a day."""

MOST = 10**9
"""Positions looked at for a deal: as many as its seconds allow."""

Prove = Callable[[str, str, float], Awaitable[tuple[str, ...]]]
"""Moves that win a game's deal, () when none were found in so many seconds."""


def prove(game_id: str, label: str, seconds: float) -> tuple[str, ...]:
    """See `Prove`; for a process of its own, since it keeps one busy."""
    game, end = find(game_id), time.process_time() + seconds
    found = solve(
        game,
        Record.begin(game, label).position,
        most=MOST,
        stop=lambda: time.process_time() > end,
    )
    return tuple(map(str, found.moves)) if found.verdict is Verdict.WON else ()


class Vetting:
    """Prepares days, one deal at a time."""

    def __init__(self, store: DailyStore, days: Days, prove: Prove) -> None:
        self._store = store
        self._days = days
        self._prove = prove
        self._given_up: set[tuple[int, str, Sitting]] = set()
        self._day = -1
        self._spent = 0.0

    async def step(self) -> bool:
        """Prepare the next deal that is missing; False when there is none, or no time for it today.

        Of processes that do the same at the same time the first one's deal stays.
        """
        if self._day != self._days.today:
            self._day, self._spent = self._days.today, 0.0
            self._given_up = {known for known in self._given_up if known[0] > self._day}
        async for day, game in self._wanted():
            for mode in MODES:
                missing = await self._store.vetted(day, game.id, mode) is None
                if missing and (day, game.id, mode) not in self._given_up:
                    if self._spent + SECONDS > A_DAY:
                        return False
                    if not await self._vet(day, game, mode):
                        self._given_up.add((day, game.id, mode))
                    return True
        return False

    async def _wanted(self) -> AsyncIterator[tuple[int, Game]]:
        """The games of the days to come: everybody's, then tomorrow's of the other servers."""
        playable, tomorrow = self._days.playable(), self._days.today + 1
        if not playable:
            return
        general = [calendar.game_of(day, playable) for day in range(tomorrow, tomorrow + AHEAD)]
        for day, game in enumerate(general, tomorrow):
            yield day, game
        met = {general[0].id}
        for guild in await self._store.choosing():
            game = await self._days.proposed(guild, tomorrow)
            if game.id not in met:
                met.add(game.id)
                yield tomorrow, game

    async def _vet(self, day: int, game: Game, mode: Sitting) -> bool:
        key = await self._days.key(day)
        public = set(self._days.pool.deals(game.id))
        for number, label in choose.private_labels(key, game.id, mode, TRIES):
            if label in public or self._spent + SECONDS > A_DAY:
                continue
            began = time.monotonic()
            line = await self._prove(game.id, label, SECONDS)
            self._spent += min(SECONDS, time.monotonic() - began)
            if line:
                Record.replay(game, label, list(line))  # nothing is believed that can't be played
                vetted = Vetted(number, label, game.rules_version, line)
                await self._store.keep_vetted(day, game.id, mode, msgspec.msgpack.encode(vetted))
                return True
        return False
