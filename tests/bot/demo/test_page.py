"""The page's WebSocket and files, without a browser."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import aiohttp
import pytest

from bot.demo import Loopback
from tests.bot.demo.conftest import Login
from tests.bot.demo.small_bot import SmallBot

Json = dict[str, Any]


class Reader:
    """One open page: sends requests, and waits for what it is sent."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.send = socket.send_json
        self._socket = socket

    async def next(self, kind: str, fits: Callable[[Json], object] = bool) -> Json:
        while True:
            item: Json = await self._socket.receive_json(timeout=60)
            if item["type"] == kind and fits(item):
                return item


Open = Callable[..., Awaitable[Reader]]


@pytest.fixture
async def open_page(discord: Loopback) -> AsyncIterator[Open]:
    async with AsyncExitStack() as stack:

        async def begin(**hello: str) -> Reader:
            http = await stack.enter_async_context(aiohttp.ClientSession())
            socket = await stack.enter_async_context(http.ws_connect(f"{discord.url}/page"))
            await socket.send_json({"type": "hello", "key": discord.page.key, **hello})
            return Reader(socket)

        yield begin


@pytest.mark.parametrize("hello", ["[]", "5", "null", "{", '"key"', '{"key": []}', ""])
async def test_a_hello_of_any_kind_is_no_fault(
    hello: str, discord: Loopback, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{discord.url}/page") as socket,
    ):
        await socket.send_str(hello)
        assert (await socket.receive(timeout=60)).data == 4004
    assert not caplog.records


async def test_what_can_t_be_understood_is_said_on_the_page(
    open_page: Open, discord: Loopback, caplog: pytest.LogCaptureFixture
) -> None:
    page = await open_page()
    spoilt: list[object] = [[], 5, {}, {"type": []}, {"type": "say", "text": 5}, {"type": "say"}]
    for nonsense in spoilt:
        await page.send(nonsense)
        await page.next("notice")
    await page.send({"type": "say", "text": "still here"})
    await page.next("message", lambda item: "still here" in str(item))
    assert not caplog.records


async def test_a_browser_is_sent_to_the_page_once_without_the_key(discord: Loopback) -> None:
    path = discord.page.once()
    assert discord.page.key not in path
    async with aiohttp.ClientSession(discord.url) as http:
        async with http.get(path, allow_redirects=False) as answer:
            assert answer.status == 302
            assert answer.headers["Location"] == f"/#{discord.page.key}"
        for used in (path, "/open/", "/open/else"):
            async with http.get(used, allow_redirects=False) as answer:
                assert answer.status in (404, 410)
                assert discord.page.key not in str(answer.headers)


async def test_without_the_key_nothing_is_shown(discord: Loopback) -> None:
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{discord.url}/page") as socket,
    ):
        await socket.send_json({"type": "hello", "key": "guessed"})
        closed = await socket.receive(timeout=60)
        assert closed.type is aiohttp.WSMsgType.CLOSE
        assert closed.data == 4004


async def test_the_files_come_with_a_strict_policy(discord: Loopback) -> None:
    async with aiohttp.ClientSession() as http:
        for name in ("", "main.js", "style.css", "icon.svg"):
            async with http.get(f"{discord.url}/{name}") as answer:
                assert answer.status == 200
                policy = answer.headers["Content-Security-Policy"]
                assert "default-src 'none'; script-src 'self';" in policy
                assert "unsafe" not in policy
                text = await answer.text()
                assert "innerHTML" not in text
                assert "onclick" not in text
        for name in ("server.py", "../server.py", "other.js"):
            async with http.get(f"{discord.url}/{name}") as answer:
                assert answer.status == 404


async def test_names_after_an_at_are_mentions(discord: Loopback, open_page: Open) -> None:
    page = await open_page()
    me, ben = discord.bot.id, discord.person("Ben").id
    for typed, sent in (
        ("@patience 7h f", f"<@{me}> 7h f"),
        ("d @Patience, and @Ben", f"d <@{me}>, and <@{ben}>"),
        ("@Patiences you@patience.org @", "@Patiences you@patience.org @"),
    ):
        await page.send({"type": "say", "text": typed})
        said = await page.next("message")
        assert said["message"]["content"] == sent


async def test_two_pages_see_the_same_and_ephemerals_one_only(
    discord: Loopback, bot: SmallBot, open_page: Open
) -> None:
    ben = discord.person("Ben")
    anna_page, ben_page = await open_page(), await open_page(person=str(ben.id))
    state = await anna_page.next("state")
    assert state["bot"]["online"]
    assert [c["name"] for c in state["channels"]] == ["table", "daily", "talk", "Anna"]
    assert {line["words"] for line in state["commands"]} >= {"small show", "small think"}
    await anna_page.send({"type": "say", "text": "board"})
    for page in (anna_page, ben_page):
        shown = await page.next("message", lambda item: item["message"]["components"])
    number = shown["message"]["id"]
    await ben_page.send({"type": "select", "message": number, "name": "pick", "values": ["2"]})
    picked = await ben_page.next("message", lambda item: "picked" in item["message"]["content"])
    assert picked["message"]["flags"] & 64
    await ben_page.send({"type": "click", "message": number, "name": "deal:0"})
    await ben_page.next("message", lambda item: "edited_timestamp" in item["message"])
    seen = await anna_page.next("message", lambda item: item["message"]["id"] != number or True)
    assert "picked" not in seen["message"]["content"]


