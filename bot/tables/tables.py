"""The use cases of a table: start, play, deal, undo, finish, stop and so on.

One table a channel, thread or direct message.  No Discord and no Redis client in here: they, the
clock and the choice of deals come in as arguments.  Every changing use case takes the id of the
Discord event behind it and does its work once, however often the event comes.
"""

import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager

from msgspec import structs

from bot import names
from bot.store.tables import SHELF_SIZE, Archived, TableStore
from bot.tables import texts
from bot.tables.asking import NO_TABLE
from bot.tables.desk import Desk, Outcome, Refusal, Run, Said, Sitting, in_worker
from bot.tables.playing import OnTable, Playing
from bot.tables.record import FORMAT, Kind, Mode, TableRecord, UnreadableTable, decode
from bot.tables.rights import check_host, may_end, recent, with_vote
from bot.tables.views import Answer, Offer, Player, TableView
from engine.game import Game
from engine.games.catalogue import UnknownGame, find
from engine.record import Record
from engine.shuffle import DealError

__all__ = ["Answer", "Offer", "Player", "TableView", "Tables", "any_label"]

IDLE_SECONDS = 30 * 24 * 3600

MayDeal = Callable[[Game, str], Awaitable[str]]
"""Why a deal may not be played just now, "" when it may."""


def any_label(_game: Game) -> str:
    """A deal number by chance, short enough to be told to a friend."""
    return str(1 + secrets.randbelow(10**9 - 1))


async def any_deal(_game: Game, _deal: str) -> str:
    """All may be."""
    return ""


