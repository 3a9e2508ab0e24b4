"""Moves at a table: what becomes of it when somebody plays, deals on, takes back, makes again.

Each function takes the table as it is and says what is to be done; nothing is stored here.
Times are unix seconds.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from bot import names
from bot.tables import texts
from bot.tables.outcomes import Outcome, Refusal, Said
from bot.tables.record import MOST_MOVES, Entry
from bot.tables.rights import check_may_play, check_may_undo, check_may_wipe, seated
from bot.tables.terms import Terms
from bot.tables.views import Error, Offer, Player, TableView
from engine.game import Game
from engine.hints import is_open
from engine.moves import DEAL, AmbiguousMove, InvalidMove, Move, MoveError
from engine.position import Position
from engine.reading import Line
from engine.record import Step
from engine.telling import describe
from engine.unfit import nearest

ANYWAY = (Offer("Hint", "hint"), Offer("Help", "help"))
"""For somebody who doesn't know what to type."""
NONE_SAFE = "No card can safely go up just now: each might still be needed where it lies."
NOT_ALL_SEEN = (
    "`finish` plays cards up only when all that is still to come lies open; here some cards are "
    "still in the pack or covered."
)
MOST_DEALS = 200
"""Deals that one command runs through."""


def play(view: TableView, player: Player, line: Line, terms: Terms, now: float) -> Outcome:
    """Make the moves of a line, all or none."""
    check_may_play(view.table, player, now)
    try:
        steps = line.read(view.record.position, view.moves)
    except MoveError as error:
        raise _refused(view, line, terms.unread(error)) from None
    return made(view, player, steps, terms, now)


def _refused(view: TableView, line: Line, error: MoveError) -> Refusal:
    """Why a line isn't played, with what would be."""
    if isinstance(error, AmbiguousMove):
        offers = [Offer(way.what, way.line) for way in error.ways]
        return Refusal(Error.AMBIGUOUS, str(error), *offers[:5])
    if not isinstance(error, InvalidMove):
        return Refusal(Error.ILLEGAL, str(error))
    game, position = view.record.game, view.record.position
    near = nearest(game, position, line.text, view.moves, 2) if error.number == 1 else []
    ways = [Offer(describe(game, position, move), str(move)) for move in near]
    return Refusal(Error.NOT_A_MOVE, str(error), *ways, *ANYWAY)


def means_the_same(then: TableView, now: TableView, player: Player, text: str) -> bool:
    """Whether a line does now what the player wanted of it on an earlier board.

    Where somebody else has made one of its moves since, what was wanted is done already.
    """
    try:
        meaning = _meaning(then, text)
        same = meaning == _meaning(now, text)
        moves = {move for move, _ in meaning}
    except MoveError:
        return False
    since = now.entries[then.record.done :]
    return same and not any(entry.id != player.id and entry.move in moves for entry in since)


def _meaning(view: TableView, text: str) -> list[tuple[str, str]]:
    """The moves of a line, each with what it does."""
    game, position = view.record.game, view.record.position
    told = []
    for move, after in Line(game, text).read(position, view.moves):
        told.append((str(move), describe(game, position, move)))
        position = after
    return told


def deal_on(view: TableView, player: Player, terms: Terms, now: float) -> Outcome:
    """Deal until something fits that didn't before."""
    check_may_play(view.table, player, now)
    game, position = view.record.game, view.record.position
    moves: Sequence[Move] = view.moves
    if DEAL not in moves:
        raise Refusal(Error.ILLEGAL, game.why_not(position, DEAL))
    before, steps, fits = _fitting(game, position, moves), list[Step](), False
    while len(steps) < MOST_DEALS and not fits and DEAL in moves:
        position = game.after(position, DEAL)
        steps.append(Step(DEAL, position))
        moves = game.moves(position)
        fits = game.won(position) or not _fitting(game, position, moves) <= before
    text = texts.dealt_on(player.name, len(steps), fits)
    return made(view, player, steps, terms, now, text=text, whole=True)


def finish(
    view: TableView, player: Player, moves: Sequence[Move], terms: Terms, now: float
) -> Outcome:
    """Make the moves that can do no harm, as `hints.finish` has found them."""
    check_may_play(view.table, player, now)
    if not moves:
        open_ = is_open(view.record.game, view.record.position)
        raise Refusal(Error.NOTHING, NONE_SAFE if open_ else NOT_ALL_SEEN)
    game, position, steps = view.record.game, view.record.position, list[Step]()
    for move in moves:
        position = game.after(position, move)
        steps.append(Step(move, position))
    return made(view, player, steps, terms, now, whole=True)


def step(
    view: TableView, player: Player, count: int | None, terms: Terms, now: float, *, forth: bool
) -> Outcome:
    """Take moves back or, `forth`, make them again: so many, or the next with all that belongs.

    Raises `NothingLeft` as well.
    """
    check_may_undo(view.table, player, now)
    entries, record = view.table.entries, view.record
    ahead = entries[record.done :] if forth else entries[: record.done][::-1]
    if count is None:
        count = _whole(ahead)
    elif not forth:
        check_may_wipe(view.table, player, count, terms.voters(view, now))
    count = max(1, count)
    record = record.redo(count) if forth else record.undo(count)
    steps = record.done - view.record.done
    moves = texts.plural(abs(steps), "move")
    what = f"makes {moves} again" if steps > 0 else f"takes back {moves}"
    table = replace(view.table, done=record.done, undone=view.table.undone + max(0, -steps))
    text = f"{names.shown(player.name)} {what}."
    return Outcome(Said(text, changed=True), seated(table, player, now), record)


def made(
    view: TableView,
    player: Player,
    steps: Sequence[Step],
    terms: Terms,
    now: float,
    *,
    text: str = "",
    whole: bool = False,
) -> Outcome:
    """The table after these legal moves of one command; `text` tells them, if they aren't told by
    themselves; `whole`: they are taken back together.
    """
    if view.table.done + len(steps) > MOST_MOVES:
        raise Refusal(Error.FULL, f"A table takes {MOST_MOVES} moves; this one is full.")
    record = view.record.along(steps)
    table = seated(view.table, player, now)
    group = 1 + max((entry.group for entry in table.entries[: table.done]), default=0)
    new = tuple(Entry(str(move), table.last, int(now), group, whole) for move, _ in steps)
    table = replace(table, entries=table.entries[: table.done] + new, done=record.done)
    text = text or texts.told(player.name, record.game, view.record.position, steps)
    if record.game.won(record.position):
        tally = TableView(view.id, view.version, table, record, view.at).tally
        said = texts.won(tally, texts.headline(record.game, record.deal, table.label))
        text += "\n" + (said if not table.announced else "The game is won once more.")
        text += " The vote is off." * bool(table.votes)
        table = replace(table, announced=True, votes=())
    return terms.played(view, Outcome(Said(text, changed=True), table, record))


def _whole(entries: Sequence[Entry]) -> int:
    """How many moves from the first of these on are taken back or made again together."""
    count = 0
    for entry in entries:
        if not entry.whole or entry.group != entries[0].group:
            break
        count += 1
    return max(1, count)


def _fitting(game: Game, position: Position, moves: Sequence[Move]) -> frozenset[str]:
    """What cards can do, in words, so that the same move of another card is another."""
    return frozenset(
        describe(game, position, move) for move in moves if move.verb not in ("d", "redeal")
    )
