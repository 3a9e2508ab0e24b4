"""The gateway: the WebSocket by which the bot learns what happens.

A session outlives its connection: what happens meanwhile is kept and replayed on RESUME. Frames
are plain text; discord.py takes them although it asks for compression.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web
from discord import Intents

from bot.demo import access, payloads
from bot.demo.model import Bell, Guild, Json, Message
from bot.demo.world import Event, World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT = 0, 1, 2, 6, 7
REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 8, 9, 10, 11

AUTHENTICATION_FAILED, INVALID_SHARD, DISALLOWED_INTENTS = 4004, 4010, 4014
"""Close codes after which a client must not come back."""
UNKNOWN_ERROR = 4000
"""A close code after which a client may resume."""
GOODBYE = (1000, 1001)
"""Close codes by which a client ends its session."""

HEARTBEAT_MS = 41_250
KEPT_FRAMES = 1000
"""How many events a session can replay."""

INTENTS = {
    "MESSAGE_CREATE": ("guild_messages", "dm_messages"),
    "MESSAGE_UPDATE": ("guild_messages", "dm_messages"),
    "MESSAGE_DELETE": ("guild_messages", "dm_messages"),
    "MESSAGE_REACTION_ADD": ("guild_reactions", "dm_reactions"),
    "MESSAGE_REACTION_REMOVE": ("guild_reactions", "dm_reactions"),
    "TYPING_START": ("guild_typing", "dm_typing"),
    "GUILD_MEMBER_ADD": ("members", "members"),
    "GUILD_MEMBER_UPDATE": ("members", "members"),
    "INTERACTION_CREATE": (None, None),
}
"""Which intent (discord.py's name) an event needs in a guild and in a DM; else `guilds`."""


def shard_of(guild: Guild | None, count: int) -> int:
    """DMs belong to shard 0."""
    return (guild.id >> 22) % count if guild else 0


@dataclass(eq=False)
class GatewaySession:
    """One bot login: what it subscribed to, and the frames it was or will be sent."""

    intents: Intents
    shard: tuple[int, int]
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sequence: int = 0
    frames: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=KEPT_FRAMES))
    socket: web.WebSocketResponse | None = None
    sent: int = 0
    """Sequence number of the last frame on the present connection."""

    def add(self, name: str, data: Json | None) -> None:
        self.sequence += 1
        frame = {"op": DISPATCH, "t": name, "s": self.sequence, "d": data}
        self.frames.append((self.sequence, json.dumps(frame)))

    def wants(self, event: Event) -> bool:
        if event.private is not None:
            return False
        shard, count = self.shard
        if shard_of(event.guild, count) != shard:
            return False
        in_guild, in_dm = INTENTS.get(event.name, ("guilds", None))
        intent = in_guild if event.guild else in_dm
        return intent is None or bool(getattr(self.intents, intent))


