"""Attempts at a challenge: tables whose deal is a secret and whose every move counts.

Alone, an attempt belongs to one person; together, everybody of a server plays.  What is different
from other tables: hints are locked, nothing is put away, and a day has an end.
"""

from collections.abc import Callable
from dataclasses import replace as with_

from msgspec.structs import replace

from bot import names
from bot.daily.calendar import closed_at, end_of, week_of
from bot.daily.dates import written
from bot.daily.days import Challenge
from bot.daily.pressed import Pressed, Wanted
from bot.daily.results import COUNTED_DAYS, Result, told
from bot.store.ids import Attempt, TableId
from bot.store.standings import Standing
from bot.tables import texts
from bot.tables.outcomes import Outcome, Refusal, Said
from bot.tables.record import Ending, TableRecord
from bot.tables.rights import may_end, recent
from bot.tables.tables import Tables
from bot.tables.views import Answer, Error, Offer, Player, TableView
from engine.games.catalogue import find
from engine.moves import IllegalMove, MoveError
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


def attempt_of(view: TableView) -> Attempt:
    """Whose attempt a table is; TypeError for one that is none."""
    return _attempt(view.id)


class AttemptTerms:
    """See `Terms`: no hints, no other game, everybody votes who has played, the day ends it."""

    not_begun = NOT_BEGUN
    fixed_mode = FOR_ALL
    no_hints = LOCKED
    keeps = looks_ahead = False  # a search would be a hint

    async def reserved(self, record: Record) -> str:
        """The deal is the challenge's own."""
        return ""

    async def check(self, view: TableView, now: float) -> None:
        """Refuse what comes after the end."""
        if reason := closed(view, now):
            raise Refusal(Error.OVER, reason, *_after(attempt_of(view)))

    def check_other(self, id: TableId) -> None:
        """No other game is played at an attempt."""
        raise Refusal(Error.NOT_ALLOWED, NOT_HERE if _attempt(id).together else NOT_HERE_ALONE)

    async def check_end(
        self, view: TableView, player: Player, kind: Ending, *, sure: bool, now: float
    ) -> None:
        """Nobody ends what is another's; whoever could end it at once is asked first."""
        attempt = attempt_of(view)
        if not attempt.together and player.id != str(attempt.person):
            raise Refusal(Error.NOT_ALLOWED, NOT_YOURS)
        await self.check(view, now)
        if kind == "stop" and not sure and may_end(view.table, player, self.voters(view, now)):
            result = told(result_of(view.table, view.record), view.record.game.goal)
            text = SURE if attempt.together else SURE_ALONE
            raise Refusal(
                Error.UNSURE,
                text.format(label=view.table.label, result=result),
                Offer("Keep playing", "board"),
                Offer("End it anyway", "stop anyway"),
            )

    def voters(self, view: TableView, now: float) -> set[str]:
        """At a server's one table of the day all who have played, however long ago."""
        together = attempt_of(view).together
        seats = view.table.seats if together else recent(view.table, now)
        return {seat.id for seat in seats if seat.id}

    def is_open(self, view: TableView, now: float) -> bool:
        """Until it is finished, or its time is over."""
        return not closed(view, now)

    def unread(self, error: MoveError) -> MoveError:
        """A line with a move that fails would else show hidden cards, and no undo be counted."""
        return error if error.number == 1 else IllegalMove(LATER.format(number=error.number))

    def played(self, view: TableView, outcome: Outcome) -> Outcome:
        """A win ends the attempt and has its result told."""
        table, record = outcome.table, outcome.record
        if table is None or record is None or not record.game.won(record.position):
            return outcome
        result, goal = result_of(table, record), record.game.goal
        text = f"{outcome.said.text}\nResult: {told(result, goal)}, {result.points(goal)} points."
        said = Said(text, changed=True, offers=_after(attempt_of(view)))
        return with_(outcome, said=said, table=replace(table, over=True))

    def stopped(self, view: TableView, table: TableRecord, name: str, kept: str) -> Outcome:
        """The attempt counts as it stands."""
        result = told(result_of(table, view.record), view.record.game.goal)
        said = Said(
            f"{name} ends the {table.label}: {result}.",
            changed=True,
            offers=_after(attempt_of(view)),
        )
        return Outcome(said, replace(table, over=True, votes=()), view.record)

    def standing(self, id: TableId, table: TableRecord, record: Record) -> Standing:
        """See `Standing`; given up after very few moves, an attempt isn't finished."""
        attempt, game, result = _attempt(id), record.game, result_of(table, record)
        over = table.over and len(table.entries) >= ENOUGH
        host = table.seat_of(str(attempt.person))
        return Standing(
            score=result.score if table.entries else None,
            points=result.points(game.goal),
            won=result.won,
            finished=result.won or over or not game.moves(record.position),
            game=game.id,
            name=names.NOBODY if host is None else table.seats[host].name,
            week=week_of(attempt.day),
            counted=COUNTED_DAYS,
        )


async def begin(
    tables: Tables,
    attempt: Attempt,
    player: Player,
    challenge: Challenge,
    event: str,
    clock: Callable[[], float],
) -> Answer:
    """Begin an attempt at the challenge, or show it as it is."""
    if view := await tables.view(attempt):
        return _shown(view, clock())
    day, game = attempt.day, find(challenge.game)
    if clock() >= end_of(day):
        text = f"The {label_of(day)} is over; `/patience daily play` has today's."
        return Answer(text, None, changed=False, private=True, error=Error.OVER)
    if challenge.rules != game.rules_version:
        text = CHANGED.format(title=game.title, next=end_of(day))
        return Answer(text, None, changed=False, private=True, error=Error.OVER)
    label = label_of(day)
    text = (
        f"**{game.title}**, {label}. {game.object}\n"
        f"It can be won. The first attempt counts: moves may be taken back, and that is "
        f"counted; there are no hints. Open until <t:{closed_at(day)}:f>."
    )
    deal = challenge.deal("together" if attempt.together else "alone")
    record = Record.begin(game, deal.label)
    answer = await tables.begin(attempt, player, record, event, text, label)
    if answer.error is Error.BUSY and answer.table:  # somebody was faster
        return _shown(answer.table, clock())
    return answer


def closed(view: TableView, now: float) -> str:
    """Why an attempt takes no more moves, "" when it does."""
    attempt = attempt_of(view)
    if view.won or view.table.over:
        result = told(result_of(view.table, view.record), view.record.game.goal)
        whose = "This table" if attempt.together else "Your attempt"
        return f"{whose} is finished: {result}. It counts as it is."
    if now >= closed_at(attempt.day):
        return f"The {label_of(attempt.day)} ended <t:{closed_at(attempt.day)}:R>."
    return ""


def _shown(view: TableView, now: float) -> Answer:
    reason = closed(view, now)
    offers = _after(attempt_of(view)) if reason else ()
    return Answer(reason or texts.status(view), view, changed=True, offers=offers)


def _attempt(id: TableId) -> Attempt:
    if not isinstance(id, Attempt):
        raise TypeError(f"the table of {id} is no attempt")
    return id


def _after(attempt: Attempt) -> tuple[Offer, ...]:
    """What can be done when an attempt is over."""
    return (
        Offer("Share", str(Pressed(Wanted.SHARE, attempt.day, attempt.together))),
        Offer("Compare", str(Pressed(Wanted.BOARD, attempt.day))),
    )
