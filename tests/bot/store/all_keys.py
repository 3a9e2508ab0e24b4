"""Every key that the store has a name for, found by reading where they are named.

Each is documented with its kind, so a new one is looked at by the tests without being added here.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, NamedTuple

from bot.store import daily_keys, keys
from bot.store.database import Database

PERSON, NUMBER = 8_800_000_000_000_000_001, 700_000_000_000_000_001
KINDS = {
    "string": "string", "bitmap": "string", "hyperloglog": "string", "hash": "hash", "set": "set",
    "sorted set": "zset", "list": "list",
}  # fmt: skip
_CONSTANT = re.compile(r"^ *(\w+)(?:: str| =) .*# (\w.*)$", re.MULTILINE)


class Key(NamedTuple):
    """A key with the type that Redis says it has; `personal`: it belongs to `PERSON` alone."""

    name: str
    kind: str
    personal: bool


def all_keys() -> list[Key]:
    """One key of every sort."""
    channel, guild = keys.channel_keys(NUMBER), daily_keys.guild_keys(NUMBER)
    holders = ((keys, keys), (daily_keys, daily_keys), (channel, keys), (guild, daily_keys))
    return [
        key
        for holder, module in holders
        for key in (*_of_constants(holder, module), *_of_functions(holder, module))
    ]


def _of_constants(holder: object, module: ModuleType) -> Iterator[Key]:
    """A module's constants, or the fields of keys that belong together."""
    names = [name for name in dir(module) if name.isupper()] if holder is module else ()
    source = inspect.getsource(module if holder is module else type(holder))
    for name, kind in _CONSTANT.findall(source):
        if name in (names or getattr(holder, "_fields", ())):
            yield Key(getattr(holder, name), _kind(kind), personal=False)


def _of_functions(holder: object, module: ModuleType) -> Iterator[Key]:
    for name, function in inspect.getmembers(holder, inspect.isroutine):
        told = inspect.getdoc(function) or ""
        of_module = getattr(function, "__module__", "") == module.__name__
        if name.startswith("_") or not of_module or not told:
            continue
        if told.startswith(("Pattern", "Keys")):
            continue
        for arguments in _arguments(function):
            personal = "person" in arguments or arguments.get("whose") == "u"
            yield Key(function(**arguments), _kind(told), personal and holder is module)


def _arguments(function: Callable[..., str]) -> Iterator[dict[str, Any]]:
    names = list(inspect.signature(function).parameters)
    values: dict[str, Any] = dict.fromkeys(names, NUMBER)
    values |= {name: "x" for name in names if name in ("event", "game")}
    if "person" in names:
        values["person"] = PERSON
    if "whose" not in names:
        yield values
        return
    for whose in "gu":
        yield {**values, "whose": whose, "id": PERSON if whose == "u" else NUMBER}


def _kind(told: str) -> str:
    """The type that is named first."""
    words = told.strip().casefold()
    return next(KINDS[kind] for kind in sorted(KINDS, key=len, reverse=True)
                if words.startswith(kind))  # fmt: skip


async def write(database: Database, name: str, kind: str) -> None:
    """Put something of that type there."""
    match kind:
        case "string":
            await database.run(lambda r: r.set(name, b"\x00\xff1-2", ex=600))
        case "hash":
            await database.run(lambda r: r.hset(name, mapping={"1": "2", "3": "4"}))
        case "set":
            await database.run(lambda r: r.sadd(name, "1", "2"))
        case "zset":
            await database.run(lambda r: r.zadd(name, {"1": 1, "2": 2.5}))
        case _:
            await database.run(lambda r: r.rpush(name, "1", "2"))
