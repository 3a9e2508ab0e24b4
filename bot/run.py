"""`patience run`: the bot from start to end, with one clear line for what is wrong."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import click
import discord

from bot import logs, metrics
from bot.chat.client import PatienceClient
from bot.chat.picture import Painter
from bot.daily.pool import PoolError
from bot.daily.proving import prove_apart
from bot.daily.setup import set_up, shipped_pool
from bot.daily.vetting import Vetting
from bot.metrics import Metrics
from bot.settings import MetricsSettings, Settings, SettingsError, load
from bot.store.connect import connect
from bot.store.daily_keys import SECRET
from bot.store.database import Database
from bot.store.errors import StoreUnavailable
from bot.store.owner import OTHER_COUNT, Owner

NOT_GIVEN = (
    "There is no token: set PATIENCE_TOKEN to your bot's, from "
    "https://discord.com/developers/applications under Bot > Reset Token."
)
NOT_TAKEN = (
    "Discord doesn't take this token: copy it again, from "
    "https://discord.com/developers/applications under Bot > Reset Token."
)
BAD_SHARDS = (
    "Discord doesn't take these shards: check PATIENCE_SHARD_COUNT, and PATIENCE_SHARD_IDS or "
    "PATIENCE_PROCESSES."
)
MENTIONS_ONLY = (
    "The Message Content Intent is off for this bot, so moves are read only where they are "
    "written to it (@bot 7h f), answer a board, or come by command. It is switched on in "
    "https://discord.com/developers/applications under Bot; or set PATIENCE_MESSAGE_CONTENT=false."
)
LONGEST_PAUSE = 60.0
"""Seconds between two attempts to connect."""
STABLE = 120.0
"""Seconds after which a connection counts as having worked."""
ANSWER = 2.0
"""Seconds within which a Redis that is well answers."""
REFUSED_CODE = 4004
BAD_SHARDS_CODES = (4010, 4011)
"""Gateway close codes after which there is no use in trying again."""

log = logs.get(__name__)

Make = Callable[[bool], PatienceClient]
"""A fresh client; the argument is whether it may read bare chat."""


class CannotRun(Exception):
    """The bot can't run with these settings; the text is the one line to be shown."""


def main() -> int:
    """The exit code: 0 when it was stopped, 2 when it can't run as it is set up."""
    try:
        settings = load()
        logs.hide(*settings.secrets())
        logs.configure(settings.log.level, settings.log.format)
        asyncio.run(run(settings))
    except (SettingsError, CannotRun, StoreUnavailable) as error:
        click.echo(f"patience run: {error}", err=True)
        return 2
    except KeyboardInterrupt:
        return 0
    return 0


async def run(settings: Settings, stop: asyncio.Event | None = None) -> None:
    """Serve until `stop` is set, or SIGTERM or SIGINT comes.

    Raises CannotRun and StoreUnavailable, each with one line that says what to fix.
    """
    if settings.discord.token is None:
        raise CannotRun(NOT_GIVEN)
    token = settings.discord.token.get_secret_value()
    if token.count(".") != 2:
        log.warning("PATIENCE_TOKEN doesn't look like a bot's token: three parts, joined by dots")
    stop = stop or asyncio.Event()
    watch, where = Watch(), settings.store
    async with AsyncExitStack() as stack:
        stack.enter_context(signals(stop))
        await stack.enter_async_context(watched(settings.metrics, watch))
        database = await _unless(stop, connect(where.redis_url, where.data, wait=True))
        if database is not None:
            make = await stack.enter_async_context(serving(settings, database, watch))
            await stay_connected(make, token, stop, settings.discord.message_content)


@dataclass
class Watch:
    """What is seen of the program from outside: its figures, and whether it can serve."""

    figures: Metrics = field(default_factory=Metrics)
    database: Database | None = None
    owner: Owner | None = None
    client: PatienceClient | None = None

    async def missing(self) -> str:
        """What keeps it from serving just now, "" when nothing does."""
        if self.database is None:
            return "waiting for Redis"
        try:
            await asyncio.wait_for(self.database.run(lambda r: r.get(SECRET)), ANSWER)
        except (StoreUnavailable, TimeoutError):
            return "Redis doesn't answer"
        # One that stands by is ready: it serves as soon as the other one leaves.
        if self.owner and self.owner.waiting == OTHER_COUNT:
            return OTHER_COUNT
        client = self.client
        if client is None or not client.is_ready():
            return "not connected to Discord"
        closed = [id for id, shard in client.shards.items() if shard.is_closed()]
        return f"shards that aren't connected: {closed}" if closed else ""


@asynccontextmanager
async def watched(settings: MetricsSettings, watch: Watch) -> AsyncIterator[None]:
    """Figures and probes by HTTP, where a port is set; from before the first connection."""
    if settings.port is None:
        yield
        return
    try:
        runner = await metrics.serve(watch.figures, settings.host, settings.port, watch.missing)
    except OSError as error:
        where, reason = f"{settings.host}:{settings.port}", error.strerror or str(error)
        raise CannotRun(f"The metrics can't be served on {where}: {reason}") from None
    try:
        yield
    finally:
        await runner.cleanup()


