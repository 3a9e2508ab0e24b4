"""Where Redis comes from: an address, a server of our own, or memory."""

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

import fakeredis
import redis.asyncio as redis

from bot.store.database import Database, client_for
from bot.store.errors import StoreUnavailable
from bot.store.server import OwnServer, find_binary

NO_SERVER = (
    "There is no Redis: set PATIENCE_REDIS_URL, or install one"
    " (Debian and Ubuntu: apt-get install redis-server; macOS: brew install redis)."
)


async def connect(url: str | None, data: Path, *, keep: bool = True) -> Database:
    """The first that there is: the Redis at `url`, a server of our own with its files in `data`
    and, only where nothing needs to be kept, one in memory.

    Raises StoreUnavailable: no server, none at that address, a folder that can't be written.
    """
    if url:
        return await _at(url)
    try:
        return await _own(data / "redis")
    except StoreUnavailable as error:
        if keep:
            raise
        return in_memory(str(error))


def in_memory(reason: str = "") -> Database:
    """A Redis inside this process; gone with it."""
    client = fakeredis.FakeAsyncRedis(server=fakeredis.FakeServer(version=(7,)))
    where = f"memory only, nothing is kept. {reason}".rstrip()
    return Database(client, where, kept=False)


async def _at(url: str) -> Database:
    try:
        client = client_for(url)
        where = _without_password(url)
    except ValueError as error:
        raise StoreUnavailable(f"PATIENCE_REDIS_URL is no address of a Redis: {error}") from error
    try:
        await client.ping()
    except (redis.RedisError, OSError) as error:
        await client.aclose()
        raise StoreUnavailable(f"The Redis at {where} can't be used: {error}") from error
    return Database(client, where)


def _without_password(url: str) -> str:
    parts = urlsplit(url)
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{parts.hostname or ''}{port}{parts.path}"


async def _own(folder: Path) -> Database:
    binary = find_binary()
    if binary is None:
        raise StoreUnavailable(NO_SERVER)
    server = OwnServer(folder, binary)
    await asyncio.to_thread(server.start)
    client = client_for(f"unix://{server.socket}")
    return Database(client, f"own server in {folder}", own=server)
