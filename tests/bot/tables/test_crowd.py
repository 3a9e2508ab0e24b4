"""Many people at one table, and many tables at once: nothing is lost, nothing played twice."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from bot.store.connect import in_memory
from bot.store.database import Database, client_for
from bot.store.ids import ChannelTable
from bot.store.tables import TableStore
from bot.tables.desk import KEPT
from bot.tables.record import Entry, Seat, TableRecord, UnreadableTable, replay
from bot.tables.tables import Player, Tables
from bot.tables.views import Error
from engine.games.catalogue import find
from engine.record import Record

CHANNEL = ChannelTable(42)
PLAYERS = [Player(str(n), f"Player {n}") for n in range(100)]


@pytest.fixture
def tables(database: Database) -> Tables:
    return Tables(TableStore(database), new_label=lambda game: "1")


async def test_a_hundred_players_at_one_table(database: Database, redis_url: str) -> None:
    """Every event comes twice, and two processes serve the channel."""
    other = Database(client_for(redis_url), "a second process")
    processes = [
        Tables(TableStore(database), new_label=lambda game: "1"),
        Tables(TableStore(other), new_label=lambda game: "1"),
    ]
    await processes[0].start(CHANNEL, PLAYERS[0], "sultan", "start")
    jobs = [
        process.play(CHANNEL, player, "d", f"deal of {player.id}")
        for player in PLAYERS[:80]
        for process in processes
    ]
    random.Random(1).shuffle(jobs)
    answers = await asyncio.gather(*jobs)
    view = await processes[0].view(CHANNEL)
    assert view
    done = view.record.done
    assert all(answer is not None for answer in answers)
    assert view.version == 1 + done
    by_player = Counter(entry.id for entry in view.entries)
    assert max(by_player.values()) == 1
    assert done == sum(1 for a in answers if a and a.changed) / 2
    again = await Tables(TableStore(database)).view(CHANNEL)
    assert again
    assert again.record.position == view.record.position
    await other.aclose()


async def test_a_hundred_different_commands_at_one_table(tables: Tables) -> None:
    await tables.start(CHANNEL, PLAYERS[0], "zodiac", "start")

    async def act(number: int, player: Player) -> int:
        """How many moves the table gains."""
        match number % 4:
            case 0:
                answer = await tables.play(CHANNEL, player, "d", f"e{number}")
                return 1 if answer and answer.changed else 0
            case 1:
                answer = await tables.play(CHANNEL, player, "d, d", f"e{number}")
                return 2 if answer and answer.changed else 0
            case 2:
                return -1 if (await tables.undo(CHANNEL, player, f"e{number}")).changed else 0
            case _:
                return 1 if (await tables.redo(CHANNEL, player, f"e{number}")).changed else 0

    gains = await asyncio.gather(*(act(n, player) for n, player in enumerate(PLAYERS)))
    view = await tables.view(CHANNEL)
    assert view
    assert view.record.done == sum(gains)
    assert view.table.done == view.record.done
    assert [entry.move for entry in view.table.entries] == list(map(str, view.record.moves))


async def test_twenty_presses_of_one_button_by_different_people_are_one_deal(
    tables: Tables,
) -> None:
    started = await tables.start(CHANNEL, PLAYERS[0], "klondike", "start")
    assert started.table
    version = started.table.version
    answers = await asyncio.gather(
        *(
            tables.play(CHANNEL, player, "d", f"e{player.id}", version=version)
            for player in PLAYERS[:20]
        )
    )
    errors = Counter(answer.error for answer in answers if answer)
    view = await tables.view(CHANNEL)
    assert view
    assert errors == {None: 1, Error.STALE: 19}
    assert len(view.entries) == 1


async def test_two_hundred_tables_at_once(database: Database) -> None:
    tables = Tables(TableStore(database))
    channels = range(1000, 1000 + KEPT + 20)

    async def game(channel: int) -> None:
        await tables.start(
            ChannelTable(channel), PLAYERS[0], "klondike", f"{channel} start", str(channel)
        )
        for n in range(6):
            await tables.play(ChannelTable(channel), PLAYERS[n % 3], "d", f"{channel} {n}")
        await tables.undo(ChannelTable(channel), PLAYERS[1], f"{channel} undo")

    await asyncio.gather(*map(game, channels))
    for channel in channels:
        view = await tables.view(ChannelTable(channel))
        assert view
        assert view.record.deal == str(channel)
        assert view.record.done == 5
        assert view.version == 8


async def test_the_memory_of_tables_is_bounded() -> None:
    tables = Tables(TableStore(in_memory()))
    for channel in range(KEPT + 5):
        await tables.start(ChannelTable(channel), PLAYERS[0], "cover", f"e{channel}", "1")
    assert len(tables._desk._kept) == KEPT
    await tables._store._database.aclose()


async def test_a_long_game_is_read_in_a_worker(database: Database) -> None:
    calls: list[str] = []

    async def run(function: Callable[..., Any], /, *args: Any) -> Any:
        calls.append(function.__name__)
        return await asyncio.to_thread(function, *args)

    tables = Tables(TableStore(database), new_label=lambda game: "1")
    await tables.start(CHANNEL, PLAYERS[0], "zodiac", "start")
    for n in range(6):
        await tables.play(CHANNEL, PLAYERS[0], ", ".join(["d"] * 12), f"e{n}")
    other = Tables(TableStore(database), run=run)
    view = await other.view(CHANNEL)
    assert view
    assert view.record.done == 72
    assert calls == ["replay"]
    calls.clear()
    await other.play(CHANNEL, PLAYERS[0], "d", "more")
    await other.view(CHANNEL)
    assert "replay" not in calls


async def test_a_table_has_room_for_a_long_game_and_no_more(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.playing.MOST_MOVES", 4)
    await tables.start(CHANNEL, PLAYERS[0], "klondike", "start")

    async def play(line: str, event: str) -> Error | None:
        answer = await tables.play(CHANNEL, PLAYERS[0], line, event)
        assert answer
        return answer.error

    assert await play("d, d, d, d, d", "e1") == "too-long"
    assert await play("d, d, d, d", "e2") is None
    assert await play("d", "e3") == "too-long"
    assert (await tables.undo(CHANNEL, PLAYERS[0], "e4")).changed
    assert await play("d", "e5") is None


def test_the_memory_of_what_is_shared_is_used_and_nothing_else() -> None:
    """Replaying beside an earlier record gives what replaying from the start gives."""
    game = find("klondike")
    seats = (Seat("1", "Anna", 1),)

    def table(*moves: str) -> TableRecord:
        entries = tuple(Entry(move, 0, 1, n) for n, move in enumerate(moves))
        done = len(moves)
        return TableRecord(1, 1, "klondike", "3", "1", 1, seats, entries=entries, done=done)

    near = replay(table("d", "d", "d", "d", "W 1"), game)
    for moves in ((), ("d",), ("d", "d", "d", "d", "W 1"), ("d", "d", "d", "d", "d")):
        assert replay(table(*moves), game, near) == replay(table(*moves), game)
    other = Record.begin(game, "4")
    assert replay(table("d"), game, other) == replay(table("d"), game)


def test_a_record_with_a_move_that_cannot_be_is_refused() -> None:
    seats = (Seat("1", "Anna", 1),)
    entries = (Entry("redeal", 0, 1, 1),)
    table = TableRecord(1, 1, "klondike", "1", "1", 1, seats, entries=entries, done=1)
    with pytest.raises(UnreadableTable, match="can't be played again"):
        replay(table, find("klondike"))
