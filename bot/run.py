"""`patience run`: the bot from start to end, with one clear line for what is wrong."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
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
from bot.settings import Settings, SettingsError, load
from bot.store.connect import connect
from bot.store.database import Database
from bot.store.errors import StoreUnavailable
from bot.store.owner import Owner

NOT_GIVEN = (
    "There is no token: set PATIENCE_TOKEN to your bot's, from "
    "https://discord.com/developers/applications under Bot > Reset Token."
)
NOT_TAKEN = (
    "Discord doesn't take this token: copy it again, from "
    "https://discord.com/developers/applications under Bot > Reset Token."
)
BAD_SHARDS = "Discord doesn't take these shards: check PATIENCE_SHARD_COUNT and PATIENCE_SHARD_IDS."
MENTIONS_ONLY = (
    "The Message Content Intent is off for this bot, so moves are read only where they are "
    "written to it (@bot 7h f), answer a board, or come by command. It is switched on in "
    "https://discord.com/developers/applications under Bot; or set PATIENCE_MESSAGE_CONTENT=false."
)
LONGEST_PAUSE = 60.0
"""Seconds between two attempts to connect."""
STABLE = 120.0
"""Seconds after which a connection counts as having worked."""
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

    Raises CannotRun and StoreUnavailable, each with one line that says what to mend.
    """
    if settings.discord.token is None:
        raise CannotRun(NOT_GIVEN)
    token = settings.discord.token.get_secret_value()
    stop = stop or asyncio.Event()
    async with serving(settings) as make:
        with signals(stop):
            await stay_connected(make, token, stop, settings.discord.message_content)


@asynccontextmanager
async def serving(settings: Settings, database: Database | None = None) -> AsyncIterator[Make]:
    """All that lives longer than a connection to Discord: the store, painters, figures.

    `database` takes the place of the one that the settings name; it is closed in the end.
    """
    async with AsyncExitStack() as stack:
        database = database or await connect(settings.store.redis_url, settings.store.data)
        stack.push_async_callback(database.aclose)
        log.info("tables are kept", where=database.where)
        try:
            pool = await asyncio.to_thread(shipped_pool)
        except PoolError as error:
            raise CannotRun(str(error)) from error
        figures, clients = Metrics(), list[PatienceClient]()
        secret = settings.daily.secret
        tables, daily = set_up(
            database,
            pool,
            secret=secret.get_secret_value().encode() if secret else None,
        )
        for kept in (tables, daily.attempts):
            kept.time_commits(figures.commit.time)
        owner = Owner(database)
        vetting = Vetting(daily.store, daily.days, prove_apart)
        painter = Painter(figures)
        stack.callback(painter.close)
        watching = asyncio.create_task(figures.watch_loop())
        stack.callback(watching.cancel)
        if settings.metrics.port is not None:
            host, port = settings.metrics.host, settings.metrics.port
            try:
                runner = await metrics.serve(
                    figures, host, port, lambda: bool(clients) and clients[-1].is_ready()
                )
            except OSError as error:
                reason = error.strerror or str(error)
                raise CannotRun(f"The metrics can't be served on {host}:{port}: {reason}") from None
            stack.push_async_callback(runner.cleanup)

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
            clients[:] = [client]
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
    """Raises CannotRun for what only the owner can mend."""
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
