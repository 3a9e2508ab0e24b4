"""The loopback Discord as a server on 127.0.0.1, and discord.py turned towards it.

```
async with Loopback() as discord:
    discord.patch()
    running = asyncio.create_task(MyBot().start(discord.token))
    await discord.gateway.ready()
    anna, table = discord.person("Anna"), discord.channel("table")
    anna.say(table, "hello")
    answer = await table.wait_for(lambda message: message.author is discord.bot)
```
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self, cast

import yarl
from aiohttp import web
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.demo import errors
from bot.demo.commands import Commands
from bot.demo.drafts import Body, read_body
from bot.demo.errors import ApiError
from bot.demo.faults import Faults
from bot.demo.gateway import Gateway
from bot.demo.interactions import PendingInteractions
from bot.demo.memory import Memory, MemoryUnreadable
from bot.demo.model import Channel, Guild, User
from bot.demo.page import Page
from bot.demo.people import Person, Stage
from bot.demo.rest import BODY, Rest, reply
from bot.demo.world import MODERATOR, Clock, World

HOST = "127.0.0.1"
API = "/api/v10"
UPLOAD_LIMIT = 25 * 1024 * 1024
"""Largest request in bytes."""

WebHandler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True)
class Recorded:
    """A request that the bot made, and what it was answered. `path` is without /api/v10."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str] = field(repr=False)
    json: Any = None
    """The JSON body, or the form's payload_json."""
    files: dict[str, tuple[str, bytes]] = field(default_factory=dict, repr=False)
    """Name of the form field, `files[0]`, to file name and content."""
    status: int = 0
    reply: Any = field(default=None, repr=False)


