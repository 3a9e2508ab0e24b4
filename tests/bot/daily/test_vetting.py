"""Private deals, proven ahead; without one a day falls back on the pool."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from bot.daily import vetting as vetting_module
from bot.daily.owners import Owners
from bot.daily.service import Daily
from bot.daily.vetting import SECONDS, Vetting, prove
from bot.store.daily import DailyStore
from engine.games.catalogue import find
from engine.record import Record
from tests.bot.daily.conftest import (
    FIRST,
    GUILD,
    Clock,
    SmallPool,
)


async def test_private_deals_are_made_ahead(
    daily: Daily, store: DailyStore, clock: Clock, pool: SmallPool
) -> None:
    pool.records = {"nestor": pool.records["nestor"]}
    asked: list[str] = []

    async def ask(game: str, label: str, seconds: float) -> tuple[str, ...]:
        asked.append(label)
        return await asyncio.to_thread(prove, game, label, 3.0)

    vetting = Vetting(store, daily.days, ask)
    steps = 0
    while await vetting.step():
        steps += 1
    assert steps == 4  # two days, alone and together
    assert not await Vetting(store, daily.days, ask).step()
    clock.to(FIRST + 1)
    challenge = await daily.days.challenge(FIRST + 1, find("nestor"))
    for deal in (challenge.alone, challenge.together):
        assert deal.number >= 0
        assert deal.label in asked
        record = Record.replay(find("nestor"), deal.label, list(deal.line))
        assert record.game.won(record.position)
    assert challenge.alone.label != challenge.together.label
    clock.to(FIRST + 3)
    assert "private deal number" in (await daily.verify("2026-12-01")).text
    assert "❌" not in (await daily.verify("2026-12-01")).text
    await daily.tick()
    assert await store.vetted(FIRST + 1, "nestor", "alone") is None


async def test_servers_with_games_of_their_own_get_private_deals_too(
    daily: Daily, store: DailyStore, clock: Clock, pool: SmallPool
) -> None:
    general = (await daily.days.proposed(0, FIRST + 1)).id
    own = next(id for id in pool.records if id != general)
    await Owners(store, daily.days).change(GUILD, "Here", games=own)

    async def ask(game: str, label: str, seconds: float) -> tuple[str, ...]:
        return await asyncio.to_thread(prove, game, label, 20.0) if game == own else ()

    vetting = Vetting(store, daily.days, ask)
    while await vetting.step():
        pass
    assert await store.vetted(FIRST + 1, general, "alone") is None
    clock.to(FIRST + 1)
    game = await daily.days.game_for(GUILD, FIRST + 1)
    assert game.id == own
    assert (await daily.days.challenge(FIRST + 1, game)).alone.number >= 0
    await Owners(store, daily.days).change(GUILD, "Here", games="all")
    assert await store.choosing() == []


async def test_a_day_has_so_much_time_for_it_and_no_more(
    daily: Daily, store: DailyStore, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vetting_module, "A_DAY", 3 * SECONDS - 1)
    now, asked = [0.0], 0

    async def slow(game: str, label: str, seconds: float) -> tuple[str, ...]:
        nonlocal asked
        asked += 1
        now[0] += seconds
        return ()

    monkeypatch.setattr(vetting_module, "time", SimpleNamespace(monotonic=lambda: now[0]))
    vetting = Vetting(store, daily.days, slow)
    while await vetting.step():
        pass
    assert asked == 2
    clock.to(FIRST + 1)
    assert await vetting.step()
    assert asked == 4


async def test_without_a_win_the_day_falls_back_on_the_pool(
    daily: Daily, store: DailyStore, clock: Clock
) -> None:
    async def fails(*_: object) -> tuple[str, ...]:
        return ()

    vetting = Vetting(store, daily.days, fails)
    while await vetting.step():
        pass
    clock.to(FIRST + 1)
    game = await daily.days.game_for(GUILD, FIRST + 1)
    assert (await daily.days.challenge(FIRST + 1, game)).alone.number == -1
