"""Ending a game, beginning it again, making room for another, and the votes on that.

Times are unix seconds.
"""

from msgspec.structs import replace

from bot import names
from bot.store.ids import TableId
from bot.store.tables import SHELF_SIZE, Archived, TableStore
from bot.tables import texts
from bot.tables.outcomes import Outcome, Refusal, Said, Sitting
from bot.tables.record import Ending
from bot.tables.rights import VOTE, may_end, seated, with_vote
from bot.tables.terms import Terms
from bot.tables.views import Error, Offer, Player, TableView


def voted(
    view: TableView, player: Player, kind: Ending, terms: Terms, now: float
) -> Outcome | None:
    """The player's vote, where it doesn't decide; None when the game ends by it.

    Refused: somebody who is no voter, or who has voted.
    """
    voters = terms.voters(view, now)
    if may_end(view.table, player, voters):
        return None
    table, count, needed = with_vote(view.table, kind, player, now, voters)
    if count >= needed:
        return None
    text = (
        f"{names.shown(player.name)} would like to {kind}: "
        f"{count} of {needed} votes. It runs for ten minutes."
    )
    offer = Offer(f"Vote to {kind}", f"vote {kind}")
    return Outcome(Said(text, changed=True, offers=(offer,)), table, view.record)


def running(view: TableView, now: float) -> tuple[Offer, ...]:
    """The votes that run, to be joined."""
    votes = (vote for vote in view.table.votes if vote.at >= now - VOTE)
    return tuple(Offer(f"Vote to {vote.kind}", f"vote {vote.kind}") for vote in votes)


def restarted(view: TableView, player: Player, now: float) -> Outcome:
    """The same cards are dealt again."""
    text = f"{names.shown(player.name)} deals the same cards again; `redo` brings moves back."
    table = replace(
        view.table,
        done=0,
        undone=view.table.undone + view.table.done,
        restarts=view.table.restarts + 1,
        votes=tuple(vote for vote in view.table.votes if vote.kind != "restart"),
    )
    return Outcome(Said(text, changed=True), seated(table, player, now), view.record.restart())


def is_shelved(
    sitting: Sitting | None,
    player: Player,
    command: str,
    terms: Terms,
    now: float,
    *,
    sure: bool,
    lost: bool = False,
) -> bool:
    """Whether the table that is on goes to the shelf when another one begins by this command;
    refused when nobody has agreed yet.  Nobody is asked about a game that is won or `lost`, and
    one that is won isn't gone on with, so it isn't kept.
    """
    if sitting is None:
        return False
    view = sitting.view
    if view and (view.won or not view.table.entries):
        return False
    if view and lost:
        return True
    if not sure:
        what = texts.status(view) if view else sitting.trouble
        raise Refusal(
            Error.BUSY,
            f"A game is on here: {what}\nIt is kept if you start another one.",
            Offer("Keep playing", "board"),
            Offer("Start anyway", f"{command} anyway"),
        )
    if view is None and not player.moderator:
        raise Refusal(Error.NOT_ALLOWED, f"{sitting.trouble} A moderator can put it away.")
    if view and not may_end(view.table, player, terms.voters(view, now)):
        raise Refusal(
            Error.NOT_ALLOWED,
            "Others are playing here. Whoever started can stop, or you can vote for it.",
            Offer("Vote to stop", "vote stop"),
        )
    return True


async def found(store: TableStore, id: TableId, number: int | None) -> Archived:
    """A kept table: the one of that number, or the one put away last; `Refusal`."""
    shelf = await store.archived(id)
    kept = next((one for one in shelf if number in (None, one.id)), None)
    if kept is None:
        which = "No game is kept here."
        if number is not None:
            which = f"No game of number {number} is kept here; `archive` lists those that are."
        raise Refusal(Error.NOT_KEPT, which)
    return kept


async def kept(
    store: TableStore, id: TableId, sitting: Sitting, *, named: bool = False, resumed: bool = False
) -> str:
    """Where the table goes that is on, and what it pushes off the shelf.

    `named`: another game has just been spoken of; `resumed`: that one leaves the shelf.
    """
    view, what = sitting.view, "It"
    number = (view.table.number if view else 0) or sitting.version
    if named:
        what = texts.headline(view.record.game, view.record.deal) if view else "The other table"
    text = texts.kept(number, view.table.done if view else 0, what)
    if not resumed and len(await store.archived(id)) >= SHELF_SIZE:
        text += f" {SHELF_SIZE} games are kept here; the oldest had to go."
    return text
