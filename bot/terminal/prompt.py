"""Where the terminal's lines come from: a prompt with history and completion, or a pipe."""

import asyncio
import sys
from collections.abc import Callable, Iterable
from io import TextIOWrapper
from pathlib import Path
from typing import Protocol

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.patch_stdout import patch_stdout

PROMPT = "> "

Choices = Callable[[str], list[tuple[str, str]]]
"""Label and text of the moves that what is typed could mean."""


class LineSource(Protocol):
    """A source of lines."""

    async def next(self) -> str | None:
        """The next line; None when there will be no more."""


class Piped:
    """LineSource of standard input, shown again so that what is saved reads as a conversation."""

    def __init__(self, show: Callable[[str], None]) -> None:
        self._show = show
        if isinstance(sys.stdin, TextIOWrapper):  # what isn't UTF-8 is no reason to end
            sys.stdin.reconfigure(encoding="utf-8", errors="replace")

    async def next(self) -> str | None:
        """See `LineSource.next`."""
        line: str = await asyncio.to_thread(sys.stdin.readline)
        if not line:
            return None
        self._show(PROMPT + line.rstrip("\n"))
        return line


class Prompted:
    """LineSource typed at a prompt; the history is kept in a file if there is one."""

    def __init__(self, choices: Choices, words: Iterable[str], history: Path | None) -> None:
        self._session: PromptSession[str] = PromptSession(
            history=_history(history),
            completer=MoveCompleter(choices, words),
            complete_while_typing=False,
            enable_history_search=True,
        )

    async def next(self) -> str | None:
        """See `LineSource.next`; Ctrl-C drops what was typed, a second one leaves."""
        interrupted = False
        while True:
            try:
                with patch_stdout(raw=True):
                    typed = await self._session.prompt_async(PROMPT)
            except EOFError:
                return None
            except KeyboardInterrupt:
                if interrupted:
                    return None
                interrupted = True
            else:
                return str(typed)


class MoveCompleter(Completer):
    """Offers the legal moves in words, and commands."""

    def __init__(self, choices: Choices, words: Iterable[str]) -> None:
        self._choices = choices
        self._words = tuple(words)

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """What could stand in place of the last part of the line."""
        typed = document.text_before_cursor.rpartition(",")[2].lstrip()
        for label, move in self._choices(typed):
            yield Completion(move, start_position=-len(typed), display=label)
        for word in self._words:
            if typed and word.startswith(typed.casefold()):
                yield Completion(word, start_position=-len(typed))


def _history(file: Path | None) -> History:
    try:
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("a"):
                return FileHistory(file)
    except OSError:
        pass  # one plays just as well without
    return InMemoryHistory()
