"""Boards of days, weeks and servers; streaks with outages."""

from __future__ import annotations

import itertools

import pytest

from bot.daily.calendar import begin_of, week_of
from bot.daily.owners import Owners
from bot.daily.rankings import LOOKED_BACK
from bot.daily.results import Result
from bot.daily.service import Daily
from bot.store.daily import SLOTS, DailyStore
from bot.store.daily_keys import Board, guild_keys
from bot.store.database import Database
from bot.store.ids import Attempt, ChannelTable
from bot.store.standings import Standing
from bot.store.tables import Committed, TableStore
from tests.bot.daily.conftest import (
    ANNA,
    BEN,
    CHANNEL,
    CLEO,
    FIRST,
    GUILD,
    OTHER,
    Clock,
    Evening,
    was_up,
)

EVENTS = itertools.count()


async def put(store: TableStore, person: int, day: int, result: Result, **more: bool) -> None:
    """A commit of a result, of which the store counts the best."""
    seat = Attempt(GUILD, day, person)
    now = await store.load(seat)
    standing = Standing(
        *(result.score, result.points(52), result.won),
        finished=more.get("finished", result.won),
        game="nestor",
        name=f"P{person}",
        week=week_of(day),
        counted=5,
    )
    version = now.version if now else 0
    done = await store.commit(seat, version, f"e{next(EVENTS)}", b"record", standing=standing)
    assert done == Committed(version + 1)


@pytest.fixture
def attempts(database: Database, clock: Clock) -> TableStore:
    return TableStore(database, clock)


def test_attempts_are_numbers_in_redis_that_no_channel_has() -> None:
    for attempt in (
        Attempt(GUILD, FIRST),
        Attempt(0, FIRST, 2**63),
        Attempt(2**64 - 1, 2**20, 2**64 - 1),
    ):
        assert Attempt.decode(attempt.encode()) == attempt
    # As every version has written it.
    assert Attempt(5, 20787, 7).encode() == str(1 << 192 | 5 << 128 | 7 << 64 | 20787)
    with pytest.raises(ValueError, match="no attempt"):
        Attempt.decode(str(2**64 - 1))


async def test_the_best_five_of_a_week_count_and_never_twice(
    attempts: TableStore, store: DailyStore
) -> None:
    for place, placed in enumerate((10, 20, 30, 40, 50, 51, 5)):
        for _ in range(2):
            await put(attempts, 1, FIRST + place, Result(False, placed))
            await put(attempts, 1, FIRST + place, Result(False, placed - 5))
    points = sorted(Result(False, placed).points(52) for placed in (10, 20, 30, 40, 50, 51, 5))
    assert await store.ranked(Board(GUILD, "week", FIRST), 9) == [("1", sum(points[2:]))]
    assert await store.ranked(Board(GUILD, "ever"), 9) == [("1", sum(points))]
    await put(attempts, 1, FIRST + 7, Result(True, 52))
    assert await store.ranked(Board(GUILD, "week", FIRST + 7), 9) == [("1", 150)]
    assert await store.ranked(Board(GUILD, "ever"), 9) == [("1", sum(points) + 150)]


async def test_a_better_result_takes_the_place_of_the_former(
    attempts: TableStore, store: DailyStore
) -> None:
    await put(attempts, 1, FIRST, Result(False, 10))
    await put(attempts, 1, FIRST, Result(True, 52, 0, 3, 60))
    await put(attempts, 1, FIRST, Result(True, 52, 0, 9, 40))
    assert await store.ranked(Board(GUILD, "week", FIRST), 9) == [("1", 147)]
    assert await store.ranked(Board(GUILD, "ever"), 9) == [("1", 147)]
    assert Result.read((await store.ranked(Board(GUILD, "day", FIRST), 1))[0][1]).moves == 60


