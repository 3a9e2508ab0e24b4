"""Lines as people write them, carried out: one grammar for chat, buttons and the terminal."""

from collections.abc import Callable

from bot.store.seats import is_seat
from bot.tables import actions
from bot.tables.actions import Asker, Call
from bot.tables.tables import Tables
from bot.tables.verbs import verb_of
from bot.tables.views import Answer


class Interpreter:
    """Carries lines out.

    `help_text` is said to whoever asks for help; `attempts` are the tables of the daily
    challenge; `films` is whether there is somebody who shows games as films.
    """

    def __init__(
        self,
        tables: Tables,
        help_text: Callable[[], str],
        attempts: Tables | None = None,
        *,
        films: bool = False,
    ) -> None:
        self._tables = tables
        self._attempts = attempts
        self._help = help_text
        self._films = films

    def at(self, table: int) -> Tables:
        """Where that table is kept."""
        return self._attempts if self._attempts and is_seat(table) else self._tables

    async def say(self, asker: Asker, line: str, version: int | None = None) -> Answer:
        """Carry out a line; what is no verb is a move."""
        verb = verb_of(line)
        act = verb.act if verb and verb.act else actions.play
        call = Call(self.at(asker.table), asker, line, version, self._help(), self._films)
        return await act(call)
