"""Figures over HTTP on a loopback port."""

import asyncio
import contextlib
import importlib.metadata
import time
from functools import partial

import aiohttp
import pytest
from redis.asyncio import Redis

from bot.metrics import Metrics, serve
from bot.store.database import Database
from bot.store.errors import Trouble
from bot.store.sessions import SessionStore


async def test_figures_and_probes_are_served() -> None:
    metrics, reason = Metrics(), ""

    async def missing() -> str:
        return reason

    metrics.commands.labels("deal", "chat", "played").inc()
    metrics.gateway_latency.set(0.08)
    metrics.count_redis(None)
    metrics.count_redis(Trouble.FULL)
    runner = await serve(metrics, "127.0.0.1", 0, missing)
    host, port = runner.addresses[0][:2]
    assert host == "127.0.0.1"
    async with aiohttp.ClientSession(f"http://{host}:{port}") as client:
        async with client.get("/metrics") as answer:
            text = await answer.text()
        assert 'patience_commands_total{outcome="played",verb="deal",way="chat"} 1.0' in text
        assert 'patience_redis_commands_total{outcome="full"} 1.0' in text
        assert "patience_gateway_latency_seconds 0.08" in text
        async with client.get("/ready") as answer:
            assert (answer.status, await answer.text()) == (200, "ready\n")
        reason = "Redis doesn't answer"
        async with client.get("/ready") as answer:
            assert (answer.status, await answer.text()) == (503, f"{reason}\n")
        async with client.get("/health") as answer:
            assert (answer.status, await answer.text()) == (200, "alive\n")
    with pytest.raises(OSError, match="in use"):
        await serve(metrics, host, port, missing)
    await runner.cleanup()


def shown(metrics: Metrics, name: str) -> float | None:
    """A figure, None when there is none."""
    return metrics.registry.get_sample_value(name)


def test_there_is_no_figure_before_it_is_known() -> None:
    metrics = Metrics()
    names = ("guilds", "shards", "boards_waiting", "gateway_latency_seconds", "players_today")
    assert [shown(metrics, f"patience_{name}") for name in names] == [None] * 5
    known: float | None = None
    metrics.guilds.ask = lambda: known
    assert shown(metrics, "patience_guilds") is None
    known = 7
    assert shown(metrics, "patience_guilds") == 7
    metrics.gateway_latency.set(0.0)
    assert shown(metrics, "patience_gateway_latency_seconds") == 0


def test_the_version_is_told() -> None:
    labels = {"version": importlib.metadata.version("patience")}
    assert Metrics().registry.get_sample_value("patience_build_info", labels) == 1


async def test_a_blocked_loop_is_seen() -> None:
    metrics = Metrics()
    watch = asyncio.create_task(metrics.watch_loop())
    await asyncio.sleep(0.3)
    time.sleep(0.5)
    await asyncio.sleep(0.05)
    watch.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await watch
    total = metrics.registry.get_sample_value("patience_loop_lag_seconds_sum")
    assert total is not None
    assert total > 0.2


def test_two_in_one_process_do_not_clash() -> None:
    Metrics()
    Metrics()


async def test_players_of_the_day_are_counted_once_at_all_processes(database: Database) -> None:
    now = 1_800_000_000.0
    here, there = (SessionStore(database, lambda: now) for _ in range(2))
    assert await here.players(()) == 0
    assert await here.players({1, 2}) == 2
    assert await there.players({2, 3}) == 3
    assert await here.players(()) == 3
    now += 24 * 3600
    assert await here.players({1}) == 1
    keys = await database.run(lambda r: r.keys("patience:players:*"))
    assert len(keys) == 2
    for key in keys:
        assert await database.run(partial(_time_left, key)) > 0


async def _time_left(key: bytes, client: Redis) -> int:
    left: int = await client.ttl(key)
    return left


def test_only_who_has_played_is_a_player() -> None:
    metrics = Metrics()
    metrics.count("deal", "chat", "played", 1)
    metrics.count("deal", "slash", "refused", 2)
    assert metrics.played == {1}
    labels = {"verb": "deal", "way": "slash", "outcome": "refused"}
    assert metrics.registry.get_sample_value("patience_commands_total", labels) == 1
