"""The use cases of a table: start, play, deal, undo, finish, stop and so on.

One table a channel, thread, direct message or attempt.  No Discord and no Redis client in here:
they, the clock and the choice of deals come in as arguments.  Every changing use case takes the id
of the Discord event behind it and does its work once, however often the event comes.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from msgspec import structs

from bot import names
from bot.store.ids import ChannelTable, TableId
from bot.tables import asking, ending, playing, texts
from bot.tables.gamelist import unknown
from bot.tables.outcomes import NotMeant, Outcome, Refusal, Said, Sitting
from bot.tables.record import Ending, Mode, UnreadableTable, decode, number_kept
from bot.tables.rights import check_host, seated
from bot.tables.starting import LOST, WAYS_ON, Starting, any_label
from bot.tables.views import Answer, Error, Offer, Player, TableView
from engine import hints, rulebook
from engine.games.catalogue import UnknownGame, find
from engine.hints import Outlook
from engine.reading import Line
from engine.record import NothingLeft
from engine.talk import is_meant

__all__ = ["Answer", "Offer", "Player", "TableView", "Tables", "any_label"]

IDLE_SECONDS = 30 * 24 * 3600


Same = Callable[[TableView, Sequence[TableView]], bool]
"""Whether a press on the first of earlier boards, of which all that followed are given too, means
the same on the board that is there now.
"""


def never(_view: TableView, _earlier: Sequence[TableView]) -> bool:
    """It was meant for that board only."""
    return False


class Tables(Starting):
    """All tables.

    `new_label` chooses the deal where nobody names one; `terms` says what differs between tables;
    `run` takes work that would hold up the event loop elsewhere, and `odds` searches positions.

    Every method may raise StoreUnavailable; whatever else can't be done is said by the answer.
    """

    def time_commits(self, timer: Callable[[], AbstractContextManager[object]]) -> None:
        """Have every commit measured by what `timer` makes."""
        self._desk.timer = timer

    # --- playing -------------------------------------------------------------------------------

    async def play(
        self,
        id: TableId,
        player: Player,
        text: str,
        event: str,
        *,
        version: int | None = None,
        chat: bool = False,
    ) -> Answer | None:
        """Make the moves of a line, all or none.

        `chat`: the line is bare talk; None when it isn't meant as a move.  `version`: the line
        comes from a board of that version, and does nothing when it means something else on a
        newer one.
        """
        terms = self._terms(id)

        def means_the_same(view: TableView, earlier: Sequence[TableView]) -> bool:
            return playing.means_the_same(earlier[0], view, player, text)

        async def act(sitting: Sitting | None) -> Outcome:
            if chat and not (sitting and sitting.view):
                raise NotMeant
            view, now = self._on(id, sitting, version, means_the_same), self._clock()
            line, position = Line(view.record.game, text), view.record.position
            if chat and not (terms.is_open(view, now) and is_meant(line, position, view.moves)):
                raise NotMeant
            await terms.check(view, now)
            return playing.play(view, player, line, terms, now)

        try:
            return await self._change(id, event, act)
        except NotMeant:
            return None

    async def deal_on(
        self, id: TableId, player: Player, event: str, version: int | None = None
    ) -> Answer:
        """Deal until something fits that didn't before; one `undo` takes it all back."""
        terms = self._terms(id)

        async def act(sitting: Sitting | None) -> Outcome:
            view, now = self._on(id, sitting, version), self._clock()
            await terms.check(view, now)
            return playing.deal_on(view, player, terms, now)

        return await self._change(id, event, act)

    async def finish(self, id: TableId, player: Player, event: str) -> Answer:
        """Play cards up where it can do no harm, on whatever board; `undo` takes it all back."""
        terms = self._terms(id)

        async def act(sitting: Sitting | None) -> Outcome:
            view, now = self._on(id, sitting), self._clock()
            await terms.check(view, now)
            moves = await self._desk.run(hints.finish, view.record)
            return playing.finish(view, player, moves, terms, now)

        return await self._change(id, event, act)

    async def undo(
        self,
        id: TableId,
        player: Player,
        event: str,
        steps: int | None = None,
        version: int | None = None,
    ) -> Answer:
        """Take moves back: that many, or the last one with all that was done as one with it."""
        return await self._step(id, player, event, steps, version, forth=False)

    async def redo(
        self,
        id: TableId,
        player: Player,
        event: str,
        steps: int | None = None,
        version: int | None = None,
    ) -> Answer:
        """Make moves again that were taken back: that many, or the next with all that belongs."""
        return await self._step(id, player, event, steps, version, forth=True)

    async def _step(
        self,
        id: TableId,
        player: Player,
        event: str,
        steps: int | None,
        version: int | None,
        *,
        forth: bool,
    ) -> Answer:
        terms = self._terms(id)

        def by_the_same(_: TableView, earlier: Sequence[TableView]) -> bool:
            changes = (view.table for view in earlier[1:])
            return all(table.seats[table.last].id == player.id for table in changes)

        async def act(sitting: Sitting | None) -> Outcome:
            view, now = self._on(id, sitting, version, by_the_same), self._clock()
            await terms.check(view, now)
            try:
                return playing.step(view, player, steps, terms, now, forth=forth)
            except NothingLeft as error:
                raise Refusal(Error.NOTHING, str(error)) from None

        return await self._change(id, event, act)

    # --- ending ----------------------------------------------------------------------------------

    async def stop(
        self,
        id: TableId,
        player: Player,
        event: str,
        version: int | None = None,
        *,
        sure: bool = False,
    ) -> Answer:
        """End the table, or vote for it; the game is kept.  `sure` matters where it isn't."""
        return await self._end(id, player, event, version, "stop", sure=sure)

    async def restart(
        self, id: TableId, player: Player, event: str, version: int | None = None
    ) -> Answer:
        """Deal the same cards again, or vote for it; `redo` brings the moves back."""
        return await self._end(id, player, event, version, "restart")

    async def vote(
        self,
        id: TableId,
        player: Player,
        event: str,
        kind: Ending = "stop",
        version: int | None = None,
    ) -> Answer:
        """The same as `stop` and `restart`; whoever has the say decides it at once."""
        return await self._end(id, player, event, version, kind)

    async def _end(
        self,
        id: TableId,
        player: Player,
        event: str,
        version: int | None,
        kind: Ending,
        *,
        sure: bool = False,
    ) -> Answer:
        terms = self._terms(id)

        def is_voted_on(view: TableView, _: Sequence[TableView]) -> bool:
            return any(vote.kind == kind for vote in view.table.votes)

        async def act(sitting: Sitting | None) -> Outcome:
            stops, now = kind == "stop", self._clock()
            if sitting and not sitting.view and stops and player.moderator and terms.keeps:
                kept = await ending.kept(self._store, id, sitting)
                return Outcome(Said(f"Put away. {kept}", changed=True), None, archive=True)
            view = self._on(id, sitting, version, is_voted_on)
            await terms.check_end(view, player, kind, sure=sure, now=now)
            if not stops and not view.record.done:
                raise Refusal(Error.NOTHING, "This is the beginning; no move has been made.")
            if waiting := ending.voted(view, player, kind, terms, now):
                return waiting
            if not stops:
                return ending.restarted(view, player, now)
            kept = await ending.kept(self._store, id, sitting) if sitting and terms.keeps else ""
            self._remember(id, view)
            table = seated(view.table, player, now)
            return terms.stopped(view, table, names.shown(player.name), kept)

        return await self._change(id, event, act)

    async def set_mode(self, id: TableId, player: Player, event: str, mode: Mode) -> Answer:
        """Who may play from now on."""
        terms = self._terms(id)

        async def act(sitting: Sitting | None) -> Outcome:
            view, now = self._on(id, sitting), self._clock()
            if terms.fixed_mode:
                raise Refusal(Error.NOT_ALLOWED, terms.fixed_mode)
            await terms.check(view, now)
            check_host(view.table, player)
            table = seated(structs.replace(view.table, mode=mode), player, now)
            return Outcome(Said(texts.MODES[mode], changed=True), table, view.record)

        return await self._change(id, event, act)

    async def archive_idle(self, limit: int = 100) -> list[ChannelTable]:
        """Put tables away that nobody has touched for 30 days; which they were.

        May be run at any time, by several processes at once.
        """
        return await self._store.archive_idle(self._clock() - IDLE_SECONDS, limit, number_kept)

    async def forget(self, id: TableId) -> None:
        """Delete a table and its shelf, as when its channel is gone."""
        await self._store.delete(id)
        self._desk.forget(id)

    # --- looking -------------------------------------------------------------------------------

    async def view(self, id: TableId) -> TableView | None:
        """The table as it is now; None if there is none, or none that can be read."""
        sitting = await self._desk.look(id)
        return sitting.view if sitting else None

    async def outlook(self, view: TableView) -> Outlook:
        """How its game stands."""
        return await self._desk.outlook(view)

    async def life(self, view: TableView) -> str:
        """What to say of a game with little left, "" of others."""
        return "" if view.won or view.table.over else texts.life(await self._desk.outlook(view))

    async def board(self, id: TableId) -> Answer:
        """The board again, for everybody."""
        answer = await self._asked(id, asking.board)
        return await self._with_ways_on(answer) if answer.changed else answer

    async def text(self, id: TableId) -> Answer:
        """The board in words, to be shown in a fixed-width block."""
        return await self._asked(id, asking.text)

    async def look(self, id: TableId, pile: str) -> Answer:
        """All cards of a pile that players may see."""
        return await self._asked(id, lambda view: asking.look(view, pile))

    async def history(self, id: TableId) -> Answer:
        """The last moves and whose they were."""
        return await self._asked(id, asking.history)

    async def _asked(self, id: TableId, answer: Callable[[TableView], Answer]) -> Answer:
        sitting = await self._desk.look(id)
        if not sitting or not sitting.view:
            return asking.nothing(sitting, self._terms(id).not_begun)
        return answer(sitting.view)

    async def hint(self, id: TableId) -> Answer:
        """What a careful beginner would do; nothing where the terms are against it."""
        terms, sitting = self._terms(id), await self._desk.look(id)
        if not sitting or not sitting.view:
            return asking.nothing(sitting, terms.not_begun)
        view = sitting.view
        if terms.no_hints:
            return asking.private(terms.no_hints, view, error=Error.LOCKED)
        if reason := await terms.reserved(view.record):
            return asking.private(reason, view, error=Error.RESERVED)
        move = await self._desk.run(hints.hint, view.record)
        life, state = await self.life(view), (await self._desk.outlook(view)).state
        return asking.hint(
            view, move, life if not move or state in LOST else "", *WAYS_ON.get(state, ())
        )

    async def odds(self, id: TableId) -> Answer:
        """Whether the game can still be won; nothing where the terms are against hints."""
        terms, sitting = self._terms(id), await self._desk.look(id)
        if not sitting or not sitting.view:
            return asking.nothing(sitting, terms.not_begun)
        view = sitting.view
        if terms.no_hints:
            return asking.private(terms.no_hints, view, error=Error.LOCKED)
        if reason := await terms.reserved(view.record):
            return asking.private(reason, view, error=Error.RESERVED)
        if view.won:
            return asking.private(texts.WON, view)
        verdict = await self._odds.of(id, view.record.game, view.record.position)
        return asking.private(texts.ODDS[verdict], view)

    async def rules(self, where: TableId | str) -> Answer:
        """The rules of a game, or of the game that is on at a table."""
        if isinstance(where, str):
            try:
                return asking.private(rulebook.text(find(where)), None)
            except UnknownGame as error:
                text, offers = unknown(error, "rules")
                return asking.private(text, None, *offers, error=Error.UNKNOWN_GAME)
        return await self._asked(
            where, lambda view: asking.private(rulebook.text(view.record.game), view)
        )

    async def archive(self, id: TableId) -> Answer:
        """Tables of the place that can be resumed, the last one put away first."""
        return asking.archive(await self.view(id), await self._store.archived(id))

    def move_choices(self, view: TableView, typed: str = "") -> list[tuple[str, str]]:
        """Up to 25 legal moves in words with what to type for them, best first where there are
        hints; `typed` keeps those that it could mean or whose words it stands in.
        """
        terms = self._terms(view.id)
        if not terms.is_open(view, self._clock()):
            return []
        best = None if terms.no_hints else hints.hint(view.record)
        return asking.move_choices(view, typed, best)

    async def whole(self, id: TableId, number: int | None = None) -> Answer:
        """A game to be looked at from its deal on: the table that is on, else the one put away
        last; with a number the one that is kept under it.
        """
        sitting = await self._desk.look(id) if number is None else None
        view = sitting.view if sitting else None
        if sitting and view is None:
            return asking.nothing(sitting)
        if view is None:
            try:
                kept = await ending.found(self._store, id, number)
                table, game = decode(kept.blob)
                record = await self._desk.replayed(table, game)
            except Refusal as refusal:
                return refusal.said.answer(None)
            except UnreadableTable as error:
                return asking.private(str(error), None, error=Error.UNREADABLE)
            view = TableView(id, kept.id, table, record, kept.at)
        reason = await self._terms(id).reserved(view.record)
        if not reason and not view.record.done:
            reason = "No move has been made yet."
        why = Error.NOTHING if reason else None
        return Answer(reason or texts.summary(view), view, changed=False, error=why)

    def _on(
        self, id: TableId, sitting: Sitting | None, version: int | None = None, same: Same = never
    ) -> TableView:
        """The table that is on, if it can be read and is of that version, or what was pressed on a
        board of that version means the `same`; `Refusal`.
        """
        if sitting is None:
            raise Refusal(Error.NO_TABLE, self._terms(id).not_begun)
        view = sitting.view
        if view is None:
            raise Refusal(Error.UNREADABLE, sitting.trouble)
        if version not in (None, sitting.version):
            earlier = self._desk.since(id, version or 0)
            if not (earlier and same(view, earlier)):
                raise Refusal(Error.STALE, texts.STALE)
        return view
