"""The use cases that put a game on a table, and what is said of how it stands there."""

import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace as with_

from msgspec import structs

from bot import names
from bot.store.ids import TableId
from bot.store.tables import TableStore
from bot.tables import beginning, ending, texts
from bot.tables.desk import Desk, Run, in_worker
from bot.tables.gamelist import unknown
from bot.tables.odds import Odds
from bot.tables.outcomes import OnSitting, Outcome, Refusal, Said, Sitting
from bot.tables.record import FORMAT, TableRecord, UnreadableTable, decode
from bot.tables.rights import seated
from bot.tables.terms import FreeTerms, Terms
from bot.tables.views import Answer, Error, Offer, Player, TableView
from engine.game import Game
from engine.games.catalogue import UnknownGame, find, shortest_name
from engine.hints import State
from engine.record import Record
from engine.shuffle import DealError

LONG = 48
"""Characters of a deal's label with which a command gets too long for some games' whole names."""
REMEMBERED = 2000
"""Places whose last game is known after it was stopped, also when it isn't kept."""
ANOTHER = Offer("Another deal", "another")
WAYS_ON = {
    State.LOST: (
        ANOTHER,
        Offer("Same deal again", "restart"),
        Offer("All games", "games"),
        Offer("Give up", "stop"),
    ),
    State.HOPELESS: (ANOTHER, Offer("All games", "games"), Offer("Give up", "stop")),
}
"""What else there is to do where a game is lost; beginning it again doesn't help everywhere."""
LOST = frozenset(WAYS_ON)


def any_label(_game: Game) -> str:
    """A deal number by chance, short enough to be told to a friend."""
    return str(1 + secrets.randbelow(10**9 - 1))


