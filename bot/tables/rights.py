"""Who may do what at a table.  Times are unix seconds."""

from msgspec.structs import replace

from bot import names
from bot.tables.outcomes import Refusal
from bot.tables.record import Ending, Seat, TableRecord, Vote
from bot.tables.views import Error, Offer, Player

RECENT = 30 * 60
"""Seconds for which somebody who did something counts as playing."""
OF_OTHERS = 5
"""Moves of others that anybody may take back at once."""
VOTE = 10 * 60
"""Seconds for which a vote runs."""


def recent(table: TableRecord, now: float) -> list[Seat]:
    """Those who are playing."""
    return [seat for seat in table.seats if seat.at >= now - RECENT]


def seated(table: TableRecord, player: Player, now: float) -> TableRecord:
    """The table as last changed by this player, who takes a seat if need be."""
    seat, at = Seat(player.id, names.tidy(player.name), int(now)), table.seat_of(player.id)
    if at is None:
        return replace(table, seats=(*table.seats, seat), last=len(table.seats))
    return replace(table, seats=(*table.seats[:at], seat, *table.seats[at + 1 :]), last=at)


def is_host(table: TableRecord, player: Player) -> bool:
    """Whether somebody has the say at a table."""
    return player.moderator or player.id == table.starter


def check_may_play(table: TableRecord, player: Player, now: float) -> None:
    """Refuse whoever may not play now."""
    _check_guest(table, player)
    if table.mode == "turns" and _others(table, player, now) and _moved_last(table, player):
        raise Refusal(
            Error.TURN, "This table plays in turns: somebody else moves before you do again."
        )


def check_may_undo(table: TableRecord, player: Player, now: float) -> None:
    """Refuse whoever may not take the last move back."""
    _check_guest(table, player)
    if (
        table.mode == "turns"
        and not is_host(table, player)
        and not _moved_last(table, player)
        and _others(table, player, now)
    ):
        raise Refusal(
            Error.TURN, "At a table that plays in turns, a move is taken back by its player."
        )


def check_may_wipe(table: TableRecord, player: Player, count: int, voters: set[str]) -> None:
    """Refuse to take so many moves of others back that the game is as good as begun again; that
    takes a vote.
    """
    taken = table.entries[max(0, table.done - count) : table.done]
    others = sum(entry.seat != table.seat_of(player.id) for entry in taken)
    wiped = others > OF_OTHERS or len(taken) == table.done > 1
    if others and wiped and not may_end(table, player, voters):
        raise Refusal(
            Error.NOT_ALLOWED,
            f"That would take back {others} move{'' if others == 1 else 's'} of others. `undo` "
            f"takes back the last, a number up to {OF_OTHERS} as many; on more of them you vote.",
            Offer("Vote to restart", "vote restart"),
        )


def may_end(table: TableRecord, player: Player, voters: set[str]) -> bool:
    """Whether somebody may stop or restart without asking the other voters: there may be none."""
    return is_host(table, player) or not voters - {player.id}


def check_host(table: TableRecord, player: Player) -> None:
    """Refuse all but the starter and moderators."""
    if not is_host(table, player):
        raise Refusal(Error.NOT_ALLOWED, "That is for whoever started this table, or a moderator.")


def with_vote(
    table: TableRecord, kind: Ending, player: Player, now: float, voters: set[str]
) -> tuple[TableRecord, int, int]:
    """The table with this player's vote, how many are for it, and how many it takes.

    Refused: somebody who is no voter, or who has voted.
    """
    if player.id not in voters:
        raise Refusal(
            Error.NOT_ALLOWED,
            "Those who play here vote on that, or whoever started the table decides.",
        )
    needed = len(voters) // 2 + 1
    running = {vote.kind: vote for vote in table.votes if vote.at >= now - VOTE}
    vote = running.get(kind, Vote(kind, (), int(now)))
    if player.id in vote.ids:
        count = len(voters.intersection(vote.ids))
        raise Refusal(
            Error.VOTED,
            f"You have voted; {count} of {needed} so far.",
            Offer(f"Vote to {kind}", f"vote {kind}"),
        )
    running[kind] = Vote(kind, (*vote.ids, player.id), vote.at)
    count = len(voters.intersection(running[kind].ids))
    return replace(table, votes=tuple(running.values())), count, needed


def _check_guest(table: TableRecord, player: Player) -> None:
    if table.mode == "starter" and player.id != table.starter:
        raise Refusal(Error.NOT_ALLOWED, "Only whoever started this table plays here.")


def _others(table: TableRecord, player: Player, now: float) -> bool:
    return any(seat.id != player.id for seat in recent(table, now))


def _moved_last(table: TableRecord, player: Player) -> bool:
    return table.done > 0 and table.entries[table.done - 1].seat == table.seat_of(player.id)
