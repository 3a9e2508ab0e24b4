"""The figures that an operator looks at, of a bot that plays."""

from __future__ import annotations

import asyncio

from bot.demo import Loopback
from bot.demo.model import Channel
from tests.e2e.conftest import Running, board_at
from tests.e2e.test_play import begin


async def test_what_players_wait_for_is_measured(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    registry = bot.client.metrics.registry
    await bot.client.wait_until_ready()
    assert registry.get_sample_value("patience_guilds") == 1
    assert registry.get_sample_value("patience_shards") == 1
    await begin(discord, table)  # a slash command
    discord.faults.fail(429, path="/messages", retry_after=0.1)
    discord.person("Anna").say(table, "d")
    await board_at(table, 2)
    for _ in range(400):
        if registry.get_sample_value("patience_boards_waiting") == 0:
            break
        await asyncio.sleep(0.05)
    assert registry.get_sample_value("patience_boards_waiting") == 0
    assert registry.get_sample_value("patience_acknowledged_seconds_count") == 1
    assert registry.get_sample_value("patience_board_seconds_count") == 2
    limited = registry.collect()
    samples = [s for m in limited if m.name == "patience_rest_limited" for s in m.samples]
    assert sum(s.value for s in samples if s.name.endswith("_total")) == 1


async def test_players_of_the_day_are_those_who_have_played(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    await begin(discord, table)  # Anna
    discord.person("Ben").say(table, "d")
    await board_at(table, 2)
    discord.person("Cleo").say(table, "hello")
    both = {discord.person(name).id for name in ("Anna", "Ben")}
    for _ in range(400):
        if bot.client.metrics.played == both:
            break
        await asyncio.sleep(0.05)
    assert bot.client.metrics.played == both
    await bot.client.rounds.count_players()
    assert bot.client.metrics.registry.get_sample_value("patience_players_today") == 2
    assert not bot.client.metrics.played
