"""Lines as people write them, carried out: one grammar for chat, buttons and the terminal."""

from collections.abc import Callable
from dataclasses import replace

from bot import markup
from bot.tables import actions
from bot.tables.actions import Asker, Call, Miscounted
from bot.tables.tables import Tables
from bot.tables.verbs import meant, near, verb_of
from bot.tables.views import Answer, Error, Offer

MOVES = (actions.play, actions.deal, actions.move)
"""What reads the rest of a line as moves."""


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

    async def hear(self, asker: Asker, text: str) -> Answer:
        """Carry out a line that somebody has written to the bot, in whichever words; never None."""
        line = meant(" ".join(text.split()))
        verb = verb_of(line)
        if verb is None or verb.act in MOVES or verb.is_meant(line):
            return await self.say(asker, line if verb else text)
        if verb.act is None:
            told = f"`/patience {verb.example}` does that." if verb.slash else "I stay here."
        else:
            told = f"“{markup.plain(line)}” is not understood. Did you mean `{verb.example}`?"
        offers = (Offer(verb.example.capitalize(), verb.example),) if verb.act else ()
        return Answer(told, None, changed=False, private=True, offers=offers,
                      error=Error.NOT_A_MOVE)  # fmt: skip

    async def say(self, asker: Asker, line: str, version: int | None = None) -> Answer:
        """Carry out a line; what is no verb is a move."""
        verb = verb_of(line)
        act = verb.act if verb and verb.act else actions.play
        call = Call(self._tables, asker, line, version, self._help(), self._films)
        try:
            answer = await act(call)
        except Miscounted:
            name = verb.name if verb else ""
            text = (
                f"“{markup.plain(line)}” is not understood: what follows `{name}` is a number, "
                f"at least 1, as in `{name} 3`."
            )
            offer = Offer(name.capitalize(), name)
            return Answer(text, None, changed=False, private=True, offers=(offer,),
                          error=Error.MISCOUNTED)  # fmt: skip
        if answer.error is Error.NOT_A_MOVE and (wanted := near(line)):
            offer = Offer(wanted.name.capitalize(), wanted.example)
            text = f"{answer.text} Or did you mean `{wanted.name}`?"
            return replace(answer, text=text, offers=(offer, *answer.offers[:4]))
        return answer