class Tables(Playing):
    """All tables.

    `new_label` chooses the deal where nobody names one; `may_deal` says what is reserved; `run`
    takes work that would hold up the event loop elsewhere.
    """

    def __init__(
        self,
        store: TableStore,
        clock: Callable[[], float] = time.time,
        new_label: Callable[[Game], str] = any_label,
        *,
        may_deal: MayDeal = any_deal,
        run: Run = in_worker,
    ) -> None:
        self._store = store
        self._clock = clock
        self._new_label = new_label
        self._may_deal = may_deal
        self._desk = Desk(store, clock, run)

    def time_commits(self, timer: Callable[[], AbstractContextManager[object]]) -> None:
        """Have every commit measured by what `timer` makes."""
        self._desk.timer = timer

    # --- beginning and ending ------------------------------------------------------------------

    async def start(
        self,
        channel: int,
        player: Player,
        game_name: str,
        event: str,
        deal: str | None = None,
        replace: bool = False,
    ) -> Answer:
        """Begin a game.  One that is on is only put away when `replace` says so."""

        async def act(sitting: Sitting | None) -> Outcome:
            self._check_other(channel)
            try:
                game = find(game_name)
                label = deal if deal and deal.strip() else self._new_label(game)
                record = Record.begin(game, label)
            except UnknownGame as error:
                raise Refusal("unknown-game", names.escaped(str(error))) from None
            except DealError as error:
                raise Refusal("no-deal", str(error)) from None
            await self._check_deal(record)
            given = f" {deal.strip()}" if deal else ""
            archive = self._make_room(sitting, player, f"start {game.id}{given}", replace)
            table = TableRecord(
                FORMAT, game.rules_version, game.id, record.deal, player.id, int(self._clock()), ()
            )
            text = texts.begun(player.name, record)
            if archive and sitting:
                text += "\n" + await self._kept(channel, sitting, named=True)
            return Outcome(
                Said(text, changed=True), self._seated(table, player), record, archive=archive
            )

        return await self._alive(await self._desk.change(channel, event, act), begun=True)

    async def resume(
        self,
        channel: int,
        player: Player,
        event: str,
        number: int | None = None,
        replace: bool = False,
    ) -> Answer:
        """Go on with a kept table: the one of that number, or the one put away last."""

        async def act(sitting: Sitting | None) -> Outcome:
            self._check_other(channel)
            found = await self._shelved(channel, number)
            try:
                table, game = decode(found.blob)
                record = await self._desk.replayed(table, game)
            except UnreadableTable as error:
                raise Refusal("unreadable", str(error)) from None
            await self._check_deal(record)
            archive = self._make_room(sitting, player, f"resume {found.id}", replace)
            text = (
                f"{names.shown(player.name)} goes on with {texts.headline(game, record.deal)}, "
                f"after {texts.plural(table.done, 'move')}."
            )
            if archive and sitting:
                text += "\n" + await self._kept(channel, sitting, named=True, resumed=True)
            return Outcome(
                Said(text, changed=True),
                self._seated(table, player),
                record,
                archive=archive,
                resumes=found.id,
            )

        return await self._alive(await self._desk.change(channel, event, act))

    async def stop(
        self,
        channel: int,
        player: Player,
        event: str,
        version: int | None = None,
        *,
        sure: bool = False,
    ) -> Answer:
        """End the table, or vote for it; the game is kept.  `sure` matters where it isn't."""
        return await self._end(channel, player, event, version, "stop", sure=sure)

    async def restart(
        self, channel: int, player: Player, event: str, version: int | None = None
    ) -> Answer:
        """Deal the same cards again, or vote for it; `redo` brings the moves back."""
        return await self._end(channel, player, event, version, "restart")

    async def vote(
        self,
        channel: int,
        player: Player,
        event: str,
        kind: Kind = "stop",
        version: int | None = None,
    ) -> Answer:
        """The same as `stop` and `restart`; whoever has the say decides it at once."""
        return await self._end(channel, player, event, version, kind)

    async def set_mode(self, channel: int, player: Player, event: str, mode: Mode) -> Answer:
        """Who may play from now on."""

        async def act(view: TableView) -> Outcome:
            check_host(view.table, player)
            table = self._seated(structs.replace(view.table, mode=mode), player)
            return Outcome(Said(texts.MODES[mode], changed=True), table, view.record)

        return await self._on_table(channel, event, None, act)

    async def hint(self, channel: int) -> Answer:
        """See `Asking.hint`; none for a deal that is reserved meanwhile."""
        answer = await super().hint(channel)
        if answer.table:
            record = answer.table.record
            if reason := await self._may_deal(record.game, record.deal):
                return Answer(reason, answer.table, changed=False, private=True, error="reserved")
        return answer

    async def whole(self, channel: int, number: int | None = None) -> Answer:
        """A game to be looked at from its deal on: the table that is on, else the one put away
        last; with a number the one that is kept under it.
        """
        sitting = await self._desk.look(channel) if number is None else None
        view = sitting.view if sitting else None
        if sitting and view is None:
            return Answer(sitting.trouble, None, changed=False, private=True, error="unreadable")
        if view is None:
            try:
                kept = await self._shelved(channel, number)
                table, game = decode(kept.blob)
                record = await self._desk.replayed(table, game)
            except Refusal as refusal:
                return refusal.said.answer(None)
            except UnreadableTable as error:
                return Answer(str(error), None, changed=False, private=True, error="unreadable")
            view = TableView(channel, kept.id, table, record, kept.at)
        reason = await self._may_deal(view.record.game, view.record.deal)
        if not reason and not view.record.done:
            reason = "No move has been made yet."
        return Answer(
            reason or texts.summary(view), view, changed=False, error="nothing" if reason else ""
        )

    async def _shelved(self, channel: int, number: int | None) -> Archived:
        """A kept table: the one of that number, or the one put away last; `Refusal`."""
        shelf = await self._store.archived(channel)
        found = next((kept for kept in shelf if number in (None, kept.id)), None)
        if found is None:
            which = "No game is kept here."
            if number is not None:
                which = f"No game of number {number} is kept here; `archive` lists those that are."
            raise Refusal("not-kept", which)
        return found

    async def archive_idle(self, limit: int = 100) -> list[int]:
        """Put tables away that nobody has touched for 30 days; their channels.

        May be run at any time, by several processes at once.
        """
        return await self._store.archive_idle(self._clock() - IDLE_SECONDS, limit)

    async def forget(self, channel: int) -> None:
        """Delete everything about a channel that is gone."""
        await self._store.delete(channel)
        self._desk.forget(channel)

    # --- how it is done ------------------------------------------------------------------------

    def _check_other(self, channel: int) -> None:
        """Refuse where no other game is begun or gone on with."""

    async def _check_deal(self, record: Record) -> None:
        if reason := await self._may_deal(record.game, record.deal):
            raise Refusal("reserved", reason)

    def _voters(self, view: TableView) -> set[str]:
        """Ids of those who are asked before a game ends: whoever is playing."""
        return {seat.id for seat in recent(view.table, self._clock())}

    async def _on_table(
        self, channel: int, event: str, version: int | None, act: OnTable
    ) -> Answer:
        async def allowed(view: TableView) -> Outcome:
            await self._check_deal(view.record)  # it may have been begun when it was free
            return await act(view)

        return await super()._on_table(channel, event, version, allowed)

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
        async def on_sitting(sitting: Sitting | None) -> Outcome:
            if sitting and sitting.view is None and kind == "stop" and player.moderator:
                kept = await self._kept(channel, sitting)
                return Outcome(Said(f"Put away. {kept}", changed=True), None, archive=True)
            if sitting is None or sitting.view is None:
                trouble = sitting.trouble if sitting else NO_TABLE
                raise Refusal("unreadable" if sitting else "no-table", trouble)
            if version not in (None, sitting.version):
                raise Refusal("stale", texts.STALE)
            view, now = sitting.view, self._clock()
            if kind == "restart" and not view.record.done:
                raise Refusal("nothing", "This is the beginning; no move has been made.")
            if kind == "restart":
                await self._check_deal(view.record)
            voters = self._voters(view)
            if not may_end(view.table, player, voters):
                table, count, needed = with_vote(view.table, kind, player, now, voters)
                if count < needed:
                    text = (
                        f"{names.shown(player.name)} would like to {kind}: "
                        f"{count} of {needed} votes. It runs for ten minutes."
                    )
                    offer = Offer(f"Vote to {kind}", f"vote {kind}")
                    return Outcome(Said(text, changed=True, offers=(offer,)), table, view.record)
            if kind == "stop":
                return await self._stopped(channel, player, sitting, view)
            return self._restarted(player, view)

        return await self._alive(await self._desk.change(channel, event, on_sitting))

    async def _stopped(
        self, channel: int, player: Player, sitting: Sitting, view: TableView
    ) -> Outcome:
        what = texts.headline(view.record.game, view.record.deal)
        text = f"{names.shown(player.name)} stops {what}."
        archive = bool(view.table.entries)
        if archive:
            text += " " + await self._kept(channel, sitting)
        return Outcome(Said(text, changed=True), None, archive=archive)

    def _restarted(self, player: Player, view: TableView) -> Outcome:
        record = view.record.restart()
        text = f"{names.shown(player.name)} deals the same cards again; `redo` brings moves back."
        table = structs.replace(
            view.table,
            done=0,
            undone=view.table.undone + view.table.done,
            restarts=view.table.restarts + 1,
            votes=(),
        )
        return Outcome(Said(text, changed=True), self._seated(table, player), record)

    def _make_room(self, sitting: Sitting | None, player: Player, command: str, sure: bool) -> bool:
        """Whether the table that is on goes to the shelf; refused when nobody has agreed yet."""
        if sitting is None:
            return False
        view = sitting.view
        if view and not view.table.entries:
            return False
        if view and view.won:
            return True
        if not sure:
            what = texts.status(view) if view else sitting.trouble
            raise Refusal(
                "busy",
                f"A game is on here: {what}\nIt is kept if you start another one.",
                Offer("Keep playing", "board"),
                Offer("Start anyway", f"{command} anyway"),
            )
        if view is None and not player.moderator:
            raise Refusal("not-allowed", f"{sitting.trouble} A moderator can put it away.")
        if view and not may_end(view.table, player, self._voters(view)):
            raise Refusal(
                "not-allowed",
                "Others are playing here. Whoever started can stop, or you can vote for it.",
                Offer("Vote to stop", "vote stop"),
            )
        return True

    async def _kept(
        self, channel: int, sitting: Sitting, *, named: bool = False, resumed: bool = False
    ) -> str:
        """Where the table goes that is on, and what it pushes off the shelf."""
        view, what = sitting.view, "It"
        if named:  # another game has just been spoken of
            what = texts.headline(view.record.game, view.record.deal) if view else "The other table"
        text = texts.kept(sitting.version, view.table.done if view else 0, what)
        if not resumed and len(await self._store.archived(channel)) >= SHELF_SIZE:
            text += f" {SHELF_SIZE} games are kept here; the oldest had to go."
        return text
