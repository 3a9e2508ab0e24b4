"""The daily challenge as people meet it: each use case answers in a sentence or a board."""

from dataclasses import dataclass
from typing import Literal

from bot import names
from bot.daily import attempts
from bot.daily.archive import Archive
from bot.daily.attempts import NOT_BEGUN, attempt_of, result_of
from bot.daily.calendar import closed_at, day_of, end_of, iso, read_day
from bot.daily.comparing import Comparing
from bot.daily.days import Checked, Days, NoChallenge
from bot.daily.forgetting import Forgetting
from bot.daily.people import People
from bot.daily.posts import Posts, offers
from bot.daily.pressed import Pressed, Wanted
from bot.daily.rankings import Rankings
from bot.daily.results import Result, bar, told
from bot.store.daily import SLOTS, DailyStore
from bot.store.daily_keys import Board
from bot.store.ids import Attempt, ChannelTable
from bot.store.personal import PersonalStore
from bot.tables.tables import Tables
from bot.tables.views import Answer, Error, Offer, Player, TableView
from engine.games.catalogue import find
from engine.record import Record, RecordError

Span = Literal["today", "yesterday", "week", "all", "servers"]
ELSEWHERE = (
    "You have begun this challenge in another place, and one attempt a day counts. You can go on "
    "with it there or in our direct messages: `/patience daily play`."
)
GONE = "You have begun this challenge already; the next one comes <t:{next}:R>."
ONLY_SERVERS = "That is for servers; here you play alone: `/patience daily play`."
BUSY = (
    "A game is on in this channel. `/patience stop` puts it away, or play the challenge in "
    "another channel."
)


@dataclass(frozen=True)
class BestLines:
    """The best line of a server and the solver's, after the day."""

    text: str
    best: Record | None
    solver: Record


