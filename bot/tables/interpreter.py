"""Lines as people write them, carried out: one grammar for chat, buttons and the terminal."""

from collections.abc import Callable

from bot.tables import actions
from bot.tables.actions import Asker, Call
from bot.tables.tables import Tables
from bot.tables.verbs import verb_of
from bot.tables.views import Answer


class Interpreter:
    """Carries lines out.

    `help_text` is said to whoever asks for help; `films` is whether there is somebody who shows
    games as films.
    """

    def __init__(
        self, tables: Tables, help_text: Callable[[], str], *, films: bool = False
    ) -> None:
        self._tables = tables
        self._help = help_text
        self._films = films

    async def say(self, asker: Asker, line: str, version: int | None = None) -> Answer:
        """Carry out a line; what is no verb is a move."""
        verb = verb_of(line)
        act = verb.act if verb and verb.act else actions.play
        call = Call(self._tables, asker, line, version, self._help(), self._films)
        return await act(call)
