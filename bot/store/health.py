"""Whether a Redis will do: tried by writing, then by what it says of itself.

Many people may not ask their Redis everything; what can't be seen is said, and is no fault.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from bot.store.database import Database
from bot.store.errors import StoreUnavailable

OLDEST = (6, 2)
FULL = 0.9
"""The share of its memory from which on a Redis counts as full."""
LATE = 5.0
"""Seconds that two clocks may differ."""
TRIAL = "patience:trial:"
"""Keys that are written to see whether it works."""
TRY = "redis.call('SET', KEYS[1], ARGV[1], 'PX', 10000); return redis.call('GET', KEYS[1])"


@dataclass
class Health:
    """What was found; `faults` say what to fix, all in sentences."""

    faults: list[str] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)


async def examine(database: Database) -> Health:
    """Look at everything that could lose or refuse a table.  Never raises StoreUnavailable."""
    health = Health()
    try:
        await _try(database, health)
        for node in await database.nodes():
            await _look(database, node, health)
    except StoreUnavailable as error:
        health.faults.append(str(error))
    health.faults[:] = dict.fromkeys(health.faults)
    health.facts[:] = dict.fromkeys(health.facts)
    return health


async def _try(database: Database, health: Health) -> None:
    """Write a key by a script, as moves are written, and read it."""
    key, value = TRIAL + secrets.token_hex(8), secrets.token_hex(8)
    answer = await database.eval(TRY, [key], [value])
    read = await database.run(lambda r: r.get(key))
    await database.run(lambda r: r.delete(key))
    if not answer == read == value.encode():
        health.faults.append("What is written isn't there when it is read: is this a replica?")


async def _look(database: Database, node: dict[str, Any], health: Health) -> None:
    info = await _asked(database, lambda r: r.info(**node))
    if info is None:
        health.facts.append("its user may not use INFO, so only writing could be tried")
        return
    version = str(info.get("redis_version", "0"))
    health.facts.append(f"version {version}")
    if tuple(int(part) for part in version.split(".")[:2]) < OLDEST:
        health.faults.append(f"Version {version} is too old; 6.2 is the oldest that will do.")
    if info.get("role") not in (None, "master"):
        health.faults.append(
            "It is a replica, which refuses or loses what is written: name its primary, or use "
            "redis+sentinel://."
        )
    settings = await _asked(database, lambda r: r.config_get("save", "appendfsync", **node))
    _memory(info, health)
    _disk(info, settings, health)
    await _clock(database, node, health)


def _memory(info: dict[str, Any], health: Health) -> None:
    policy, most = info.get("maxmemory_policy"), int(info.get("maxmemory") or 0)
    if policy not in (None, "noeviction"):
        health.faults.append(
            f"It deletes keys when its memory is full ({policy}): set maxmemory-policy noeviction."
        )
    if most and (share := int(info.get("used_memory", 0)) / most) > FULL:
        health.faults.append(
            f"Its memory is full to {share:.0%}, and then it refuses every move: raise maxmemory."
        )


def _disk(info: dict[str, Any], settings: dict[str, Any] | None, health: Health) -> None:
    if info.get("aof_last_write_status", "ok") != "ok":
        health.faults.append("It can't write its append-only file: look at its disk and its log.")
    elif info.get("rdb_last_bgsave_status", "ok") != "ok":
        health.faults.append("It can't write its snapshot: look at its disk and its log.")
    if not info.get("aof_enabled"):
        if settings is not None and not settings.get("save"):
            health.faults.append("It keeps nothing when it ends: set appendonly yes.")
        else:
            health.faults.append("It loses the last minutes in a crash: set appendonly yes.")
        return
    sync = (settings or {}).get("appendfsync")
    if sync == "no":
        health.faults.append(
            "It leaves writing to the system and may lose half a minute in a crash: set "
            "appendfsync everysec, or always."
        )
    else:
        risk = {"everysec": "a crash may lose its last second", "always": "a crash loses nothing"}
        health.facts.append(f"append-only file, {risk[sync]}" if sync in risk else
                            "append-only file, of which CONFIG isn't told")  # fmt: skip


async def _clock(database: Database, node: dict[str, Any], health: Health) -> None:
    before = time.time()
    answer = await _asked(database, lambda r: r.time(**node))
    if answer is None:
        return
    if isinstance(answer, dict):
        answer = next(iter(answer.values()))
    seconds, micros = answer
    theirs, after = int(seconds) + int(micros) / 1e6, time.time()
    apart = max(before - theirs, theirs - after)
    if apart > LATE:
        health.faults.append(
            f"Its clock and this machine's are {apart:.0f} s apart: set both by NTP, or days of "
            "the challenge begin and end wrongly."
        )


async def _asked(database: Database, command: Any) -> Any:
    """An answer, None when the user may not ask or the server doesn't know the question."""
    try:
        return await database.run(command)
    except StoreUnavailable:
        return None
