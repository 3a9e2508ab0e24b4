"""Moves at a table: playing, dealing on, finishing, taking back and making again."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace as with_

from msgspec.structs import replace

from bot import names
from bot.tables import texts
from bot.tables.asking import NO_TABLE, Asking
from bot.tables.desk import Outcome, Refusal, Said, Sitting
from bot.tables.record import MOST_MOVES, Entry, TableRecord
from bot.tables.rights import check_may_play, check_may_undo, seated
from bot.tables.views import Answer, Offer, Player, TableView
from engine import hints
from engine.hints import State
from engine.moves import DEAL, AmbiguousMove, InvalidMove, Move, MoveError
from engine.reading import is_move_like, read_line
from engine.record import NothingLeft, Record
from engine.telling import describe

MOST_DEALS = 200
"""Deals that one command runs through."""

WAYS_OUT = (Offer("Begin again", "restart"), Offer("Give up", "stop"))
"""For a game that is lost."""

OnTable = Callable[[TableView], Awaitable[Outcome]]


class Playing(Asking):
    """The use cases that make moves or take them back."""

    _clock: Callable[[], float]

    async def play(
        self,
        channel: int,
        player: Player,
        text: str,
        event: str,
        *,
        version: int | None = None,
        chat: bool = False,
    ) -> Answer | None:
        """Make the moves of a line, all or none.

        `chat`: the line is bare talk; None when it isn't meant as a move.  `version`: the line
        comes from a board of that version, and does nothing when there is a newer one.
        """
        if chat:
            view = await self.view(channel)
            if view is None or not self._is_meant(view, text):
                return None

        async def act(view: TableView) -> Outcome:
            check_may_play(view.table, player, self._clock())
            game, position = view.record.game, view.record.position
            try:
                moves = self._read(view, text)
            except AmbiguousMove as error:
                offers = [
                    Offer(describe(game, position, move), str(move)) for move in error.candidates
                ]
                raise Refusal("ambiguous", str(error), *offers[:5]) from None
            except MoveError as error:
                kind = "not-a-move" if isinstance(error, InvalidMove) else "illegal"
                raise Refusal(kind, str(error)) from None
            return self._played(view, player, moves)

        return await self._on_table(channel, event, version, act)

    async def deal_on(
        self, channel: int, player: Player, event: str, version: int | None = None
    ) -> Answer:
        """Deal until something fits that didn't before; one `undo` takes it all back."""

        async def act(view: TableView) -> Outcome:
            check_may_play(view.table, player, self._clock())
            game, position = view.record.game, view.record.position
            if not game.legal(position, DEAL):
                raise Refusal("illegal", game.why_not(position, DEAL))
            record, before, count, fits = view.record, _fitting(view.record), 0, False
            while count < MOST_DEALS and not fits and game.legal(record.position, DEAL):
                record, count = record.play(DEAL), count + 1
                fits = game.won(record.position) or not _fitting(record) <= before
            text = texts.dealt_on(player.name, count, fits)
            return self._played(view, player, [DEAL] * count, text=text, whole=True)

        return await self._on_table(channel, event, version, act)

    async def finish(
        self, channel: int, player: Player, event: str, version: int | None = None
    ) -> Answer:
        """Play cards up where it can do no harm; one `undo` takes it all back."""

        async def act(view: TableView) -> Outcome:
            check_may_play(view.table, player, self._clock())
            moves: Sequence[Move] = await self._desk.run(hints.finish, view.record)
            if not moves:
                raise Refusal(
                    "nothing",
                    "No card can safely go up just now: each might still be needed below.",
                )
            return self._played(view, player, moves, whole=True)

        return await self._on_table(channel, event, version, act)

    async def undo(
        self,
        channel: int,
        player: Player,
        event: str,
        steps: int | None = None,
        version: int | None = None,
    ) -> Answer:
        """Take moves back: that many, or the last one with all that was done as one with it."""
        return await self._step(channel, player, event, version, steps, forth=False)

    async def redo(
        self,
        channel: int,
        player: Player,
        event: str,
        steps: int | None = None,
        version: int | None = None,
    ) -> Answer:
        """Make moves again that were taken back: that many, or the next with all that belongs."""
        return await self._step(channel, player, event, version, steps, forth=True)

    # --- how it is done ------------------------------------------------------------------------

    def _is_meant(self, view: TableView, text: str) -> bool:
        """Whether bare talk at this table is a move."""
        return is_move_like(view.record.game, text)

    def _read(self, view: TableView, text: str) -> list[Move]:
        """The moves of a line; `MoveError`."""
        return read_line(view.record.game, view.record.position, text)

    async def _step(
        self,
        channel: int,
        player: Player,
        event: str,
        version: int | None,
        steps: int | None,
        *,
        forth: bool,
    ) -> Answer:
        async def act(view: TableView) -> Outcome:
            check_may_undo(view.table, player, self._clock())
            entries, record = view.table.entries, view.record
            ahead = entries[record.done :] if forth else entries[: record.done][::-1]
            count = _whole(ahead) if steps is None else max(1, steps)
            moved = record.redo(count) if forth else record.undo(count)
            return self._moved(view, player, moved)

        return await self._on_table(channel, event, version, act)

    async def _on_table(
        self, channel: int, event: str, version: int | None, act: OnTable
    ) -> Answer:
        """`act` on the table that is on, if it is the one that was meant."""

        async def on_sitting(sitting: Sitting | None) -> Outcome:
            if sitting is None:
                raise Refusal("no-table", NO_TABLE)
            if sitting.view is None:
                raise Refusal("unreadable", sitting.trouble)
            if version not in (None, sitting.version):
                raise Refusal("stale", texts.STALE)
            try:
                return await act(sitting.view)
            except NothingLeft as error:
                raise Refusal("nothing", str(error)) from None

        return await self._alive(await self._desk.change(channel, event, on_sitting))

    async def _alive(self, answer: Answer, *, begun: bool = False) -> Answer:
        """The answer, with a word on how the game stands when little is left; `begun`: the answer
        says already that the game begins with dealing.
        """
        view = answer.table
        if not view or not answer.changed or view.won or view.table.over:
            return answer
        outlook = await self._desk.outlook(view)
        if begun and outlook.state is State.STUCK:
            return answer
        if life := texts.life(outlook):
            answer = with_(answer, text=f"{answer.text} {life}")
        if outlook.state is State.LOST:
            answer = with_(answer, offers=(*answer.offers, *WAYS_OUT))
        return answer

    def _played(
        self,
        view: TableView,
        player: Player,
        moves: Sequence[Move],
        *,
        text: str = "",
        whole: bool = False,
    ) -> Outcome:
        """The moves made by this player with one command; they are legal."""
        if view.table.done + len(moves) > MOST_MOVES:
            raise Refusal("too-long", f"A table takes {MOST_MOVES} moves; this one is full.")
        record = view.record
        for move in moves:
            record = record.play(move)
        table = self._seated(view.table, player)
        group = 1 + max((entry.group for entry in table.entries[: table.done]), default=0)
        now = int(self._clock())
        made = tuple(Entry(str(move), table.last, now, group, whole) for move in moves)
        table = replace(table, entries=table.entries[: table.done] + made, done=record.done)
        text = text or texts.told(player.name, record.game, view.record.position, moves)
        if record.game.won(record.position):
            tally = TableView(view.channel, view.version, table, record, view.at).tally
            said = texts.won(tally, texts.headline(record.game, record.deal, table.label))
            text += "\n" + (said if not table.announced else "The game is won once more.")
            table = replace(table, announced=True, votes=())
        return Outcome(Said(text, changed=True), table, record)

    def _moved(self, view: TableView, player: Player, record: Record) -> Outcome:
        """The record at another of its moves."""
        steps = record.done - view.record.done
        moves = texts.plural(abs(steps), "move")
        what = f"makes {moves} again" if steps > 0 else f"takes back {moves}"
        table = replace(view.table, done=record.done, undone=view.table.undone + max(0, -steps))
        text = f"{names.shown(player.name)} {what}."
        return Outcome(Said(text, changed=True), self._seated(table, player), record)

    def _seated(self, table: TableRecord, player: Player) -> TableRecord:
        return seated(table, player, names.tidy(player.name), self._clock())


def _whole(entries: Sequence[Entry]) -> int:
    """How many moves from the first of these on are taken back or made again together."""
    count = 0
    for entry in entries:
        if not entry.whole or entry.group != entries[0].group:
            break
        count += 1
    return max(1, count)


def _fitting(record: Record) -> frozenset[str]:
    """What cards can do, in words, so that the same move of another card is another."""
    game, position = record.game, record.position
    return frozenset(
        describe(game, position, move)
        for move in game.moves(position)
        if move.verb not in ("d", "redeal")
    )