async def test_ties_share_a_place_and_the_asker_is_always_there(
    attempts: TableStore, daily: Daily
) -> None:
    await daily.days.game_for(GUILD, FIRST)
    for person in range(1, 21):
        await put(attempts, person, FIRST, Result(False, 52 - person // 2))
    text = (await daily.board(GUILD, 20, "today")).text
    lines = text.split("\n")
    assert lines[1].startswith("🥇 P1 ")
    assert lines[2][0] == lines[3][0] == "🥈"
    assert lines[4].startswith("#4 ")
    assert lines[-1].startswith("#20 **you**")


async def test_of_equal_results_the_earlier_one_stands_first(
    attempts: TableStore, clock: Clock, database: Database
) -> None:
    store, order = DailyStore(database), [7, 3, 9, 1]
    for person in order:
        clock.now += 60
        await put(attempts, person, FIRST, Result(False, 40))
    clock.now += 60
    await put(attempts, 9, FIRST, Result(False, 40))  # played again, and no better
    for board in (
        Board(GUILD, "day", FIRST),
        Board(GUILD, "week", week_of(FIRST)),
        Board(GUILD, "ever"),
    ):
        for most in (1, 2, 9):
            assert [int(who) for who, _ in await store.ranked(board, most)] == order[:most]


async def test_a_board_is_told_while_somebody_is_being_forgotten(
    attempts: TableStore, store: DailyStore, database: Database
) -> None:
    for person in (1, 2):
        await put(attempts, person, FIRST, Result(False, 40))
    await database.run(lambda r: r.delete(guild_keys(GUILD).person(1)))
    ranked = await store.ranked(Board(GUILD, "day", FIRST), 9)
    assert sorted(who for who, _ in ranked) == ["1", "2"]


async def test_boards_of_a_server_only(evening: Evening, daily: Daily) -> None:
    await evening.win(ANNA)
    await daily.days.game_for(OTHER, FIRST)
    assert "Nobody has played yet" in (await daily.board(OTHER, 1, "today")).text
    assert "Nobody has played yet" in (await daily.board(OTHER, 1, "all")).text
    assert "belong to servers" in (await daily.board(None, 1, "today")).text


# --- together -----------------------------------------------------------------------------------


async def test_a_server_has_one_table_together(evening: Evening, daily: Daily) -> None:
    begun = await daily.together(GUILD, CHANNEL, ANNA, "1")
    assert begun.table
    number = begun.table.id
    assert await daily.store.route(CHANNEL) == number
    await evening.move(number, ANNA, 3)
    await evening.move(number, BEN, 2)
    elsewhere = await daily.together(GUILD, CHANNEL + 1, CLEO, "2")
    assert f"<#{CHANNEL}>" in elsewhere.text
    again = await daily.together(GUILD, CHANNEL, CLEO, "3")
    assert again.table
    assert [name for name, _ in again.table.tally] == ["Anna", "Ben"]
    assert "for servers" in (await daily.together(None, 5, ANNA, "4")).text
    board = (await daily.board(GUILD, 1, "today")).text
    assert "Together: 10 of" in board or "Together: " in board
    assert "Anna" not in board  # nobody's own result


async def test_servers_are_ranked_when_they_want_to_be(
    evening: Evening, daily: Daily, store: DailyStore
) -> None:
    owners = Owners(store, daily.days)
    moves = {GUILD: 12, OTHER: 4, 700_000_000_000_000_003: 8}
    for guild, count in moves.items():
        begun = await daily.together(guild, CHANNEL + guild % 10, ANNA, f"g{guild}")
        assert begun.table
        await evening.move(begun.table.id, ANNA, count)
    await owners.change(GUILD, "The *card* room", public=True)
    await owners.change(OTHER, "@everyone", public=True)
    await daily.tick()
    await daily.tick()
    text = (await daily.board(OTHER, 1, "servers")).text
    lines = text.split("\n")
    assert lines[1].startswith("🥇 The \\*card\\* room – ")
    assert lines[2].startswith("🥈 **")
    assert "@everyone" not in text
    assert len(lines) == 3
    await owners.change(GUILD, "The card room", public=False)
    await daily.tick()
    text = (await daily.board(GUILD, 1, "servers")).text
    assert "card room" not in text
    assert "isn't among them" in text


async def test_yesterdays_table_makes_room_for_todays(
    evening: Evening, daily: Daily, clock: Clock
) -> None:
    old = await daily.together(GUILD, CHANNEL, ANNA, "1")
    clock.to(FIRST + 1)
    new = await daily.together(GUILD, CHANNEL, ANNA, "2")
    assert old.table
    assert new.table
    assert await daily.store.route(CHANNEL) == new.table.id
    await evening.move(old.table.id, BEN, 1)  # by its buttons
    assert "over; nobody here" in (await daily.together(OTHER, 1, ANNA, "3", FIRST)).text


async def test_a_channel_with_a_game_on_is_left_alone(
    evening: Evening, daily: Daily, tables: object
) -> None:
    from bot.tables.tables import Tables

    assert isinstance(tables, Tables)
    await tables.start(ChannelTable(CHANNEL), BEN, "anna", "s", "1")
    await tables.play(ChannelTable(CHANNEL), BEN, "d", "m")
    assert "A game is on" in (await daily.together(GUILD, CHANNEL, ANNA, "1")).text


# --- streaks ------------------------------------------------------------------------------------


async def test_days_when_the_bot_was_down_are_skipped_for_all(
    evening: Evening, daily: Daily, clock: Clock
) -> None:
    for day in range(FIRST, FIRST + 6):
        down = day in (FIRST + 2, FIRST + 3, FIRST + 4)
        for slot in range(SLOTS // (3 if down else 1)):
            clock.now = begin_of(day) + slot * 600
            await daily.store.mark_up(day, slot)
        if not down:
            await evening.win(ANNA)
    run = await daily.people.streak(11111)
    assert (run.days, run.spare) == (3, True)


async def test_the_bot_notes_that_it_is_up(daily: Daily, clock: Clock) -> None:
    for hour in (0, 0.01, 12, 23.99):
        clock.to(FIRST, hour)
        await daily.tick()
    assert await daily.store.up_slots(FIRST - 1, FIRST + 1) == {
        FIRST - 1: 0,
        FIRST: 3,
        FIRST + 1: 0,
    }


async def test_a_streak_over_two_servers_and_direct_messages(
    evening: Evening, daily: Daily, clock: Clock
) -> None:
    for place, guild in enumerate((GUILD, OTHER, None)):
        clock.to(FIRST + place)
        await was_up(daily.store, range(FIRST + place, FIRST + place + 1))
        number = await evening.begin(ANNA, guild)
        await evening.move(number, ANNA)
    text = str(await daily.people.statistics(11111))
    assert "Streak: 3 days" in text
    assert "Played 3, finished 3, won 3" in text
    assert "haven't played" in str(await daily.people.statistics(5))


async def test_a_servers_streak_is_counted_beyond_the_boards_that_are_kept(
    daily: Daily, store: DailyStore, database: Database
) -> None:
    last = FIRST + 2 * LOOKED_BACK

    async def play(day: int) -> None:
        await database.run(lambda r: r.zadd(guild_keys(GUILD).board(day), {"1": 1}))

    await was_up(store, range(FIRST, last + 7))
    for day in range(FIRST, last):
        await play(day)
        if day % 5 == 0:  # as posts tell it; none was made on the other days
            await daily.rankings.run(GUILD, day)
    for day in range(FIRST, last - 90):  # their time is over
        await database.run(lambda r, day=day: r.delete(guild_keys(GUILD).board(day)))  # type: ignore[misc]
    assert await daily.rankings.run(GUILD, last - 1) == 2 * LOOKED_BACK
    assert await daily.rankings.run(GUILD, last - 1) == 2 * LOOKED_BACK
    await play(last + 1)  # `last` was missed
    assert await daily.rankings.run(GUILD, last + 1) == 1
    await play(last + 2)
    assert await daily.rankings.run(GUILD, last + 2) == 2