async def _unless(stop: asyncio.Event, work: Coroutine[Any, Any, Database]) -> Database | None:
    """What the work brings; None when `stop` was set before."""
    running, stopping = asyncio.create_task(work), asyncio.create_task(stop.wait())
    await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if not running.done():
        running.cancel()
        await asyncio.wait((running,))
    return None if running.cancelled() else running.result()


@asynccontextmanager
async def serving(
    settings: Settings, database: Database, watch: Watch | None = None
) -> AsyncIterator[Make]:
    """All that lives longer than a connection to Discord: the store, painters, figures.

    The database is closed in the end.
    """
    watch = watch or Watch()
    figures, watch.database = watch.figures, database
    database.count = figures.count_redis
    async with AsyncExitStack() as stack:
        stack.push_async_callback(database.aclose)
        log.info("tables are kept", where=database.where)
        try:
            pool = await asyncio.to_thread(shipped_pool)
        except PoolError as error:
            raise CannotRun(str(error)) from error
        secret = settings.daily.secret
        tables, daily = set_up(
            database,
            pool,
            secret=secret.get_secret_value().encode() if secret else None,
        )
        tables.time_commits(figures.commit.time)
        watch.owner = owner = Owner(database)
        vetting = Vetting(daily.store, daily.days, prove_apart)
        painter = Painter(figures)
        stack.callback(painter.close)
        watching = asyncio.create_task(figures.watch_loop())
        stack.callback(watching.cancel)

        def make(reads_chat: bool) -> PatienceClient:
            client = PatienceClient(
                database,
                tables,
                painter,
                figures,
                message_content=reads_chat,
                shards=settings.shards,
                owner=owner,
                daily=daily,
                vetting=vetting,
            )
            watch.client = client
            return client

        yield make


async def stay_connected(make: Make, token: str, stop: asyncio.Event, reads_chat: bool) -> None:
    """Log in, and again whenever that ends by itself: discord.py gives up when the very first
    connection fails or a payload can't be read.

    Raises CannotRun when trying again is no use.
    """
    failures = 0
    while not stop.is_set():
        began = time.monotonic()
        client = make(reads_chat)
        error = await _until_over(client, token, stop)
        if stop.is_set():
            return
        if isinstance(error, discord.PrivilegedIntentsRequired) and reads_chat:
            log.warning(MENTIONS_ONLY)
            reads_chat = False
            continue
        _check_use(error)
        failures = 0 if time.monotonic() - began > STABLE else failures + 1
        pause = min(LONGEST_PAUSE, 2.0 ** min(failures, 10)) * random.uniform(0.5, 1.0)  # noqa: S311
        log.warning("connection lost, trying again", seconds=round(pause, 1), **_why(error))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), pause)


async def _until_over(
    client: PatienceClient, token: str, stop: asyncio.Event
) -> BaseException | None:
    """Run one client until it ends or `stop` is set; what ended it."""
    running = asyncio.create_task(client.start(token))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
        await client.close()
        if stop.is_set() and not running.done():
            await asyncio.wait((running,), timeout=2)
            running.cancel()
        await asyncio.wait((running,))
    return None if running.cancelled() else running.exception()


def _why(error: BaseException | None) -> dict[str, Any]:
    """What the log says of it: a net that is away needs no traceback."""
    if isinstance(error, OSError | aiohttp.ClientConnectionError):
        return {"reason": str(error) or type(error).__name__}
    return {"exc_info": error}


def _check_use(error: BaseException | None) -> None:
    """Raises CannotRun for what only the owner can fix."""
    if isinstance(error, discord.LoginFailure):
        raise CannotRun(NOT_TAKEN) from None
    if isinstance(error, discord.ConnectionClosed):
        if error.code == REFUSED_CODE:
            raise CannotRun(NOT_TAKEN) from None
        if error.code in BAD_SHARDS_CODES:
            raise CannotRun(BAD_SHARDS) from None


@contextlib.contextmanager
def signals(stop: asyncio.Event) -> Iterator[None]:
    """SIGTERM and SIGINT set `stop`; a second one ends the program as usual."""
    loop = asyncio.get_running_loop()
    names = (signal.SIGTERM, signal.SIGINT)

    def finish() -> None:
        log.info("stopping")
        stop.set()
        for name in names:
            loop.remove_signal_handler(name)

    for name in names:
        with contextlib.suppress(NotImplementedError, RuntimeError):  # another thread's loop
            loop.add_signal_handler(name, finish)
    try:
        yield
    finally:
        for name in names:
            with contextlib.suppress(NotImplementedError, RuntimeError):
                loop.remove_signal_handler(name)
