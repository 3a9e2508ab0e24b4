"""Slash commands and buttons: what was asked is carried out, and its answer reaches the asker."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import closing
from typing import Any

import discord

from bot import logs
from bot.chat import board, forms, texts
from bot.chat.answering import answering
from bot.chat.channels import Hint
from bot.chat.custom_ids import PERSON, PLACE, Target, Whose
from bot.chat.guard import Place, Reason, Refused, guarded
from bot.chat.reply import Reply, place_of
from bot.chat.sight import height
from bot.chat.tables import ChatTables, asker_of
from bot.store.errors import StoreUnavailable
from bot.store.ids import Attempt
from bot.tables.actions import Asker
from bot.tables.beginning import first_move
from bot.tables.colloquial import meant
from bot.tables.verbs import Verb, verb_of
from bot.tables.views import Answer, Error
from engine.moves import DEAL

Interaction = discord.Interaction[Any]
PressedAct = Callable[[Asker], Awaitable[Answer]]
LineHandler = Callable[[Interaction, str], Awaitable[None]]
"""Answers a button that says a line."""
FormHandler = Callable[[Interaction, forms.Values], Awaitable[None]]
"""Takes what was filled in."""
REMEMBERED = 1000
"""Presses on overtaken boards of which somebody was told."""
SOON = 2.5
"""Seconds that a board may take before its news are told without it."""
EXAMPLE_SECONDS = 1.0
"""How long a form may wait for its example."""

log = logs.get(__name__)


class Interactions:
    """Carries out what interactions ask for, and shows what comes of it."""

    def __init__(self, chat: ChatTables) -> None:
        self.chat = chat
        self.handlers: dict[str, LineHandler] = {}
        """What answers buttons with verbs that the tables don't carry out, by verb."""
        self.forms: dict[str, FormHandler] = {}
        """What takes forms other than that of a line, by custom id."""
        self._overtaken: deque[tuple[int, int]] = deque(maxlen=REMEMBERED)
        """Who was told that which board is overtaken."""

    async def command(
        self, interaction: Interaction, line: str, act: PressedAct | None = None
    ) -> None:
        """Answer a slash command; `act` does what the line alone would not say."""
        place = place_of(interaction)
        await self.answer(interaction, line, act, place=place, target=PLACE if place else PERSON)

    async def pressed(
        self, interaction: Interaction, target: Target, line: str, version: int | None
    ) -> None:
        """Answer a button or the menu; with a version only if the board is still that."""
        verb = verb_of(line)
        if verb and verb.act is None and verb.name in self.handlers:
            await self.handlers[verb.name](interaction, line)
            return
        place = place_of(interaction) if target.in_channel else None
        await self.answer(interaction, line, place=place, target=target, version=version)

    async def ask_for_line(self, interaction: Interaction, target: Target) -> None:
        """Put up the form in which a line is typed; it comes back as `typed`."""
        modal = forms.form(target, await self._example(interaction, target))
        try:
            await guarded(interaction.response.send_modal(modal), "ask for a line")
        except Refused as refused:
            log.info("not asked for a line", reason=refused.reason.value)
        modal.stop()

    async def _example(self, interaction: Interaction, target: Target) -> str:
        """A move that can be made now, "" where it isn't known in time."""
        try:
            async with asyncio.timeout(EXAMPLE_SECONDS):
                asker = await self.chat.asker(interaction, target, routed=False)
                view = await self.chat.view(asker.table)
        except (TimeoutError, StoreUnavailable):
            return ""
        return str(first_move(view.record.game, view.moves) or DEAL) if view else ""

    async def typed(self, interaction: Interaction, target: Target, text: str) -> None:
        """Carry out what was typed in the form, as a line that is written to the bot."""
        line = meant(text)

        async def act(asker: Asker) -> Answer:
            return await self.chat.interpreter.hear(asker, line)

        place = place_of(interaction) if target.in_channel else None
        await self.answer(interaction, line, act, place=place, target=target)

    async def answer(
        self,
        interaction: Interaction,
        line: str,
        act: PressedAct | None = None,
        *,
        place: Place | None,
        target: Target,
        version: int | None = None,
        shown_as: Verb | None = None,
    ) -> None:
        """Carry a line out at the target's table, and show its board.

        `act` takes the place of the line's own action; the board is shown as after `shown_as`,
        which is the line's verb where nothing is said: in the channel `place`, or where that is
        None to the asker alone.
        """
        # Its place is taken before anything is waited for; the acknowledgement waits for nobody.
        turn = self.chat.turns.take(place.id if place else interaction.user.id, interaction.id)
        with closing(turn):
            async with answering(interaction, line, self.chat.metrics, target) as reply:
                async with turn:
                    asker = await self.chat.asker(interaction, target, routed=not reply.pressed)
                    if place:
                        reply.target = Target.in_place(asker.table)
                    if act:
                        answer = await act(asker)
                    else:
                        answer = await self.chat.interpreter.say(asker, line, version)
                    verb = shown_as or verb_of(line)
                    await self.chat.note(asker, place, answer)
                    shown = await self._put_up(place, reply, asker, answer, verb) if place else None
                reply.refused = bool(answer.error)
                if shown:
                    await self._told_by(shown, reply, answer)
                else:
                    await self._deliver(reply, place, answer, verb)

    async def say(self, interaction: Interaction, line: str, act: PressedAct) -> None:
        """Answer with the words of what `act` says, to whoever asked."""
        async with answering(interaction, line, self.chat.metrics) as reply:
            answer = await act(asker_of(interaction, PLACE))
            reply.refused = bool(answer.error)
            await reply.say(answer.text, answer.offers)

    async def refuse(self, interaction: Interaction, line: str, why: str) -> None:
        """Say why nothing is done, to whoever asked."""
        async with answering(interaction, line, self.chat.metrics) as reply:
            reply.refused = True
            await reply.say(why)

    # --- how the answer reaches people ---------------------------------------------------------

    async def _put_up(
        self, place: Place, reply: Reply, asker: Asker, answer: Answer, verb: Verb | None
    ) -> asyncio.Future[Refused | None] | None:
        """Have the board of a channel show what has changed; what `Boards.show` gives for it."""
        chat, table = self.chat, answer.table
        if not answer.changed:
            return None
        if table is None:
            await chat.close_table(place, answer, asker.event)
            return None
        fresh = asker.event if verb and verb.fresh else ""
        # What another process has done already may be news no more.
        old = (verb and verb.repeats) or (reply.again and not table.won)
        note = await chat.news(table) if old else answer.text
        return chat.boards.show(place, table, note, answer.offers, fresh, asker.event)

    async def _told_by(
        self, shown: asyncio.Future[Refused | None], reply: Reply, answer: Answer
    ) -> None:
        """The board says it all; if it is late or can't be shown, a text says it."""
        silent = reply.pressed or reply.late
        if not silent and not (await asyncio.wait((shown,), timeout=SOON))[0]:
            await reply.say(answer.text)
        refused = await shown
        if refused is None:
            await reply.close()
        elif refused.reason is not Reason.BUSY:
            await self._show_alone(reply, answer, str(refused))
        elif not silent and not reply.said:
            await reply.say(answer.text)

    async def _deliver(
        self, reply: Reply, place: Place | None, answer: Answer, verb: Verb | None
    ) -> None:
        """What no board of a channel shows."""
        if place is None:
            await self._deliver_alone(reply, answer, verb)
        elif answer.changed:
            await reply.close()  # the table is off, and the channel was told
        elif answer.error is not Error.STALE or self._is_first(reply):
            await self._tell(reply, answer)
            self._stands_below(place, reply, answer)

    def _is_first(self, reply: Reply) -> bool:
        """Whether it is the first press on an overtaken board of which the asker hears."""
        message = reply.interaction.message
        press = (reply.interaction.user.id, message.id if message else 0)
        if press in self._overtaken:
            return False
        self._overtaken.append(press)
        return True

    def _stands_below(self, place: Place, reply: Reply, answer: Answer) -> None:
        """The board has moved up for the asker; a hint goes when the game goes on."""
        boards = self.chat.boards
        for message in reply.messages:
            boards.passed(place.id, message.id, height(message))
        if answer.hint and answer.table and reply.messages:
            last = reply.messages[-1]
            boards.hinted(place.id, Hint(last.id, answer.table.version, last.delete, 0))

    async def _deliver_alone(self, reply: Reply, answer: Answer, verb: Verb | None) -> None:
        """Where nothing but answers to the asker is possible: the board is such an answer."""
        if answer.table and isinstance(answer.table.id, Attempt):
            reply.target = Target(Whose.OWN_ATTEMPT, answer.table.id.day)
        if answer.changed and answer.table:
            await self._show_alone(reply, answer, anew=bool(verb and verb.repeats))
        elif answer.changed:
            await reply.put_away(answer.text)
        else:
            await self._tell(reply, answer)

    async def _tell(self, reply: Reply, answer: Answer) -> None:
        """What changes nothing, to the asker."""
        table, of, picture = answer.table, reply.interaction, None
        if answer.hint:
            look = await self.chat.looks.for_person(of.user.id, of.guild_id)
            picture = await self.chat.pointed_out(answer, look)
        await reply.say(answer.text, answer.offers, table.version if table else 0, picture)

    async def _show_alone(
        self, reply: Reply, answer: Answer, remark: str = "", *, anew: bool = False
    ) -> None:
        table = answer.table
        if table is None:
            return
        of = reply.interaction
        look = await self.chat.looks.for_person(of.user.id, of.guild_id)
        shown, picture = await asyncio.gather(
            asyncio.to_thread(board.look, table, answer.text, answer.offers),
            self.chat.painter.picture(table, look),
        )
        if remark:
            await reply.say(remark)
        await reply.show(
            shown, picture, "" if picture else texts.PICTURE_MISSING, anew=anew or bool(remark)
        )