class Gateway:
    """Serves /gw and passes the world's events on.

    `copies` and `replay_extra` bring about what Discord does now and then: an event that comes
    twice, and a RESUME that replays events which the bot has already seen. `shards` and `buckets`
    are what it tells large bots: how many shards to open, and how many of them at once.
    """

    def __init__(self, world: World, token: str) -> None:
        self.url = ""
        self.message_content_allowed = True
        self.copies = 1
        self.replay_extra = 0
        self.shards = 1
        self.buckets = 1
        self._world = world
        self._token = token
        self._sessions: dict[str, GatewaySession] = {}
        self._bell = Bell()
        world.listeners.append(self._pass_on)

    @property
    def connected(self) -> bool:
        return any(session.socket is not None for session in self._sessions.values())

    async def ready(self, timeout: float = 10.0) -> None:
        """Waits until a bot is logged in and was sent all that happened so far."""
        await self._world.bell.until(
            lambda: any(s.socket and s.sent == s.sequence for s in self._sessions.values()), timeout
        )

    @property
    def application_flags(self) -> int:
        """Bit 19: the message-content intent is granted (to a bot in under 100 servers)."""
        return 1 << 19 if self.message_content_allowed else 0

    async def drop(self, *, resumable: bool = True, code: int = UNKNOWN_ERROR) -> None:
        """Cuts the connection. If not resumable, the session and what it missed are lost."""
        sessions = list(self._sessions.values())
        if not resumable:
            self._sessions.clear()
        for session in sessions:
            if session.socket is not None:
                await session.socket.close(code=code)

    async def ask_to_reconnect(self) -> None:
        """Opcode 7, as Discord sends it before it restarts a gateway."""
        for session in self._sessions.values():
            if session.socket is not None:
                await _send(session.socket, RECONNECT, None)

    def _pass_on(self, event: Event) -> None:
        if not self._concerns_bot(event):
            return
        for session in self._sessions.values():
            if session.wants(event):
                data = event.data
                if event.message is not None and "content" in data:
                    data = self.readable(event.message, data, session.intents.message_content)
                for _ in range(self.copies):
                    session.add(event.name, data)
        self._bell.ring()

    def _concerns_bot(self, event: Event) -> bool:
        """What happens on servers without the bot, in an outage, or out of its sight, does not."""
        guild, channel, bot = event.guild, event.channel, self._world.bot
        if guild is None or event.name == "GUILD_DELETE":
            return True
        if bot.id not in guild.members or not guild.available:
            return False
        if channel is None or event.name.startswith(("CHANNEL_", "INTERACTION_")):
            return True
        return channel.permissions(bot).view_channel

    def readable(self, message: Message, data: Json, granted: bool) -> Json:
        """Without the message-content intent, strangers' words are blank.

        Readable remain the bot's own messages, DMs, and what mentions the bot, replies with a
        ping included.
        """
        bot = self._world.bot
        own = message.author is bot or message.channel.guild is None
        if granted or own or bot in message.mentions:
            return data
        return data | {"content": "", "embeds": [], "attachments": [], "components": []}

    # One connection

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        await _send(socket, HELLO, {"heartbeat_interval": HEARTBEAT_MS})
        session: GatewaySession | None = None
        writer: asyncio.Task[None] | None = None
        try:
            while (received := await socket.receive()).type is WSMsgType.TEXT:
                frame = json.loads(received.data)
                code, data = frame["op"], frame.get("d")
                if code == HEARTBEAT:
                    await _send(socket, HEARTBEAT_ACK, None)
                elif code in (IDENTIFY, RESUME):
                    begin = self._identify if code == IDENTIFY else self._resume
                    session = await begin(socket, data)
                    if session is not None:
                        session.socket = socket
                        writer = asyncio.create_task(self._write(session, socket))
                elif code == REQUEST_MEMBERS and session is not None:
                    self._list_members(session, data)
            if session is not None and received.data in GOODBYE:
                self._sessions.pop(session.id, None)
        finally:
            if writer is not None:
                writer.cancel()
            if session is not None and session.socket is socket:
                session.socket = None
            self._world.bell.ring()
        return socket

    async def _identify(self, socket: web.WebSocketResponse, data: Json) -> GatewaySession | None:
        intents = Intents.none()
        intents.value = data["intents"]
        shard, count = data.get("shard", (0, 1))
        refusal = 0
        if data["token"] != self._token:
            refusal = AUTHENTICATION_FAILED
        elif intents.message_content and not self.message_content_allowed:
            refusal = DISALLOWED_INTENTS
        elif not 0 <= shard < count:
            refusal = INVALID_SHARD
        if refusal:
            await socket.close(code=refusal)
            return None
        session = GatewaySession(intents, (shard, count))
        self._sessions[session.id] = session
        world = self._world
        guilds = [g for g in world.guilds_of_bot() if shard_of(g, count) == shard]
        session.add(
            "READY",
            {
                "v": 10,
                "user": payloads.own_user(world.bot),
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
                "session_id": session.id,
                "resume_gateway_url": self.url,
                "shard": [shard, count],
                "application": {"id": str(world.bot.id), "flags": self.application_flags},
            },
        )
        for guild in guilds:
            if guild.available:
                session.add("GUILD_CREATE", payloads.guild_create(guild, world.bot))
        return session

    async def _resume(self, socket: web.WebSocketResponse, data: Json) -> GatewaySession | None:
        session = self._sessions.get(data["session_id"])
        oldest = session.frames[0][0] if session else 0
        if session is None or data["token"] != self._token or data["seq"] < oldest - 1:
            await _send(socket, INVALID_SESSION, False)
            return None
        session.sent = max(data["seq"] - self.replay_extra, 1)
        session.add("RESUMED", {})
        return session

    async def _write(self, session: GatewaySession, socket: web.WebSocketResponse) -> None:
        """Sends the session's frames in order, as they come."""
        while True:
            for number, frame in list(session.frames):
                if number > session.sent:
                    await socket.send_str(frame)
                    session.sent = number
            self._world.bell.ring()
            await self._bell.until(lambda: session.sequence > session.sent, timeout=None)

    def _list_members(self, session: GatewaySession, data: Json) -> None:
        guild = access.guild(self._world, int(data["guild_id"]))
        session.add(
            "GUILD_MEMBERS_CHUNK",
            {
                "guild_id": str(guild.id),
                "members": [payloads.member(guild, who) for who in guild.members.values()],
                "chunk_index": 0,
                "chunk_count": 1,
                "nonce": data.get("nonce"),
            },
        )
        self._bell.ring()


async def _send(socket: web.WebSocketResponse, code: int, data: object) -> None:
    await socket.send_str(json.dumps({"op": code, "d": data, "s": None, "t": None}))
