"""Private deals for the days to come: made from the day's key and won by the solver, ahead of time.

A day without one takes a deal of the pool.
"""

import time
from collections.abc import Awaitable, Callable

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
"""For each of them."""

Prove = Callable[[str, str, float], Awaitable[tuple[str, ...]]]
"""Moves that win a game's deal, () when none were found in so many seconds."""


def prove(game_id: str, label: str, seconds: float) -> tuple[str, ...]:
    """See `Prove`; for a process of its own, since it keeps one busy."""
    game = find(game_id)
    end = time.monotonic() + seconds
    found = solve(game, Record.begin(game, label).position, stop=lambda: time.monotonic() > end)
    return tuple(map(str, found.moves)) if found.verdict is Verdict.WON else ()


class Vetting:
    """Prepares days, one deal at a time."""

    def __init__(self, store: DailyStore, days: Days, prove: Prove) -> None:
        self._store = store
        self._days = days
        self._prove = prove
        self._given_up: set[tuple[int, Sitting]] = set()

    async def step(self) -> bool:
        """Prepare the next deal that is missing; False when there is none.

        Of processes that do the same at the same time the first one's deal stays.
        """
        playable = self._days.playable()
        for day in range(self._days.today + 1, self._days.today + 1 + AHEAD):
            for mode in MODES if playable else ():
                game = calendar.game_of(day, playable)
                known = await self._store.vetted(day, game.id, mode)
                if known is None and (day, mode) not in self._given_up:
                    if not await self._vet(day, game, mode):
                        self._given_up.add((day, mode))
                    return True
        return False

    async def _vet(self, day: int, game: Game, mode: Sitting) -> bool:
        key = await self._days.key(day)
        public = set(self._days.pool.deals(game.id))
        for number, label in choose.private_labels(key, game.id, mode, TRIES):
            line = () if label in public else await self._prove(game.id, label, SECONDS)
            if line:
                Record.replay(game, label, list(line))  # nothing is believed that can't be played
                vetted = Vetted(number, label, game.rules_version, line)
                await self._store.keep_vetted(day, game.id, mode, msgspec.msgpack.encode(vetted))
                return True
        return False
