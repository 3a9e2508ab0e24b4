"""`patience demo`: a Discord of its own on this computer, and the real bot in it.

The bot is the one of `patience run`, through the real discord.py; tables lie in a Redis that is
started for it, in a folder of their own, so that a bot which plays on Discord from this computer
is never touched. What was said is kept beside them: the next start goes on where this one ends.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import sys
import threading
import webbrowser
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Self

import click
from pydantic import SecretStr

from bot import logs
from bot.demo.memory import Memory, MemoryUnreadable
from bot.demo.server import HOST, Loopback
from bot.run import CannotRun, serving, signals, stay_connected
from bot.settings import Settings, SettingsError, load
from bot.store.connect import connect
from bot.store.errors import StoreUnavailable
from bot.store.owner import free
from engine.games.catalogue import games
from render.emoji import signs

PORT = 8052
"""A port for 52 cards; always the same, so that a page that is still open finds its way back."""
HELLO = """\
Patience: {games} old solitaire games, in a channel on this computer. Nothing leaves it.
  Open   {url}
  Type   /patience start anna
  Kept   {kept}
  Stop   Ctrl-C"""
GOODBYE = "Stopped."
WAITING = "Stopped. The tables wait for the next start."
NO_BROWSER = "No browser could be opened here; open the address above in one."
RUNNING = "A demo is running already, at {url}"


class Taken(Exception):
    """Another program has what this one needs; the text is the one line to be shown."""


def run_demo(*, port: int = PORT, browser: bool = True) -> int:
    """The exit code: 0 when it was stopped, 2 when it can't run as it was asked to."""
    try:
        settings = load()
        # Whoever wants to read along says so; the terminal is for the address.
        wants_log = "level" in settings.log.model_fields_set
        logs.configure(settings.log.level if wants_log else "error", settings.log.format)
        asyncio.run(serve(settings, port=port, browser=browser))
    except (SettingsError, CannotRun, StoreUnavailable, MemoryUnreadable, Taken) as error:
        click.echo(f"patience demo: {error}", err=True)
        return 2
    except KeyboardInterrupt:  # before there was anything to stop
        return 0
    return 0


async def serve(
    settings: Settings, *, port: int = PORT, browser: bool = True, stop: asyncio.Event | None = None
) -> None:
    """Serve until `stop` is set, or SIGTERM or SIGINT comes. Port 0 is any free one.

    Raises Taken, MemoryUnreadable and StoreUnavailable, each with one line.
    """
    folder = settings.store.data / "demo"
    stop = stop or asyncio.Event()
    async with AsyncExitStack() as stack:
        stack.enter_context(signals(stop))
        lock = stack.enter_context(Lock(folder))
        database = await connect(None, folder, keep=False)
        stack.push_async_callback(database.aclose)
        # Words without the tables that they speak of would be no use.
        memory = Memory(folder / "channel.sqlite") if database.kept else None
        if memory is not None:
            stack.callback(memory.close)
        discord = Loopback(record=False, memory=memory)
        try:
            await discord.start(port)
        except OSError as error:
            # asyncio's own text is a sentence about its sockets.
            reason = os.strerror(error.errno) if error.errno else str(error)
            raise Taken(f"Port {port} can't be used ({reason}); try another: --port N") from None
        stack.push_async_callback(discord.stop)
        for sign in await asyncio.to_thread(signs):
            # Messages that are kept speak of them: from start to start they have the same ids.
            discord.emojis.keep(int(sign.name[-6:], 16) + 1, sign.name, sign.image)
        discord.patch()
        lock.say(discord.page_url)
        await free(database, discord.bot.id, 0)  # the lock is ours, so nobody else serves here
        make = await stack.enter_async_context(serving(_own(settings, discord, folder), database))
        kept = f"in {folder}" if database.kept else database.where
        click.echo(HELLO.format(games=len(games()), url=discord.page_url, kept=kept))
        if browser:
            _open(discord.url + discord.page.once())
        await stay_connected(make, discord.token, stop, reads_chat=True)
    click.echo(WAITING if database.kept else GOODBYE)


def _own(settings: Settings, discord: Loopback, folder: Path) -> Settings:
    """The settings, turned from Discord and its Redis to what is here."""
    token = {"token": SecretStr(discord.token), "token_file": None, "message_content": True}
    return replace(
        settings,
        discord=settings.discord.model_copy(update=token),
        shards=settings.shards.model_copy(update={"count": None, "ids": None}),
        store=settings.store.model_copy(update={"redis_url": None, "data": folder}),
        metrics=settings.metrics.model_copy(update={"port": None}),
    )


class Lock:
    """One demo in a folder: two would write over each other's words.

    The file says where the one is that runs; only its owner may read it, since the address has
    the key. A folder that can't be written needs no lock: nothing is kept then.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / "running"
        self._file: int | None = None

    def __enter__(self) -> Self:
        """Raises Taken."""
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError:
            return self
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            url = os.read(self._file, 200).decode() or f"http://{HOST}"
            self.__exit__()
            raise Taken(RUNNING.format(url=url)) from None
        os.ftruncate(self._file, 0)
        return self

    def say(self, url: str) -> None:
        """Where the page is."""
        if self._file is not None:
            os.pwrite(self._file, url.encode(), 0)

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _open(url: str) -> None:
    """Opens the page, or says that it couldn't; beside the rest, since some browsers block."""

    def work() -> None:
        if not (_has_screen() and webbrowser.open(url)):
            click.echo(NO_BROWSER)

    threading.Thread(target=work, daemon=True).start()


def _has_screen() -> bool:
    """Without one, only a browser in text would be found, and it would take the terminal."""
    if sys.platform in {"darwin", "win32"} or "BROWSER" in os.environ:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
