"""Attempts at a challenge: tables whose deal is a secret and whose every move counts.

Alone, an attempt belongs to one person; together, everybody of a server plays.  What is different
from other tables: hints are locked, nothing is put away, and a day has an end.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import replace as with_
from typing import Any

from msgspec.structs import replace

from bot import names
from bot.daily import choose
from bot.daily.calendar import closed_at, end_of, week_of
from bot.daily.dates import written
from bot.daily.days import Challenge
from bot.daily.results import COUNTED_DAYS, Result, told
from bot.store.daily_attempts import AttemptStore, Standing
from bot.store.seats import seat_of
from bot.tables import texts
from bot.tables.asking import move_choices
from bot.tables.desk import Desk, Outcome, Refusal, Run, Said, Sitting
from bot.tables.playing import OnTable
from bot.tables.record import FORMAT, Kind, Mode, TableRecord
from bot.tables.rights import may_end
from bot.tables.tables import Tables
from bot.tables.views import Answer, Offer, Player, TableView
from engine.games.catalogue import find
from engine.hints import Outlook, State, outlook
from engine.moves import IllegalMove, Move, MoveError
from engine.record import Record

ENOUGH = 10
"""Moves that an attempt must have had to count as finished when it is given up."""
FOR_ALL = "At the daily table everybody may play."
SURE = (
    "This ends the {label} for everybody here, for good: nobody can begin it again or go on with "
    "it. It stands at: {result}."
)
SURE_ALONE = (
    "This ends your {label} for good: it can't be gone on with or begun again, and counts as it "
    "stands: {result}."
)
LOCKED = "Hints are locked in the daily challenge; everybody plays it without."
NOT_HERE = (
    "The daily challenge is on here. Other games are played in another channel, or here once it is "
    "finished."
)
NOT_HERE_ALONE = (
    "Your daily challenge is on here until it is finished. Other games can be played in a server's "
    "channels meanwhile."
)
LATER = (
    "Move {number} of this line can't be made, so none was. In the challenge nothing is told of "
    "cards that only the moves before it would show; make those first."
)
CHANGED = (
    "The rules of {title} have been corrected since this deal was chosen, so nobody begins it any "
    "more; the next challenge comes <t:{next}:R>."
)
NOT_YOURS = "That attempt is somebody else's; `/patience daily play` begins your own."
NOT_BEGUN = "You haven't begun this challenge; `/patience daily play` deals it."


def label_of(day: int) -> str:
    """What stands for the deal's number."""
    return f"daily challenge of {written(day)}"


def result_of(table: TableRecord, record: Record) -> Result:
    """How far an attempt is."""
    game, position = record.game, record.position
    return Result(game.won(position), game.placed(position), 0, table.undone, moves=record.done)


class AttemptDesk(Desk):
    """Tells the store with each commit what the attempt is worth, and never looks ahead."""

    def more(self, channel: int, outcome: Outcome) -> dict[str, Any]:
        """The standing."""
        seat, table, record = seat_of(channel), outcome.table, outcome.record
        if table is None or record is None:
            raise ValueError("an attempt stays until its time is over")
        game, result = record.game, result_of(table, record)
        over = table.over and len(table.entries) >= ENOUGH
        host = table.seat_of(str(seat.person))
        standing = Standing(
            score=result.score if table.entries else None,
            points=result.points(game.goal),
            won=result.won,
            finished=result.won or over or not game.moves(record.position),
            game=game.id,
            name=names.NOBODY if host is None else table.seats[host].name,
            week=week_of(seat.day),
            counted=COUNTED_DAYS,
        )
        return {"standing": standing}

    async def outlook(self, view: TableView) -> Outlook:
        """How the game stands, by the moves at hand: a search would be a hint."""
        game, position = view.record.game, view.record.position
        if game.won(position):
            return Outlook(State.WON)
        if any(move.verb not in ("d", "redeal") for move in game.moves(position)):
            return Outlook(State.OPEN)
        return outlook(view.record)


