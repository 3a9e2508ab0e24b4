"""The daily challenge in Discord: where its boards go, and what its buttons and commands say."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import discord

from bot import markup
from bot.chat import board
from bot.chat.answering import answering
from bot.chat.custom_ids import PLACE, Target, Whose
from bot.chat.daily.months import month_picture
from bot.chat.guard import Place, guarded
from bot.chat.interactions import Interactions, PressedAct
from bot.chat.invite import invitation
from bot.chat.locator import AttemptLocator
from bot.chat.permissions import forbidden, lacking, may_attach
from bot.chat.picture import Picture
from bot.chat.reply import place_of
from bot.chat.tables import asker_of
from bot.daily.attempts import attempt_of
from bot.daily.calendar import UnknownDay, iso, read_month
from bot.daily.days import Checked
from bot.daily.pressed import Pressed, Wanted
from bot.daily.service import BestLines, Daily, Span
from bot.store.ids import Attempt
from bot.tables.actions import Asker
from bot.tables.verbs import VERBS
from bot.tables.views import Answer, Error, Offer, Player, TableView
from engine.record import Record
from render.replay import animate
from render.theme import Look

Interaction = discord.Interaction[Any]
Found = tuple[str, list[discord.File]]
IN_DM = "The board is in our direct messages now; there moves may be typed as well."
CANDIDATES = "All deals of the pool among which the key chose, as they go into the HMAC"
HERE = "Here it is; where this server lets its members' apps speak, everybody sees it."
ONLY_MEMBERS = "I'm not a member of this server, so its challenge can't be played together here."


class DailyInteractions:
    """Carries out `/patience daily …` and the buttons that say ``daily …``."""

    def __init__(self, interactions: Interactions, daily: Daily, locator: AttemptLocator) -> None:
        self.interactions = interactions
        self.chat = interactions.chat
        self.daily = daily
        self._locator = locator
        interactions.handlers["daily"] = self.pressed

    async def pressed(self, interaction: Interaction, line: str) -> None:
        """A button: ``daily play 20787``, ``daily share 20787 alone``, ``daily board 20787``."""
        try:
            pressed = Pressed.parse(line)
        except ValueError:  # of no version that is known
            pressed = Pressed(Wanted.BOARD)
        day = pressed.day
        match pressed.wanted:
            case Wanted.TODAY:
                await self.today(interaction)
            case Wanted.PLAY:
                await self.play(interaction, day)
            case Wanted.BY_MESSAGE:
                await self.by_message(interaction, day)
            case Wanted.TOGETHER:
                await self.together(interaction, day)
            case Wanted.SHARE:
                day = self.daily.days.today if day is None else day
                await self.share(interaction, day, together=pressed.joint)
            case Wanted.BOARD:
                await self.board(interaction, day="" if day is None else iso(day))

    # --- playing -------------------------------------------------------------------------------

    async def play(self, interaction: Interaction, day: int | None) -> None:
        """Alone: seen by the player only, or as a board of their direct messages."""
        day = self.daily.days.today if day is None else day
        place = place_of(interaction) if interaction.guild_id is None else None

        async def act(asker: Asker) -> Answer:
            answer = await self.daily.play(interaction.guild_id, asker.player, asker.event, day)
            table = answer.table
            if table is None or self.daily.closed(table):
                return answer
            if place is not None:
                await self._locator.lead(place.id, attempt_of(table))
                return answer
            go_on = Offer("Go on in direct messages", str(Pressed(Wanted.BY_MESSAGE, day)))
            return replace(answer, offers=(*answer.offers, go_on))

        target = Target(Whose.JOINT_ATTEMPT if place else Whose.OWN_ATTEMPT, day)
        # Beside the button of an announcement the board is a message of its own.
        anew = interaction.type is discord.InteractionType.component and place is None
        await self.interactions.answer(
            interaction,
            "daily play",
            act,
            place=place,
            target=target,
            shown_as=VERBS["board" if anew else "start"],
        )

    async def by_message(self, interaction: Interaction, day: int | None) -> None:
        """Send the board to the player's direct messages."""
        day = self.daily.days.today if day is None else day

        async def act(asker: Asker) -> Answer:
            answer = await self.daily.play(interaction.guild_id, asker.player, asker.event, day)
            if answer.table is None:
                return answer
            private = await guarded(interaction.user.create_dm(), "open direct messages")
            await self._locator.lead(private.id, attempt_of(answer.table))
            shown = self.chat.boards.show(private, answer.table, "", answer.offers, asker.event)
            refused = await shown
            if refused is not None:
                await self.daily.store.end_route(private.id)
                self._locator.forget(private.id)
                raise refused
            return Answer(IN_DM, None, changed=False, private=True)

        await self.say(interaction, act)

    async def together(self, interaction: Interaction, day: int | None) -> None:
        """A board for the whole channel."""
        day = self.daily.days.today if day is None else day
        place = place_of(interaction)

        async def act(asker: Asker) -> Answer:
            guild = interaction.guild_id
            if place is None and guild is not None:
                return Answer(ONLY_MEMBERS, None, changed=False, private=True, error=Error.NO_PLACE)
            if place and (names := lacking(place)):
                raise forbidden(names)
            channel = interaction.channel_id or 0
            answer = await self.daily.together(guild, channel, asker.player, asker.event, day)
            self._locator.forget(channel)
            return answer

        await self.interactions.answer(
            interaction,
            "daily together",
            act,
            place=place,
            target=Target(Whose.JOINT_ATTEMPT, day),
            shown_as=VERBS["start"],
        )

    async def move(self, interaction: Interaction, move: str, day: int) -> None:
        """A move, or any other command, in the attempt that somebody plays alone."""
        place = place_of(interaction) if interaction.guild_id is None else None

        async def act(asker: Asker) -> Answer:
            attempt = await self.daily.at(interaction.user.id, day)
            own = Attempt(interaction.guild_id or 0, day, interaction.user.id)
            return await self.chat.interpreter.say(replace(asker, table=attempt or own), move)

        target = Target(Whose.JOINT_ATTEMPT if place else Whose.OWN_ATTEMPT, day)
        await self.interactions.answer(interaction, move, act, place=place, target=target)

    async def attempt_of(self, person: int, day: int) -> TableView | None:
        """The attempt that somebody plays alone, if it can be gone on with."""
        attempt = await self.daily.at(person, day)
        view = await self.daily.tables.view(attempt) if attempt else None
        return view if view and not self.daily.closed(view) else None

    # --- telling -------------------------------------------------------------------------------

    async def say(self, interaction: Interaction, act: PressedAct) -> None:
        """Answer with the words of what `act` says, to whoever asked."""
        await self.interactions.say(interaction, "daily", act)

    async def today(self, interaction: Interaction) -> None:
        """What is on, with buttons to play."""

        async def act(asker: Asker) -> Answer:
            return await self.daily.today(interaction.guild_id or 0, int(asker.player.id))

        await self.say(interaction, act)

    async def board(
        self,
        interaction: Interaction,
        span: Span = "today",
        day: str = "",
    ) -> None:
        """Who got how far."""

        async def act(asker: Asker) -> Answer:
            guild, person = interaction.guild_id, int(asker.player.id)
            return await self.daily.board(guild, person, span, day)

        await self.say(interaction, act)

    async def streak(self, interaction: Interaction, month: str) -> None:
        """The asker's streak and results, with a month as a picture."""

        async def find() -> Found:
            person, guild = interaction.user.id, interaction.guild_id or 0
            try:
                days = read_month(month, self.daily.days.clock())
            except UnknownDay as error:
                return str(error), []
            found = await self.daily.people.statistics(person)
            if not found.played:
                return str(found), []
            look = await self.chat.looks.for_person(person, interaction.guild_id)
            language = (await self.daily.days.settings(guild)).language
            today = self.daily.days.today
            picture = await asyncio.to_thread(month_picture, found, days, today, language, look)
            return str(found), [picture]

        await self._hand(interaction, find)

    async def compare(
        self, interaction: Interaction, person: discord.Member | discord.User
    ) -> None:
        """The asker and somebody else, head to head."""

        async def act(asker: Asker) -> Answer:
            other = Player(str(person.id), person.display_name)
            return await self.daily.compare(interaction.guild_id, asker.player, other)

        await self.say(interaction, act)

    async def share(self, interaction: Interaction, day: int, *, together: bool) -> None:
        """A line and a picture for everybody; where the bot isn't a member, as its answer."""
        place, person = place_of(interaction), interaction.user.id
        async with answering(interaction, "daily share", self.chat.metrics) as reply:
            asker = asker_of(interaction, PLACE)
            answer = await self.daily.share(
                interaction.guild_id, asker.player, day, together=together
            )
            if answer.error:
                reply.refused = True
                await reply.say(answer.text)
                return
            text = markup.fit(answer.text) + invitation(interaction.client.application)
            if place:
                look = await self.chat.look_at(place, person)
            else:
                look = await self.chat.looks.for_person(person, interaction.guild_id)
            picture = await self._result(place, answer.table, look)
            if place is None:
                await reply.say(HERE)
                await reply.publish(text, picture)
                return
            more: dict[str, Any] = {"nonce": f"s{asker.event}"[:25]}
            if picture:
                more["file"] = board.attachment(picture)
            await guarded(place.send(text, **more), "share")
            await reply.say("Shared.")

    async def _result(
        self, place: Place | None, table: TableView | None, look: Look
    ) -> Picture | None:
        """How far a table got, with all cards face down, where pictures may be sent."""
        if table is None or (place and not may_attach(place)):
            return None
        return await self.chat.painter.covered(table, look)

    async def solution(self, interaction: Interaction, day: str, *, together: bool) -> None:
        """The lines of a day that is over, as files."""

        async def find() -> Found:
            guild, person = interaction.guild_id, interaction.user.id
            shown = await self.daily.solution(guild, person, day, together=together)
            files: list[discord.File] = []
            if isinstance(shown, BestLines):
                for name, record in (("best", shown.best), ("solver", shown.solver)):
                    if record:
                        files += await asyncio.to_thread(_films, name, record)
            return shown.text, files

        await self._hand(interaction, find)

    async def verify(self, interaction: Interaction, day: str) -> None:
        """How a day's deals were chosen, with all that it takes to do the sums again."""

        async def find() -> Found:
            found = await self.daily.verify(day)
            files: list[discord.File] = []
            if isinstance(found, Checked) and found.candidates:
                file = io.BytesIO(found.candidates.encode())
                files.append(discord.File(file, "candidates.txt", description=CANDIDATES))
            return found.text, files

        await self._hand(interaction, find)

    async def _hand(self, interaction: Interaction, find: Callable[[], Awaitable[Found]]) -> None:
        """Answer with a text and files, to whoever asked."""
        async with answering(interaction, "daily", self.chat.metrics) as reply:
            text, files = await find()
            await (reply.hand(text, files) if files and not reply.late else reply.say(text))


def _films(name: str, record: Record) -> list[discord.File]:
    """A line as an animation and as text, which says the same to those who can't see it."""
    film = animate(record, deal=record.deal)
    what = f"{record.game.title}, a line of {record.done} moves from the deal to its end"
    return [
        discord.File(io.BytesIO(film), f"{name}.webp", description=f"{what}, animated"),
        discord.File(io.BytesIO(record.text().encode()), f"{name}.txt", description=what),
    ]
