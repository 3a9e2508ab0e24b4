"""The daily post: when it is due, who makes it, and what it says."""

from __future__ import annotations

import asyncio

from bot.daily.owners import Owners
from bot.daily.service import Daily
from bot.store.daily import POST_SECONDS, DailyStore
from bot.store.daily_keys import guild_keys
from bot.store.database import Database
from bot.tables.views import Player
from tests.bot.daily.conftest import (
    ANNA,
    CHANNEL,
    FIRST,
    GUILD,
    OTHER,
    Clock,
    Evening,
    was_up,
)


async def test_the_post_is_due_at_its_hour_and_claimed_once(
    daily: Daily, store: DailyStore, clock: Clock, database: Database
) -> None:
    owners = Owners(store, daily.days)
    await owners.change(GUILD, "x", channel=CHANNEL, hour=12)
    clock.to(FIRST, 11.99)
    assert await daily.posts.due() == []
    clock.to(FIRST, 12)
    assert await daily.posts.due() == [GUILD]
    claims = await asyncio.gather(*(daily.posts.claim(GUILD) for _ in range(8)))
    [post] = [claim for claim in claims if claim]
    assert post.channel == CHANNEL
    assert "Promise `" in post.text
    assert 0 < await database.client.ttl(guild_keys(GUILD).posted(FIRST)) <= POST_SECONDS
    await daily.posts.done(post, 99)
    assert await database.client.ttl(guild_keys(GUILD).posted(FIRST)) > 86_400
    assert await daily.posts.claim(GUILD) is None


async def test_a_post_that_nobody_finished_is_claimed_again(
    daily: Daily, store: DailyStore, database: Database
) -> None:
    await Owners(store, daily.days).change(GUILD, "x", channel=CHANNEL, hour=0)
    assert await daily.posts.claim(GUILD)
    assert await daily.posts.claim(GUILD) is None
    await database.client.delete(guild_keys(GUILD).posted(FIRST))  # its time is over
    assert await daily.posts.claim(GUILD)


async def test_after_an_outage_only_today_is_posted(
    evening: Evening, daily: Daily, store: DailyStore, clock: Clock
) -> None:
    await Owners(store, daily.days).change(GUILD, "x", channel=CHANNEL, hour=6)
    await evening.win(ANNA)
    clock.to(FIRST + 1, 5)
    assert await daily.posts.due() == []
    clock.to(FIRST + 4, 23)
    post = await daily.posts.claim(GUILD)
    assert post
    assert post.day == FIRST + 4
    assert post.yesterday == ""


async def test_the_post_names_the_first_of_yesterday(
    evening: Evening, daily: Daily, store: DailyStore, clock: Clock
) -> None:
    await Owners(store, daily.days).change(GUILD, "x", channel=CHANNEL, hour=0)
    await evening.win(ANNA)
    clock.to(FIRST + 1)
    post = await daily.posts.claim(GUILD)
    assert post
    assert "**Yesterday, " in post.yesterday
    assert "Came out: 👑 Anna in 26 moves" in post.yesterday
    assert "**This week's first**\n🥇 Anna – 150 points" in post.yesterday
    assert "days running" not in post.yesterday
    await Owners(store, daily.days).change(GUILD, "x", channel=0)
    assert await daily.posts.due() == []
    assert await daily.posts.claim(GUILD) is None


async def test_a_week_of_two_servers_is_told(
    evening: Evening, daily: Daily, store: DailyStore, clock: Clock
) -> None:
    """Eight people, four a server; one of them only on some days."""
    people = [Player(str(n), f"P{n}") for n in range(1, 9)]
    for guild in (GUILD, OTHER):
        await Owners(store, daily.days).change(guild, "x", channel=CHANNEL, hour=0)
    for day in range(8):
        clock.to(FIRST + day)
        await was_up(store, range(FIRST + day, FIRST + day + 1), range(72, 144))  # half of each day
        if day:
            post, other = await daily.posts.claim(GUILD), await daily.posts.claim(OTHER)
            assert post
            assert other
            assert "P5" not in post.yesterday
            assert "P1" not in other.yesterday
            running = f"This server has played {day} days running."
            assert (running in post.yesterday) is (day > 1)
            assert "days running" not in other.yesterday
            assert len(post.text) < 1900
            assert len(post.yesterday) < 1900
            sunday = "**Last week's first**" in post.yesterday
            assert sunday is (day == 7)
        for n, person in enumerate(people):
            guild = GUILD if n < 4 else OTHER
            if guild == OTHER and day % 2:
                continue
            if n % 4 == 0:
                await evening.win(person, guild)
            else:
                attempt = await evening.begin(person, guild)
                await evening.move(attempt, person, 3 * (n % 4) + day)
    assert post
    assert "Came out: 👑 P1 in " in post.yesterday
    assert "🥇 P1 – 750 points\n🥈 P4 – " in post.yesterday
    assert "Others: P4 " in post.yesterday
