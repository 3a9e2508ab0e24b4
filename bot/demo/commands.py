"""The slash commands that the bot registered, and what people fill in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bot.demo import errors, payloads
from bot.demo.model import DM, Channel, Guild, Json, Message, User
from bot.demo.world import World

GROUPS = (1, 2)
"""Option types that hold further options: a subcommand, a group of them."""
INTEGER, BOOLEAN, USER, CHANNEL, NUMBER = 4, 5, 6, 7, 10
ENTRY_POINT = 4
"""Type of the command that opens an app's Activity; Discord makes it by itself."""
USER_MENU, MESSAGE_MENU = 2, 3
"""Types of commands in the context menus of people and of messages."""
IN_DM = 1
"""The context of direct messages."""
MISSING = object()


class Commands:
    """Global commands, and those of one guild only; both as Discord stores them."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.registered: dict[int | None, list[Json]] = {}
        """By the id of the guild; None for those of everywhere."""
        self.listeners: list[Callable[[], None]] = []

    def of(self, guild: Guild | None) -> list[Json]:
        return self.registered.get(guild.id if guild else None, [])

    def put(self, commands: list[Json], guild: Guild | None = None) -> list[Json]:
        """Replaces all of them; a command that was there keeps its id."""
        kept = {command.get("id") for command in commands}
        if any(old["type"] == ENTRY_POINT and old["id"] not in kept for old in self.of(guild)):
            raise errors.entry_point()
        known = {(old["name"], old["type"]): old["id"] for old in self.of(guild)}
        stored = []
        for command in commands:
            full = {"type": 1, "description": "", **command}
            full |= {
                "id": known.get((full["name"], full["type"]), str(self._world.next_id())),
                "application_id": str(self._world.bot.id),
                "version": str(self._world.next_id()),
                "default_member_permissions": full.get("default_member_permissions"),
                "integration_types": full.get("integration_types") or [0],
                "nsfw": full.get("nsfw") or False,
            }
            if guild is not None:
                full["guild_id"] = str(guild.id)
            stored.append(full)
        self.registered[guild.id if guild else None] = stored
        for listener in self.listeners:
            listener()
        self._world.bell.ring()
        return stored

    def offered(self, channel: Channel) -> list[Json]:
        """The commands that can be used in this channel."""
        found = self.of(None) + (self.of(channel.guild) if channel.guild else [])
        if channel.kind != DM:
            return found
        return [
            command
            for command in found
            if IN_DM in (command.get("contexts") or [IN_DM]) and command.get("dm_permission", True)
        ]

    def flat(self, channel: Channel) -> list[Json]:
        """Every command line that can be typed here: `words`, `description`, `options`."""
        return [
            line for c in self.offered(channel) if c["type"] == 1 for line in _lines(c, c["name"])
        ]

    def fill(
        self, channel: Channel, words: str, values: Mapping[str, Any], focused: str | None = None
    ) -> Json:
        """An interaction's `data` for the command line `words` ("patience start") with options.

        With `focused`, the form is still being filled in: that option is the one being typed, and
        required ones may be missing. Raises LookupError or ValueError for what Discord's own
        client would not let people send.
        """
        name, *path = words.split()
        slash = [c for c in self.offered(channel) if c["type"] == 1]
        command = _named(slash, name)
        data: Json = {"id": command["id"], "name": name, "type": command["type"]}
        if "guild_id" in command:
            data["guild_id"] = command["guild_id"]
        options, place = command.get("options", []), data
        for word in path:
            option = _named(options, word)
            if option["type"] not in GROUPS:
                raise LookupError(f"{word!r} is an option, not a subcommand")
            inner: Json = {"type": option["type"], "name": word}
            place["options"] = [inner]
            options, place = option.get("options", []), inner
        place["options"] = self._options(options, dict(values), data, channel, focused)
        return data

    def menu(self, channel: Channel, kind: int) -> list[str]:
        """The entries of a kind of context menu here."""
        return [c["name"] for c in self.offered(channel) if c["type"] == kind]

    def on_message(self, message: Message, name: str) -> Json:
        """An interaction's `data` for an entry of a message's context menu."""
        number = str(message.id)
        resolved = {"messages": {number: payloads.message(message)}}
        return self._on(message.channel, MESSAGE_MENU, name, number, resolved)

    def on_person(self, channel: Channel, who: User, name: str) -> Json:
        """An interaction's `data` for an entry of somebody's context menu."""
        data: Json = {}
        number = self._person(who, data, channel)
        return self._on(channel, USER_MENU, name, number, data["resolved"])

    def _on(self, channel: Channel, kind: int, name: str, target: str, resolved: Json) -> Json:
        command = _named([c for c in self.offered(channel) if c["type"] == kind], name)
        return {
            "id": command["id"],
            "name": name,
            "type": kind,
            "target_id": target,
            "resolved": resolved,
        }

    def _options(
        self,
        options: list[Json],
        values: dict[str, Any],
        data: Json,
        channel: Channel,
        focused: str | None,
    ) -> list[Json]:
        filled = []
        for option in options:
            name = option["name"]
            value = values.pop(name, MISSING)
            if option["type"] in GROUPS:
                raise ValueError(f"a subcommand is missing, such as {name!r}")
            if value is MISSING:
                if option.get("required") and focused is None:
                    raise ValueError(f"the option {name!r} is required")
                continue
            if name == focused:
                # Half-typed values are always text, whatever the option's type.
                filled.append({"name": name, "value": str(value), "focused": True})
            else:
                filled.append({"name": name, "value": self._value(option, value, data, channel)})
            filled[-1]["type"] = option["type"]
        if values:
            raise LookupError(f"no option {', '.join(map(repr, values))}")
        return filled

    def _value(self, option: Json, value: Any, data: Json, channel: Channel) -> Any:
        kind, name = option["type"], option["name"]
        if choices := option.get("choices"):
            for choice in choices:
                if value in (choice["value"], choice["name"]):
                    return choice["value"]
            raise ValueError(f"{value!r} is not among the choices of {name!r}")
        if kind in (INTEGER, NUMBER):
            value = _number(name, value, whole=kind == INTEGER)
        elif kind == BOOLEAN:
            value = str(value).lower() in {"true", "yes", "on"}
        elif kind == USER:
            return self._person(value, data, channel)
        elif kind == CHANNEL:
            return self._channel(value, data)
        else:
            value = str(value)
        low, high = option.get("min_value"), option.get("max_value")
        if (low is not None and value < low) or (high is not None and value > high):
            raise ValueError(f"{name!r} must be between {low} and {high}")
        if isinstance(value, str) and not (
            option.get("min_length", 0) <= len(value) <= option.get("max_length", 6000)
        ):
            raise ValueError(f"{name!r} is too short or too long")
        return value

    def _person(self, value: Any, data: Json, channel: Channel) -> str:
        """A user option by the User itself, a name or an id."""
        people = self._world.users.values()
        for who in people:
            if value is who or str(value).lstrip("@") in (str(who.id), who.name, who.mention):
                resolved = data.setdefault("resolved", {})
                resolved.setdefault("users", {})[str(who.id)] = payloads.user(who)
                if channel.guild and who.id in channel.guild.members:
                    member = payloads.member(channel.guild, who)
                    member["permissions"] = str(channel.permissions(who).value)
                    del member["user"]
                    resolved.setdefault("members", {})[str(who.id)] = member
                return str(who.id)
        raise LookupError(f"nobody is called {value!r}")

    def _channel(self, value: Any, data: Json) -> str:
        """A channel option by the Channel itself, a name or an id."""
        for channel in self._world.channels.values():
            if value is channel or str(value).lstrip("#") in (str(channel.id), channel.name):
                resolved = data.setdefault("resolved", {}).setdefault("channels", {})
                permissions = str(channel.permissions(self._world.bot).value)
                resolved[str(channel.id)] = payloads.channel(channel) | {"permissions": permissions}
                return str(channel.id)
        raise LookupError(f"no channel is called {value!r}")


def words_of(data: Json) -> str:
    """The command line that an interaction's `data` stands for, without its options."""
    inner = [words_of(option) for option in data.get("options", ()) if option["type"] in GROUPS]
    return " ".join([data["name"], *inner])


def _lines(command: Json, words: str) -> Iterator[Json]:
    options = command.get("options") or []
    groups = [option for option in options if option["type"] in GROUPS]
    for group in groups:
        yield from _lines(group, f"{words} {group['name']}")
    if not groups:
        yield {"words": words, "description": command["description"], "options": options}


def _named(things: list[Json], name: str) -> Json:
    for thing in things:
        if thing["name"] == name:
            return thing
    raise LookupError(f"no {name!r}, only {', '.join(thing['name'] for thing in things)}")


def _number(name: str, value: Any, *, whole: bool) -> float:
    """What Discord's own field for the option would let through."""
    try:
        return int(value) if whole else float(value)
    except (TypeError, ValueError):
        what = "a whole number" if whole else "a number"
        raise ValueError(f"{name!r} takes {what}, not {str(value)!r}") from None
