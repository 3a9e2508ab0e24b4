"""One connection to Redis for the whole program: time-outs, retries and errors in one place."""

import asyncio
import importlib.resources
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, cast

import redis.asyncio as redis
from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel, SentinelConnectionPool
from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ReadOnlyError, RedisClusterException, RedisError
from redis.exceptions import TimeoutError as RedisTimeoutError

from bot import logs
from bot.store.address import Address, ServerKind, parse
from bot.store.errors import UNREACHABLE, StoreUnavailable, Trouble
from bot.store.server import OwnServer

POOL_SIZE = 32
"""Commands that are under way at once; the others wait for their turn."""
POOL_SECONDS = 10.0
"""How long they wait, when thousands of moves come at once."""
SCAN_COUNT = 500

# Set by us, since the defaults (5 s, ten retries) could hold a move for a minute. A retried write
# may run twice, so every write can be told from its repetition.
OPTIONS: dict[str, Any] = {
    "protocol": 2,  # the same shapes from every server since 6.2 and from fakeredis; no pushes
    "socket_timeout": 2.5,
    "socket_connect_timeout": 1.0,
    "health_check_interval": 30,
    "client_name": "patience",
    "max_connections": 2 * POOL_SIZE,  # never reached: `Database` lets in fewer
}
LOST = (RedisConnectionError, RedisTimeoutError, OSError)

log = logs.get(__name__)


def _retry() -> Retry:
    return Retry(ExponentialWithJitterBackoff(cap=0.5, base=0.05), 3)


def client_for(url: str) -> redis.Redis:
    """A client with our options; the URL's own (?socket_timeout=5) win. Connects on first use.

    Raises ValueError for a URL that names no Redis, see `bot.store.address`.
    """
    return client_at(parse(url))


def client_at(address: Address) -> redis.Redis:
    """A client for any kind of Redis. A Cluster's speaks the same commands and scripts."""
    options = OPTIONS | dict(address.options)
    options |= {"username": address.user, "password": address.password}
    if address.kind is ServerKind.CLUSTER:
        nodes = [ClusterNode(host, port) for host, port in address.hosts]
        cluster = RedisCluster(startup_nodes=nodes, ssl=address.tls, retry=_retry(), **options)
        return cast("redis.Redis", cluster)
    # After a failover an old primary refuses writes until the connection is made anew.
    options |= {"retry": _retry(), "retry_on_error": [ReadOnlyError], "db": address.db}
    if address.kind is ServerKind.SOCKET:
        return redis.Redis(unix_socket_path=address.path, **options)
    if address.tls:
        options["ssl"] = True
    if address.kind is ServerKind.SENTINEL:
        # Sentinels have users of their own, and mostly none.
        asking = {key: OPTIONS[key] for key in ("protocol", "socket_timeout", "client_name")}
        asking |= {"socket_connect_timeout": OPTIONS["socket_connect_timeout"]}
        sentinel = Sentinel(list(address.hosts), sentinel_kwargs=asking)  # type: ignore[no-untyped-call]
        primary: redis.Redis = sentinel.master_for(address.service, **options)
        return primary
    (host, port), *_ = address.hosts
    return redis.Redis(host=host, port=port, **options)


async def close(client: redis.Redis) -> None:
    """Disconnect, from the Sentinels too."""
    await client.aclose()
    pool = getattr(client, "connection_pool", None)  # a Cluster's client has one for each node
    if isinstance(pool, SentinelConnectionPool):
        for sentinel in pool.sentinel_manager.sentinels:
            await sentinel.aclose()


def script(name: str) -> str:
    """Text of the Lua script of that name."""
    return (importlib.resources.files("bot.store") / "lua" / f"{name}.lua").read_text("utf-8")


