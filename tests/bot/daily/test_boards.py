"""Boards of days, weeks and servers; streaks with outages; the daily post; settings."""

from __future__ import annotations

import asyncio
import itertools
from types import SimpleNamespace

import pytest

from bot.daily import vetting as vetting_module
from bot.daily.calendar import begin_of, week_of
from bot.daily.owners import Owners
from bot.daily.rankings import LOOKED_BACK
from bot.daily.results import Result
from bot.daily.service import Daily
from bot.daily.settings import GuildSettings
from bot.daily.vetting import SECONDS, Vetting, prove
from bot.store.daily import POST_SECONDS, SLOTS, DailyStore
from bot.store.daily_keys import Board, guild_keys
from bot.store.database import Database
from bot.store.ids import Attempt, ChannelTable
from bot.store.standings import Standing
from bot.store.tables import Committed, TableStore
from bot.tables.views import Player
from engine.games.catalogue import find
from engine.record import Record
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
    SmallPool,
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


# --- together ------------------------------------------------------------------------------------


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


# --- streaks -------------------------------------------------------------------------------------


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
        for slot in range(SLOTS):
            await daily.store.mark_up(FIRST + place, slot)
        number = await evening.begin(ANNA, guild)
        await evening.move(number, ANNA)
    text = str(await daily.people.statistics(11111))
    assert "Streak: 3 days" in text
    assert "Played 3, finished 3, won 3" in text
    assert "haven't played" in str(await daily.people.statistics(5))


# --- the daily post ------------------------------------------------------------------------------


async def test_the_post_is_due_at_its_hour_and_claimed_once(
    daily: Daily, store: DailyStore, clock: Clock, database: Database
) -> None:
    owners = Owners(store, daily.days)
    await owners.change(GUILD, "x", channel=CHANNEL, hour=12)
    clock.to(FIRST, 11.99)
    assert await daily.posts.due() == []
    clock.to(FIRST, 12)
    assert await daily.posts.due() == [GUILD]
    claims = await asyncio.gather(*(daily.posts.claim(GUILD) for _ in range(8)))
    [post] = [claim for claim in claims if claim]
    assert post.channel == CHANNEL
    assert "Promise `" in post.text
    assert 0 < await database.client.ttl(guild_keys(GUILD).posted(FIRST)) <= POST_SECONDS
    await daily.posts.done(post, 99)
    assert await database.client.ttl(guild_keys(GUILD).posted(FIRST)) > 86_400
    assert await daily.posts.claim(GUILD) is None


async def test_a_post_that_nobody_finished_is_claimed_again(
    daily: Daily, store: DailyStore, database: Database
) -> None:
    await Owners(store, daily.days).change(GUILD, "x", channel=CHANNEL, hour=0)
    assert await daily.posts.claim(GUILD)
    assert await daily.posts.claim(GUILD) is None
    await database.client.delete(guild_keys(GUILD).posted(FIRST))  # its time is over
    assert await daily.posts.claim(GUILD)


async def test_after_an_outage_only_today_is_posted(
    evening: Evening, daily: Daily, store: DailyStore, clock: Clock
) -> None:
    await Owners(store, daily.days).change(GUILD, "x", channel=CHANNEL, hour=6)
    await evening.win(ANNA)
    clock.to(FIRST + 1, 5)
    assert await daily.posts.due() == []
    clock.to(FIRST + 4, 23)
    post = await daily.posts.claim(GUILD)
    assert post
    assert post.day == FIRST + 4
    assert post.yesterday == ""


async def test_the_post_names_the_first_of_yesterday(
    evening: Evening, daily: Daily, store: DailyStore, clock: Clock
) -> None:
    await Owners(store, daily.days).change(GUILD, "x", channel=CHANNEL, hour=0)
    await evening.win(ANNA)
    clock.to(FIRST + 1)
    post = await daily.posts.claim(GUILD)
    assert post
    assert "**Yesterday, " in post.yesterday
    assert "Came out: 👑 Anna in 26 moves" in post.yesterday
    assert "**This week's first**\n🥇 Anna – 150 points" in post.yesterday
    assert "days running" not in post.yesterday
    await Owners(store, daily.days).change(GUILD, "x", channel=0)
    assert await daily.posts.due() == []
    assert await daily.posts.claim(GUILD) is None


