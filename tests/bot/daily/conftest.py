"""A frozen clock, a small pool of deals that are won, and the daily challenge on a real Redis."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.daily.attempts import attempt_of
from bot.daily.calendar import DAY
from bot.daily.service import Daily
from bot.daily.setup import set_up
from bot.store.daily import SLOTS, DailyStore
from bot.store.daily_keys import UP
from bot.store.database import Database
from bot.store.ids import Attempt, TableId
from bot.tables.tables import Tables
from bot.tables.views import Answer, Player
from engine.record import Record

WINS = Path(__file__).parents[2] / "data/wins"
FIRST = 20_787
"""The day on which tests begin: Monday, 30 November 2026."""
GUILD, OTHER = 700_000_000_000_000_001, 700_000_000_000_000_002
CHANNEL = 800_000_000_000_000_001
ANNA, BEN, CLEO = Player("11111", "Anna"), Player("22222", "Ben"), Player("33333", "Cleo")


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = float(FIRST * DAY + 10 * 3600)

    def __call__(self) -> float:
        return self.now

    def to(self, day: int, hour: float = 10) -> None:
        self.now = day * DAY + hour * 3600


class SmallPool:
    """Deals with lines that win them."""

    def __init__(self, *games: str) -> None:
        self.records = {
            game: Record.parse((WINS / f"{game}.txt").read_text("utf-8")) for game in games
        }
        self.more: dict[str, tuple[str, ...]] = {}
        """Labels without lines, for tests that only choose."""

    def deals(self, game_id: str) -> tuple[str, ...]:
        record = self.records.get(game_id)
        return (*([record.deal] if record else []), *self.more.get(game_id, ()))

    def line(self, game_id: str, label: str) -> tuple[str, ...]:
        record = self.records.get(game_id)
        return tuple(map(str, record.moves)) if record and record.deal == label else ()


class Evening:
    """The challenge as people play it; every call is an event of its own."""

    def __init__(self, daily: Daily, clock: Clock, pool: SmallPool) -> None:
        self.daily = daily
        self.clock = clock
        self.pool = pool
        self._events = itertools.count(1)

    def event(self) -> str:
        return f"event {next(self._events)}"

    async def begin(
        self, player: Player, guild: int | None = GUILD, day: int | None = None
    ) -> Attempt:
        """The attempt that somebody begins or goes on with."""
        answer = await self.daily.play(guild, player, self.event(), day)
        assert answer.table, answer.text
        return attempt_of(answer.table)

    async def win(self, player: Player, guild: int = GUILD, *, undo: int = 0) -> Answer:
        """Play today's challenge to its win, with some moves taken back on the way."""
        number = await self.begin(player, guild)
        for _ in range(undo):
            await self.move(number, player, 1)
            await self.daily.tables.undo(number, player, self.event())
        return await self.move(number, player)

    async def move(self, number: TableId, player: Player, count: int | None = None) -> Answer:
        """Make so many moves of the winning line, or all that are left."""
        view, answer = await self.daily.tables.view(number), None
        assert view
        line = self.pool.line(view.record.game.id, view.record.deal)[view.record.done :]
        line = line if count is None else line[:count]
        for start in range(0, len(line), 12):  # as many as one line takes
            text = ", ".join(line[start : start + 12])
            answer = await self.daily.tables.play(number, player, text, self.event())
            assert answer
            assert not answer.error, answer.text
        assert answer
        return answer


Make = Callable[[], Awaitable[Daily]]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pool() -> SmallPool:
    return SmallPool("nestor", "fourteenth")


@pytest.fixture
def store(database: Database) -> DailyStore:
    return DailyStore(database)


def make_daily(database: Database, clock: Clock, pool: SmallPool) -> Daily:
    """A process of the bot."""
    _, daily = set_up(database, pool, clock, new_label=lambda game: "7")
    return daily


@pytest.fixture
def daily(database: Database, clock: Clock, pool: SmallPool) -> Daily:
    return make_daily(database, clock, pool)


@pytest.fixture
def tables(daily: Daily) -> Tables:
    return daily.tables


@pytest.fixture
def evening(daily: Daily, clock: Clock, pool: SmallPool) -> Evening:
    return Evening(daily, clock, pool)


async def score_of(daily: Daily, person: int, day: int, guild: int = GUILD) -> dict[str, str]:
    """What is written down of somebody's day."""
    return (await daily.store.person(guild, person)).get(day, {})


def own(day: int, player: Player, guild: int = GUILD) -> Attempt:
    """An attempt."""
    return Attempt(guild, day, int(player.id))


async def was_up(store: DailyStore, days: range, slots: range = range(SLOTS)) -> None:
    """The bot was up in these parts of each of these days."""
    bits = sum(1 << (SLOTS - 1 - slot) for slot in slots).to_bytes(SLOTS // 8, "big")
    first = days.start * SLOTS // 8
    await store.database.run(lambda r: r.setrange(UP, first, bits * len(days)))