class Daily:
    """All use cases; `tables` are all tables, the attempts among them."""

    def __init__(self, store: DailyStore, days: Days, tables: Tables) -> None:
        self.store = store
        self.days = days
        self.tables = tables
        self.rankings = Rankings(store, days)
        self.people = People(store, days)
        self.archive = Archive(days, tables)
        self.posts = Posts(store, days, self.rankings)
        self.forgetting = Forgetting(store, PersonalStore(store.database), days, self.people)

    # --- playing -------------------------------------------------------------------------------

    async def today(self, guild: int, person: int) -> Answer:
        """What is on, how long, and how far the asker is."""
        day = self.days.today
        try:
            begun = await self.at(person, day)
            if not guild and begun:
                guild = begun.guild  # in direct messages people see what they have begun
            game = await self.days.game_for(guild, day)
        except NoChallenge as error:
            return _refused(Error.NO_CHALLENGE, str(error))
        lines = [
            f"**{game.title}** · {await self.days.written(guild, day)}",
            f"{game.object} It can be won. The day ends <t:{end_of(day)}:R>, and what was begun "
            f"then may be finished until <t:{closed_at(day)}:f>.",
            f"-# Promise `{await self.days.commitment(day)}`",
        ]
        given = list(offers(day))
        for running in (day, day - 1):
            attempt = await self.at(person, running)
            view = await self.tables.view(attempt) if attempt else None
            if view is not None and self.days.clock() < closed_at(running):
                result = told(result_of(view.table, view.record), view.record.game.goal)
                state = "finished" if self.closed(view) else "under way"
                when = "Your attempt" if running == day else f"Your attempt of {iso(running)}"
                if running != day and state == "under way":
                    given.append(Offer("Finish yesterday's", str(Pressed(Wanted.PLAY, running))))
                lines.append(f"{when} is {state}: {result}.")
        return _told("\n".join(lines), *given)

    async def play(
        self, guild: int | None, player: Player, event: str, day: int | None = None
    ) -> Answer:
        """Begin today's challenge alone, or go on with a day's that isn't closed.

        `guild` is None in direct messages: there people go on with what they have begun
        anywhere, or begin for themselves.
        """
        person, today = int(player.id), self.days.today
        day = today if day is None else day
        if reason := self._too_late(day):
            return _refused(Error.OVER, reason)
        try:
            if day != today:
                attempt = await self.at(person, day)
                if attempt is None or await self.tables.view(attempt) is None:
                    return _refused(
                        Error.OVER,
                        f"The day {iso(day)} is over, and nothing of yours is left to finish.",
                    )
                if guild not in (None, attempt.guild):
                    return _refused(Error.ELSEWHERE, ELSEWHERE)
                return await self._go_on(attempt)
            if await self.people.has_gone(person, day):
                return _refused(Error.OVER, GONE.format(next=end_of(day)))
            home = await self._home(person, day, guild)
            if guild not in (None, home):
                return _refused(Error.ELSEWHERE, ELSEWHERE)
            game = await self.days.game_for(home, day)
            challenge = await self.days.challenge(day, game)
        except NoChallenge as error:
            return _refused(Error.NO_CHALLENGE, str(error))
        attempt = Attempt(home, day, person)
        return await attempts.begin(self.tables, attempt, player, challenge, event, self.days.clock)

    async def _go_on(self, attempt: Attempt) -> Answer:
        view = await self.tables.view(attempt)
        return await self.tables.board(attempt) if view else _refused(Error.OVER, NOT_BEGUN)

    async def together(
        self, guild: int | None, channel: int, player: Player, event: str, day: int | None = None
    ) -> Answer:
        """Begin the server's table in a channel, or show it."""
        if guild is None:
            return _refused(Error.NOT_ALLOWED, ONLY_SERVERS)
        day = self.days.today if day is None else day
        if reason := self._too_late(day):
            return _refused(Error.OVER, reason)
        attempt = Attempt(guild, day)
        on = await self.tables.view(attempt)
        if day != self.days.today and on is None:
            return _refused(Error.OVER, f"The day {iso(day)} is over; nobody here has begun it.")
        free = await self.tables.view(ChannelTable(channel))
        if free is not None and free.table.entries and not free.won:
            return _refused(Error.BUSY, BUSY)
        other = await self.store.route(channel)
        # A table of the day before makes room; it can be gone on with by its buttons.
        if other is not None and other.day > day and not await self._is_over(other):
            return _refused(Error.BUSY, BUSY)
        place = await self.store.place(guild, day, channel)
        if place != channel and player.moderator:
            await self.channel_gone(place)
            place = await self.store.place(guild, day, channel)
        if place != channel:
            return _refused(
                Error.ELSEWHERE,
                f"This server plays it together in <#{place}>; a moderator can move it here by the "
                "same command.",
            )
        try:
            game = await self.days.game_for(guild, day)
            challenge = await self.days.challenge(day, game)
        except NoChallenge as error:
            await self.store.leave_place(guild, day)
            return _refused(Error.NO_CHALLENGE, str(error))
        await self.store.note_team(guild, day)
        answer = await attempts.begin(
            self.tables, attempt, player, challenge, event, self.days.clock
        )
        if answer.table and not self.closed(answer.table):
            await self.route(channel, attempt)
        return answer

    async def route(self, channel: int, attempt: Attempt) -> None:
        """Lines of that channel are for this attempt, until its day is closed."""
        seconds = int(closed_at(attempt.day) - self.days.clock())
        await self.store.set_route(channel, attempt, seconds)

    async def settled(self, view: TableView, channel: int | None) -> None:
        """To be called after every change of an attempt: its place is free when it is over."""
        if channel is not None and self.closed(view):
            await self.store.end_route(channel)
        attempt = attempt_of(view)
        if attempt.together:
            await self.rankings.spread(attempt.guild, attempt.day)

    async def channel_gone(self, channel: int) -> None:
        """What a server plays together in a channel goes on elsewhere: it was deleted, or so."""
        attempt = await self.store.route(channel)
        if attempt is not None:
            if attempt.together:
                await self.store.leave_place(attempt.guild, attempt.day)
            await self.store.end_route(channel)

    def closed(self, view: TableView) -> str:
        """Why an attempt takes no more moves, "" when it does."""
        return attempts.closed(view, self.days.clock())

    async def at(self, person: int, day: int) -> Attempt | None:
        """Somebody's own attempt at a day; None when they haven't claimed one in any server."""
        guild = await self.store.claimed(person, day)
        return None if guild is None else Attempt(guild, day, person)

    # --- comparing -----------------------------------------------------------------------------

    async def board(self, guild: int | None, person: int, span: Span, text: str = "") -> Answer:
        """A board of the server; `text` names another day than the span does."""
        if guild is None:
            return _refused(Error.NOT_ALLOWED, "Boards belong to servers; ask for them there.")
        try:
            day = read_day(text or ("yesterday" if span == "yesterday" else ""), self.days.clock())
            if span == "week":
                said = await self.rankings.of_week(guild, day, person)
            elif span == "all":
                said = await self.rankings.of_all(guild, person)
            elif span == "servers":
                said = await self.rankings.of_servers(guild, day)
            else:
                said = await self.rankings.of_day(guild, day, person)
        except (ValueError, NoChallenge) as error:
            return _refused(Error.NO_CHALLENGE, str(error))
        return _told(said)

    async def compare(self, guild: int | None, player: Player, other: Player) -> Answer:
        """Two people of a server, head to head."""
        if guild is None:
            return _refused(Error.NOT_ALLOWED, "People are compared in servers; ask for it there.")
        return _told(await Comparing(self.people).compare(guild, player, other))

    async def share(self, guild: int | None, player: Player, day: int, *, together: bool) -> Answer:
        """A result line for a channel; not private, and without a word on cards.

        With the table, as long as it is kept.
        """
        person = int(player.id)
        title = f"Patience · {await self.days.written(guild or 0, day)}"
        if together:
            score = await self.rankings.together(guild, day) if guild else None
            if score is None or guild is None:
                return _refused(Error.NO_RESULT, f"This server has no result of {iso(day)}.")
            game = await self.days.game_for(guild, day)
            result = Result.read(score)
            text = f"**{title}** · {game.title}, together\n{bar(result, game.goal)} "
            view = await self.tables.view(Attempt(guild, day))
            return Answer(text + told(result, game.goal), view, changed=False)
        mine = next((one for one in await self.people.played(person) if one.day == day), None)
        if mine is None:
            return _refused(Error.NO_RESULT, f"You have no result of {iso(day)} to share.")
        game, run = find(mine.game), await self.people.streak(person)
        text = (
            f"**{title}** · {game.title} · {names.shown(player.name)}\n"
            f"{bar(mine.result, game.goal)} {told(mine.result, game.goal)} · 🔥 {run.days}"
        )
        number = await self.at(person, day)
        view = await self.tables.view(number) if number else None
        return Answer(text, view, changed=False)

    async def verify(self, text: str) -> Checked | Answer:
        """How a day's deals were chosen: today's, if no other is named."""
        try:
            day = read_day(text, self.days.clock())
        except ValueError as error:
            return _refused(Error.UNKNOWN_DAY, str(error))
        return await self.days.verify(day)

    async def solution(
        self, guild: int | None, person: int, text: str, *, together: bool = False
    ) -> BestLines | Answer:
        """The server's best line of a day that is over, and the solver's.

        Without a day, of the last one that is over; in direct messages, of where the asker played.
        """
        try:
            day = read_day(text or iso(self.days.today - 2), self.days.clock())
            if self.days.clock() < closed_at(day):
                return _refused(
                    Error.NOT_OVER,
                    f"{iso(day)} can still be played; ask again <t:{closed_at(day)}:R>.",
                )
            attempt = None if guild else await self.at(person, day)
            guild = attempt.guild if attempt else guild
            game = await self.days.game_for(guild or 0, day)
            deal = (await self.days.challenge(day, game)).deal("together" if together else "alone")
            solver = Record.replay(game, deal.label, list(deal.line))
        except (ValueError, NoChallenge, RecordError) as error:
            return _refused(Error.NO_CHALLENGE, str(error))
        when = await self.days.written(guild or 0, day)
        lines = [
            f"**{game.title}** · {when}, deal {names.escaped(deal.label)}",
            f"The solver's line has {solver.done} moves.",
        ]
        best = await self._best(guild, day, together=together)
        if best is not None:
            name, view = best
            far = told(result_of(view.table, view.record), game.goal)
            lines.insert(1, f"Best here: {name}, {far}.")
        return BestLines("\n".join(lines), best[1].record if best else None, solver)

    async def _best(
        self, guild: int | None, day: int, *, together: bool
    ) -> tuple[str, TableView] | None:
        if guild is None:
            return None
        name, attempt = "together", Attempt(guild, day)
        if not together:
            first = await self.store.ranked(Board(guild, "day", day), 1)
            if not first:
                return None
            [name] = await self.store.names(guild, [first[0][0]])
            name, attempt = names.shown(name or names.NOBODY), Attempt(guild, day, int(first[0][0]))
        view = await self.tables.view(attempt)
        return (name, view) if view and view.record.done else None

    # --- from time to time ---------------------------------------------------------------------

    async def tick(self) -> None:
        """To be called every few minutes by every process."""
        now = self.days.clock()
        day = day_of(now)
        await self.store.mark_up(day, int(now % 86_400) * SLOTS // 86_400)
        await self.rankings.spread_all()
        await self.store.drop_vetted(day - 1)

    # --- how it is done ------------------------------------------------------------------------

    async def _home(self, person: int, day: int, guild: int | None) -> int:
        async def begun(held: int) -> bool:
            return await self.tables.view(Attempt(held, day, person)) is not None

        if guild is None and (held := await self.store.claimed(person, day)) is not None:
            return held
        return await self.people.home(person, day, guild or 0, begun)

    async def _is_over(self, attempt: Attempt) -> bool:
        view = await self.tables.view(attempt)
        return view is None or bool(self.closed(view))

    def _too_late(self, day: int) -> str:
        """Why nothing of a day can be played, "" when something can."""
        if day > self.days.today:
            return f"{iso(day)} is still to come."
        if self.days.clock() >= closed_at(day):
            return f"The challenge of {iso(day)} is over; `/patience daily play` has today's."
        return ""


def _told(text: str, *given: Offer) -> Answer:
    return Answer(text, None, changed=False, private=True, offers=given)


def _refused(error: Error, text: str) -> Answer:
    return Answer(text, None, changed=False, private=True, error=error)