class Database:
    """A Redis and how it is spoken to. `where` names it to people, without its password;
    `kept` says whether what is written outlives the program.

    `count` hears of every command and of its trouble, None when it was answered.
    """

    def __init__(
        self, client: redis.Redis, where: str, *, kept: bool = True, own: OwnServer | None = None
    ) -> None:
        self.client = client
        self.where = where
        self.kept = kept
        self.count: Callable[[Trouble | None], None] = lambda _: None
        self._own = own
        self._reviving = asyncio.Lock()
        self._room = asyncio.Semaphore(POOL_SIZE)
        self._running: set[asyncio.Future[Any]] = set()
        self._trouble: Trouble | None = None
        self._closed = False

    async def run(self, command: Callable[[redis.Redis], Awaitable[Any]]) -> Any:
        """What Redis answers (bytes, numbers, lists of them). The command runs to its end even if
        the caller is cancelled: a reply left in a connection would be taken for the next one's.

        Raises StoreUnavailable, also once it is being closed: whoever comes late would open a
        connection that nobody closes, and start our own server again.
        """
        if self._closed:
            raise StoreUnavailable(UNREACHABLE)
        task = asyncio.ensure_future(self._attempt(command))
        self._running.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    async def eval(self, text: str, keys: Sequence[str], args: Sequence[str | bytes | int]) -> Any:
        """Result of a Lua script, sent by its hash; loaded when the server doesn't know it."""
        run = self.client.register_script(text)
        return await self.run(lambda _: run(keys=keys, args=args))

    async def scan(self, pattern: str) -> AsyncIterator[str]:
        """All keys of a pattern, on every node of a Cluster; some may come twice.

        Raises StoreUnavailable.
        """
        for chosen in await self.nodes():
            cursor = 0
            while True:
                found, keys = await self.run(
                    lambda r, at=cursor, on=chosen: r.scan(  # type: ignore[misc]
                        at, match=pattern, count=SCAN_COUNT, **on
                    )
                )
                for key in keys:
                    yield key.decode()
                # A Cluster tells each node's cursor by the node's name.
                cursor = int(next(iter(found.values())) if isinstance(found, dict) else found)
                if not cursor:
                    break

    async def nodes(self) -> list[dict[str, Any]]:
        """For each server that takes writes the arguments that send a command to it alone.

        Raises StoreUnavailable.
        """
        cluster = cast("object", self.client)
        if not isinstance(cluster, RedisCluster):
            return [{}]
        await self.run(lambda _: cluster.initialize())
        return [{"target_nodes": node} for node in cluster.get_primaries()]

    async def aclose(self) -> None:
        """Wait for commands in flight, disconnect, leave the server if it is our own."""
        self._closed = True
        while self._running:
            await asyncio.wait(self._running)
        await close(self.client)
        if self._own:
            await asyncio.to_thread(self._own.stop)

    def _done(self, task: asyncio.Future[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # the caller may have gone; it is logged where it was raised

    async def _attempt(self, command: Callable[[redis.Redis], Awaitable[Any]]) -> Any:
        try:
            await asyncio.wait_for(self._room.acquire(), POOL_SECONDS)
        except TimeoutError as error:
            raise StoreUnavailable(UNREACHABLE) from error
        try:
            answer = await self._ask(command)
        except (RedisError, RedisClusterException, OSError) as error:
            trouble = Trouble.of(error)
            self._note(trouble, error)
            raise StoreUnavailable(trouble.value) from error
        finally:
            self._room.release()
        self._note(None)
        return answer

    async def _ask(self, command: Callable[[redis.Redis], Awaitable[Any]]) -> Any:
        try:
            return await command(self.client)
        except LOST:
            if not self._own:
                raise
            async with self._reviving:  # it may have been killed
                await asyncio.to_thread(self._own.start)
            return await command(self.client)

    def _note(self, trouble: Trouble | None, error: BaseException | None = None) -> None:
        """Tell the log once what is wrong, and when it is over."""
        self.count(trouble)
        if trouble is self._trouble:
            return
        self._trouble = trouble
        if trouble is None:
            log.info("Redis takes commands again", where=self.where)
        else:
            reason = f"{type(error).__name__}: {error}"[:300]
            log.warning("Redis does not take commands", cause=trouble.name.lower(), reason=reason)
