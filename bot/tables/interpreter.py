"""Lines as people write them, carried out: one grammar for chat, buttons and the terminal."""

from collections.abc import Callable
from dataclasses import replace

from bot import markup
from bot.tables import actions
from bot.tables.actions import Asker, Call, Miscounted
from bot.tables.tables import Tables
from bot.tables.verbs import Surface, near, verb_of
from bot.tables.views import Answer, Error, Offer

MOVES = (actions.play, actions.deal, actions.move)
"""What reads the rest of a line as moves."""


class Interpreter:
    """Carries lines out.

    `help_text` is said to whoever asks for help; `surface` is where lines are written to the bot:
    in chat, where there is somebody who shows games as films, or in the terminal.
    """

    def __init__(
        self, tables: Tables, help_text: Callable[[], str], surface: Surface = Surface.SPOKEN
    ) -> None:
        self._tables = tables
        self._help = help_text
        self._surface = surface

    async def hear(self, asker: Asker, line: str) -> Answer:
        """Carry out a line that somebody has written to the bot; never None.

        What it means in other words is `colloquial.meant`'s to say.
        """
        verb = verb_of(line)
        if verb is None or verb.act in MOVES or (verb.act and verb.is_meant(line)):
            return await self.say(asker, line)
        offer = Offer(verb.example.capitalize(), verb.example)
        if verb.act:
            told = f"“{markup.plain(line)}” is not understood. Did you mean `{verb.example}`?"
        elif self._surface is Surface.TERMINAL:
            told = f"`{verb.name}` is there in Discord only; `help` lists what can be typed here."
            offer = Offer("Help", "help")
        elif verb.slash:
            told = f"`/patience {verb.example}` does that."
        elif verb.button:
            told = f"`{verb.name}` is what a button says below a finished game."
        else:
            told = f"`{verb.name}` is for the terminal; here `stop` puts the game away."
            offer = Offer("Stop", "stop")
        pressed = not verb.act and (verb.slash or verb.button)
        offers = () if pressed and self._surface is not Surface.TERMINAL else (offer,)
        return Answer(told, None, changed=False, private=True, offers=offers,
                      error=Error.NOT_A_MOVE)  # fmt: skip

    async def say(self, asker: Asker, line: str, version: int | None = None) -> Answer:
        """Carry out a line; what is no verb is a move."""
        verb = verb_of(line)
        act = verb.act if verb and verb.act else actions.play
        films = self._surface is not Surface.TERMINAL
        call = Call(self._tables, asker, line, version, self._help(), films)
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
