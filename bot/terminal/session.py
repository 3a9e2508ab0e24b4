"""`patience play`: a table of one's own in the terminal, with the commands of a channel."""

import asyncio
import contextlib
import getpass
import os
import re
import secrets
import shutil
import signal
import sys
import textwrap
import time
import zlib
from collections.abc import Callable
from pathlib import Path

from bot.names import tidy
from bot.store.connect import connect
from bot.store.errors import StoreUnavailable
from bot.store.ids import PersonTable
from bot.store.tables import TableStore
from bot.tables.actions import Asker
from bot.tables.colloquial import meant
from bot.tables.interpreter import Interpreter
from bot.tables.tables import Tables
from bot.tables.verbs import VERBS, Surface, on, verb_of
from bot.tables.views import Answer, Player, TableView
from bot.terminal.picture import PictureProtocol, sequence
from bot.terminal.prompt import LineSource, Piped, Prompted
from engine.game import Game
from engine.moves import Move
from engine.position import Position
from render.board import draw
from render.theme import Look
from render.words import text_board

LEFT = 128 + 15
"""The exit code after SIGTERM and SIGHUP, as shells have it."""
WIDEST = 100
"""Columns of the board in text, however wide the window is."""
HELP = """\
7h f        the seven of hearts up; also "3 f", "3 5", "w 4", "7h 8s", "jack of hearts to 5"
d, redeal   deal; deal again.   deal on   until something fits
undo, redo, restart, hint, finish, moves, rules, history, text
see 5       all cards of pile 5
games, start GAME [DEAL], archive, resume [NUMBER], stop
quit        {quit}. Several moves in a line: "d, d, 3 5"."""

Show = Callable[[str], None]


