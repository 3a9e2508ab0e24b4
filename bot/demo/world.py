"""The loopback Discord's mind: everything that exists in it, and every way it changes.

Each change is published as an event with the payload that the gateway sends for it. The gateway
and the page listen; neither is known here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from discord import Permissions

from bot.demo import payloads
from bot.demo.drafts import Draft, Drafts, apply
from bot.demo.model import (
    DEFAULT,
    DM,
    EPHEMERAL,
    LOADING,
    PIN_NOTICE,
    REPLY,
    TEXT,
    THREAD,
    Bell,
    Channel,
    Guild,
    Interaction,
    Json,
    Message,
    Overwrite,
    Role,
    User,
)

U = TypeVar("U", bound=User)

EVERYONE = Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    add_reactions=True,
    read_message_history=True,
    use_application_commands=True,
)
"""What everybody may do at first."""

MODERATOR = Permissions(manage_messages=True, manage_channels=True, manage_threads=True)

NONCE_SECONDS = 300
"""How long a nonce is remembered to recognise a message that is sent twice."""


@dataclass(frozen=True)
class Event:
    """Something happened. `private` events concern one person's page only, never the gateway."""

    name: str
    data: Json
    guild: Guild | None = None
    channel: Channel | None = None
    message: Message | None = None
    private: User | None = None


class Clock:
    """The time, which tests may move forward; it may stand still at a moment until it is started.

    Ids come from the time, so what is made while the clock stands has the same ids again when it
    is made in the same order at the same moment.
    """

    def __init__(self, standing: float | None = None) -> None:
        self._standing = standing
        self._ahead = 0.0

    def start(self) -> None:
        self._standing = None

    def now(self) -> float:
        if self._standing is not None:
            return self._standing
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        self._ahead += seconds