async def test_a_week_of_two_servers_is_told(
    evening: Evening, daily: Daily, store: DailyStore, clock: Clock
) -> None:
    """Eight people, four a server; one of them only on some days."""
    people = [Player(str(n), f"P{n}") for n in range(1, 9)]
    for guild in (GUILD, OTHER):
        await Owners(store, daily.days).change(guild, "x", channel=CHANNEL, hour=0)
    for day in range(8):
        clock.to(FIRST + day)
        for slot in range(72, 144):  # the bot is up for half of each day
            await store.mark_up(FIRST + day, slot)
        if day:
            post, other = await daily.posts.claim(GUILD), await daily.posts.claim(OTHER)
            assert post
            assert other
            assert "P5" not in post.yesterday
            assert "P1" not in other.yesterday
            running = f"This server has played {day} days running."
            assert (running in post.yesterday) is (day > 1)
            assert "days running" not in other.yesterday
            assert len(post.text) < 1900
            assert len(post.yesterday) < 1900
            sunday = "**Last week's first**" in post.yesterday
            assert sunday is (day == 7)
        for n, person in enumerate(people):
            guild = GUILD if n < 4 else OTHER
            if guild == OTHER and day % 2:
                continue
            if n % 4 == 0:
                await evening.win(person, guild)
            else:
                attempt = await evening.begin(person, guild)
                await evening.move(attempt, person, 3 * (n % 4) + day)
    assert post
    assert "Came out: 👑 P1 in " in post.yesterday
    assert "🥇 P1 – 750 points\n🥈 P4 – " in post.yesterday
    assert "Others: P4 " in post.yesterday


async def test_a_servers_streak_is_counted_beyond_the_boards_that_are_kept(
    daily: Daily, store: DailyStore, database: Database
) -> None:
    last = FIRST + 2 * LOOKED_BACK

    async def play(day: int) -> None:
        await database.run(lambda r: r.zadd(guild_keys(GUILD).board(day), {"1": 1}))

    for day in range(FIRST, last + 7):
        for slot in range(72):
            await store.mark_up(day, slot)
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


# --- settings ------------------------------------------------------------------------------------


def test_settings_are_read_back() -> None:
    settings = GuildSettings(5, 7, ("anna",), ("sly", "kings"), 9, public=True, language="fr")
    stored = {key.encode(): value.encode() for key, value in settings.stored().items()}
    assert GuildSettings.read(stored) == settings
    assert GuildSettings.read({}) == GuildSettings()
    odd = {b"hour": b"99", b"channel": b"x", b"language": b"tlh", b"public": b"\xff"}
    assert GuildSettings.read(odd) == GuildSettings(hour=23)


async def test_other_games_come_from_tomorrow_on(
    daily: Daily, store: DailyStore, clock: Clock
) -> None:
    owners = Owners(store, daily.days)
    today = await daily.days.game_for(GUILD, FIRST)
    [other] = {"nestor", "fourteenth"} - {today.id}
    told = await owners.change(GUILD, "x", games=f"{find(other).title}, {other}")
    assert "From tomorrow" in told.text
    assert await daily.days.game_for(GUILD, FIRST) == today
    for day in range(FIRST + 1, FIRST + 5):
        clock.to(day)
        assert (await daily.days.game_for(GUILD, day)).id == other
    await owners.change(GUILD, "x", games="all")
    assert (await owners.show(GUILD)).text.count("all") >= 1


@pytest.mark.parametrize(
    ("games", "says"),
    [("nestr", "Did you mean nestor"), ("cover", "not in the competition"), ("*x*", "No game")],
)
async def test_games_that_will_not_do(
    daily: Daily, store: DailyStore, games: str, says: str
) -> None:
    told = await Owners(store, daily.days).change(GUILD, "x", games=games)
    assert told.error
    assert says in told.text