def show(text: str) -> None:
    """Print at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


async def play(
    game: Game,
    deal: str | None,
    *,
    url: str | None,
    data: Path,
    picture: PictureProtocol = "none",
    look: Look | None = None,
) -> None:
    """Play until the player leaves, SIGTERM or SIGHUP comes.

    Raises StoreUnavailable when the given Redis can't be used.
    """
    leaving = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGHUP):
        with contextlib.suppress(NotImplementedError, RuntimeError):  # another thread's loop
            asyncio.get_running_loop().add_signal_handler(name, leaving.set)
    database = await connect(url, data, keep=False)
    try:
        if not database.kept:
            show(f"This table ends with the program: {database.where}")
        tables = Tables(TableStore(database))
        session = Session(tables, Screen(picture, show, look), kept=database.kept)
        lines: LineSource = Piped(show)
        if sys.stdin.isatty() and sys.stdout.isatty():
            lines = Prompted(session.choices, session.words, data / "history")
        await session.begin(game, deal)
        while (line := await _next(lines, leaving)) is not None and await session.hear(line):
            pass
        show(farewell(session.view) if database.kept and session.view else "Good-bye.")
    finally:
        await database.aclose()
        if leaving.is_set():  # a thread may wait for standard input, and would be waited for
            os._exit(LEFT)


def farewell(view: TableView) -> str:
    """How to go on with a table that is kept."""
    return f'Your table is kept: "patience play {view.record.game.id}" goes on with it.'


async def _next(lines: LineSource, leaving: asyncio.Event) -> str | None:
    """The next line; None when there will be no more, or it is time to leave."""
    reading, stopping = asyncio.create_task(lines.next()), asyncio.create_task(leaving.wait())
    await asyncio.wait((reading, stopping), return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if not leaving.is_set():
        return reading.result()
    reading.cancel()
    await asyncio.wait((reading,))
    return None


class Screen:
    """Shows boards, as text or as pictures."""

    def __init__(self, picture: PictureProtocol, out: Show, look: Look | None = None) -> None:
        self._picture = picture
        self._look = look
        self._show = out

    def say(self, answer: Answer) -> None:
        """The answer, and the board when it has changed or a picture can show the hint."""
        pointed = answer.hint is not None and self._picture != "none"
        if answer.table and (answer.changed or pointed):
            self.board(answer.table, answer.hint)
        if answer.text:
            self._show(
                wrapped(plain(answer.text)) if "```" not in answer.text else plain(answer.text)
            )
        for offer in answer.offers:
            if offer.command not in answer.text:
                self._show(f"  {offer.label}: {offer.command}")

    def board(self, view: TableView, hint: Move | None = None) -> None:
        """The board as it lies; a picture points the hint out."""
        game, record = view.record.game, view.record
        if self._picture != "none":
            before: Position | None = record.positions[record.done - 1] if record.done else None
            png = draw(
                game,
                record.position,
                look=self._look,
                before=None if hint else before,
                hint=hint,
                deal=record.deal,
                moves=record.done,
            )
            self._show(sequence(self._picture, png).rstrip("\n"))
            return
        width = min(shutil.get_terminal_size().columns, WIDEST)
        self._show(f"\n{text_board(game, record.position, width)}\n")

    def line(self, text: str) -> None:
        """A line of our own."""
        self._show(text)


class Session:
    """One player at the terminal's table."""

    def __init__(self, tables: Tables, screen: Screen, *, kept: bool = True) -> None:
        self._tables = tables
        self._screen = screen
        self._quit = "leaves; the table is kept" if kept else "leaves, and the table is gone"
        self._interpreter = Interpreter(
            tables, lambda: HELP.format(quit=self._quit), Surface.TERMINAL
        )
        self._player = Player("terminal", tidy(_user()), moderator=True)
        # Far below Discord's ids, so that both may share a Redis; each user has their own.
        self.table = PersonTable(zlib.crc32(_user().encode()))
        self.words = sorted(verb.name for verb in on(Surface.TERMINAL))
        self.view: TableView | None = None

    def choices(self, typed: str) -> list[tuple[str, str]]:
        """Legal moves that what is typed could mean."""
        return self._tables.move_choices(self.view, typed) if self.view else []

    async def begin(self, game: Game, deal: str | None) -> None:
        """Go on with the table if it is of this game and deal; else keep it and start another."""
        self.view = await self._tables.view(self.table)
        view = self.view
        same = view and view.record.game is game and deal in (None, view.record.deal)
        if view and same and not view.won:
            self._screen.say(await self._tables.board(self.table))
            self._screen.line('Going on. "help" lists what can be typed, "quit" leaves.')
            return
        answer = await self._tables.start(
            self.table, self._player, game.id, _event(), deal, replace=True
        )
        if answer.error:
            raise ValueError(plain(answer.text))
        self.view = answer.table
        self._screen.say(answer)
        self._screen.line(f'"help" lists what can be typed, "quit" {self._quit}.')

    async def hear(self, line: str) -> bool:
        """Carry a line out; False when the player leaves.  Nothing but the end ends it."""
        if verb_of(line) is VERBS["quit"]:
            return False
        text = meant(line)
        if not text:
            return True
        try:
            if text == "moves":
                self._list_moves()
            else:
                await self._act(text)
        except StoreUnavailable as error:
            self._screen.line(str(error))
        except Exception as error:  # noqa: BLE001 - a player is not shown a traceback
            self._screen.line(f"That went wrong ({type(error).__name__}); your table is as it was.")
        return True

    async def _act(self, text: str) -> None:
        answer = await self._interpreter.hear(Asker(self.table, self._player, _event()), text)
        if answer.changed or answer.table:
            self.view = answer.table
        self._screen.say(answer)

    def _list_moves(self) -> None:
        for label, _ in self.choices("") or [("There is nothing to play.", "")]:
            self._screen.line(f"  {label}")


def plain(text: str) -> str:
    """A text for Discord as a terminal shows it: without markdown, with times written out."""
    text = re.sub(r"<t:(\d+):R>", lambda found: _when(int(found[1])), text)
    text = text.replace("```\n", "").replace("\n```", "").replace("**", "").replace("`", "")
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text).replace("\u200b", "")


def wrapped(text: str) -> str:
    """The text in lines of whole words, as wide as the window."""
    width = max(20, min(shutil.get_terminal_size().columns, WIDEST))
    wrap = textwrap.TextWrapper(width, break_long_words=False, break_on_hyphens=False)
    return "\n".join(wrap.fill(line) for line in text.split("\n"))


def _when(seconds: int) -> str:
    return time.strftime("%d %b %Y %H:%M", time.localtime(seconds))


def _event() -> str:
    return secrets.token_hex(8)


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container's user without a name
        return str(os.getuid()) if hasattr(os, "getuid") else "you"


def main(
    game: Game,
    deal: str | None,
    *,
    url: str | None,
    data: Path,
    picture: PictureProtocol,
    look: Look,
) -> None:
    """Run until the player leaves."""
    asyncio.run(play(game, deal, url=url, data=data, picture=picture, look=look))
