"""Lines of chat: moves typed bare, to the bot, or in answer to the board.  Other talk is not
answered, ever.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord

from bot import logs, markup
from bot.chat import board
from bot.chat.channels import Hint
from bot.chat.custom_ids import PLACE, Target
from bot.chat.emoji import CARDS
from bot.chat.errors import explain
from bot.chat.guard import NOBODY, Place, Refused, guarded
from bot.chat.permissions import may_answer, may_attach
from bot.chat.picture import Picture
from bot.chat.sight import height
from bot.chat.tables import ChatTables, moderates
from bot.store.errors import StoreUnavailable
from bot.store.ids import ChannelTable, TableId
from bot.tables import verbs
from bot.tables.actions import Asker
from bot.tables.colloquial import meant
from bot.tables.views import Answer, Error, Player
from engine.reading import Line
from engine.talk import Manner, manner

LONGEST = 2000
"""Characters, as many as Discord lets people write; whatever is longer is no move."""
REMEMBERED = 20_000
"""Messages of which is known whether they were moves."""
AT_ONCE = 5
"""Replies that may be on their way to one channel."""
TALK = (Error.UNKNOWN_GAME, Error.NO_TABLE, Error.NOT_KEPT)
"""Errors that show that a line was talk: "rules are rules"."""

log = logs.get(__name__)


@dataclass
class Heard:
    """A message that came in: its text, and whether it did something."""

    text: str
    played: bool = False
    tried_again: bool = False


class ChatLines:
    """Hears what is said in channels.  `me` is the bot's own id, 0 while it isn't logged in."""

    def __init__(self, chat: ChatTables, me: Callable[[], int]) -> None:
        self._chat = chat
        self._me = me
        self._heard: OrderedDict[int, Heard] = OrderedDict()
        self._replying: Counter[int] = Counter()

    @property
    def me(self) -> int:
        """The bot's own id, 0 while it isn't logged in."""
        return self._me()

    async def heard(self, message: discord.Message) -> None:
        """A message has come; perhaps for the second time."""
        self._chat.boards.passed(message.channel.id, message.id, height(message))
        await self._first(message)

    async def missed(self, message: discord.Message) -> bool:
        """A message that came while nobody listened; whether it is new.

        Only what changes a table is told, by its board: nobody waits for the rest any more.
        """
        return await self._first(message, late=True)

    async def _first(self, message: discord.Message, *, late: bool = False) -> bool:
        """Hear a message, once; whether it was the first time."""
        if message.author.bot or message.webhook_id or message.is_system():
            return False
        if message.id in self._heard:
            return False
        heard = self._heard[message.id] = Heard(message.content)
        if len(self._heard) > REMEMBERED:
            self._heard.popitem(last=False)
        heard.played = await self._hear(message, str(message.id), late=late)
        return True

    async def edited(self, message: discord.Message) -> None:
        """A message was changed: it is tried once more, if it hasn't been a move."""
        heard = self._heard.get(message.id)
        if heard is None or heard.played or heard.tried_again or heard.text == message.content:
            return
        heard.text, heard.tried_again = message.content, True
        heard.played = await self._hear(message, f"{message.id}:edited")

    async def _hear(self, message: discord.Message, event: str, *, late: bool = False) -> bool:
        """Whether the message did something at the table."""
        text, spoken_to = self._line(message)
        channel, place = message.channel.id, message.channel
        if not text or len(text) > LONGEST or not isinstance(place, Place):
            return False
        if spoken_to:
            text = meant(text)
        with logs.context(guild=message.guild.id if message.guild else None, channel=channel):
            asker = Asker(ChannelTable(channel), player_of(message), event)
            outcome = "failed"
            try:
                async with self._chat.turns.take(channel, said_at(message)):
                    asker = await self._chat.at_place(asker)
                    answer = await self._act(asker, text, spoken_to=spoken_to)
                    if answer is None:
                        return False
                    await self._chat.note(asker, place, answer)
                    if answer.changed:
                        await self._put_up(place, asker, answer, text, late=late)
                outcome = "refused" if answer.error else "played"
                if not answer.changed and not late:
                    version = answer.table.version if answer.table else 0
                    await self._reply(message, event, answer.text, answer, version)
            except Exception as error:  # noqa: BLE001 - told to the player where it was a player's line
                if late or (not spoken_to and not self._is_meant(asker.table, text, error)):
                    return False
                await self._reply(message, event, explain(error, verb=verbs.counted(text)))
            self._chat.metrics.count(verbs.counted(text), "chat", outcome, message.author.id)
            return outcome == "played"

    async def _act(self, asker: Asker, text: str, *, spoken_to: bool) -> Answer | None:
        chat = self._chat
        if spoken_to:
            return await chat.interpreter.hear(asker, text)
        line = " ".join(text.split())
        if verbs.heard(line, spoken_to=False):
            answer = await chat.interpreter.say(asker, line)
            # "see 88" names a pile, "see a" may be anything.
            pile = answer.error != Error.NO_PILE or line[-1].isdecimal()
            return None if answer.error in TALK or not pile else answer
        return await chat.tables.play(asker.table, asker.player, text, asker.event, chat=True)

    async def _put_up(
        self, place: Place, asker: Asker, answer: Answer, text: str, *, late: bool
    ) -> None:
        """Have the board show what has changed."""
        chat, table, verb = self._chat, answer.table, verbs.verb_of(text)
        if table is None:
            await chat.close_table(place, answer, asker.event)
            return
        fresh = asker.event if verb and verb.fresh and not late else ""
        # What comes late may have been done before, and is news no more.
        old = (verb and verb.repeats) or (late and not table.won)
        note = await chat.news(table) if old else answer.text
        event = "" if late else asker.event
        chat.boards.show(place, table, note, answer.offers, fresh, event)

    async def _reply(
        self,
        message: discord.Message,
        event: str,
        text: str,
        answer: Answer | None = None,
        version: int = 0,
    ) -> None:
        """Answer in the channel, once for an event, without a ping.

        In a flood of lines only some are answered: Discord lets few messages through.
        """
        channel = message.channel.id
        if self._replying[channel] >= AT_ONCE:
            log.info("not replied", reason="too many at once")
            return
        self._replying[channel] += 1
        try:
            await self._send(message, event, text, answer, version)
        finally:
            self._replying[channel] -= 1
            if not self._replying[channel]:
                del self._replying[channel]

    async def _send(
        self,
        message: discord.Message,
        event: str,
        text: str,
        answer: Answer | None,
        version: int,
    ) -> None:
        target = Target.in_place(answer.table.id) if answer and answer.table else PLACE
        view = board.said(answer.offers, target, version) if answer else None
        more: dict[str, Any] = {"view": view} if view else {}
        if answer and answer.hint and (picture := await self._pointed_out(message, answer)):
            more["file"] = board.attachment(picture)
        if self._may_refer(message.channel):
            more["reference"] = message.to_reference(fail_if_not_exists=False)
        try:
            nonce = event.replace("edited", "e")[:25]
            whole = CARDS.written(markup.fit(verbs.slashed(text)))
            sent = message.channel.send(whole, nonce=nonce, **more)
            reply = await guarded(sent, "reply")
        except Refused as refused:
            log.info("not replied", reason=refused.reason.value)
            return
        if answer and answer.hint:
            retire = partial(reply.edit, view=None, attachments=[], allowed_mentions=NOBODY)
            self._chat.boards.hinted(
                message.channel.id, Hint(reply.id, version, retire, height(message))
            )

    async def _pointed_out(self, message: discord.Message, answer: Answer) -> Picture | None:
        """The hint as everybody in the channel sees it, where pictures may be sent."""
        chat, place = self._chat, message.channel
        if not isinstance(place, Place) or not may_attach(place):
            return None
        return await chat.pointed_out(answer, await chat.look_at(place, message.author.id))

    def _may_refer(self, place: object) -> bool:
        return isinstance(place, Place) and may_answer(place)

    def _is_meant(self, table_id: TableId, text: str, error: Exception) -> bool:
        """Whether a line that failed was meant as a move, as far as that can still be told."""
        game = self._chat.games.get(table_id)
        if game is None:
            return not isinstance(error, StoreUnavailable)
        return manner(Line(game, text)) is Manner.CLEAR or bool(verbs.heard(text, spoken_to=False))

    def _line(self, message: discord.Message) -> tuple[str, bool]:
        """What was said without the bot's name in front, and whether it was said to the bot.

        In direct messages there is nobody else to talk to.
        """
        text, me = message.content.strip(), self._me()
        for mention in (f"<@{me}>", f"<@!{me}>"):
            if text.startswith(mention):
                return text.removeprefix(mention).strip(" ,:\n") or "help", True
            if text.endswith(mention):
                return text.removesuffix(mention).strip(" ,:\n"), True
        # Without the intent a reply's text is there only when it pings the bot.
        answers_bot = message.reference is not None and (
            any(user.id == me for user in message.mentions) or _answered(message) == me
        )
        return text, answers_bot or message.guild is None


def said_at(message: discord.Message) -> int:
    """When something was said, or changed, as a snowflake."""
    edited = message.edited_at
    return discord.utils.time_snowflake(edited) if edited else message.id


def _answered(message: discord.Message) -> int:
    """Whose message this one answers, 0 where that isn't known."""
    answered = message.reference and message.reference.resolved
    return answered.author.id if isinstance(answered, discord.Message) else 0


def player_of(message: discord.Message) -> Player:
    """Whoever wrote it; in direct messages everybody has the say."""
    author = message.author
    moderator = message.guild is None
    if isinstance(author, discord.Member):
        try:
            moderator = moderates(message.channel.permissions_for(author))
        except (AttributeError, discord.ClientException):  # a thread whose parent isn't known
            moderator = moderates(author.guild_permissions)
    return Player(str(author.id), author.display_name, moderator)