async def test_commands_completion_and_forms(
    discord: Loopback, bot: SmallBot, open_page: Open
) -> None:
    page = await open_page()
    complete = {"words": "small show", "focused": "game", "typed": "a", "options": {}}
    await page.send({"type": "complete", "ask": 7, **complete})
    assert await page.next("choices") == {
        "type": "choices",
        "ask": 7,
        "choices": [{"name": "Anna", "value": "anna"}],
    }
    await page.send({"type": "slash", "words": "small show", "options": {"game": "anna"}})
    shown = await page.next("message")
    assert shown["message"]["asked"] == "Anna used /small show"
    await page.send({"type": "slash", "words": "small show", "options": {}})
    assert "required" in (await page.next("notice"))["text"]
    await page.send({"type": "slash", "words": "small rename", "options": {}})
    form = await page.next("form")
    answer = {"interaction": form["interaction"], "values": {"name": "Letter A"}}
    await page.send({"type": "submit", **answer})
    assert (await page.next("message"))["message"]["content"] == "called Letter A"


async def test_switching_person_channel_and_threads(
    discord: Loopback, bot: SmallBot, open_page: Open
) -> None:
    anna, cleo = discord.person("Anna"), discord.person("Cleo")
    page = await open_page()
    await page.next("messages")
    anna.say(discord.channel("talk"), "over here")
    assert (await page.next("elsewhere"))["channel"] == str(discord.channel("talk").id)
    await page.send({"type": "open", "channel": str(discord.channel("talk").id)})
    (message,) = (await page.next("messages"))["messages"]
    assert message["content"] == "over here"
    await page.send({"type": "open", "channel": str(anna.dm().id)})
    await page.next("messages")
    await page.send({"type": "open", "person": str(cleo.id)})
    state = await page.next("state", lambda item: item["me"] == str(cleo.id))
    assert state["channel"] == str(cleo.dm().id)
    await page.send({"type": "open", "channel": str(discord.channel("talk").id)})
    await page.send({"type": "thread", "name": "quiet"})
    state = await page.next("state", lambda item: "quiet" in str(item["channels"]))
    assert state["channel"] == str(discord.channel("quiet").id)
    discord.world.remove_channel(discord.channel("talk"))
    state = await page.next("state")
    assert state["channel"] == str(discord.channel("table").id)


async def test_own_messages_only_can_be_changed(
    discord: Loopback, bot: SmallBot, open_page: Open
) -> None:
    page = await open_page()
    bens = discord.person("Ben").say(discord.channel("table"), "mine")
    await page.send({"type": "edit", "message": str(bens.id), "text": "yours"})
    assert "somebody else's" in (await page.next("notice"))["text"]
    await page.send({"type": "say", "text": "7h g", "reply_to": str(bens.id)})
    own = await page.next("message", lambda item: item["message"]["content"] == "7h g")
    assert own["message"]["referenced_message"]["content"] == "mine"
    number = own["message"]["id"]
    await page.send({"type": "edit", "message": number, "text": "7h f"})
    await page.next("message", lambda item: item["message"]["content"] == "7h f")
    await page.send({"type": "delete", "message": number})
    assert (await page.next("deleted"))["id"] == number


async def test_owner_and_moderators_delete_and_rename(
    discord: Loopback, bot: SmallBot, open_page: Open
) -> None:
    page = await open_page()
    state = await page.next("state")
    roles = {person["name"]: person["role"] for person in state["people"]}
    assert roles == {"Anna": "owner", "Ben": "moderator", "Cleo": ""}
    assert state["manages"]
    table = discord.channel("table")
    bens = discord.person("Ben").say(table, "mine")
    await page.send({"type": "delete", "message": str(bens.id)})
    assert (await page.next("deleted"))["id"] == str(bens.id)
    await page.send({"type": "rename", "name": "parlour"})
    await page.next(
        "state", lambda item: "parlour" in [channel["name"] for channel in item["channels"]]
    )
    await page.send({"type": "rename", "name": "  "})
    assert "needs a name" in (await page.next("notice"))["text"]
    await page.send({"type": "open", "person": str(discord.person("Cleo").id)})
    state = await page.next("state", lambda item: not item["manages"])
    assert not state["renames"]
    await page.send({"type": "rename", "name": "cleos"})
    assert "renamed by the owner" in (await page.next("notice"))["text"]
    assert table.name == "parlour"


async def test_permissions_and_trouble(discord: Loopback, login: Login, open_page: Open) -> None:
    page = await open_page()
    state = await page.next("state")
    assert not state["bot"]["online"]
    await login()
    await page.next("state", lambda item: item["bot"]["online"])
    await page.send({"type": "permission", "name": "send_messages", "on": False})
    await page.next("state", lambda item: not item["permissions"]["send_messages"])
    assert not discord.channel("table").permissions(discord.bot).send_messages
    await page.send({"type": "permission", "name": "administrator", "on": True})
    assert "can't" in (await page.next("notice"))["text"]
    await page.send({"type": "trouble", "what": "cut"})
    await page.next("state", lambda item: not item["bot"]["online"])
    await page.next("state", lambda item: item["bot"]["online"])
