"""A finished deal is thrown to others: each plays it alone, results stand below each other."""

from __future__ import annotations

import json
from pathlib import Path

from bot.demo import Loopback
from bot.demo.model import Channel, Message
from bot.demo.people import Person
from bot.store.database import Database
from bot.store.duels import DuelStore
from bot.store.ids import PersonTable
from engine.record import Record
from tests.e2e.conftest import Running, board_says, is_board, whisper

WIN = Record.parse((Path(__file__).parents[1] / "data/wins/nestor.txt").read_text("utf-8"))
LINE = [str(move) for move in WIN.moves]


async def win(who: Person, table: Channel) -> Message:
    await who.slash(table, "patience start", game="nestor", deal=WIN.deal)
    await board_says(table, "Nestor")
    for start in range(0, len(LINE), 12):
        who.say(table, ", ".join(LINE[start : start + 12]))
    return await board_says(table, "won!")


async def thrown(who: Person, table: Channel) -> Message:
    await who.click(await win(who, table), "Challenge others")
    return await table.wait_for(lambda m: "challenges everybody here" in m.text)


async def take(who: Person, duel: Message) -> Message:
    taken = await who.click(duel, "Take it on")
    return await taken.bell.until(lambda: next(filter(is_board, taken.messages), None), 15.0)


async def test_each_plays_the_same_deal_alone(
    discord: Loopback, bot: Running, table: Channel, database: Database
) -> None:
    anna, ben, cleo = (discord.person(name) for name in ("Anna", "Ben", "Cleo"))
    duel = await thrown(anna, table)
    assert f"**Nestor**, deal {WIN.deal}" in duel.text
    assert "👑 Anna: won in 26 moves" in duel.text

    board = await take(ben, duel)
    assert not board.visible_to(anna)
    await table.wait_for(lambda m: m.id == duel.id and "Ben: is playing" in m.text)
    cleos = await take(cleo, duel)
    # Ben wins with a move taken back; Cleo stops half-way.
    lines = [LINE[0], "undo", *(", ".join(LINE[n : n + 12]) for n in range(0, len(LINE), 12))]
    for line in lines:
        form = await ben.click(board, "Move…")
        await ben.submit(form, {"line": line})
    await table.wait_for(lambda m: m.id == duel.id and "Ben: won in 26 moves, 1 taken" in m.text)
    view = await bot.client.chat.tables.view(PersonTable(ben.id))
    assert view
    assert view.won
    form = await cleo.click(cleos, "Move…")
    await cleo.submit(form, {"line": f"{LINE[0]}, {LINE[1]}"})
    form = await cleo.click(cleos, "Move…")
    await cleo.submit(form, {"line": "stop"})
    told = await table.wait_for(lambda m: m.id == duel.id and "Cleo: 4 of 52" in m.text)
    assert [line.split(":")[0] for line in told.text.split("\n")[1:]] == ["👑 Anna", "Ben", "Cleo"]

    again = await whisper(await ben.click(duel, "Take it on"))
    assert "played this deal already" in again.text
    store = DuelStore(database)
    [kept] = await store.of(ben.id)
    assert set(kept.results) == {anna.id, ben.id, cleo.id}
    export = await (await ben.slash(table, "patience privacy export")).done()
    [own] = json.loads(export.attachments[0].data)["thrown deals"]
    assert (own["game"], own["deal"], own["thrown by you"]) == ("nestor", WIN.deal, False)
    assert (own["name"], own["finished"], own["won"]) == ("Ben", True, True)
    assert (own["moves"], own["undos"]) == (26, 1)
    assert b"Cleo" not in export.attachments[0].data
    about = (await (await ben.slash(table, "patience privacy show")).done()).text
    assert "deals that you threw to others or took on" in about
    assert "when you paused" in about
    asked = await (await ben.slash(table, "patience privacy delete")).done()
    await whisper(await ben.click(asked, "Delete everything about me"))
    assert await store.of(ben.id) == []
    assert len(await store.of(anna.id)) == 1
    asked = await (await anna.slash(table, "patience privacy delete")).done()
    await whisper(await anna.click(asked, "Delete everything about me"))
    assert await store.of(cleo.id) == []
    assert "too old" in (await whisper(await cleo.click(duel, "Take it on"))).text


async def test_a_game_that_was_stopped_is_thrown_too(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = discord.person("Anna")
    await anna.slash(table, "patience start", game="klondike", deal="a: *b*")
    await board_says(table, "Klondike")
    anna.say(table, "d")
    await board_says(table, "move 1")
    anna.say(table, f"{discord.bot.mention} stop")
    stopped = await table.wait_for(lambda m: "It is kept as" in m.text)
    await anna.click(stopped, "Challenge others")
    duel = await table.wait_for(lambda m: "challenges everybody here" in m.text)
    assert r"deal a\: \*b\*" in duel.text
    assert "Anna:" not in duel.text.split("\n", 1)[-1]
