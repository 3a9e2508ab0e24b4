"""What exists in the loopback Discord: people, guilds, channels, messages, interactions.

Records that know how to look things up in themselves, no more: `World` changes them, `payloads`
writes them as Discord's JSON. Times are seconds since the epoch, ids are snowflakes as int.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from discord import Permissions

Json = dict[str, Any]
T = TypeVar("T")

TEXT, DM, THREAD = 0, 1, 11
"""Channel types."""

DEFAULT, PIN_NOTICE, REPLY, COMMAND_ANSWER, MENU_ANSWER = 0, 6, 19, 20, 23
"""Message types."""

EPHEMERAL, LOADING, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 15
"""Message flags."""

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
"""Interaction types."""


SLACK = 1.0
"""How much longer than usual everything may take; more where tests keep the machine busy."""


class Bell:
    """Rings whenever anything changes, so that waiting needs no polling."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def ring(self) -> None:
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        self._waiting.clear()

    async def until(self, look: Callable[[], T | None], timeout: float | None = 15.0) -> T:
        """The first truthy result of `look`, tried now and after every change.

        Raises TimeoutError after `timeout` seconds, with `SLACK`; None waits for ever.
        """
        async with asyncio.timeout(None if timeout is None else timeout * SLACK):
            while not (found := look()):
                future = asyncio.get_running_loop().create_future()
                self._waiting.add(future)
                await future
            return found


@dataclass(eq=False)
class User:
    """An account; the bot is one too."""

    id: int
    name: str
    bot: bool = False
    dms_open: bool = True

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"


@dataclass(eq=False)
class Role:
    id: int
    name: str
    permissions: Permissions
    bot: User | None = None
    """The bot whose own role this is."""


@dataclass(eq=False)
class Guild:
    """A server. The role with the guild's own id is @everyone."""

    id: int
    name: str
    owner: User
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, User] = field(default_factory=dict)
    roles_of: dict[int, set[int]] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    available: bool = True


@dataclass(eq=False)
class Overwrite:
    """What a channel allows or denies to one member or role beyond the roles' permissions."""

    target: User | Role
    allow: Permissions = field(default_factory=Permissions.none)
    deny: Permissions = field(default_factory=Permissions.none)


@dataclass(eq=False)
class Channel:
    """A text channel, a thread (with parent and starter) or a DM (without guild)."""

    id: int
    kind: int
    name: str
    bell: Bell = field(repr=False)
    guild: Guild | None = None
    parent: Channel | None = None
    starter: User | None = None
    recipient: User | None = None
    archived: bool = False
    locked: bool = False
    slow_mode: int = 0
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict, repr=False)

    @property
    def last(self) -> Message | None:
        return next(reversed(self.messages.values()), None)

    async def wait_for(self, fits: Callable[[Message], bool], timeout: float = 15.0) -> Message:
        """The newest message of the channel that fits, as soon as there is one."""

        def newest() -> Message | None:
            return next(filter(fits, reversed(self.messages.values())), None)

        return await self.bell.until(newest, timeout)

    def permissions(self, user: User) -> Permissions:
        """What the user may do here, computed as Discord's documentation has it."""
        if self.guild is None:
            return Permissions.all_channel()
        guild = self.guild
        if user.id not in guild.members:
            return Permissions.none()
        if user is guild.owner:
            return Permissions.all()
        roles = [guild.roles[guild.id], *(guild.roles[i] for i in guild.roles_of[user.id])]
        value = 0
        for role in roles:
            value |= role.permissions.value
        if Permissions(value).administrator:
            return Permissions.all()
        overwrites = (self.parent or self).overwrites
        groups = ([guild.id], [role.id for role in roles[1:]], [user.id])
        for ids in groups:
            found = [overwrites[i] for i in ids if i in overwrites]
            for overwrite in found:
                value &= ~overwrite.deny.value
            for overwrite in found:
                value |= overwrite.allow.value
        permissions = Permissions(value)
        if not permissions.view_channel:
            return Permissions.none()
        return permissions


@dataclass(eq=False)
class Attachment:
    id: int
    key: str = field(repr=False)
    """What its address has that can't be guessed."""
    filename: str
    data: bytes = field(repr=False)
    content_type: str
    url: str
    description: str | None = None
    size: tuple[int, int] | None = None
    """Width and height in pixels, when it is a picture."""


@dataclass(eq=False)
class Message:
    id: int
    channel: Channel = field(repr=False)
    author: User
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list, repr=False)
    attachments: list[Attachment] = field(default_factory=list)
    mentions: list[User] = field(default_factory=list)
    flags: int = 0
    kind: int = DEFAULT
    nonce: str | None = None
    reply_to: int | None = None
    """Id of the message that this one answers; it may be deleted meanwhile."""
    interaction: Interaction | None = None
    edited: float | None = None
    pinned: bool = False
    reactions: dict[str, list[User]] = field(default_factory=dict)

    @property
    def parts(self) -> list[Json]:
        """All components, from the outside in, in reading order."""
        return list(walk(self.components))

    @property
    def text(self) -> str:
        """Everything there is to read: the content and the texts of the components."""
        texts = [part["content"] for part in self.parts if part["type"] == 10]
        return "\n".join([self.content] * bool(self.content) + texts)

    @property
    def alt_texts(self) -> list[str]:
        """The descriptions of the pictures, as a screen reader says them."""
        items = (item for part in self.parts for item in part.get("items", ()))
        shown = [item.get("description") or "" for item in items]
        return shown or [attachment.description or "" for attachment in self.attachments]

    def control(self, name: str) -> Json:
        """The button or select with this custom id, label or placeholder.

        Raises LookupError when the message has none.
        """
        for part in self.parts:
            if name in (part.get("custom_id"), part.get("label"), part.get("placeholder")):
                return part
        controls = [part for part in self.parts if "custom_id" in part]
        names = [part.get("label") or part["custom_id"] for part in controls]
        raise LookupError(f"no control {name!r} on this message, only {names}")

    def visible_to(self, user: User) -> bool:
        return not self.flags & EPHEMERAL or (
            self.interaction is not None and self.interaction.user is user
        )


def walk(components: Iterable[Json]) -> Iterator[Json]:
    """The components and all that are inside them, each once, in reading order."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        for inner in ("accessory", "component"):
            if inner in component:
                yield from walk([component[inner]])


@dataclass(eq=False)
class Interaction:
    """One slash command, click, selection, completion or submitted form, and its answer."""

    id: int
    kind: int
    token: str = field(repr=False)
    user: User
    channel: Channel
    data: Json
    created: float
    bell: Bell = field(repr=False)
    message: Message | None = None
    """Where the button or select is."""
    asked_by: Interaction | None = None
    """What was answered with the form that this submits."""
    answered: int | None = None
    """Type of the callback by which the bot acknowledged, None so far."""
    response: Message | None = None
    follow_ups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] | None = None

    @property
    def messages(self) -> list[Message]:
        """The answers that exist now, the first one first."""
        return ([self.response] if self.response else []) + self.follow_ups

    async def acknowledged(self, timeout: float = 3.0) -> bool:
        """Waits for the first answer; False when none came in time (Discord allows 3 s)."""
        try:
            await self.bell.until(lambda: self.answered, timeout)
        except TimeoutError:
            return False
        return True

    async def done(self, timeout: float = 15.0) -> Message:
        """The answer to the person, once it is more than "thinking…"."""

        def finished() -> Message | None:
            loading = self.response is None or self.response.flags & LOADING
            return None if loading else self.response

        return await self.bell.until(finished, timeout)
