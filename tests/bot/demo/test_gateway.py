"""Logging in, losing the connection, resuming, outages, rate limits."""

from __future__ import annotations

import asyncio
import logging
import time

import aiohttp
import discord as library
import pytest

from bot.demo import Loopback
from tests.bot.demo.conftest import Login, eventually
from tests.bot.demo.small_bot import SmallBot


async def test_a_wrong_token(discord: Loopback) -> None:
    async with library.Client(intents=library.Intents.default()) as client:
        with pytest.raises(library.LoginFailure):
            await client.start("nonsense")


async def test_discord_py_is_turned_back_afterwards() -> None:
    before = (library.http.Route.BASE, library.gateway.DiscordWebSocket.DEFAULT_GATEWAY)
    async with Loopback() as discord:
        discord.patch()
        assert discord.url in library.http.Route.BASE
    assert before == (library.http.Route.BASE, library.gateway.DiscordWebSocket.DEFAULT_GATEWAY)


async def test_a_lost_connection_is_resumed_and_nothing_is_missed(
    discord: Loopback, bot: SmallBot
) -> None:
    anna, table = discord.person("Anna"), discord.channel("table")
    anna.say(table, "one")
    await eventually(lambda: bot.heard == ["one"])
    await discord.gateway.drop()
    anna.say(table, "two")
    await eventually(lambda: bot.heard == ["one", "two"])
    assert "RESUMED" in bot.events
    await discord.gateway.ask_to_reconnect()
    anna.say(table, "three")
    await eventually(lambda: bot.heard == ["one", "two", "three"])
    assert bot.events.count("READY") == 1


async def test_a_resume_may_repeat_events(discord: Loopback, bot: SmallBot) -> None:
    anna, table = discord.person("Anna"), discord.channel("table")
    anna.say(table, "one")
    await eventually(lambda: bot.heard == ["one"])
    discord.gateway.replay_extra = 1
    await discord.gateway.drop()
    await eventually(lambda: "RESUMED" in bot.events)
    assert bot.heard == ["one", "one"]


async def test_an_event_may_come_twice(discord: Loopback, bot: SmallBot) -> None:
    discord.gateway.copies = 2
    discord.person("Anna").say(discord.channel("table"), "twice")
    await eventually(lambda: bot.heard == ["twice", "twice"])


async def test_without_resume_what_happened_meanwhile_is_lost(
    discord: Loopback, bot: SmallBot
) -> None:
    anna, table = discord.person("Anna"), discord.channel("table")
    await discord.gateway.drop(resumable=False)
    anna.say(table, "unheard")
    await discord.gateway.ready()
    anna.say(table, "heard")
    await eventually(lambda: "heard" in bot.heard)
    assert bot.heard == ["heard"]
    assert bot.events.count("READY") == 2


async def test_outage_removal_and_a_new_server(discord: Loopback, bot: SmallBot) -> None:
    anna, table = discord.person("Anna"), discord.channel("table")
    await eventually(lambda: bot.get_guild(discord.guild.id))
    discord.world.set_available(discord.guild, available=False)
    anna.say(table, "unheard")
    await eventually(lambda: bot.guilds[0].unavailable)
    discord.world.set_available(discord.guild, available=True)
    await eventually(lambda: not bot.guilds[0].unavailable)
    discord.world.remove_bot(discord.guild)
    await eventually(lambda: not bot.guilds)
    other = discord.world.add_guild("Another room", anna)
    await eventually(lambda: [guild.id for guild in bot.guilds] == [other.id])
    assert bot.heard == []


async def test_a_429_is_waited_out(
    discord: Loopback, bot: SmallBot, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    discord.faults.fail(429, method="POST", path="/messages$", retry_after=0.2)
    place, begin = bot.get_partial_messageable(discord.channel("table").id), time.monotonic()
    await place.send("patience")
    assert time.monotonic() - begin >= 0.2
    asked = [r for r in discord.requests if r.path.endswith("/messages")]
    assert [r.status for r in asked] == [429, 200]
    assert len(discord.channel("table").messages) == 1


async def test_buckets_run_empty(discord: Loopback, bot: SmallBot) -> None:
    discord.faults.limited = True
    place = bot.get_partial_messageable(discord.channel("table").id)
    await place.send("first")
    url = f"{discord.url}/api/v10/channels/{place.id}/messages"
    more = {"content": "more", "allowed_mentions": {"parse": []}}
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {discord.token}"}) as http:
        for number in (3, 2, 1, 0):
            async with http.post(url, json=more) as answer:
                assert answer.headers["X-RateLimit-Remaining"] == str(number)
        async with http.post(url, json=more) as answer:
            assert answer.status == 429
            assert answer.headers["X-RateLimit-Scope"] == "user"
            assert 0 < float(answer.headers["Retry-After"]) <= 5


async def test_a_server_error_is_tried_again(discord: Loopback, bot: SmallBot) -> None:
    discord.faults.fail(502, path="/messages$")
    discord.faults.fail(503, path="/typing$")
    place = bot.get_partial_messageable(discord.channel("table").id)
    await place.send("at the second try")
    assert len(discord.channel("table").messages) == 1
    with pytest.raises(library.DiscordServerError):
        await place.typing()


async def test_the_requests_are_on_record(discord: Loopback, login: Login) -> None:
    await login()
    first, *_ = discord.requests
    assert (first.method, first.path, first.status) == ("GET", "/users/@me", 200)
    synced = next(r for r in discord.requests if r.method == "PUT")
    assert synced.path == f"/applications/{discord.bot.id}/commands"
    assert {command["name"] for command in synced.json} == {"small", "Quote"}


async def test_strange_hosts_and_pages_are_refused(discord: Loopback) -> None:
    async with aiohttp.ClientSession() as http:
        for headers in ({"Host": "evil.example"}, {"Origin": "https://evil.example"}):
            async with http.get(discord.url + "/api/v10/gateway", headers=headers) as answer:
                assert answer.status == 403
        async with http.get(discord.url + "/api/v10/gateway") as answer:
            assert answer.status == 401


async def test_a_sharded_client(discord: Loopback) -> None:
    client = library.AutoShardedClient(intents=library.Intents.default(), shard_count=1)
    task = asyncio.create_task(client.start(discord.token))
    await discord.gateway.ready()
    await eventually(lambda: client.get_guild(discord.guild.id))
    await client.close()
    await task
