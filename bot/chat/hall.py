"""Where everything meets: what was asked, by whom, and how the answer reaches them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import discord

from bot import logs, markup
from bot.chat import board, texts
from bot.chat.custom_ids import PERSON, PLACE, Target, Whose
from bot.chat.daily.routes import Routes
from bot.chat.errors import explain
from bot.chat.guard import Kind, Place, Refused, guarded
from bot.chat.picture import Painter, Picture
from bot.chat.reply import Repeated, Reply, place_of
from bot.chat.updates import Boards, guild_of
from bot.looks import Looks
from bot.metrics import Metrics
from bot.store.seats import is_seat, seat_of
from bot.tables import verbs
from bot.tables.actions import Asker
from bot.tables.interpreter import Interpreter
from bot.tables.tables import Tables
from bot.tables.verbs import Verb
from bot.tables.views import Answer, Player, TableView
from engine.game import Game
from render.theme import Look

Act = Callable[[Asker], Awaitable[Answer]]
MODERATES = ("manage_messages", "manage_channels", "manage_guild", "administrator")
REMEMBERED = 2000
SOON = 2.5
"""Seconds that a board may take before its news are told without it."""

log = logs.get(__name__)


class Hall:
    """Carries out what interactions ask for, and shows what comes of it."""

    def __init__(
        self,
        tables: Tables,
        boards: Boards,
        painter: Painter,
        looks: Looks,
        metrics: Metrics,
        help_text: Callable[[], str],
        routes: Routes | None = None,
    ) -> None:
        self.tables = tables
        self.boards = boards
        self.painter = painter
        self.looks = looks
        self.metrics = metrics
        self.routes = routes
        attempts = routes.attempts if routes else None
        self.interpreter = Interpreter(tables, help_text, attempts, films=True)
        self.others: Callable[[discord.Interaction[Any], str], Awaitable[None]] | None = None
        """What answers buttons that say ``daily …`` or ``privacy …``."""
        self.replay: Callable[..., Awaitable[None]] | None = None
        """What answers buttons that say ``replay``."""
        self.games: OrderedDict[int, Game] = OrderedDict()
        """The game last seen at a table, for when the store can't be asked."""

    # --- interactions --------------------------------------------------------------------------

    async def command(
        self, interaction: discord.Interaction[Any], verb: str, act: Act | None = None
    ) -> None:
        """Answer a slash command; `act` does what the line `verb` alone would not say."""
        place = place_of(interaction)
        target = PLACE if place else PERSON
        await self.answer(interaction, target, place, verb, act, None, "slash")

    async def pressed(
        self, interaction: discord.Interaction[Any], target: Target, line: str, version: int | None
    ) -> None:
        """Answer a button or the menu."""
        if self.others and line.partition(" ")[0] in ("daily", "privacy"):
            await self.others(interaction, line)
            return
        if self.replay and line == "replay":
            await self.replay(interaction, kind="button")
            return
        place = place_of(interaction) if target.in_channel else None
        await self.answer(interaction, target, place, line, None, version, "button")

    async def answer(
        self,
        interaction: discord.Interaction[Any],
        target: Target,
        place: Place | None,
        line: str,
        act: Act | None,
        version: int | None,
        kind: str,
    ) -> None:
        """Acknowledge, carry out, show; nothing is left without an answer."""
        verb = verbs.verb_of(line)
        reply = Reply(interaction, target)
        with logs.context(guild=interaction.guild_id, channel=interaction.channel_id):
            try:
                await reply.acknowledge(self.metrics)
            except Repeated:
                return
            outcome = "failed"
            try:
                asker = await self.asker(interaction, target, routed=kind == "slash")
                if place:
                    reply.target = Target.in_place(asker.table)
                if act:
                    answer = await act(asker)
                else:
                    answer = await self.interpreter.say(asker, line, version)
                outcome = "refused" if answer.error else "played"
                await self._deliver(reply, place, asker, answer, verb)
            except Exception as error:  # noqa: BLE001 - whoever asked is told, whatever it was
                await reply.say(explain(error, verb=verbs.counted(line)))
            finally:
                self.count(line, kind, outcome)

    async def _deliver(
        self, reply: Reply, place: Place | None, asker: Asker, answer: Answer, verb: Verb | None
    ) -> None:
        table = answer.table
        await self.note(asker, place, answer)
        if place is None:
            await self._deliver_alone(reply, answer, verb)
        elif not answer.changed:
            await self._tell(reply, answer)
        elif table is None:
            await self.close_table(place, answer, asker.event)
            await reply.close()
        else:
            fresh = asker.event if verb and verb.fresh else ""
            note = await self.news(table) if verb and verb.repeats else answer.text
            done = self.boards.show(place, table, note, answer.offers, fresh)
            silent = reply.pressed or reply.late
            if not silent and not (await asyncio.wait((done,), timeout=SOON))[0]:
                await reply.say(answer.text)
            refused = await done
            if refused is None:
                await reply.close()  # the board says it all
            elif refused.kind is not Kind.BUSY:
                await self._show_alone(reply, answer, str(refused))
            elif not silent and not reply.said:
                await reply.say(answer.text)

    async def _deliver_alone(self, reply: Reply, answer: Answer, verb: Verb | None) -> None:
        """Where nothing but answers to the asker is possible: the board is such an answer."""
        if answer.table and is_seat(answer.table.channel):
            day = seat_of(answer.table.channel).day
            reply.target = Target(Whose.OWN_ATTEMPT, day)
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
            look = await self.looks.for_person(of.user.id, of.guild_id)
            picture = await self.pointed_out(answer, look)
        await reply.say(answer.text, answer.offers, table.version if table else 0, picture)

    async def look_at(self, place: Place | None, person: int) -> Look:
        """How boards look in a place: in a server alike for all, else as the person likes."""
        guild = guild_of(place) if place else 0
        return await (self.looks.in_server(guild) if guild else self.looks.for_person(person))

    async def pointed_out(self, answer: Answer, look: Look) -> Picture | None:
        """The board with the hint of an answer, if it has one."""
        if answer.hint is None or answer.table is None:
            return None
        return await self.painter.hinted(answer.table, look, answer.hint)

    async def _show_alone(
        self, reply: Reply, answer: Answer, remark: str = "", *, anew: bool = False
    ) -> None:
        table = answer.table
        if table is None:
            return
        of = reply.interaction
        look = await self.looks.for_person(of.user.id, of.guild_id)
        shown, picture = await asyncio.gather(
            asyncio.to_thread(board.look, table, answer.text, answer.offers),
            self.painter.picture(table, look),
        )
        if remark:
            await reply.say(remark)
        await reply.show(
            shown, picture, "" if picture else texts.PICTURE_MISSING, anew=anew or bool(remark)
        )

    # --- what chat lines need as well ----------------------------------------------------------

    async def asker(
        self, interaction: discord.Interaction[Any], target: Target, *, routed: bool = True
    ) -> Asker:
        """Who asks, at which table; `routed` when it isn't a button that says which."""
        asker = asker_of(interaction, target)
        if target == PLACE:
            return await self.at_place(asker) if routed else asker
        if self.routes and target.is_attempt:
            number = await self.routes.number(target, interaction.guild_id, interaction.user.id)
            return replace(asker, table=number)
        return asker

    async def at_place(self, asker: Asker) -> Asker:
        """Who asks in a place: at the table that is played there."""
        return replace(asker, table=await self.table_at(asker.table))

    async def table_at(self, channel: int) -> int:
        """The table of a place: its own, or the attempt that is played there."""
        number = await self.routes.at(channel) if self.routes else None
        return number or channel

    async def note(self, asker: Asker, place: Place | None, answer: Answer) -> None:
        """What there is to remember of an answer."""
        self.remember(asker.table, answer.table)
        if self.routes and answer.changed and answer.table and is_seat(answer.table.channel):
            await self.routes.settled(answer.table, place.id if place else None)

    async def close_table(self, place: Place, answer: Answer, event: str) -> None:
        """The table is off: everybody is told, and the board loses its buttons."""
        await self.boards.close_board(place)
        view = board.said(answer.offers, PLACE, 0)
        more: dict[str, Any] = {"view": view} if view else {}
        try:
            text = markup.fit(verbs.slashed(answer.text))
            await guarded(place.send(text, nonce=f"c{event}"[:25], **more), "say it is over")
        except Refused as refused:
            log.info("not told that it is over", reason=refused.kind.value)

    async def news(self, table: TableView) -> str:
        """The last move once more, and how the game stands when little is left."""
        life = await self.interpreter.at(table.channel).life(table)
        return f"{board.news(table)} {life}" if life else ""

    async def view(self, table: int) -> TableView | None:
        """A table as it is."""
        return await self.interpreter.at(table).view(table)

    def remember(self, channel: int, table: TableView | None) -> None:
        """What a channel plays."""
        if table is None:
            self.games.pop(channel, None)
            return
        self.games[channel] = table.record.game
        self.games.move_to_end(channel)
        if len(self.games) > REMEMBERED:
            self.games.popitem(last=False)

    def count(self, line: str, way: str, outcome: str) -> None:
        """One command more, for the figures."""
        self.metrics.commands.labels(verbs.counted(line), way, outcome).inc()


def asker_of(interaction: discord.Interaction[Any], target: Target) -> Asker:
    """Who asks; alone, a person's table goes by their own id."""
    user = interaction.user
    moderator = (
        interaction.guild_id is None or target == PERSON or moderates(interaction.permissions)
    )
    player = Player(str(user.id), user.display_name, moderator)
    table = user.id if target == PERSON else interaction.channel_id or user.id
    return Asker(table, player, str(interaction.id))


def moderates(permissions: discord.Permissions) -> bool:
    """Whether somebody keeps order in a channel."""
    return any(getattr(permissions, name) for name in MODERATES)