class Starting:
    """Tables, as far as games begin there; see `Tables`."""

    def __init__(
        self,
        store: TableStore,
        clock: Callable[[], float] = time.time,
        new_label: Callable[[Game], str] = any_label,
        *,
        terms: Callable[[TableId], Terms] | None = None,
        run: Run = in_worker,
        odds: Odds | None = None,
    ) -> None:
        free = FreeTerms()
        self._store = store
        self._clock = clock
        self._new_label = new_label
        self._terms = terms or (lambda _: free)
        self._ended: dict[TableId, tuple[str, str]] = {}
        self._odds = odds or Odds()
        self._desk = Desk(store, self._terms, clock, run)

    async def start(
        self,
        id: TableId,
        player: Player,
        game_name: str,
        event: str,
        deal: str | None = None,
        replace: bool = False,
    ) -> Answer:
        """Begin a game; without a name an easy deal that hints alone bring home.

        One that is on is only put away when `replace` says so.
        """

        async def dealt(_: Sitting | None) -> tuple[Record, str]:
            record = await self._dealt(game_name, deal)
            return record, _command(record, game_name, (deal or "").strip())

        # Whoever wants an easy deal wants another easy one.
        another = ANOTHER if game_name else Offer(ANOTHER.label, "start")
        return await self._start(id, player, event, dealt, another, sure=replace)

    async def another(
        self, id: TableId, player: Player, event: str, *, replace: bool = False
    ) -> Answer:
        """Begin the game that is on, or was on last, with another deal; see `start`."""

        async def dealt(sitting: Sitting | None) -> tuple[Record, str]:
            game, _ = await self._latest(id, sitting)
            return await self._dealt(game, None), "another"

        return await self._start(id, player, event, dealt, ANOTHER, sure=replace)

    async def again(self, id: TableId, player: Player, event: str) -> Answer:
        """Begin the deal once more that was on last."""

        async def dealt(sitting: Sitting | None) -> tuple[Record, str]:
            game, deal = await self._latest(id, sitting)
            return await self._dealt(game, deal), "again"

        return await self._start(id, player, event, dealt, ANOTHER)

    async def _start(
        self,
        id: TableId,
        player: Player,
        event: str,
        dealt: Callable[[Sitting | None], Awaitable[tuple[Record, str]]],
        another: Offer,
        *,
        sure: bool = False,
    ) -> Answer:
        """Begin what is `dealt` there, by a command that could say "anyway"."""
        terms = self._terms(id)

        async def act(sitting: Sitting | None) -> Outcome:
            terms.check_other(id)
            (record, command), now = await dealt(sitting), self._clock()
            if reason := await terms.reserved(record):
                raise Refusal(Error.RESERVED, reason)
            view = sitting.view if sitting else None
            lost = view is not None and (await self._desk.outlook(view)).state in LOST
            archive = ending.is_shelved(sitting, player, command, terms, now, sure=sure, lost=lost)
            text = texts.begun(player.name, record)
            if archive and sitting:
                text += "\n" + await ending.kept(self._store, id, sitting, named=True)
            said = Said(text, changed=True, offers=(another,))
            return Outcome(said, _new(record, player, now), record, archive=archive)

        answer = await self._desk.change(id, event, act)
        return await self._with_outlook(answer, begun=True)

    async def _latest(self, id: TableId, sitting: Sitting | None) -> tuple[str, str]:
        """Game and deal of the table that is on, or was on last; `Refusal`."""
        if sitting and sitting.view:
            return sitting.view.table.game, sitting.view.table.deal
        if id in self._ended:
            return self._ended[id]
        try:
            table, _ = decode((await ending.found(self._store, id, None)).blob)
        except UnreadableTable as error:
            raise Refusal(Error.UNREADABLE, str(error)) from None
        except Refusal:
            raise Refusal(Error.NO_TABLE, self._terms(id).not_begun) from None
        return table.game, table.deal

    async def _dealt(self, game_name: str, deal: str | None) -> Record:
        try:
            if not game_name:
                gentle: Record = await self._desk.run(beginning.gentle, self._new_label)
                return gentle
            game = find(game_name)
            label = deal if deal and deal.strip() else self._new_label(game)
            return Record.begin(game, label)
        except UnknownGame as error:
            text, offers = unknown(error, "start")
            raise Refusal(Error.UNKNOWN_GAME, text, *offers) from None
        except DealError as error:
            raise Refusal(Error.NO_DEAL, str(error)) from None

    async def reserved(self, id: TableId, game: Game, deal: str) -> str:
        """Why a deal may not be played there just now, "" when it may."""
        return await self._terms(id).reserved(Record.begin(game, deal))

    async def begin(
        self, id: TableId, player: Player, record: Record, event: str, text: str, label: str
    ) -> Answer:
        """Begin with this deal, whose number is a secret and shown as `label`, saying `text`;
        BUSY when there is a table already.
        """

        async def act(sitting: Sitting | None) -> Outcome:
            if sitting is not None:
                raise Refusal(Error.BUSY if sitting.view else Error.UNREADABLE, sitting.trouble)
            table = structs.replace(_new(record, player, self._clock()), label=label)
            return Outcome(Said(text, changed=True), table, record)

        return await self._desk.change(id, event, act)

    async def resume(
        self,
        id: TableId,
        player: Player,
        event: str,
        number: int | None = None,
        replace: bool = False,
    ) -> Answer:
        """Go on with a kept table: the one of that number, or the one put away last."""
        terms = self._terms(id)

        async def act(sitting: Sitting | None) -> Outcome:
            terms.check_other(id)
            found, now = await ending.found(self._store, id, number), self._clock()
            try:
                table, game = decode(found.blob)
                record = await self._desk.replayed(table, game)
            except UnreadableTable as error:
                raise Refusal(Error.UNREADABLE, str(error)) from None
            if reason := await terms.reserved(record):
                raise Refusal(Error.RESERVED, reason)
            archive = ending.is_shelved(
                sitting, player, f"resume {found.id}", terms, now, sure=replace
            )
            text = (
                f"{names.shown(player.name)} goes on with {texts.headline(game, record.deal)}, "
                f"after {texts.plural(table.done, 'move')}."
            )
            if archive and sitting:
                kept = await ending.kept(self._store, id, sitting, named=True, resumed=True)
                text += f"\n{kept}"
            table = structs.replace(seated(table, player, now), number=found.id)
            said = Said(text, changed=True)
            return Outcome(said, table, record, archive=archive, resumes=found.id)

        return await self._change(id, event, act)

    def _remember(self, id: TableId, view: TableView) -> None:
        """What was played, for whoever says `again` when it has been stopped."""
        self._ended[id] = view.table.game, view.table.deal
        if len(self._ended) > REMEMBERED:
            del self._ended[next(iter(self._ended))]

    # --- how it is done ------------------------------------------------------------------------

    async def _change(self, id: TableId, event: str, act: OnSitting) -> Answer:
        return await self._with_outlook(await self._desk.change(id, event, act))

    async def _with_outlook(self, answer: Answer, *, begun: bool = False) -> Answer:
        """The answer, with a word on how the game stands when little is left; `begun`: the answer
        says already that the game begins with dealing.
        """
        view = answer.table
        if not view or not answer.changed or view.won or view.table.over:
            return answer
        news = await self._desk.news(view)
        life = texts.life(news) if news else ""
        if life and not (begun and news and news.state is State.STUCK):
            answer = with_(answer, text=f"{answer.text} {life}")
        return await self._with_ways_on(answer)

    async def _with_ways_on(self, answer: Answer) -> Answer:
        """The answer, with what there is to do where the game is lost, and votes that run."""
        view = answer.table
        if not view or view.won or view.table.over:
            return answer
        state = (await self._desk.outlook(view)).state
        offers = [*ending.running(view, self._clock()), *answer.offers, *WAYS_ON.get(state, ())]
        return with_(answer, offers=tuple({offer.command: offer for offer in offers}.values()))


def _command(record: Record, game_name: str, deal: str) -> str:
    """What deals the record's cards when it is typed, short enough for a button."""
    game = record.game
    name = (game.id if len(deal) < LONG else shortest_name(game)) if game_name else ""
    return " ".join(filter(None, ("start", name, deal)))


def _new(record: Record, player: Player, now: float) -> TableRecord:
    game = record.game
    table = TableRecord(FORMAT, game.rules_version, game.id, record.deal, player.id, int(now), ())
    return seated(table, player, now)
