"""The challenge played on a frozen clock: its day, its end, what counts and what doesn't."""

from __future__ import annotations

import asyncio

import pytest

from bot.daily.attempts import LOCKED
from bot.daily.calendar import closed_at, end_of
from bot.daily.days import NoChallenge
from bot.daily.service import Daily
from bot.store.daily_keys import Board
from bot.store.database import Database
from bot.store.errors import StoreUnavailable
from bot.tables.tables import Tables
from bot.tables.views import Offer, Player
from engine.games.catalogue import find
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
    make_daily,
    own,
    score_of,
)


async def test_an_attempt_is_begun_played_and_won(evening: Evening, daily: Daily) -> None:
    begun = await daily.play(GUILD, ANNA, "first")
    assert begun.changed
    assert begun.table
    assert "daily challenge of Monday, 30 November 2026" in begun.text
    assert await score_of(daily, 11111, FIRST) == {}  # nobody has played yet
    won = await evening.win(ANNA)
    assert "Result: won in" in won.text
    assert "150 points" in won.text
    assert [offer.label for offer in won.offers] == ["Share", "Compare"]
    fields = await score_of(daily, 11111, FIRST)
    assert (fields["won"], fields["finished"], fields["points"]) == ("1", "1", "150")
    assert "Anna** – won in" in (await daily.board(GUILD, 11111, "today")).text


async def test_a_deal_is_never_named_while_its_day_is_on(
    evening: Evening, daily: Daily, pool: SmallPool
) -> None:
    pool.more = {game: tuple(str(n) for n in range(7_700_000, 7_700_020)) for game in pool.records}
    pool.records.clear()
    texts = [begun := (await daily.play(GUILD, ANNA, "first"))]
    number = begun.table.id if begun.table else own(FIRST, ANNA)
    play = daily.tables
    texts += [
        await play.text(number),
        await play.board(number),
        await play.history(number),
        await play.archive(number),
        await play.hint(number),
        await play.stop(number, ANNA, "stop"),
        await daily.today(GUILD, 11111),
        await daily.board(GUILD, 11111, "today"),
        await daily.share(GUILD, ANNA, FIRST, together=False),
    ]
    told = [await daily.verify("today"), await daily.solution(GUILD, 11111, "today")]
    assert "77000" not in " ".join(answer.text for answer in (*texts, *told))


async def test_the_same_deal_for_all_but_not_for_both_ways(
    evening: Evening, daily: Daily, pool: SmallPool
) -> None:
    pool.more = {game: tuple(str(n) for n in range(100, 120)) for game in pool.records}
    found = [
        await daily.play(GUILD, ANNA, "1"),
        await daily.play(GUILD, BEN, "2"),
        await daily.play(OTHER, CLEO, "3"),
    ]
    alone = {answer.table.record.deal for answer in found if answer.table}
    assert len(alone) == 1
    together = await daily.together(GUILD, CHANNEL, ANNA, "4")
    assert together.table
    assert together.table.record.deal not in alone


async def test_hints_are_locked_and_no_move_is_preferred(evening: Evening, daily: Daily) -> None:
    number = await evening.begin(ANNA)
    for answer in (await daily.tables.hint(number), await daily.tables.odds(number)):
        assert (answer.text, answer.error) == (LOCKED, "locked")
    view = await daily.tables.view(number)
    assert view
    game, position = view.record.game, view.record.position
    offered = [move for _, move in daily.tables.move_choices(view)]
    assert sorted(offered) == sorted(map(str, game.moves(position)))[:25]


async def test_undo_and_restart_are_counted(evening: Evening, daily: Daily) -> None:
    number = await evening.begin(ANNA)
    await evening.move(number, ANNA, 3)
    await daily.tables.undo(number, ANNA, evening.event(), 2)
    await daily.tables.redo(number, ANNA, evening.event(), 1)
    await daily.tables.restart(number, ANNA, evening.event())
    won = await evening.move(number, ANNA)
    assert "4 taken back, 146 points" in won.text