class World:
    def __init__(self, bot_name: str = "Patience", clock: Clock | None = None) -> None:
        self.bell = Bell()
        self.clock = clock or Clock()
        self.listeners: list[Callable[[Event], None]] = []
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.drafts = Drafts(self.next_id, self.users.get)
        self._last_id = 0
        self.bot = self.add_user(User(self.next_id(), bot_name, bot=True))

    def next_id(self) -> int:
        """A fresh snowflake: the time in milliseconds and a counter, always rising."""
        now = int((self.clock.now() - payloads.DISCORD_EPOCH) * 1000) << 22
        self._last_id = max(now, self._last_id + 1)
        return self._last_id

    def publish(
        self,
        name: str,
        data: Json,
        channel: Channel | None = None,
        *,
        guild: Guild | None = None,
        message: Message | None = None,
        private: User | None = None,
    ) -> None:
        guild = guild or (channel.guild if channel else None)
        event = Event(name, data, guild, channel, message, private)
        for listener in self.listeners:
            listener(event)
        self.bell.ring()

    # Servers, people, channels

    def add_user(self, user: U) -> U:
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, owner: User, *, with_bot: bool = True) -> Guild:
        guild = Guild(self.next_id(), name, owner)
        guild.roles[guild.id] = Role(guild.id, "@everyone", EVERYONE)
        self.guilds[guild.id] = guild
        self.join(guild, owner)
        if with_bot:
            self.invite_bot(guild)
        return guild

    def invite_bot(self, guild: Guild) -> None:
        """The bot joins with a role of its own."""
        self.join(guild, self.bot)
        self.add_role(guild, self.bot.name, EVERYONE, self.bot, bots_own=True)
        # Only a server that the bot knew before is said to be available.
        data = payloads.guild_create(guild, self.bot)
        del data["unavailable"]
        self.publish("GUILD_CREATE", data, guild=guild)

    def join(self, guild: Guild, user: User) -> None:
        guild.members[user.id] = user
        guild.roles_of[user.id] = set()
        data = payloads.member(guild, user) | {"guild_id": str(guild.id)}
        self.publish("GUILD_MEMBER_ADD", data, guild=guild)

    def add_role(
        self,
        guild: Guild,
        name: str,
        permissions: Permissions,
        *members: User,
        bots_own: bool = False,
    ) -> Role:
        role = Role(self.next_id(), name, permissions, self.bot if bots_own else None)
        guild.roles[role.id] = role
        data = {"guild_id": str(guild.id), "role": payloads.roles(guild)[-1]}
        self.publish("GUILD_ROLE_CREATE", data, guild=guild)
        for user in members:
            guild.roles_of[user.id].add(role.id)
            member = payloads.member(guild, user) | {"guild_id": str(guild.id)}
            self.publish("GUILD_MEMBER_UPDATE", member, guild=guild)
        return role

    def remove_bot(self, guild: Guild) -> None:
        """The bot is thrown out."""
        guild.roles = {i: role for i, role in guild.roles.items() if role.bot is None}
        guild.members.pop(self.bot.id, None)
        guild.roles_of.pop(self.bot.id, None)
        self.publish("GUILD_DELETE", {"id": str(guild.id)}, guild=guild)

    def set_available(self, guild: Guild, available: bool) -> None:
        """An outage of one server begins or ends."""
        guild.available = available
        if available:
            self.publish("GUILD_CREATE", payloads.guild_create(guild, self.bot), guild=guild)
        else:
            data = {"id": str(guild.id), "unavailable": True}
            self.publish("GUILD_DELETE", data, guild=guild)

    def add_channel(self, guild: Guild, name: str) -> Channel:
        channel = self.register(Channel(self.next_id(), TEXT, name, self.bell, guild))
        self.publish("CHANNEL_CREATE", payloads.channel(channel), channel)
        return channel

    def add_thread(
        self, parent: Channel, name: str, starter: User, on: Message | None = None
    ) -> Channel:
        """A thread of its own, or on a message, whose id it then shares."""
        thread = self.register(
            Channel(
                on.id if on else self.next_id(),
                THREAD,
                name,
                self.bell,
                parent.guild,
                parent=parent,
                starter=starter,
            )
        )
        self.publish("THREAD_CREATE", payloads.channel(thread) | {"newly_created": True}, thread)
        return thread

    def dm(self, person: User) -> Channel:
        """The direct messages between the bot and this person."""
        for channel in self.channels.values():
            if channel.recipient is person:
                return channel
        channel = Channel(self.next_id(), DM, person.name, self.bell, recipient=person)
        return self.register(channel)

    def register(self, channel: Channel) -> Channel:
        """Has the channel, without telling anybody."""
        self.channels[channel.id] = channel
        if channel.guild is not None:
            channel.guild.channels[channel.id] = channel
        return channel

    def changed(self, channel: Channel) -> None:
        """Publishes what was changed about the channel itself."""
        name = "THREAD_UPDATE" if channel.kind == THREAD else "CHANNEL_UPDATE"
        self.publish(name, payloads.channel(channel), channel)

    def remove_channel(self, channel: Channel) -> None:
        """Deletes it with its threads."""
        for thread in [c for c in self.channels.values() if c.parent is channel]:
            self.remove_channel(thread)
        data = payloads.channel(channel)
        del self.channels[channel.id]
        if channel.guild is not None:
            del channel.guild.channels[channel.id]
        self.publish("THREAD_DELETE" if channel.kind == THREAD else "CHANNEL_DELETE", data, channel)

    # Permissions

    def deny(self, channel: Channel, *names: str, user: User | None = None) -> None:
        """Takes permissions (discord.py's names) away, from the bot unless told otherwise."""
        self._overwrite(channel, user or self.bot, names, allow=False)

    def allow(self, channel: Channel, *names: str, user: User | None = None) -> None:
        """Gives permissions, or gives them back."""
        self._overwrite(channel, user or self.bot, names, allow=True)

    def _overwrite(self, channel: Channel, who: User, names: tuple[str, ...], allow: bool) -> None:
        place = channel.parent or channel
        overwrite = place.overwrites.setdefault(who.id, Overwrite(who))
        overwrite.allow.update(**dict.fromkeys(names, allow))
        overwrite.deny.update(**dict.fromkeys(names, not allow))
        self.changed(place)

    # Messages

    def post(
        self,
        channel: Channel,
        author: User,
        draft: Draft,
        *,
        reply_to: Message | None = None,
        ping: bool = True,
        nonce: str | None = None,
        interaction: Interaction | None = None,
        kind: int = DEFAULT,
    ) -> Message:
        """A new message; an ephemeral one is on no list but the interaction's."""
        message = Message(
            self.next_id(),
            channel,
            author,
            mentions=draft.mentions,
            flags=draft.flags & EPHEMERAL,
            nonce=nonce,
            interaction=interaction,
            kind=kind,
        )
        apply(draft, message)
        if reply_to is not None:
            message.reply_to, message.kind = reply_to.id, REPLY
            # Interaction answers come from a webhook, and a webhook can't be pinged.
            if ping and reply_to.interaction is None and reply_to.author not in message.mentions:
                message.mentions.append(reply_to.author)
        if not message.flags & EPHEMERAL:
            channel.messages[message.id] = message
            if channel.archived:
                channel.archived = False
                self.changed(channel)
        self._announce("MESSAGE_CREATE", message)
        return message

    def edit(self, message: Message, draft: Draft) -> Message:
        apply(draft, message)
        message.flags &= ~LOADING
        message.edited = self.clock.now()
        if draft.content is not None or draft.components is not None:
            message.mentions = draft.mentions
        self._announce("MESSAGE_UPDATE", message)
        return message

    def pin(self, message: Message, who: User, *, on: bool = True) -> None:
        """Pins it, which the channel is told by a message of its own kind, or unpins it."""
        if message.pinned == on:
            return
        message.pinned = on
        self._announce("MESSAGE_UPDATE", message)
        if on:
            notice = Message(self.next_id(), message.channel, who, kind=PIN_NOTICE)
            notice.reply_to = message.id
            message.channel.messages[notice.id] = notice
            self._announce("MESSAGE_CREATE", notice)

    def delete(self, message: Message) -> None:
        message.channel.messages.pop(message.id, None)
        data = {"id": str(message.id), "channel_id": str(message.channel.id)}
        self._tell("MESSAGE_DELETE", data, message)

    def react(self, message: Message, who: User, emoji: str, *, on: bool = True) -> None:
        people = message.reactions.setdefault(emoji, [])
        if on == (who in people):
            return
        (people.append if on else people.remove)(who)
        if not people:
            del message.reactions[emoji]
        data: Json = {
            "user_id": str(who.id),
            "channel_id": str(message.channel.id),
            "message_id": str(message.id),
            "emoji": {"id": None, "name": emoji},
            "burst": False,
            "type": 0,
        }
        self._tell(f"MESSAGE_REACTION_{'ADD' if on else 'REMOVE'}", data, message)

    def typing(self, channel: Channel, who: User) -> None:
        data: Json = {
            "channel_id": str(channel.id),
            "user_id": str(who.id),
            "timestamp": int(self.clock.now()),
        }
        if channel.guild is not None:
            data |= {
                "guild_id": str(channel.guild.id),
                "member": payloads.member(channel.guild, who),
            }
        self.publish("TYPING_START", data, channel)

    def _announce(self, name: str, message: Message) -> None:
        self._tell(name, payloads.gateway_message(message), message)

    def _tell(self, name: str, data: Json, message: Message) -> None:
        if message.channel.guild is not None:
            data["guild_id"] = str(message.channel.guild.id)
        owner = message.interaction.user if message.interaction else None
        private = owner if message.flags & EPHEMERAL else None
        self.publish(name, data, message.channel, message=message, private=private)

    def sent_before(self, channel: Channel, nonce: str) -> Message | None:
        """The bot's message with this nonce, when it was sent in the last minutes."""
        since = self.clock.now() - NONCE_SECONDS
        for message in reversed(channel.messages.values()):
            if payloads.created(message.id) < since:
                break
            if message.nonce == nonce and message.author is self.bot:
                return message
        return None

    def guilds_of_bot(self) -> Iterator[Guild]:
        return (guild for guild in self.guilds.values() if self.bot.id in guild.members)
