"""The REST routes of the loopback Discord, as far as bots like ours use them (API v10)."""

from __future__ import annotations

import json
from typing import Any

from aiohttp import web

from bot.demo import access, emoji, errors, payloads
from bot.demo.commands import Commands
from bot.demo.drafts import Body
from bot.demo.emoji import Emojis
from bot.demo.gateway import Gateway
from bot.demo.interactions import PendingInteractions
from bot.demo.model import DM, THREAD, Channel, Guild, Json, Message
from bot.demo.world import World

BODY = web.RequestKey("body", Body)
"""Where the server leaves the request's body."""


def reply(data: Any = None, status: int = 200) -> web.Response:
    """JSON with the exact content type that discord.py looks for; without data 204."""
    if data is None:
        return web.Response(status=204)
    body = json.dumps(data).encode()
    return web.Response(body=body, status=status, headers={"Content-Type": "application/json"})


class Rest:
    def __init__(
        self, world: World, interactions: PendingInteractions, commands: Commands, gateway: Gateway
    ) -> None:
        self._world = world
        self._interactions = interactions
        self._commands = commands
        self._gateway = gateway
        self.emojis = Emojis(world.next_id)

    def routes(self) -> list[web.RouteDef]:
        message = "/channels/{channel}/messages/{message}"
        reaction = message + "/reactions/{emoji}/@me"
        pin = "/channels/{channel}/messages/pins/{message}"
        answer = "/webhooks/{application}/{token}/messages/{message}"
        return [
            web.get("/users/@me", self.get_me),
            web.get("/users/{user}", self.get_user),
            web.post("/users/@me/channels", self.open_dm),
            web.delete("/users/@me/guilds/{guild}", self.leave_guild),
            web.get("/applications/@me", self.get_application),
            web.get("/oauth2/applications/@me", self.get_application),
            web.get("/applications/{application}/commands", self.get_commands),
            web.put("/applications/{application}/commands", self.put_commands),
            web.get("/applications/{application}/guilds/{guild}/commands", self.get_commands),
            web.put("/applications/{application}/guilds/{guild}/commands", self.put_commands),
            web.get("/applications/{application}/emojis", self.get_emojis),
            web.post("/applications/{application}/emojis", self.post_emoji),
            web.delete("/applications/{application}/emojis/{emoji}", self.delete_emoji),
            web.get("/gateway", self.get_gateway),
            web.get("/gateway/bot", self.get_gateway_bot),
            web.get("/guilds/{guild}", self.get_guild),
            web.get("/guilds/{guild}/channels", self.get_channels),
            web.get("/guilds/{guild}/roles", self.get_roles),
            web.get("/guilds/{guild}/members/{user}", self.get_member),
            web.get("/channels/{channel}", self.get_channel),
            web.patch("/channels/{channel}", self.patch_channel),
            web.delete("/channels/{channel}", self.delete_channel),
            web.post("/channels/{channel}/typing", self.typing),
            web.post("/channels/{channel}/threads", self.start_thread),
            web.post(message + "/threads", self.start_thread),
            web.put("/channels/{channel}/thread-members/@me", self.join_thread),
            web.get("/channels/{channel}/messages", self.get_messages),
            web.post("/channels/{channel}/messages", self.post_message),
            web.put(pin, self.pin),
            web.delete(pin, self.pin),
            web.get(message, self.get_message),
            web.patch(message, self.patch_message),
            web.delete(message, self.delete_message),
            web.put(reaction, self.react),
            web.delete(reaction, self.react),
            web.post("/interactions/{interaction}/{token}/callback", self.callback),
            web.post("/webhooks/{application}/{token}", self.follow_up),
            web.get(answer, self.get_answer),
            web.patch(answer, self.patch_answer),
            web.delete(answer, self.delete_answer),
        ]

    # What the path names

    def _number(self, request: web.Request, name: str) -> int:
        text = request.match_info[name]
        if not text.isdecimal():
            raise errors.invalid(name, f'Value "{text}" is not snowflake.')
        return int(text)

    def _channel(self, request: web.Request) -> Channel:
        return access.channel(self._world, self._number(request, "channel"))

    def _message(self, request: web.Request) -> Message:
        channel = self._channel(request)
        return access.message(channel, self._number(request, "message"))

    def _guild(self, request: web.Request) -> Guild:
        return access.guild(self._world, self._number(request, "guild"))

    # The bot itself

    async def get_me(self, request: web.Request) -> web.Response:
        return reply(payloads.own_user(self._world.bot))

    async def get_user(self, request: web.Request) -> web.Response:
        user = self._world.users.get(self._number(request, "user"))
        if user is None:
            raise errors.unknown_user()
        return reply(payloads.user(user))

    async def open_dm(self, request: web.Request) -> web.Response:
        user = self._world.users.get(int(request[BODY].json["recipient_id"]))
        if user is None or user.bot:
            raise errors.unknown_user()
        return reply(payloads.channel(self._world.dm(user)))

    async def leave_guild(self, request: web.Request) -> web.Response:
        self._world.remove_bot(self._guild(request))
        return reply()

    async def get_application(self, request: web.Request) -> web.Response:
        guilds = list(self._world.guilds_of_bot())
        owner = guilds[0].owner if guilds else self._world.bot
        flags = self._gateway.application_flags
        return reply(payloads.application(self._world.bot, owner, flags, len(guilds)))

    async def get_emojis(self, request: web.Request) -> web.Response:
        known = self.emojis.kept.values()
        return reply({"items": [emoji.payload(one, self._world.bot) for one in known]})

    async def post_emoji(self, request: web.Request) -> web.Response:
        made = self.emojis.put(request[BODY].json)
        return reply(emoji.payload(made, self._world.bot), 201)

    async def delete_emoji(self, request: web.Request) -> web.Response:
        self.emojis.drop(self._number(request, "emoji"))
        return reply()

    async def get_commands(self, request: web.Request) -> web.Response:
        guild = self._guild(request) if "guild" in request.match_info else None
        return reply(self._commands.of(guild))

    async def put_commands(self, request: web.Request) -> web.Response:
        guild = self._guild(request) if "guild" in request.match_info else None
        return reply(self._commands.put(request[BODY].json, guild))

    async def get_gateway(self, request: web.Request) -> web.Response:
        return reply({"url": self._gateway.url})

    async def get_gateway_bot(self, request: web.Request) -> web.Response:
        limit = {
            "total": 1000,
            "remaining": 1000,
            "reset_after": 0,
            "max_concurrency": self._gateway.buckets,
        }
        return reply(
            {"url": self._gateway.url, "shards": self._gateway.shards, "session_start_limit": limit}
        )

    # Servers and channels

    async def get_guild(self, request: web.Request) -> web.Response:
        return reply(payloads.guild(self._guild(request)))

    async def get_channels(self, request: web.Request) -> web.Response:
        channels = self._guild(request).channels.values()
        return reply([payloads.channel(c) for c in channels if c.kind != THREAD])

    async def get_roles(self, request: web.Request) -> web.Response:
        return reply(payloads.roles(self._guild(request)))

    async def get_member(self, request: web.Request) -> web.Response:
        guild = self._guild(request)
        user = guild.members.get(self._number(request, "user"))
        if user is None:
            raise errors.unknown_member()
        return reply(payloads.member(guild, user))

    async def get_channel(self, request: web.Request) -> web.Response:
        return reply(payloads.channel(self._channel(request)))

    async def patch_channel(self, request: web.Request) -> web.Response:
        channel, body = self._channel(request), request[BODY].json
        needed = "manage_threads" if channel.kind == THREAD else "manage_channels"
        if channel.starter is not self._world.bot:
            access.require(self._world, channel, needed)
        channel.name = body.get("name", channel.name)
        channel.archived = body.get("archived", channel.archived)
        channel.locked = body.get("locked", channel.locked)
        channel.slow_mode = body.get("rate_limit_per_user", channel.slow_mode)
        self._world.changed(channel)
        return reply(payloads.channel(channel))

    async def delete_channel(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        if channel.kind == DM:
            return reply(payloads.channel(channel))
        access.require(
            self._world, channel, "manage_threads" if channel.kind == THREAD else "manage_channels"
        )
        self._world.remove_channel(channel)
        return reply(payloads.channel(channel))

    async def typing(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        access.require(self._world, channel, self._may_send(channel))
        self._world.typing(channel, self._world.bot)
        return reply()

    async def start_thread(self, request: web.Request) -> web.Response:
        parent, name = self._channel(request), request[BODY].json["name"]
        access.require(self._world, parent, "create_public_threads")
        on = self._message(request) if "message" in request.match_info else None
        if on is not None and on.id in self._world.channels:
            raise errors.ApiError(400, 160004, "A thread has already been created for this message")
        thread = self._world.add_thread(parent, name, self._world.bot, on)
        return reply(payloads.channel(thread), 201)

    async def join_thread(self, request: web.Request) -> web.Response:
        self._channel(request)
        return reply()

    # Messages

    @staticmethod
    def _may_send(channel: Channel) -> str:
        return "send_messages_in_threads" if channel.kind == THREAD else "send_messages"

    async def get_messages(self, request: web.Request) -> web.Response:
        channel, query = self._channel(request), request.query
        if not channel.permissions(self._world.bot).read_message_history:
            return reply([])
        limit = int(query.get("limit", 50))
        if not 1 <= limit <= 100:
            raise errors.invalid("limit", "int value should be between 1 and 100.")
        messages = sorted(channel.messages.values(), key=lambda m: m.id)
        if "after" in query:
            found = [m for m in messages if m.id > int(query["after"])][:limit]
        elif "around" in query:
            middle = int(query["around"])
            nearest = sorted(messages, key=lambda m: abs(m.id - middle))[:limit]
            found = sorted(nearest, key=lambda m: m.id)
        else:
            before = int(query.get("before", 1 << 63))
            found = [m for m in messages if m.id < before][-limit:]
        return reply([self._readable(m) for m in reversed(found)])

    async def get_message(self, request: web.Request) -> web.Response:
        access.require(self._world, self._channel(request), "read_message_history")
        return reply(self._readable(self._message(request)))

    def _readable(self, message: Message) -> Json:
        """As at the gateway, a bot without the intent gets strangers' messages blank."""
        return self._gateway.readable(
            message, payloads.message(message), self._gateway.message_content_allowed
        )

    async def post_message(self, request: web.Request) -> web.Response:
        world, channel, body = self._world, self._channel(request), request[BODY]
        if channel.kind == DM:
            access.require(world, channel, "send_messages")
        else:
            access.require(
                world, channel, self._may_send(channel), *["attach_files"] * bool(body.files)
            )
        if channel.archived and channel.locked:
            raise errors.archived_thread()
        nonce = body.json.get("nonce")
        if nonce is not None and len(str(nonce)) > 25:
            raise errors.invalid("nonce", "Must be 25 or fewer in length.")
        if nonce is not None and body.json.get("enforce_nonce"):
            before = world.sent_before(channel, str(nonce))
            if before is not None:
                return reply(payloads.message(before))
        reply_to = self._reply_to(channel, body.json.get("message_reference"))
        allowed = body.json.get("allowed_mentions")
        message = world.post(
            channel,
            world.bot,
            world.drafts.read(body.json, body.files),
            reply_to=reply_to,
            ping=allowed is None or allowed.get("replied_user", False),
            nonce=None if nonce is None else str(nonce),
        )
        return reply(payloads.message(message))

    def _reply_to(self, channel: Channel, reference: Json | None) -> Message | None:
        if reference is None:
            return None
        access.require(self._world, channel, "read_message_history")
        found = channel.messages.get(int(reference["message_id"]))
        if found is None and reference.get("fail_if_not_exists", True):
            raise errors.invalid("message_reference", "Unknown message")
        return found

    async def patch_message(self, request: web.Request) -> web.Response:
        message, body = self._message(request), request[BODY]
        if message.author is not self._world.bot:
            raise errors.not_the_author()
        if message.channel.archived:
            raise errors.archived_thread()
        if body.files:
            access.require(self._world, message.channel, "attach_files")
        draft = self._world.drafts.read(body.json, body.files, message)
        return reply(payloads.message(self._world.edit(message, draft)))

    async def delete_message(self, request: web.Request) -> web.Response:
        message = self._message(request)
        if message.author is not self._world.bot:
            access.require(self._world, message.channel, "manage_messages")
        self._world.delete(message)
        return reply()

    async def pin(self, request: web.Request) -> web.Response:
        message = self._message(request)
        access.require(self._world, message.channel, "pin_messages")
        self._world.pin(message, self._world.bot, on=request.method == "PUT")
        return reply()

    async def react(self, request: web.Request) -> web.Response:
        message, on = self._message(request), request.method == "PUT"
        if on:
            access.require(self._world, message.channel, "add_reactions", "read_message_history")
        self._world.react(message, self._world.bot, request.match_info["emoji"], on=on)
        return reply()

    # Interactions

    async def callback(self, request: web.Request) -> web.Response:
        number, token = self._number(request, "interaction"), request.match_info["token"]
        result = self._interactions.answer(number, token, request[BODY])
        return reply(result if request.query.get("with_response") in ("1", "true") else None)

    def _webhook(self, request: web.Request) -> tuple[int, str]:
        return self._number(request, "application"), request.match_info["token"]

    async def follow_up(self, request: web.Request) -> web.Response:
        message = self._interactions.follow_up(*self._webhook(request), request[BODY])
        return reply(payloads.message(message))

    async def get_answer(self, request: web.Request) -> web.Response:
        name = request.match_info["message"]
        return reply(payloads.message(self._interactions.find(*self._webhook(request), name)))

    async def patch_answer(self, request: web.Request) -> web.Response:
        name = request.match_info["message"]
        message = self._interactions.edit(*self._webhook(request), name, request[BODY])
        return reply(payloads.message(message))

    async def delete_answer(self, request: web.Request) -> web.Response:
        self._interactions.delete(*self._webhook(request), request.match_info["message"])
        return reply()