async def test_a_finished_attempt_stays_as_it_is(evening: Evening, daily: Daily) -> None:
    number = await evening.begin(ANNA)
    await evening.win(ANNA)
    before = await score_of(daily, 11111, FIRST)
    for act in (
        daily.tables.undo(number, ANNA, "a"),
        daily.tables.restart(number, ANNA, "b"),
        daily.tables.stop(number, ANNA, "c"),
        daily.tables.play(number, ANNA, "d", "d"),
        daily.tables.finish(number, ANNA, "e"),
    ):
        answer = await act
        assert answer
        assert answer.error == "over"
        assert "Your attempt is finished: won in" in answer.text
    again = await daily.play(GUILD, ANNA, "f")
    assert "is finished" in again.text
    assert await daily.tables.play(number, ANNA, "d", "g", chat=True) is None
    assert await score_of(daily, 11111, FIRST) == before
    assert await daily.store.rank(Board(GUILD, "ever"), 11111) == (1, 150)


async def test_whoever_gives_up_counts_as_far_as_they_got(evening: Evening, daily: Daily) -> None:
    number = await evening.begin(ANNA)
    await evening.move(number, ANNA, 10)
    best = (await score_of(daily, 11111, FIRST))["score"]
    await daily.tables.undo(number, ANNA, evening.event(), 8)
    assert (await score_of(daily, 11111, FIRST))["score"] == best
    stopped = await daily.tables.stop(number, ANNA, evening.event(), sure=True)
    assert "Anna ends the daily challenge" in stopped.text
    fields = await score_of(daily, 11111, FIRST)
    assert (fields["score"], fields["finished"]) == (best, "1")


async def test_giving_up_at_once_is_no_finish(evening: Evening, daily: Daily) -> None:
    number = await evening.begin(ANNA)
    await daily.tables.stop(number, ANNA, evening.event(), sure=True)
    assert await score_of(daily, 11111, FIRST) == {}
    number = await evening.begin(BEN)
    await evening.move(number, BEN, 3)
    await daily.tables.stop(number, BEN, evening.event(), sure=True)
    assert "finished" not in await score_of(daily, 22222, FIRST)


async def test_other_games_are_not_begun_at_an_attempt(evening: Evening, daily: Daily) -> None:
    number = await evening.begin(ANNA)
    for answer in (
        await daily.tables.start(number, ANNA, "anna", "a"),
        await daily.tables.resume(number, ANNA, "b"),
    ):
        assert answer.error == "not-allowed"
        assert "daily challenge is on here" in answer.text


async def test_an_attempt_is_its_own_persons(evening: Evening, daily: Daily) -> None:
    number = await evening.begin(ANNA)
    boss = Player("9", "Boss", moderator=True)
    assert "somebody else's" in (await daily.tables.stop(number, boss, "a")).text
    assert await daily.at(22222, FIRST) is None
    missing = await daily.tables.undo(own(FIRST, BEN), BEN, "b")
    assert "haven't begun" in missing.text


# --- the day and its end -------------------------------------------------------------------------


async def test_begun_before_midnight_finished_in_the_grace(
    evening: Evening, daily: Daily, clock: Clock
) -> None:
    clock.now = end_of(FIRST) - 1
    number = await evening.begin(ANNA)
    await evening.move(number, ANNA, 2)
    clock.now = end_of(FIRST)
    fresh = await daily.play(GUILD, ANNA, "next day")  # a new day's challenge
    assert fresh.table
    assert fresh.table.id == own(FIRST + 1, ANNA)
    assert await evening.begin(ANNA, day=FIRST) == number
    clock.now = closed_at(FIRST) - 1
    await evening.move(number, ANNA)
    assert (await score_of(daily, 11111, FIRST))["won"] == "1"
    assert "score" not in await score_of(daily, 11111, FIRST + 1)


