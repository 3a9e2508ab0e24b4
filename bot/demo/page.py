"""The page in the browser: what people see of the loopback Discord, and their hands in it.

A viewer is one open page. It says hello with the page's key, then acts as one person in one
channel; both can be switched. The state (channels, people, commands, the bot's permissions) is
sent again whenever it differs from what the page has; messages are sent as they come.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections import deque
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from aiohttp import WSMessage, WSMsgType, web

from bot.demo import payloads
from bot.demo.commands import MESSAGE_MENU, USER_MENU, words_of
from bot.demo.faults import Faults
from bot.demo.gateway import Gateway
from bot.demo.model import COMMAND, DM, THREAD, Channel, Guild, Interaction, Json, Message
from bot.demo.people import Person, Stage
from bot.demo.world import Event

FILES = Path(__file__).with_name("page")
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
SHOWN = 100
"""How many messages of a channel a page gets when it opens it."""

PERMISSIONS = (
    "view_channel",
    "send_messages",
    "attach_files",
    "embed_links",
    "read_message_history",
    "pin_messages",
)
"""What can be taken from the bot on the page."""


class Page:
    """Serves the page's files and its WebSocket, /page."""

    def __init__(
        self,
        stage: Stage,
        guild: Guild,
        people: list[Person],
        gateway: Gateway,
        faults: Faults,
        key: str,
    ) -> None:
        self.key = key
        self._once = ""
        self.stage = stage
        self.guild = guild
        self.people = people
        self.gateway = gateway
        self.faults = faults
        self._viewers: set[Viewer] = set()
        stage.world.listeners.append(self._pass_on)

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/", self._file),
            web.get("/page", self._socket),
            web.get("/open/{once}", self._open_once),
            web.get(r"/{name:[a-z]+\.(css|js|svg)}", self._file),
        ]

    def once(self) -> str:
        """A path that leads to the page once: for a browser's command line, which everybody on
        the computer can read.
        """
        self._once = secrets.token_urlsafe(18)
        return f"/open/{self._once}"

    async def _open_once(self, request: web.Request) -> web.Response:
        given = request.match_info["once"].encode()
        if not self._once or not secrets.compare_digest(given, self._once.encode()):
            raise web.HTTPGone(text="This address has been used; open the one in the terminal.")
        self._once = ""
        raise web.HTTPFound(f"/#{self.key}", headers={"Cache-Control": "no-store"})

    async def _file(self, request: web.Request) -> web.Response:
        path = FILES / request.match_info.get("name", "index.html")
        if not path.is_file():
            raise web.HTTPNotFound
        headers = {
            "Content-Security-Policy": (
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                f"connect-src 'self' ws://{request.host}; "
                "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            ),
            "Cache-Control": "no-cache",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        }
        return web.Response(
            body=path.read_bytes(),
            content_type=TYPES[path.suffix],
            charset="utf-8",
            headers=headers,
        )

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=20, max_msg_size=64 * 1024)
        await socket.prepare(request)
        hello = _said(await socket.receive())
        if not secrets.compare_digest(str(hello.get("key")).encode(), self.key.encode()):
            await socket.close(code=4004, message=b"The address lacks the page's key.")
            return socket
        viewer = Viewer(self, socket)
        self._viewers.add(viewer)
        try:
            await viewer.run(hello)
        finally:
            self._viewers.discard(viewer)
        return socket

    def _pass_on(self, event: Event) -> None:
        for viewer in self._viewers:
            viewer.tell(event)

    async def close(self) -> None:
        for viewer in list(self._viewers):
            await viewer.socket.close(code=1001)


def _said(received: WSMessage) -> Json:
    """What a page says; nothing where it isn't what a page of ours says."""
    try:
        said = json.loads(received.data) if received.type is WSMsgType.TEXT else {}
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