async def test_a_server_that_is_gone_leaves_nothing(
    evening: Evening, daily: Daily, store: DailyStore, database: Database
) -> None:
    await Owners(store, daily.days).change(GUILD, "Gone", channel=5, public=True)
    begun = await daily.together(GUILD, CHANNEL, ANNA, "1")
    assert begun.table
    await evening.move(begun.table.id, ANNA, 2)
    await evening.win(BEN)
    await daily.tick()
    await store.forget_guild(GUILD)
    assert [key async for key in database.client.scan_iter(f"patience:{{g:{GUILD}}}*")] == []
    assert await store.public_names() == {}
    assert await store.posting() == []


# --- private deals -------------------------------------------------------------------------------


async def test_private_deals_are_made_ahead(
    daily: Daily, store: DailyStore, clock: Clock, pool: SmallPool
) -> None:
    pool.records = {"nestor": pool.records["nestor"]}
    asked: list[str] = []

    async def ask(game: str, label: str, seconds: float) -> tuple[str, ...]:
        asked.append(label)
        return await asyncio.to_thread(prove, game, label, 3.0)

    vetting = Vetting(store, daily.days, ask)
    steps = 0
    while await vetting.step():
        steps += 1
    assert steps == 4  # two days, alone and together
    assert not await Vetting(store, daily.days, ask).step()
    clock.to(FIRST + 1)
    challenge = await daily.days.challenge(FIRST + 1, find("nestor"))
    for deal in (challenge.alone, challenge.together):
        assert deal.number >= 0
        assert deal.label in asked
        record = Record.replay(find("nestor"), deal.label, list(deal.line))
        assert record.game.won(record.position)
    assert challenge.alone.label != challenge.together.label
    clock.to(FIRST + 3)
    assert "private deal number" in (await daily.verify("2026-12-01")).text
    assert "❌" not in (await daily.verify("2026-12-01")).text
    await daily.tick()
    assert await store.vetted(FIRST + 1, "nestor", "alone") is None


async def test_servers_with_games_of_their_own_get_private_deals_too(
    daily: Daily, store: DailyStore, clock: Clock, pool: SmallPool
) -> None:
    general = (await daily.days.proposed(0, FIRST + 1)).id
    own = next(id for id in pool.records if id != general)
    await Owners(store, daily.days).change(GUILD, "Here", games=own)

    async def ask(game: str, label: str, seconds: float) -> tuple[str, ...]:
        return await asyncio.to_thread(prove, game, label, 20.0) if game == own else ()

    vetting = Vetting(store, daily.days, ask)
    while await vetting.step():
        pass
    assert await store.vetted(FIRST + 1, general, "alone") is None
    clock.to(FIRST + 1)
    game = await daily.days.game_for(GUILD, FIRST + 1)
    assert game.id == own
    assert (await daily.days.challenge(FIRST + 1, game)).alone.number >= 0
    await Owners(store, daily.days).change(GUILD, "Here", games="all")
    assert await store.choosing() == []


async def test_a_day_has_so_much_time_for_it_and_no_more(
    daily: Daily, store: DailyStore, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vetting_module, "A_DAY", 3 * SECONDS - 1)
    now, asked = [0.0], 0

    async def slow(game: str, label: str, seconds: float) -> tuple[str, ...]:
        nonlocal asked
        asked += 1
        now[0] += seconds
        return ()

    monkeypatch.setattr(vetting_module, "time", SimpleNamespace(monotonic=lambda: now[0]))
    vetting = Vetting(store, daily.days, slow)
    while await vetting.step():
        pass
    assert asked == 2
    clock.to(FIRST + 1)
    assert await vetting.step()
    assert asked == 4


async def test_without_a_win_the_day_falls_back_on_the_pool(
    daily: Daily, store: DailyStore, clock: Clock
) -> None:
    async def fails(*_: object) -> tuple[str, ...]:
        return ()

    vetting = Vetting(store, daily.days, fails)
    while await vetting.step():
        pass
    clock.to(FIRST + 1)
    game = await daily.days.game_for(GUILD, FIRST + 1)
    assert (await daily.days.challenge(FIRST + 1, game)).alone.number == -1