async def test_nothing_is_played_when_a_day_is_closed(
    evening: Evening, daily: Daily, clock: Clock
) -> None:
    number = await evening.begin(ANNA)
    await evening.move(number, ANNA, 2)
    before = await score_of(daily, 11111, FIRST)
    clock.now = closed_at(FIRST)
    late = await daily.tables.play(number, ANNA, "d", "late")
    assert late
    assert late.error == "over"
    assert "ended <t:" in late.text
    assert "is over" in (await daily.play(GUILD, ANNA, "x", FIRST)).text
    assert await score_of(daily, 11111, FIRST) == before


async def test_a_past_day_is_not_begun_and_a_future_one_neither(
    evening: Evening, daily: Daily, clock: Clock
) -> None:
    await evening.begin(BEN)
    clock.to(FIRST + 1)
    assert "nothing of yours" in (await daily.play(GUILD, ANNA, "a", FIRST)).text
    assert "still to come" in (await daily.play(GUILD, ANNA, "b", FIRST + 2)).text
    assert "still to come" in (await daily.board(GUILD, 1, "today", "2026-12-24")).text
    assert "no day I know" in (await daily.board(GUILD, 1, "today", "someday")).text
    assert "Nobody here has played" in (await daily.board(GUILD, 1, "today", "2026-11-01")).text


async def test_one_attempt_a_day_in_all_servers(evening: Evening, daily: Daily) -> None:
    number = await evening.begin(ANNA)
    refused = await daily.play(OTHER, ANNA, "elsewhere")
    assert refused.error == "elsewhere"
    assert "one attempt a day" in refused.text
    assert await evening.begin(ANNA, guild=None) == number  # from direct messages one goes on
    alone = await evening.begin(BEN, guild=None)
    assert alone == own(FIRST, BEN, 0)
    assert (await daily.play(GUILD, BEN, "x")).error == "elsewhere"


async def test_a_claim_without_an_attempt_holds_nobody(evening: Evening, daily: Daily) -> None:
    """The bot may die between the two."""
    assert await daily.store.claim(11111, FIRST, OTHER) == OTHER
    assert await evening.begin(ANNA) == own(FIRST, ANNA)
    assert await daily.store.claimed(11111, FIRST) == GUILD


# --- twice, at once, and with a Redis that fails -------------------------------------------------


async def test_every_event_counts_once(evening: Evening, daily: Daily) -> None:
    number = await evening.begin(ANNA)
    view = await daily.tables.view(number)
    assert view
    line = evening.pool.line(view.record.game.id, view.record.deal)
    answers = await asyncio.gather(
        *(daily.tables.play(number, ANNA, line[0], "same") for _ in range(5))
    )
    assert len({answer.text for answer in answers if answer}) == 1
    view = await daily.tables.view(number)
    assert view
    assert view.record.done == 1
    undone = await asyncio.gather(*(daily.tables.undo(number, ANNA, "same undo") for _ in range(5)))
    assert {answer.error for answer in undone} == {None}
    view = await daily.tables.view(number)
    assert view
    assert view.table.undone == 1


async def test_two_processes_agree_on_the_day(
    database: Database, clock: Clock, pool: SmallPool, tables: Tables
) -> None:
    pool.more = {game: tuple(str(n) for n in range(100, 150)) for game in pool.records}
    processes = [make_daily(database, clock, pool) for _ in range(4)]
    answers = await asyncio.gather(
        *(
            daily.play(GUILD, Player(str(1000 + n), f"P{n}"), f"e{n}")
            for n, daily in enumerate(processes * 5)
        )
    )
    assert len({answer.table.record.deal for answer in answers if answer.table}) == 1
    assert len({await daily.days.commitment(FIRST) for daily in processes}) == 1


async def test_two_processes_play_one_attempt(
    evening: Evening, database: Database, clock: Clock, pool: SmallPool, tables: Tables
) -> None:
    other = Evening(make_daily(database, clock, pool), clock, pool)
    other.event = lambda: f"other {evening.event()}"  # type: ignore[method-assign]
    number = await evening.begin(ANNA)
    for turn in range(6):
        await (evening, other)[turn % 2].move(number, ANNA, 1)
    view = await other.daily.tables.view(number)
    assert view
    assert view.record.done == 6