class Viewer:
    """One open page."""

    def __init__(self, page: Page, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self._page = page
        self._world = page.stage.world
        self._person = page.people[0]
        self._channel = next(iter(page.guild.channels.values()))
        self._queue: deque[Json] = deque()
        self._state: Json = {}
        self._asked: dict[str, Interaction] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._actions: dict[str, Callable[[Json], Awaitable[None]]] = {
            "open": self._open,
            "typing": self._typing,
            "say": self._say,
            "edit": self._edit,
            "delete": self._delete,
            "dismiss": self._dismiss,
            "slash": self._slash,
            "complete": self._complete,
            "click": self._click,
            "menu": self._menu,
            "select": self._select,
            "submit": self._submit,
            "thread": self._thread,
            "rename": self._rename,
            "permission": self._permission,
            "trouble": self._trouble,
        }

    async def run(self, hello: Json) -> None:
        await self._open(hello)
        writer = asyncio.create_task(self._write())
        try:
            while (received := await self.socket.receive()).type is WSMsgType.TEXT:
                # Each on its own: an interaction may wait for the bot while people type on.
                task = asyncio.create_task(self._act(_said(received)))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        finally:
            for task in (writer, *self._tasks):
                task.cancel()

    async def _write(self) -> None:
        while True:
            for item in await self._world.bell.until(self._news, timeout=None):
                await self.socket.send_json(item)

    def _news(self) -> list[Json]:
        news = [*self._queue]
        self._queue.clear()
        state = self._look()
        if state != self._state:
            self._state = state
            news.insert(0, state)
        return news

    def _push(self, kind: str, **more: Any) -> None:
        self._queue.append({"type": kind, **more})
        self._world.bell.ring()

    # What the page shows

    def _look(self) -> Json:
        if self._channel.id not in self._world.channels:
            self._show(next(iter(self._page.guild.channels.values())))
        bot = self._world.bot
        may = self._channel.permissions(bot)
        return {
            "type": "state",
            "guild": self._page.guild.name,
            "bot": {"id": str(bot.id), "name": bot.name, "online": self._page.gateway.connected},
            "me": str(self._person.id),
            "people": [
                {"id": str(who.id), "name": who.name, "role": self._role(who)}
                for who in self._page.people
            ],
            "manages": self._may_manage("messages"),
            "renames": self._may_manage("channels"),
            "channel": str(self._channel.id),
            "channels": [
                {"id": str(channel.id), "name": channel.name, "kind": channel.kind}
                for channel in self._channels()
            ],
            "commands": self._page.stage.commands.flat(self._channel),
            "menus": {
                "message": self._page.stage.commands.menu(self._channel, MESSAGE_MENU),
                "person": self._page.stage.commands.menu(self._channel, USER_MENU),
            },
            "permissions": {}
            if self._channel.kind == DM
            else {p: getattr(may, p) for p in PERMISSIONS},
        }

    def _role(self, who: Person) -> str:
        """What makes somebody more than a member of the server, "" for all others."""
        guild = self._page.guild
        if who is guild.owner:
            return "owner"
        return ", ".join(guild.roles[id].name.lower() for id in guild.roles_of[who.id])

    def _may_manage(self, what: str) -> bool:
        """Whether the person may delete others' messages, or rename the channel."""
        may = self._channel.permissions(self._person)
        return self._channel.kind != DM and bool(getattr(may, f"manage_{what}"))

    def _channels(self) -> list[Channel]:
        """The server's channels, each with its threads, and the person's direct messages."""
        top = [c for c in self._page.guild.channels.values() if c.kind != THREAD]
        threads = [c for c in self._page.guild.channels.values() if c.kind == THREAD]
        result = []
        for channel in top:
            result += [channel, *(thread for thread in threads if thread.parent is channel)]
        return [*result, self._person.dm()]

    def _show(self, channel: Channel) -> None:
        """Turns to a channel, with what the person can see in it."""
        self._channel = channel
        own = self._page.stage.interactions.shown_to(self._person, channel)
        shown = sorted([*channel.messages.values(), *own], key=lambda message: message.id)[-SHOWN:]
        self._push("messages", messages=[self._message(message) for message in shown])

    def _message(self, message: Message) -> Json:
        result = payloads.message(message)
        result["name"] = message.author.name
        asked = message.interaction
        if asked is not None and asked.kind == COMMAND:
            result["asked"] = f"{asked.user.name} used /{words_of(asked.data)}"
        return result

    def tell(self, event: Event) -> None:
        if event.private not in (None, self._person):
            return
        if event.channel is not self._channel:
            if event.name == "MESSAGE_CREATE" and event.channel in self._channels():
                self._push("elsewhere", channel=event.data["channel_id"])
        elif event.name in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and event.message is not None:
            if event.message.id in self._page.stage.interactions.dismissed:
                return
            self._push("message", message=self._message(event.message))
        elif event.name == "MESSAGE_DELETE":
            self._push("deleted", id=event.data["id"])
        elif event.name == "TYPING_START":
            who = self._world.users[int(event.data["user_id"])]
            if who is not self._person:
                self._push("typing", name=who.name)

    # What people do on the page

    async def _act(self, request: Json) -> None:
        """What can't be done is said on the page, in the words of the error."""
        try:
            await self._actions[request["type"]](request)
        except (TypeError, AttributeError):
            self._push("notice", text="That can't be understood; load the page again.")
        except (LookupError, ValueError) as error:
            self._push("notice", text=str(error.args[0] if error.args else error))

    def _find(self, number: str) -> Message:
        for message in self._page.stage.interactions.shown_to(self._person, self._channel):
            if str(message.id) == number:
                return message
        if (found := self._channel.messages.get(int(number))) is None:
            raise LookupError("this message is gone")
        return found

    def _own(self, number: str) -> Message:
        message = self._find(number)
        if message.author is not self._person:
            raise LookupError("this message is somebody else's")
        return message

    async def _open(self, request: Json) -> None:
        """Becomes a person and turns to a channel, each as far as the page names one."""
        for person in self._page.people:
            if str(person.id) == request.get("person"):
                self._person = person
        channels = self._channels()
        wanted = [c for c in channels if str(c.id) == request.get("channel")]
        if not wanted and self._channel.kind == DM:
            wanted = [self._person.dm()]
        self._show(next(iter(wanted), self._channel))

    async def _typing(self, request: Json) -> None:
        self._person.start_typing(self._channel)

    async def _say(self, request: Json) -> None:
        reply_to = request.get("reply_to")
        answered = self._find(reply_to) if reply_to else None
        text = self._mentioned(request["text"])[:2000]
        self._person.say(self._channel, text, reply_to=answered)

    async def _edit(self, request: Json) -> None:
        text = self._mentioned(request["text"])[:2000]
        self._person.edit(self._own(request["message"]), text)

    def _mentioned(self, text: str) -> str:
        """The text as Discord's client sends it: names after an @ become the ids of people."""
        for user in (self._world.bot, *self._page.people):
            name = rf"(?<!\S)@{re.escape(user.name)}(?!\w)"
            text = re.sub(name, f"<@{user.id}>", text, flags=re.IGNORECASE)
        return text

    async def _delete(self, request: Json) -> None:
        find = self._find if self._may_manage("messages") else self._own
        self._person.delete(find(request["message"]))

    async def _rename(self, request: Json) -> None:
        if not self._may_manage("channels"):
            raise ValueError("channels are renamed by the owner and moderators")
        name = request["name"].strip()[:100]
        if not name:
            raise ValueError("a channel needs a name")
        self._channel.name = name
        self._world.changed(self._channel)

    async def _dismiss(self, request: Json) -> None:
        self._page.stage.interactions.dismiss(self._find(request["message"]))

    async def _slash(self, request: Json) -> None:
        options = request["options"]
        self._answered(await self._person.slash(self._channel, request["words"], options))

    async def _complete(self, request: Json) -> None:
        choices = await self._person.complete(
            self._channel,
            request["words"],
            request["focused"],
            request["typed"],
            request["options"],
        )
        self._push("choices", ask=request["ask"], choices=choices)

    async def _menu(self, request: Json) -> None:
        """An entry of the context menu of a message, or of whoever wrote it."""
        message, name = self._find(request["message"]), request["name"]
        if request["of"] == "message":
            self._answered(await self._person.menu(message, name))
        else:
            self._answered(await self._person.menu_of(message.author, self._channel, name))

    async def _click(self, request: Json) -> None:
        self._answered(await self._person.click(self._find(request["message"]), request["name"]))

    async def _select(self, request: Json) -> None:
        message = self._find(request["message"])
        self._answered(await self._person.select(message, request["name"], *request["values"]))

    async def _submit(self, request: Json) -> None:
        asked = self._asked.pop(request["interaction"])
        self._answered(await self._person.submit(asked, request["values"]))

    def _answered(self, interaction: Interaction) -> None:
        """What an interaction leads to besides messages: a form, or silence."""
        if interaction.answered is None:
            self._push("notice", text=f"{self._world.bot.name} did not answer in time.")
        elif interaction.modal is not None:
            self._asked[str(interaction.id)] = interaction
            self._push("form", interaction=str(interaction.id), form=interaction.modal)

    async def _thread(self, request: Json) -> None:
        if self._channel.kind == DM:
            raise ValueError("there are no threads in direct messages")
        place = self._channel.parent or self._channel
        self._show(self._person.start_thread(place, request["name"][:100] or "thread"))

    async def _permission(self, request: Json) -> None:
        if request["name"] not in PERMISSIONS or self._channel.kind == DM:
            raise LookupError("this can't be taken away here")
        change = self._world.allow if request["on"] else self._world.deny
        change(self._channel, request["name"])

    async def _trouble(self, request: Json) -> None:
        if request["what"] == "cut":
            await self._page.gateway.drop()
        elif request["what"] == "lose":
            await self._page.gateway.drop(resumable=False)
        elif request["what"] == "limit":
            self._page.faults.fail(429, path="/messages", retry_after=3.0)
