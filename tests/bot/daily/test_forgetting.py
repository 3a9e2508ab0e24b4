"""Deleting really deletes: every key is looked at."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from bot.daily.service import Daily
from bot.looks import Looks, Wish
from bot.store.database import Database
from bot.store.ids import ChannelTable
from bot.store.pointers import Pointer, without_names
from bot.tables.tables import Tables
from bot.tables.views import Player
from tests.bot.daily.conftest import BEN, CHANNEL, FIRST, GUILD, OTHER, Clock, Evening
from tests.bot.store.all_keys import PERSON, all_keys, write

ZORA = Player("987654321987654321", "Zora Ξ")
SIGNS = (b"987654321987654321", b"Zora")


async def everything(database: Database) -> bytes:
    """All keys, fields and values."""
    parts: list[Any] = []
    redis = database.client
    async for key in redis.scan_iter():
        parts.append(key)
        match await redis.type(key):
            case b"string":
                parts.append(await redis.get(key) or b"")
            case b"hash":
                for field, value in (await redis.hgetall(key)).items():
                    parts += [field, value]
            case b"zset":
                parts += await redis.zrange(key, 0, -1)
            case b"set":
                parts += await redis.smembers(key)
            case b"list":
                parts += await redis.lrange(key, 0, -1)
            case kind:
                raise AssertionError(kind)
    return b"\n".join(parts)


async def live(evening: Evening, daily: Daily, tables: Tables, clock: Clock) -> None:
    """Zora plays everywhere: alone in two servers, together, at tables, on a shelf, in a vote."""
    await evening.win(ZORA, undo=1)
    begun = await daily.together(GUILD, CHANNEL, ZORA, "t1")
    assert begun.table
    await evening.move(begun.table.id, ZORA, 2)
    await evening.move(begun.table.id, BEN, 1)
    await tables.start(ChannelTable(5), ZORA, "anna", "s1", "1")
    await tables.play(ChannelTable(5), ZORA, "d", "s2")
    await tables.play(ChannelTable(5), BEN, "d", "s3")
    await tables.stop(ChannelTable(5), ZORA, "s4")
    await tables.start(ChannelTable(5), BEN, "anna", "s6", "2")
    await tables.play(ChannelTable(5), ZORA, "d", "s7")
    await tables.play(ChannelTable(5), ZORA, "nonsense is refused", "s8")
    await tables.stop(ChannelTable(5), ZORA, "s9")
    for place in (6, int(ZORA.id)):  # direct messages; where only answers are possible
        await tables.start(ChannelTable(place), ZORA, "anna", f"s10 {place}", "3")
        await tables.play(ChannelTable(place), ZORA, "d", f"s11 {place}")
        await tables.stop(ChannelTable(place), ZORA, f"s12 {place}")
        await tables.start(ChannelTable(place), ZORA, "anna", f"s13 {place}", "4")
        await tables.play(ChannelTable(place), ZORA, "d", f"s14 {place}")
    clock.to(FIRST + 1)
    number = await evening.begin(ZORA, OTHER)
    await evening.move(number, ZORA, 3)
    await Looks(daily.store.database).choose_for_person(int(ZORA.id), Wish("slate"))
    await daily.people.pause(int(ZORA.id), 3)


async def test_nothing_is_left_of_somebody(
    evening: Evening, daily: Daily, tables: Tables, clock: Clock, database: Database
) -> None:
    await live(evening, daily, tables, clock)
    before = await everything(database)
    assert all(sign in before for sign in SIGNS)
    assert await daily.forgetting.table_count(int(ZORA.id)) == 7
    assert await daily.store.pauses(int(ZORA.id)) == [(FIRST + 1, FIRST + 3)]
    await daily.forgetting.forget(int(ZORA.id), ZORA.name)
    after = await everything(database)
    assert not [sign for sign in SIGNS if sign in after]
    assert b"22222" in after  # Ben is still there
    assert await tables.view(ChannelTable(6)) is None
    assert "No games are kept" in (await tables.archive(ChannelTable(6))).text
    assert b"{c:6}:table" not in after
    # What was played together stays playable, and looks like this:
    view = await tables.view(ChannelTable(5))
    assert view
    assert [(entry.name, entry.move) for entry in view.entries] == [("somebody", "d")]
    [number] = [
        answer.table.id
        for answer in [await daily.together(GUILD, CHANNEL, BEN, "again", FIRST)]
        if answer.table
    ]
    await evening.move(number, BEN, 1)
    assert "somebody" in (await daily.tables.history(number)).text
    shelf = await tables.archive(ChannelTable(5))
    assert "Anna" in shelf.text
    await daily.forgetting.forget(int(ZORA.id))  # once more does no harm
    assert await daily.people.played(int(ZORA.id)) == []
    assert await daily.store.pauses(int(ZORA.id)) == []
    assert "haven't played" in str(await daily.people.statistics(int(ZORA.id)))


async def test_no_key_of_somebody_is_left(daily: Daily, database: Database) -> None:
    person, own = PERSON, [key for key in all_keys() if key.personal]
    assert len(own) >= 4
    for name, kind, _ in own:
        await write(database, name, kind)
    await daily.forgetting.forget(person)
    left = {key async for key in database.scan("patience:*")}
    assert left.isdisjoint(key.name for key in own)


async def test_what_somebody_did_at_tables_is_given(
    evening: Evening, daily: Daily, tables: Tables, clock: Clock
) -> None:
    await live(evening, daily, tables, clock)
    given = await daily.forgetting.tables(int(ZORA.id))
    text = json.dumps(given)
    assert BEN.id not in text
    assert {one["name"] for one in given} == {ZORA.name}
    assert len(given) == 9  # six at tables, one together, two attempts of their own
    [shelved] = [one for one in given if one["deal"] == "1"]
    assert (shelved["place"], shelved["game"], shelved["started it"]) == ("c:5", "anna", True)
    assert isinstance(shelved["moves"], list)
    [move] = shelved["moves"]  # the other one was Ben's
    assert move.startswith("2026-11-30T")
    assert move.endswith(" d")
    for one in given:
        deal = str(one["deal"])
        assert deal in ("1", "2", "3", "4") or deal.startswith("daily challenge of")


async def test_deleting_is_no_second_attempt(
    evening: Evening, daily: Daily, clock: Clock, database: Database
) -> None:
    await evening.win(ZORA)
    await daily.forgetting.forget(int(ZORA.id), ZORA.name)
    refused = await daily.play(GUILD, ZORA, "again")
    assert "begun this challenge already" in refused.text
    clock.to(FIRST + 1)
    await evening.win(ZORA)
    assert not [sign for sign in SIGNS if sign not in await everything(database)]


async def test_everything_kept_is_given(evening: Evening, daily: Daily, clock: Clock) -> None:
    await evening.win(ZORA, undo=2)
    clock.to(FIRST + 1)
    await evening.begin(ZORA)
    text = await daily.people.export(int(ZORA.id), {"tables": 2})
    data = json.loads(text)
    assert data["person"] == ZORA.id
    assert data["tables"] == 2
    [day] = data["daily"]
    assert (day["day"], day["won"], day["undos"], day["points"]) == ("2026-11-30", True, 2, 148)
    assert day["server"] == str(GUILD)


def test_words_lose_a_name_and_nothing_else() -> None:
    pointer = Pointer(
        1, 2, "### Anna\nA: 7♥ onto A♠ (5); A\\*: deal", "b.png", "A: deal. A♠ on F1."
    )
    value = without_names(msgspec.msgpack.encode(pointer), ["A", "A\\*"])
    found = msgspec.msgpack.decode(value, type=Pointer)
    assert found.status == "### Anna\nsomebody: 7♥ onto A♠ (5); somebody: deal"
    assert found.alt == "somebody: deal. A♠ on F1."
    assert (found.message, found.version, found.file) == (1, 2, "b.png")
