"""All that is kept, as one file: for a copy in a safe place, or for another Redis of any kind.

The file is gzip over msgpack: a head, one item for each key (its type, when it expires, its
value in plain types, nothing that only one version of Redis could read), and a foot with their
number, so that half a file is never taken for a whole one.  It holds the secret of the daily
challenge and the names of players: only its owner may read it.
"""

from __future__ import annotations

import asyncio
import gzip
import os
import re
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from bot.store.database import Database, script
from bot.store.keys import channel_keys

HEAD = "patience backup 1"
ALL = "patience:*"
LOCKS = "patience:owner:"
"""Keys of running processes; they mean nothing anywhere else."""
OWED = "patience:owed:"
"""Keys of answers under way, each of which holds the right to give it."""
TOGETHER = 200
"""Keys of one slot that are read at one moment; a channel has fewer."""
PIECE = 500
"""Members of a key that are written at once."""
AT_ONCE = 16

READ = script("read")

_TAG = re.compile(r"\{([^}]+)\}")
_encode = msgspec.msgpack.Encoder().encode


class BackupError(Exception):
    """A backup can't be made or used; `str(error)` is a sentence for people."""


class Item(msgspec.Struct, array_like=True):
    """A key: `expires` is in unix milliseconds, 0 for never; `value` is one value of a string,
    else its members in order, fields before their values, members before their scores.
    """

    key: str
    kind: str
    expires: int
    value: bytes | list[bytes]


class _Mark(msgspec.Struct, array_like=True):
    """The first and the last thing in a file."""

    text: str
    count: int


async def save(database: Database, path: Path) -> int:
    """Write everything into a file, which appears when it is whole; the number of keys.

    All that belongs to a channel, a server or a person is read at one moment, so the bot may go
    on meanwhile.  Raises StoreUnavailable and OSError.
    """
    new, count = path.with_name(f"{path.name}.new"), 0
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as raw:
            with gzip.GzipFile(fileobj=raw, mode="wb", filename="", compresslevel=6) as file:
                _put(file, _Mark(HEAD, int(time.time())))
                async for item in _items(database):
                    _put(file, item)
                    count += 1
                _put(file, _Mark(HEAD, count))
            raw.flush()
            os.fsync(raw.fileno())
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)
    return count


async def load(database: Database, path: Path, *, replace: bool = False) -> int:
    """Put a file's keys into a Redis; the number of them.  The file is read to its end first.

    Raises BackupError when the file is no whole backup, when a bot is using that Redis, or when
    tables are there already and `replace` doesn't say that they may go; OSError and
    StoreUnavailable.
    """
    items = await asyncio.to_thread(lambda: list(read(path)))
    # The lock on the number of shards outlives its process by a few seconds.
    if [key async for key in database.scan(f"{LOCKS}*") if not key.endswith(":of")]:
        raise BackupError(
            "A bot is using this Redis. Stop it first, and wait half a minute if it was killed."
        )
    there = {key async for key in database.scan(ALL)}
    if there and not replace:
        raise BackupError(
            f"This Redis holds tables already ({len(there)} keys). Nothing was changed; with "
            "--replace they are deleted first."
        )
    for key in there:
        await database.run(lambda r, key=key: r.delete(key))  # type: ignore[misc]
    now = int(time.time() * 1000)
    alive = [item for item in items if not item.expires or item.expires > now]
    for start in range(0, len(alive), AT_ONCE):
        await asyncio.gather(*(_write(database, item) for item in alive[start : start + AT_ONCE]))
    return len(alive)


def read(path: Path) -> Iterator[Item]:
    """The keys in a file.

    Raises BackupError in the end when it is no whole backup, OSError when it can't be read.
    """
    broken = BackupError(f"{path} is not a whole backup; nothing was changed.")
    try:
        with gzip.open(path, "rb") as file:
            head = msgspec.msgpack.decode(_next(file), type=_Mark)
            if head.text != HEAD:
                raise BackupError(f"{path} was made by another version of Patience.")
            count = 0
            while True:
                raw = msgspec.msgpack.decode(data := _next(file))
                if raw[0] == HEAD:
                    if raw[1] != count or file.read(1):
                        raise broken
                    return
                yield msgspec.msgpack.decode(data, type=Item)
                count += 1
    except (gzip.BadGzipFile, EOFError, msgspec.DecodeError, LookupError, TypeError) as error:
        raise broken from error


async def _items(database: Database) -> AsyncIterator[Item]:
    by_tag = defaultdict[str, set[str]](set)
    async for key in database.scan(ALL):
        if not key.startswith((LOCKS, OWED)):
            found = _TAG.search(key)
            by_tag[found[1] if found else key].add(key)
    for tag, keys in by_tag.items():
        kind, _, number = tag.partition(":")
        if kind == "c":  # a table may reach its shelf between the scan and its turn
            keys.update(channel_keys(int(number)))
    for keys in by_tag.values():
        for some in _pieces(sorted(keys), TOGETHER):
            now = time.time()
            for key, answer in zip(some, await database.eval(READ, some, []), strict=True):
                if len(answer) == 3:
                    kind, left, value = answer
                    expires = int(now * 1000) + left if left >= 0 else 0
                    yield Item(key, kind.decode(), expires, value)


async def _write(database: Database, item: Item) -> None:
    key, value = item.key, item.value
    if isinstance(value, bytes):
        await database.run(lambda r: r.set(key, value))
    else:
        step = 2 if item.kind in ("hash", "zset") else 1
        for some in _pieces(value, PIECE * step):
            pairs = dict(zip(some[::2], some[1::2], strict=True)) if step == 2 else {}
            if item.kind == "hash":
                await database.run(lambda r, pairs=pairs: r.hset(key, mapping=pairs))  # type: ignore[misc]
            elif item.kind == "zset":
                scores = {member: float(score) for member, score in pairs.items()}
                await database.run(lambda r, scores=scores: r.zadd(key, scores))  # type: ignore[misc]
            elif item.kind == "list":
                await database.run(lambda r, some=some: r.rpush(key, *some))  # type: ignore[misc]
            else:
                await database.run(lambda r, some=some: r.sadd(key, *some))  # type: ignore[misc]
    if item.expires:
        await database.run(lambda r: r.pexpireat(key, item.expires))


def _pieces(values: list[Any], size: int) -> Iterable[list[Any]]:
    return (values[start : start + size] for start in range(0, len(values), size))


def _put(file: gzip.GzipFile, thing: msgspec.Struct) -> None:
    data = _encode(thing)
    file.write(len(data).to_bytes(4) + data)


def _next(file: gzip.GzipFile) -> bytes:
    size = file.read(4)
    data = file.read(int.from_bytes(size))
    if len(size) < 4 or len(data) < int.from_bytes(size):
        raise EOFError
    return data
