"""A deal thrown to others: each plays it alone, and the results stand below each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import discord
import msgspec

from bot import logs, markup, names
from bot.chat import board
from bot.chat.custom_ids import PERSON, PLACE
from bot.chat.guard import NOBODY, Place, Refused, guarded
from bot.chat.interactions import Interactions
from bot.chat.reply import place_of
from bot.daily.results import Result, told
from bot.store.duels import Duel, DuelStore
from bot.store.errors import StoreUnavailable
from bot.store.ids import PersonTable
from bot.tables.actions import Asker, game_and_deal
from bot.tables.texts import headline
from bot.tables.verbs import VERBS
from bot.tables.views import Answer, Error, Offer, TableView
from engine.games.catalogue import UnknownGame, find

Interaction = discord.Interaction[Any]
SHOWN = 20
"""Results that are listed."""
OVER = "This challenge is too old; its deal can still be played with `/patience start`."
ONCE = "You have played this deal already; your result stands below it."
NOWHERE = "Others can be challenged where I may post; I'm not a member here."

log = logs.get(__name__)


class DuelResult(msgspec.Struct, array_like=True, frozen=True):
    """How far somebody got; `name` is tidy, `over` says that it stays so."""

    name: str
    score: int
    over: bool


_result = msgspec.msgpack.Decoder(DuelResult)


class Duels:
    """Answers ``duel throw GAME DEAL`` and ``duel take ID``; `channel` finds one by its id."""

    def __init__(
        self, interactions: Interactions, store: DuelStore, channel: Callable[[int], object]
    ) -> None:
        self._interactions = interactions
        self._chat = interactions.chat
        self._store = store
        self._channel = channel
        interactions.handlers["duel"] = self.pressed
        self._chat.listeners.append(self.noted)

    async def pressed(self, interaction: Interaction, line: str) -> None:
        """One of the buttons."""
        words = line.split()
        if words[1:2] == ["take"] and words[-1].isdecimal():
            await self._take(interaction, int(words[-1]))
        else:
            await self._throw(interaction, words[2:])

    async def _throw(self, interaction: Interaction, words: list[str]) -> None:
        place = place_of(interaction)

        async def act(asker: Asker) -> Answer:
            try:
                name, deal = game_and_deal(words)
                game = find(name)
            except UnknownGame as error:
                return _said(str(error), Error.UNKNOWN_GAME)
            if place is None:
                return _said(NOWHERE, Error.NO_PLACE)
            if reason := await self._chat.tables.reserved(asker.table, game, deal):
                return _said(reason, Error.RESERVED)
            view = await self._chat.view((await self._chat.at_place(asker)).table)
            mine = _so_far(view, asker, over=True) if _is_of(view, game.id, deal) else None
            head = (
                f"**{names.shown(asker.player.name)}** challenges everybody here: "
                f"{headline(game, deal)}. Each plays it alone; what counts is how far you get, "
                "then moves taken back, then moves."
            )
            person = int(asker.player.id)
            results = {person: msgspec.msgpack.encode(mine)} if mine else {}
            duel = Duel(interaction.id, person, game.id, deal, place.id, 0, head, results)
            sent = place.send(_words(duel), view=_buttons(duel), nonce=f"d{asker.event}"[:25])
            message = await guarded(sent, "challenge others")
            await self._store.make(replace(duel, message=message.id))
            return _said("Thrown.")

        await self._interactions.say(interaction, "duel", act)

    async def _take(self, interaction: Interaction, id: int) -> None:
        async def act(asker: Asker) -> Answer:
            duel, person = await self._store.get(id), int(asker.player.id)
            if duel is None:
                return _said(OVER, Error.OVER)
            playing = await self._store.played_by(person) == id
            if playing and _is_of(await self._chat.view(asker.table), duel.game, duel.deal):
                return await self._chat.tables.board(asker.table)
            if person in duel.results and _result.decode(duel.results[person]).over:
                return _said(ONCE, Error.OVER)
            answer = await self._chat.tables.start(
                asker.table, asker.player, duel.game, asker.event, duel.deal, replace=True
            )
            if not answer.error:
                await self._store.begin(person, id)
                await self._keep(duel, asker, answer.table, over=False)
            return answer

        await self._interactions.answer(
            interaction, "duel", act, place=None, target=PERSON, shown_as=VERBS["board"]
        )

    async def noted(self, asker: Asker, answer: Answer) -> None:
        """Something has happened at a table; perhaps at one where a duel is played."""
        if not isinstance(asker.table, PersonTable) or not answer.changed:
            return
        try:
            id = await self._store.played_by(asker.table.person)
            duel = await self._store.get(id) if id is not None else None
            if duel is None:
                return
            table = answer.table
            if table is not None and not _is_of(table, duel.game, duel.deal):
                table = None  # another game has begun there
            over = table is None or table.won or not table.moves
            await self._keep(duel, asker, table, over=over)
            if over:
                await self._store.end(asker.table.person)
        except StoreUnavailable as error:
            log.info("a duel's result is not kept", reason=str(error))

    async def _keep(self, duel: Duel, asker: Asker, table: TableView | None, *, over: bool) -> None:
        """Note how far somebody is, and show it when somebody comes or has ended."""
        person = int(asker.player.id)
        before = duel.results.get(person)
        if table is not None:
            result = _so_far(table, asker, over=over)
        elif before is not None:
            known = _result.decode(before)
            result = DuelResult(known.name, known.score, over=True)
        else:
            return
        packed = msgspec.msgpack.encode(result)
        await self._store.put_result(duel.id, person, packed)
        if over or before is None:
            await self._show(replace(duel, results={**duel.results, person: packed}))

    async def _show(self, duel: Duel) -> None:
        place = self._channel(duel.channel)
        if not isinstance(place, Place):
            return
        message = place.get_partial_message(duel.message)
        try:
            edit = message.edit(content=_words(duel), allowed_mentions=NOBODY)
            await guarded(edit, "show a duel's results")
        except Refused as refused:
            log.info("a duel's results are not shown", reason=refused.reason.value)


def given(duel: Duel, person: int) -> dict[str, object]:
    """What is kept about somebody with a duel, as JSON has it; nothing of the others."""
    kept: dict[str, object] = {
        "game": duel.game,
        "deal": duel.deal,
        "thrown by you": duel.by == person,
    }
    if packed := duel.results.get(person):
        result = _result.decode(packed)
        far = Result.read(result.score)._asdict()
        kept |= {"name": result.name, "finished": result.over, **far}
    return kept


def _said(text: str, error: Error | None = None) -> Answer:
    return Answer(text, None, changed=False, private=True, error=error)


def _is_of(view: TableView | None, game: str, deal: str) -> bool:
    return view is not None and (view.record.game.id, view.record.deal) == (game, deal)


def _so_far(view: TableView | None, asker: Asker, *, over: bool) -> DuelResult | None:
    if view is None:
        return None
    record = view.record
    game, position = record.game, record.position
    result = Result(
        game.won(position), game.placed(position), 0, view.table.undone, moves=record.done
    )
    return DuelResult(asker.player.name, result.score, over)


def _words(duel: Duel) -> str:
    """The message: who has thrown which deal, and how far everybody got, best first."""
    goal = find(duel.game).goal
    found = [_result.decode(result) for result in duel.results.values()]
    found.sort(key=lambda one: -one.score)
    best = max((one.score for one in found if one.over), default=None)
    lines = [
        f"{'👑 ' * (one.over and one.score == best)}{names.shown(one.name)}: "
        + (told(Result.read(one.score), goal) if one.over else "is playing")
        for one in found[:SHOWN]
    ]
    return markup.fit("\n".join([duel.head, *lines]))


def _buttons(duel: Duel) -> Any:
    return board.said((Offer("Take it on", f"duel take {duel.id}"),), PLACE, 0)