class Loopback:
    """A Discord with one server, three channels, three people and one bot.

    `people` is the list of persons; the first owns the server and the second is a moderator
    there. Anything may be added through `world`. `requests` has everything the bot asked for,
    unless `record` is off (it keeps every uploaded file). With a `memory` it goes on where the
    last one with the same file ended.
    """

    def __init__(
        self,
        *,
        token: str | None = None,
        people: tuple[str, ...] = ("Anna", "Ben", "Cleo"),
        record: bool = True,
        memory: Memory | None = None,
    ) -> None:
        self._memory = memory
        self.record = record
        self.token = token or ".".join(
            secrets.token_urlsafe(n) for n in (18, 4, 27)
        )  # as Discord's
        self.requests: list[Recorded] = []
        # Everything up to the clock's start has the same ids next time: only append to it.
        clock = Clock(memory.founded if memory else None)
        self.world = World(clock=clock)
        self.bot: User = self.world.bot
        self.interactions = PendingInteractions(self.world)
        self.commands = Commands(self.world)
        self.gateway = Gateway(self.world, self.token)
        self.faults = Faults(self.world.clock)
        self.people: list[Person] = [self.add_person(name) for name in people]
        self.guild: Guild = self.world.add_guild("The card room", self.people[0])
        for person in self.people[1:]:
            self.world.join(self.guild, person)
        self.world.add_role(self.guild, "Moderator", MODERATOR, *self.people[1:2])
        for name in ("table", "daily", "talk"):
            self.world.add_channel(self.guild, name)
        for person in self.people:
            person.dm()
        clock.start()
        stage = Stage(self.world, self.commands, self.interactions)
        key = memory.key if memory else secrets.token_urlsafe(18)
        self.page = Page(stage, self.guild, self.people, self.gateway, self.faults, key)
        self._rest = Rest(self.world, self.interactions, self.commands, self.gateway)
        self.emojis = self._rest.emojis
        self._runner: web.AppRunner | None = None
        self._unpatched: tuple[str, yarl.URL, str] | None = None
        self.port = 0

    # Whom and what there is

    def add_person(self, name: str) -> Person:
        stage = Stage(self.world, self.commands, self.interactions)
        return self.world.add_user(Person(self.world.next_id(), name, stage=stage))

    def person(self, name: str) -> Person:
        return next(person for person in self.people if person.name == name)

    def channel(self, name: str) -> Channel:
        return next(channel for channel in self.world.channels.values() if channel.name == name)

    # The server

    async def start(self, port: int = 0) -> None:
        """Listens on 127.0.0.1 only; port 0 is any free one.

        Raises OSError when it is taken, MemoryUnreadable when there is one that can't be read.
        """
        api = web.Application(middlewares=[self._record], client_max_size=UPLOAD_LIMIT)
        api.add_routes(self._rest.routes())
        app = web.Application(middlewares=[self._guard])
        app.add_subapp(API, api)
        app.add_routes(self.page.routes())
        app.router.add_get("/gw", self.gateway.handle)
        app.router.add_get("/attachments/{key}/{name}", self._attachment)
        app.router.add_get("/emojis/{emoji:[0-9]+}", self._emoji)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, HOST, port).start()
            self.port = self._runner.addresses[0][1]
            self.gateway.url = f"ws://{HOST}:{self.port}/gw"
            self.world.drafts.base_url = self.url
            if self._memory is not None:
                self._memory.recall(self.world, self.commands)
        except (OSError, MemoryUnreadable):
            await self._runner.cleanup()
            raise

    async def stop(self) -> None:
        self.unpatch()
        await self.gateway.drop()
        await self.page.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    @property
    def page_url(self) -> str:
        """The page's address with its key, which the browser keeps to itself (a fragment)."""
        return f"{self.url}/#{self.page.key}"

    # discord.py

    def patch(self) -> None:
        """Turns discord.py, in this process, to this server. `stop` or `unpatch` turns it back."""
        if self._unpatched is None:
            self._unpatched = (Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE)
        Route.BASE = self.url + API
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self.gateway.url)
        Asset.BASE = self.url

    def unpatch(self) -> None:
        if self._unpatched is not None:
            Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE = self._unpatched
            self._unpatched = None

    # Requests

    @web.middleware
    async def _guard(self, request: web.Request, handler: WebHandler) -> web.StreamResponse:
        """Only for programs and pages of this computer: no other site may reach in by a name
        of its own that it points to 127.0.0.1.
        """
        hosts = {f"{HOST}:{self.port}", f"localhost:{self.port}"}
        origin = request.headers.get("Origin")
        if request.host not in hosts or (
            origin is not None and origin not in {f"http://{host}" for host in hosts}
        ):
            raise web.HTTPForbidden(text="This server answers its own page only.")
        return await handler(request)

    @web.middleware
    async def _record(self, request: web.Request, handler: WebHandler) -> web.StreamResponse:
        """Answers a REST request, keeps what was asked and answered, and says errors as Discord."""
        path = request.rel_url.raw_path.removeprefix(API)
        body, headers, response = Body(), {}, reply()
        try:
            body = request[BODY] = await read_body(request)
            self._authorize(request, path)
            await self.faults.strike(request.method, path)
            headers = self.faults.count(request.method, path)
            response = cast("web.Response", await handler(request))
        except ApiError as error:
            response = reply(error.body, error.status)
            headers = error.headers
        except web.HTTPException as error:
            message = f"{error.status}: {error.reason}"
            response = reply({"message": message, "code": 0}, error.status)
        response.headers.update(headers)
        if self.record:
            self.requests.append(_recorded(request, path, body, response))
        return response

    def _authorize(self, request: web.Request, path: str) -> None:
        """Interactions carry their own token in the path; all else the bot's in a header."""
        if path.startswith(("/interactions/", "/webhooks/")):
            return
        given = request.headers.get("Authorization", "")
        if not secrets.compare_digest(given.encode(), f"Bot {self.token}".encode()):
            raise errors.unauthorized()

    async def _attachment(self, request: web.Request) -> web.Response:
        found = self.world.drafts.files.get(request.match_info["key"])
        if found is None:
            raise web.HTTPNotFound
        headers = {"X-Content-Type-Options": "nosniff", "Cache-Control": "private, max-age=3600"}
        return web.Response(body=found.data, content_type=found.content_type, headers=headers)

    async def _emoji(self, request: web.Request) -> web.Response:
        found = self.emojis.kept.get(int(request.match_info["emoji"]))
        if found is None:
            raise web.HTTPNotFound
        headers = {"X-Content-Type-Options": "nosniff", "Cache-Control": "private, max-age=3600"}
        return web.Response(body=found.image, content_type=found.kind, headers=headers)


def _recorded(request: web.Request, path: str, body: Body, response: web.Response) -> Recorded:
    text = response.body if isinstance(response.body, bytes) else b""
    return Recorded(
        request.method,
        path,
        dict(request.query),
        dict(request.headers),
        body.json,
        {file.part: (file.name, file.data) for file in body.files},
        response.status,
        json.loads(text) if text else None,
    )
