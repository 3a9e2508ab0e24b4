"""What the first release with a daily challenge wrote is read, shown and gone on with.

`tests/data/first-release.json` was written by that release itself, into a Redis: its keys as they
were, and beside them what it said itself of each table. A byte is written as the character of the
same number. There is a table of each game it had, one that was put away, a day of the challenge
(Anna has won, Ben is in the middle), a server's settings, and the ids of its buttons.
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.chat.custom_ids import CustomId
from bot.chat.picture import paint
from bot.daily.service import Daily
from bot.daily.settings import GuildSettings
from bot.daily.setup import set_up
from bot.store.daily_keys import Board
from bot.store.database import Database
from bot.store.ids import Attempt, ChannelTable
from bot.store.pointers import Pointers
from bot.tables.tables import Tables
from bot.tables.views import Player
from engine.games.catalogue import find
from engine.record import Record
from render.theme import Look
from tests.bot.daily.conftest import SmallPool

SAMPLE: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "data" / "first-release.json").read_text("utf-8")
)
IDS: dict[str, int] = SAMPLE["ids"]
DAY = 20_787
DORA = Player("7", "Dora", moderator=True)
ANNA, BEN = Player(str(IDS["anna"]), "Anna"), Player(str(IDS["ben"]), "Ben")


def raw(text: str) -> bytes:
    return text.encode("latin-1")


async def put(database: Database, key: str, kind: str, value: Any) -> None:
    """A key as it was."""
    if kind == "string":
        await database.run(lambda r: r.set(key, raw(value)))
    elif kind == "hash":
        await database.run(lambda r: r.hset(key, mapping={raw(k): raw(value[k]) for k in value}))
    elif kind == "list":
        await database.run(lambda r: r.rpush(key, *map(raw, value)))
    elif kind == "set":
        await database.run(lambda r: r.sadd(key, *map(raw, value)))
    elif kind == "zset":
        await database.run(lambda r: r.zadd(key, value))
    else:
        assert kind == "bitmap"
        for bit in value:
            await database.run(partial(_set_bit, key, bit))


async def _set_bit(key: str, bit: int, client: Redis) -> None:
    await client.setbit(key, bit, 1)


@pytest.fixture
async def house(database: Database) -> tuple[Tables, Daily]:
    """Today's program with what the first release left."""
    for key, found in SAMPLE["keys"].items():
        await put(database, key, found["type"], found["value"])
    return set_up(database, SmallPool("nestor"), lambda: SAMPLE["now"])


@pytest.mark.parametrize("channel", SAMPLE["tables"])
async def test_a_table_is_read_shown_and_gone_on_with(
    channel: str, house: tuple[Tables, Daily]
) -> None:
    tables, _ = house
    was, id = SAMPLE["tables"][channel], ChannelTable(int(channel))
    view = await tables.view(id)
    assert view
    assert (view.record.game.id, view.record.deal) == (was["game"], was["deal"])
    assert view.version == was["version"]
    assert [[entry.move, entry.name] for entry in view.entries] == was["moves"]
    assert [list(pile) for pile in view.record.position.piles] == was["piles"]
    assert view.record.position.redeals_left == was["redeals"]
    assert paint(view, Look()).data
    if view.moves:
        answer = await tables.play(id, DORA, str(view.moves[0]), "on")
        assert answer
        assert answer.table
        assert answer.table.version == view.version + 1
    back = await tables.undo(id, DORA, "back")
    assert back.error is None
    redone = await tables.redo(id, DORA, "again")
    assert redone.error is None


@pytest.mark.parametrize("channel", SAMPLE["tables"])
def test_an_exported_record_is_read(channel: str) -> None:
    was = SAMPLE["tables"][channel]
    record = Record.parse(was["text"])
    assert [list(pile) for pile in record.position.piles] == was["piles"]


async def test_what_was_put_away_is_taken_up_again(house: tuple[Tables, Daily]) -> None:
    tables, _ = house
    answer = await tables.resume(ChannelTable(IDS["talk"]), BEN, "resume", 2, replace=True)
    assert answer.error is None, answer.text
    assert answer.table
    assert answer.table.record.game is find("klondike")
    assert [entry.move for entry in answer.table.entries] == ["d"]


async def test_a_board_is_found_again(database: Database, house: object) -> None:
    pointer = await Pointers(database).get(IDS["table"])
    assert pointer
    assert pointer.version == SAMPLE["tables"][str(IDS["table"])]["version"]
    assert "Cleo: deal." in pointer.status


async def test_the_day_goes_on(house: tuple[Tables, Daily]) -> None:
    tables, daily = house
    guild = IDS["guild"]
    ranked = await daily.store.ranked(Board(guild, "day", DAY), 10)
    assert [name for name, _ in ranked] == [ANNA.id, BEN.id]
    board = await daily.board(guild, int(ANNA.id), "today")
    assert board.text.index("Anna") < board.text.index("Ben")
    assert "won in 26 moves" in board.text
    assert "won 1" in str(await daily.people.statistics(int(ANNA.id)))
    id = Attempt(guild, DAY, int(BEN.id))
    view = await tables.view(id)
    assert view
    line = SmallPool("nestor").line("nestor", view.record.deal)
    for start in range(view.record.done, len(line), 12):
        answer = await tables.play(id, BEN, ", ".join(line[start : start + 12]), f"day {start}")
        assert answer
        assert answer.error is None, answer.text
    view = await tables.view(id)
    assert view
    assert view.won


async def test_settings_are_kept(house: tuple[Tables, Daily]) -> None:
    _, daily = house
    settings = GuildSettings.read(await daily.store.settings(IDS["guild"]))
    assert (settings.hour, settings.language) == (12, "de")
    assert settings.channel
    assert await daily.store.posting() == [IDS["guild"]]
    assert await daily.store.up_slots(DAY, DAY)


@pytest.mark.parametrize("id", [id for id in SAMPLE["buttons"] if ":" in id])
def test_a_button_is_understood(id: str) -> None:
    understood = CustomId.decode(id)
    assert understood.encode() == id
    assert understood.version > 0
    assert not understood.target.is_attempt or understood.target.day == DAY