async def test_attempt_and_boards_are_written_together(
    evening: Evening, daily: Daily, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However a Redis fails, there is never a move without its score."""
    number = await evening.begin(ANNA)
    await evening.move(number, ANNA, 10)
    store = daily.tables._desk.store
    real, calls = daily.store.database.eval, []

    async def fails(*args: object) -> object:
        calls.append(1)
        if len(calls) == 1:
            raise StoreUnavailable("gone before it ran")
        result = await real(*args)  # type: ignore[arg-type]
        if len(calls) == 2:
            raise StoreUnavailable("gone before the answer came")
        return result

    monkeypatch.setattr(daily.store.database, "eval", fails)
    for _ in range(2):
        with pytest.raises(StoreUnavailable):
            await daily.tables.stop(number, ANNA, "stop", sure=True)
    answer = await daily.tables.stop(number, ANNA, "stop", sure=True)
    assert "ends the daily challenge" in answer.text
    assert len(calls) == 2  # the third one found the second one's answer
    assert (await score_of(daily, 11111, FIRST))["finished"] == "1"
    stored = await store.load(number)
    assert stored
    assert stored.version == 3


async def test_a_leap_day_and_the_year_after_it(
    evening: Evening, daily: Daily, clock: Clock
) -> None:
    leap = 21_243  # 29 February 2028
    for day in (leap - 1, leap, leap + 1):
        clock.to(day)
        await evening.win(ANNA)
    assert "29 February 2028" in (await daily.board(GUILD, 1, "today", "2028-02-29")).text
    assert "Streak: 3 days" in str(await daily.people.statistics(11111))


async def test_each_script_keeps_to_one_slot_of_a_cluster(
    evening: Evening, daily: Daily, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, tags = daily.store.database.eval, []

    async def looks(text: str, keys: list[str], args: list[bytes]) -> object:
        tags.append({key[key.index("{") : key.index("}")] for key in keys})
        return await real(text, keys, args)

    monkeypatch.setattr(daily.store.database, "eval", looks)
    await evening.win(ANNA)
    begun = await daily.together(GUILD, CHANNEL, BEN, "1")
    assert begun.table
    await evening.move(begun.table.id, BEN, 1)
    await daily.forgetting.forget(11111, "Anna")
    assert len(tags) > 5
    assert all(len(tag) == 1 for tag in tags)


async def test_a_deleted_channel_holds_no_table(evening: Evening, daily: Daily) -> None:
    begun = await daily.together(GUILD, CHANNEL, ANNA, "1")
    assert begun.table
    await evening.move(begun.table.id, ANNA, 2)
    await daily.channel_gone(CHANNEL)
    again = await daily.together(GUILD, CHANNEL + 1, BEN, "2")
    assert again.table
    assert again.table.record.done == 2


# --- choosing ------------------------------------------------------------------------------------


async def test_a_pool_is_used_up_before_anything_comes_again(
    daily: Daily, clock: Clock, pool: SmallPool
) -> None:
    pool.records = {"nestor": pool.records["nestor"]}
    pool.more = {"nestor": tuple(str(n) for n in range(100, 109))}  # ten in all
    found = []
    for day in range(FIRST, FIRST + 10):
        clock.to(day)
        challenge = await daily.days.challenge(day, find("nestor"))
        found += [challenge.alone.label, challenge.together.label]
    assert set(found[:10]) == set(pool.deals("nestor"))
    assert set(found[10:]) == set(pool.deals("nestor"))


async def test_no_pool_no_challenge(daily: Daily, pool: SmallPool) -> None:
    pool.records.clear()
    for answer in (
        await daily.play(GUILD, ANNA, "a"),
        await daily.together(GUILD, CHANNEL, ANNA, "b"),
        await daily.today(GUILD, 11111),
    ):
        assert answer.error == "no-challenge"
        assert "no daily challenge just now" in answer.text
    with pytest.raises(NoChallenge):
        await daily.days.game_for(GUILD, FIRST)


async def test_a_running_days_deals_are_not_played_freely(
    evening: Evening, daily: Daily, clock: Clock
) -> None:
    game = await daily.days.game_for(GUILD, FIRST)
    challenge = await daily.days.challenge(FIRST, game)
    deal = challenge.alone.label
    assert "kept for the daily challenge" in await daily.days.reserved(game, f" 0{deal}")
    assert await daily.days.reserved(game, "8765432") == ""
    assert await daily.days.reserved(find("anna"), deal) == ""
    clock.now = closed_at(FIRST) - 1
    assert await daily.days.reserved(game, deal)
    clock.to(FIRST + 3)
    if await daily.days.game_for(GUILD, FIRST + 3) != game:
        assert await daily.days.reserved(game, deal) == ""


async def test_the_promise_is_kept(daily: Daily, clock: Clock, evening: Evening) -> None:
    await evening.begin(ANNA)
    promise = await daily.days.commitment(FIRST)
    running = (await daily.verify("today")).text
    assert promise in running
    key = (await daily.days.key(FIRST)).hex()
    clock.now = closed_at(FIRST) - 1
    assert key not in (await daily.verify("2026-11-30")).text
    clock.now = closed_at(FIRST)
    opened = (await daily.verify("2026-11-30")).text
    assert promise in opened
    assert key in opened
    assert opened.count("✅") == 2
    assert "❌" not in opened
    assert "no day I know" in (await daily.verify("the other day")).text
    assert "still to come" in (await daily.verify("2027-01-01")).text


async def test_another_secret_breaks_no_promise(
    daily: Daily, evening: Evening, clock: Clock
) -> None:
    await evening.begin(ANNA)
    promise, deal = await daily.days.commitment(FIRST), await daily.days.key(FIRST)
    daily.days._secret = b"another"
    assert await daily.days.commitment(FIRST) == promise
    assert await daily.days.key(FIRST) == deal
    assert await daily.days.commitment(FIRST + 1) != promise


async def test_nobody_is_locked_out_of_the_table_of_all(evening: Evening, daily: Daily) -> None:
    begun = await daily.together(GUILD, CHANNEL, ANNA, "1")
    assert begun.table
    refused = await daily.tables.set_mode(begun.table.id, ANNA, "2", "starter")
    assert "everybody may play" in refused.text
    await evening.move(begun.table.id, BEN, 1)


async def test_the_table_of_all_is_not_ended_by_one_without_a_question(
    evening: Evening, daily: Daily
) -> None:
    begun = await daily.together(GUILD, CHANNEL, ANNA, "1")
    assert begun.table
    number, attempts = begun.table.id, daily.tables
    await evening.move(number, ANNA, 1)
    await evening.move(number, BEN, 1)
    for asked in (
        await attempts.stop(number, ANNA, "2"),
        await attempts.vote(number, ANNA, "3", "stop"),
    ):
        assert asked.error == "sure"
        assert "for everybody here, for good" in asked.text
        assert asked.offers[1] == Offer("End it anyway", "stop anyway")
    await evening.move(number, BEN, 1)
    voted = await attempts.stop(number, BEN, "4", sure=True)  # it isn't Ben's
    assert "1 of 2 votes" in voted.text
    ended = await attempts.stop(number, ANNA, "5", sure=True)
    assert "Anna ends the daily challenge" in ended.text
    assert (await attempts.stop(number, ANNA, "6")).error == "over"


async def test_yesterdays_attempt_is_offered_while_it_can_be_finished(
    evening: Evening, daily: Daily, clock: Clock
) -> None:
    await evening.begin(ANNA)
    clock.to(FIRST + 1)
    told = await daily.today(GUILD, 11111)
    assert "Your attempt of 2026-11-30 is under way" in told.text
    assert told.offers[-1].command == f"daily play {FIRST}"
    clock.to(FIRST + 2)
    assert "under way" not in (await daily.today(GUILD, 11111)).text
