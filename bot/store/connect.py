"""Where Redis comes from: an address, a server of our own, or memory."""

import asyncio
from pathlib import Path

import fakeredis
import redis.asyncio as redis
from redis.exceptions import MovedError, RedisClusterException

from bot import logs
from bot.store.address import ServerKind, parse
from bot.store.database import Database, client_at, client_for, close
from bot.store.errors import Misconfigured, StoreUnavailable, Trouble
from bot.store.server import OwnServer, find_binary

NO_SERVER = (
    "There is no Redis: set PATIENCE_REDIS_URL, or install one"
    " (Debian and Ubuntu: apt-get install redis-server; macOS: brew install redis)."
)
IN_A_CLUSTER = "it is part of a Cluster: write redis+cluster:// instead of redis://"
NO_CLUSTER = "it is no Cluster: write redis:// instead of redis+cluster://"
PAUSES = (0.5, 1.0, 2.0, 5.0)
"""Seconds between two attempts to reach a Redis that is late; the last goes on for ever."""

log = logs.get(__name__)


async def connect(
    url: str | None, data: Path, *, keep: bool = True, wait: bool = False
) -> Database:
    """The first that there is: the Redis at `url`, a server of our own with its files in `data`
    and, only where nothing needs to be kept, one in memory.

    A Redis that can't be reached, or loads its files, is waited for with `wait`.  Raises
    Misconfigured where waiting is no use (an address that is none, a wrong password, no server),
    StoreUnavailable for what may be well again.
    """
    if url:
        return await (_when_there(url) if wait else _at(url))
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


async def _when_there(url: str) -> Database:
    """As `_at`, but waits for a Redis that is late."""
    attempt = 0
    while True:
        try:
            return await _at(url)
        except Misconfigured:
            raise
        except StoreUnavailable as error:
            if not attempt:
                log.warning("waiting for Redis", reason=str(error))
            await asyncio.sleep(PAUSES[min(attempt, len(PAUSES) - 1)])
            attempt += 1


async def _at(url: str) -> Database:
    try:
        address = parse(url)
    except ValueError as error:
        raise Misconfigured(f"PATIENCE_REDIS_URL is not a Redis URL: {error}.") from None
    client = client_at(address)
    what = f"The Redis at {address.shown} can't be used"
    try:
        # A read tells more than a PING, which users without rights and nodes of a Cluster answer.
        await client.get("patience:{daily}:secret")
    except (redis.RedisError, RedisClusterException, OSError) as error:
        await close(client)
        if str(error).startswith("MOVED") or isinstance(error, MovedError):
            raise Misconfigured(f"{what}: {IN_A_CLUSTER}.") from None
        if "luster mode is not enabled" in str(error):
            raise Misconfigured(f"{what}: {NO_CLUSTER}.") from None
        if Trouble.of(error) is Trouble.DENIED:
            raise Misconfigured(f"{what}: user or password are wrong, or lack a right.") from None
        raise StoreUnavailable(f"{what}: {_reason(error)}") from error
    if address.kind in (ServerKind.SERVER, ServerKind.SENTINEL) and await _in_a_cluster(client):
        await close(client)
        raise Misconfigured(f"{what}: {IN_A_CLUSTER}.")
    return Database(client, address.shown)


async def _in_a_cluster(client: redis.Redis) -> bool:
    """Whether a node of a Cluster answered: it would take some keys only."""
    try:
        info = await client.info("cluster")
    except (redis.RedisError, OSError):
        return False  # the user may not ask
    return bool(info.get("cluster_enabled"))


def _reason(error: BaseException) -> str:
    """One line of what the client says."""
    return " ".join(str(error).split()) or type(error).__name__


async def _own(folder: Path) -> Database:
    binary = find_binary()
    if binary is None:
        raise Misconfigured(NO_SERVER)
    server = OwnServer(folder, binary)
    await asyncio.to_thread(server.start)
    client = client_for(f"unix://{server.socket}")
    return Database(client, f"own server in {folder}", own=server)