class Attempts(Tables):
    """All attempts; where a channel stands in `Tables`, here stands the number of a seat."""

    def __init__(
        self,
        store: AttemptStore,
        clock: Callable[[], float] = time.time,
        *,
        run: Run = asyncio.to_thread,
    ) -> None:
        super().__init__(store, clock, run=run)
        self._desk = AttemptDesk(store, clock, run)

    async def open(self, number: int, player: Player, challenge: Challenge, event: str) -> Answer:
        """Begin the attempt, or show it as it is."""
        view = await self.view(number)
        if view is not None:
            return self._shown(view)
        seat = seat_of(number)

        async def act(sitting: Sitting | None) -> Outcome:
            if sitting is not None:
                raise Refusal("on" if sitting.view else "unreadable", sitting.trouble)
            self._check_time(number)
            game, deal = find(challenge.game), challenge.deal(_mode(number))
            if challenge.rules != game.rules_version:
                raise Refusal("over", CHANGED.format(title=game.title, next=end_of(seat.day)))
            record = Record.begin(game, deal.label)
            table = TableRecord(
                *(FORMAT, game.rules_version, game.id, record.deal, player.id),
                *(int(self._clock()), ()),
                label=label_of(seat.day),
            )
            text = (
                f"**{game.title}**, {table.label}. {game.object}\n"
                f"It can be won. The first attempt counts: moves may be taken back, and that is "
                f"counted; there are no hints. Open until <t:{closed_at(seat.day)}:f>."
            )
            return Outcome(Said(text, changed=True), self._seated(table, player), record)

        answer = await self._desk.change(number, event, act)
        return self._shown(answer.table) if answer.error == "on" and answer.table else answer

    def closed(self, view: TableView) -> str:
        """Why an attempt takes no more moves, "" when it does."""
        seat = seat_of(view.channel)
        if view.won or view.table.over:
            result = told(result_of(view.table, view.record), view.record.game.goal)
            whose = "This table" if seat.together else "Your attempt"
            return f"{whose} is finished: {result}. It counts as it is."
        if self._clock() >= closed_at(seat.day):
            return f"The {label_of(seat.day)} ended <t:{closed_at(seat.day)}:R>."
        return ""

    # --- what is different ---------------------------------------------------------------------

    async def set_mode(self, channel: int, player: Player, event: str, mode: Mode) -> Answer:
        """Everybody's moves count."""
        return Answer(FOR_ALL, None, changed=False, private=True, error="not-allowed")

    async def hint(self, channel: int) -> Answer:
        """There is none."""
        view = await self.view(channel)
        return Answer(LOCKED, view, changed=False, private=True, error="locked")

    def move_choices(self, view: TableView, typed: str = "") -> list[tuple[str, str]]:
        """The legal moves, none of them preferred."""
        if self.closed(view):
            return []
        return move_choices(view.record.game, view, typed, None)

    async def _on_table(
        self, channel: int, event: str, version: int | None, act: OnTable
    ) -> Answer:
        async def checked(view: TableView) -> Outcome:
            self._check(view)
            return await act(view)

        answer = await super()._on_table(channel, event, version, checked)
        return with_(answer, text=NOT_BEGUN) if answer.error == "no-table" else answer

    def _is_meant(self, view: TableView, text: str) -> bool:
        return not self.closed(view) and super()._is_meant(view, text)

    def _check_other(self, channel: int) -> None:
        raise Refusal("not-allowed", NOT_HERE if seat_of(channel).together else NOT_HERE_ALONE)

    def _read(self, view: TableView, text: str) -> list[Move]:
        """A line with a move that fails would else show hidden cards, and no undo be counted."""
        try:
            return super()._read(view, text)
        except MoveError as error:
            if error.number == 1:
                raise
            raise IllegalMove(LATER.format(number=error.number)) from None

    def _voters(self, view: TableView) -> set[str]:
        """At a server's one table of the day all who have played, however long ago."""
        if not seat_of(view.channel).together:
            return super()._voters(view)
        return {seat.id for seat in view.table.seats if seat.id}

    async def _end(
        self,
        channel: int,
        player: Player,
        event: str,
        version: int | None,
        kind: Kind,
        *,
        sure: bool = False,
    ) -> Answer:
        """Whoever could end it at once is asked first."""
        seat = seat_of(channel)
        if not seat.together and player.id != str(seat.person):
            return Answer(NOT_YOURS, None, changed=False, private=True, error="not-allowed")
        sitting = await self._desk.look(channel)
        if sitting and not sitting.view:
            return Answer(sitting.trouble, None, changed=False, private=True, error="unreadable")
        view = sitting.view if sitting else None
        if view and kind == "stop" and not sure and self._ends_it(view, player):
            return self._asked(view)
        answer = await super()._end(channel, player, event, version, kind, sure=sure)
        return with_(answer, text=NOT_BEGUN) if answer.error == "no-table" else answer

    async def _stopped(
        self, channel: int, player: Player, sitting: Sitting, view: TableView
    ) -> Outcome:
        self._check(view)
        table = self._seated(replace(view.table, over=True, votes=()), player)
        result = told(result_of(table, view.record), view.record.game.goal)
        text = f"{names.shown(player.name)} ends the {view.table.label}: {result}."
        return Outcome(Said(text, changed=True, offers=_after(channel)), table, view.record)

    def _restarted(self, player: Player, view: TableView) -> Outcome:
        self._check(view)
        return super()._restarted(player, view)

    def _played(
        self,
        view: TableView,
        player: Player,
        moves: Sequence[Move],
        *,
        text: str = "",
        whole: bool = False,
    ) -> Outcome:
        outcome = super()._played(view, player, moves, text=text, whole=whole)
        table, record = outcome.table, outcome.record
        if table is None or record is None or not record.game.won(record.position):
            return outcome
        result, goal = result_of(table, record), record.game.goal
        text = f"{outcome.said.text}\nResult: {told(result, goal)}, {result.points(goal)} points."
        said = Said(text, changed=True, offers=_after(view.channel))
        return with_(outcome, said=said, table=replace(table, over=True))

    def _ends_it(self, view: TableView, player: Player) -> bool:
        """Whether this player may end it without a vote."""
        return not self.closed(view) and may_end(view.table, player, self._voters(view))

    def _asked(self, view: TableView) -> Answer:
        result = told(result_of(view.table, view.record), view.record.game.goal)
        sure = SURE if seat_of(view.channel).together else SURE_ALONE
        text = sure.format(label=view.table.label, result=result)
        offers = (Offer("Keep playing", "board"), Offer("End it anyway", "stop anyway"))
        return Answer(text, view, changed=False, private=True, error="sure", offers=offers)

    def _check(self, view: TableView) -> None:
        if reason := self.closed(view):
            raise Refusal("over", reason, *_after(view.channel))

    def _check_time(self, number: int) -> None:
        day, now = seat_of(number).day, self._clock()
        if now >= end_of(day):
            raise Refusal(
                "over", f"The {label_of(day)} is over; `/patience daily play` has today's."
            )

    def _shown(self, view: TableView) -> Answer:
        reason = self.closed(view)
        offers = _after(view.channel) if reason else ()
        return Answer(reason or texts.status(view), view, changed=True, offers=offers)


def _mode(number: int) -> choose.Mode:
    return "together" if seat_of(number).together else "alone"


def _after(number: int) -> tuple[Offer, ...]:
    """What can be done when an attempt is over."""
    seat = seat_of(number)
    who = "together" if seat.together else "alone"
    return (
        Offer("Share", f"daily share {seat.day} {who}"),
        Offer("Compare", f"daily board {seat.day}"),
    )
