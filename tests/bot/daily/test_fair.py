"""What would make the comparison unfair, or end what others want to go on with."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bot.daily.calendar import closed_at, iso
from bot.daily.days import Checked
from bot.daily.owners import Owners
from bot.daily.service import BestLines, Daily
from bot.store.database import Database
from bot.store.ids import ChannelTable
from bot.tables.tables import Player
from engine.games.catalogue import find
from tests.bot.daily.conftest import (
    ANNA,
    BEN,
    CHANNEL,
    CLEO,
    FIRST,
    GUILD,
    Clock,
    Evening,
    SmallPool,
)

BOSS = Player("99999", "Boss", moderator=True)


@pytest.fixture
def pool() -> SmallPool:
    return SmallPool("klondike")


async def test_a_line_that_fails_shows_no_hidden_card(evening: Evening, daily: Daily) -> None:
    number = await evening.begin(ANNA)
    said = set()
    for line in ("d, w f1", "d, d, w f1", "d, d, d, w f1"):
        answer = await daily.tables.play(number, ANNA, line, evening.event())
        assert answer
        assert answer.error == "illegal"
        assert not answer.offers
        said.add(answer.text.replace("Move 3", "Move 2").replace("Move 4", "Move 2"))
    assert len(said) == 1
    first = await daily.tables.play(number, ANNA, "w f1", evening.event())
    assert first
    assert "Move " not in first.text  # of what lies open the reason is told
    view = await daily.tables.view(number)
    assert view
    assert view.version == 1


async def test_an_attempt_ends_only_after_a_question(evening: Evening, daily: Daily) -> None:
    number = await evening.begin(ANNA)
    await evening.move(number, ANNA, 3)
    asked = await daily.tables.stop(number, ANNA, evening.event())
    assert asked.error == "sure"
    assert "for good" in asked.text
    assert [offer.command for offer in asked.offers] == ["board", "stop anyway"]
    view = await daily.tables.view(number)
    assert view
    assert not view.table.over
    ended = await daily.tables.stop(number, ANNA, evening.event(), sure=True)
    assert ended.table
    assert ended.table.table.over


async def test_all_who_played_have_a_say_at_the_table_of_all(
    evening: Evening, daily: Daily, clock: Clock
) -> None:
    begun = await daily.together(GUILD, CHANNEL, ANNA, "1")
    assert begun.table
    number, attempts = begun.table.id, daily.tables
    for player in (ANNA, BEN, CLEO):
        await evening.move(number, player, 1)
    clock.now += 2 * 3600  # nobody counts as playing any more
    for act in (attempts.stop, attempts.restart):
        answer = await act(number, BEN, evening.event())
        assert "1 of 2 votes" in answer.text
        assert answer.table
        assert answer.table.record.done == 3
    agreed = await attempts.stop(number, CLEO, evening.event())
    assert agreed.table
    assert agreed.table.table.over


async def test_a_moderator_moves_the_table_of_all(evening: Evening, daily: Daily) -> None:
    begun = await daily.together(GUILD, CHANNEL, ANNA, "1")
    assert begun.table
    refused = await daily.together(GUILD, CHANNEL + 1, BEN, "2")
    assert f"<#{CHANNEL}>" in refused.text
    moved = await daily.together(GUILD, CHANNEL + 1, BOSS, "3")
    assert moved.table
    assert moved.table.id == begun.table.id
    assert await daily.store.route(CHANNEL) is None
    assert await daily.store.route(CHANNEL + 1) == begun.table.id
    again = await daily.together(GUILD, CHANNEL, BEN, "4")
    assert f"<#{CHANNEL + 1}>" in again.text


async def test_a_free_game_rests_while_its_deal_is_the_days(
    daily: Daily, clock: Clock, database: Database, pool: SmallPool
) -> None:
    free = daily.tables
    [deal] = pool.deals("klondike")
    clock.to(FIRST - 400)  # klondike is the only game that can be a day's, so it is every day's
    pool.records.clear()
    await free.start(ChannelTable(CHANNEL), ANNA, "klondike", "1", deal)
    await free.play(ChannelTable(CHANNEL), ANNA, "d", "2")
    pool.records.update(SmallPool("klondike").records)
    clock.to(FIRST)
    await daily.play(GUILD, ANNA, "3")
    for number, answer in enumerate(
        [
            await free.play(ChannelTable(CHANNEL), ANNA, "d", "4"),
            await free.undo(ChannelTable(CHANNEL), ANNA, "5"),
            await free.restart(ChannelTable(CHANNEL), ANNA, "6"),
            await free.hint(ChannelTable(CHANNEL)),
            await free.odds(ChannelTable(CHANNEL)),
        ]
    ):
        assert answer
        assert "kept for the daily challenge" in answer.text, number
        assert answer.error == "reserved"
    stopped = await free.stop(ChannelTable(CHANNEL), ANNA, "7")
    assert not stopped.error


async def test_the_solution_is_of_the_last_day_that_is_over(
    evening: Evening, daily: Daily, clock: Clock
) -> None:
    number = await evening.begin(ANNA)
    await evening.move(number, ANNA, 5)
    begun = await daily.together(GUILD, CHANNEL, BEN, "t")
    assert begun.table
    await evening.move(begun.table.id, BEN, 2)
    early = await daily.solution(GUILD, int(ANNA.id), iso(FIRST))
    assert "can still be played" in early.text
    clock.now = closed_at(FIRST) + 1.0
    for guild in (GUILD, None):  # in direct messages too
        alone = await daily.solution(guild, int(ANNA.id), "")
        assert isinstance(alone, BestLines)
        assert alone.best
        assert alone.best.done == 5
        assert "Best here: Anna" in alone.text
    together = await daily.solution(GUILD, int(ANNA.id), "", together=True)
    assert isinstance(together, BestLines)
    assert together.best
    assert together.best.done == 2
    assert find("klondike").won(together.solver.position)


async def test_what_the_key_chose_among_is_handed_out(
    evening: Evening, daily: Daily, clock: Clock
) -> None:
    await evening.begin(ANNA)
    running = await daily.verify("today")
    assert isinstance(running, Checked)
    assert running.candidates == ""
    clock.now = closed_at(FIRST) + 1.0
    found = await daily.verify(iso(FIRST))
    assert isinstance(found, Checked)
    [deal] = daily.days.pool.deals("klondike")
    assert found.candidates.splitlines() == [
        f"pool|klondike|alone|{deal}",
        f"pool|klondike|together|{deal}",
    ]


async def test_the_hour_and_the_channel_of_the_post_are_changed_alone(daily: Daily) -> None:
    owners = Owners(daily.store, daily.days)
    await owners.change(GUILD, "Home", channel=CHANNEL)
    assert (await daily.days.settings(GUILD)).hour == 8
    await owners.change(GUILD, "Home", hour=20)
    await owners.change(GUILD, "Home", channel=CHANNEL + 1)
    settings = await daily.days.settings(GUILD)
    assert (settings.channel, settings.hour) == (CHANNEL + 1, 20)
    await owners.change(GUILD, "Home", channel=0)
    assert (await daily.days.settings(GUILD)).channel == 0


async def test_games_of_a_servers_own_choice_do_not_come_twice_running(
    daily: Daily, clock: Clock, pool: SmallPool
) -> None:
    chosen = ("anna", "babette", "congress", "klondike", "nestor")
    others = (
        "anna-cadogan",
        "sly",
        "zodiac",
        "kings",
        "st-louis",
        "perseverance",
        "la-belle-lucie",
    )
    pool.more = dict.fromkeys((*chosen, *others), ("1", "2"))
    owners = Owners(daily.store, daily.days)
    await owners.change(GUILD, "Home", games=", ".join(chosen))
    played = []
    for day in range(FIRST + 1, FIRST + 80):
        clock.to(day)
        played.append((await daily.days.game_for(GUILD, day)).id)
    assert set(played) == set(chosen)
    assert all(one != other for one, other in pairwise(played))


async def test_nobody_begins_a_deal_of_other_rules(
    evening: Evening, daily: Daily, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.begin(ANNA)
    monkeypatch.setattr(type(find("klondike")), "rules_version", 99)
    refused = await daily.play(GUILD, BEN, "later")
    assert "have been corrected" in refused.text
    assert refused.table is None
