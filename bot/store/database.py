"""One connection to Redis for the whole program: time-outs, retries and errors in one place."""

import asyncio
import importlib.resources
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import redis.asyncio as redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ReadOnlyError, RedisError
from redis.exceptions import TimeoutError as RedisTimeoutError

from bot.store.errors import StoreUnavailable
from bot.store.server import OwnServer

POOL_SIZE = 32
POOL_SECONDS = 10.0  # to wait for a free connection when thousands of moves come at once
SCANNED = 500
"""Keys that one step of a scan looks at."""
UNREACHABLE = (
    "The tables can't be reached right now. Nothing is lost; please try again in a moment."
)

# Set by us, since the defaults (5 s, ten retries) could hold a move for a minute. A retried write
# may run twice, so every write can be told from its repetition.
OPTIONS: dict[str, Any] = {
    "protocol": 2,  # the same shapes from every server since 6.2 and from fakeredis; no pushes
    "socket_timeout": 2.5,
    "socket_connect_timeout": 1.0,
    "retry": Retry(ExponentialWithJitterBackoff(cap=0.5, base=0.05), 3),
    # After a failover an old master refuses writes until the connection is made anew.
    "retry_on_error": [ReadOnlyError],
    "health_check_interval": 30,
    "client_name": "patience",
}


def client_for(url: str) -> redis.Redis:
    """A client with our options; the URL's own (?socket_timeout=5) win. Connects on first use.

    Raises ValueError for a URL that isn't redis://, rediss:// or unix://.
    """
    pool = redis.BlockingConnectionPool.from_url(
        url, max_connections=POOL_SIZE, timeout=POOL_SECONDS, **OPTIONS
    )
    client: redis.Redis = redis.Redis.from_pool(pool)
    return client


def script(name: str) -> str:
    """Text of the Lua script of that name."""
    return (importlib.resources.files("bot.store") / "lua" / f"{name}.lua").read_text("utf-8")


class Database:
    """A Redis and how it is spoken to. `where` names it to people, without its password;
    `kept` says whether what is written outlives the program.
    """

    def __init__(
        self, client: redis.Redis, where: str, *, kept: bool = True, own: OwnServer | None = None
    ) -> None:
        self.client = client
        self.where = where
        self.kept = kept
        self._own = own
        self._reviving = asyncio.Lock()
        self._running: set[asyncio.Future[Any]] = set()

    async def run(self, command: Callable[[redis.Redis], Awaitable[Any]]) -> Any:
        """What Redis answers (bytes, numbers, lists of them). The command runs to its end even if
        the caller is cancelled: a reply left in a connection would be taken for the next one's.

        Raises StoreUnavailable.
        """
        task = asyncio.ensure_future(self._attempt(command))
        self._running.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    async def eval(self, text: str, keys: Sequence[str], args: Sequence[str | bytes | int]) -> Any:
        """Result of a Lua script, sent by its hash; loaded when the server doesn't know it."""
        run = self.client.register_script(text)
        return await self.run(lambda _: run(keys=keys, args=args))

    async def scan(self, pattern: str) -> AsyncIterator[str]:
        """All keys that match, a few at a time."""
        cursor = 0
        while True:
            cursor, found = await self.run(partial(_scan, cursor, pattern))
            for key in found:
                yield key.decode()
            if not cursor:
                return

    async def info(self) -> dict[str, Any]:
        """What the server says of itself, as INFO has it."""
        found: dict[str, Any] = await self.run(lambda r: r.info())
        return found

    async def aclose(self) -> None:
        """Wait for commands in flight, disconnect, leave the server if it is our own."""
        while self._running:
            await asyncio.wait(self._running)
        await self.client.aclose()
        if self._own:
            await asyncio.to_thread(self._own.stop)

    def _done(self, task: asyncio.Future[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # the caller may have gone; it is logged where it was raised

    async def _attempt(self, command: Callable[[redis.Redis], Awaitable[Any]]) -> Any:
        try:
            try:
                return await command(self.client)
            except (RedisConnectionError, RedisTimeoutError, OSError):
                if not self._own:
                    raise
                async with self._reviving:  # it may have been killed
                    await asyncio.to_thread(self._own.start)
                return await command(self.client)
        except (RedisError, OSError) as error:
            raise StoreUnavailable(UNREACHABLE) from error


def _scan(cursor: int, pattern: str, client: redis.Redis) -> Awaitable[Any]:
    found: Awaitable[Any] = client.scan(cursor, match=pattern, count=SCANNED)
    return found
