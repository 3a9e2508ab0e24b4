"""The daily challenge from day to day, in a loopback Discord with a clock that is moved."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

import bot.run
from bot.daily import setup
from bot.daily.calendar import closed_at, end_of
from bot.demo import Loopback
from bot.demo.model import Channel, Message
from bot.demo.people import Person
from bot.store.database import Database
from bot.store.owner import Owner
from bot.tables.terms import FreeTerms
from engine.record import Record
from tests.e2e.conftest import Running, board_says, has_buttons, is_board, running, whisper

WINS = Path(__file__).parents[1] / "data/wins"
FIRST = 20_787
"""Monday, 30 November 2026."""


class Clock:
    """Stands still until it is moved."""

    now = FIRST * 86_400 + 36_000.0

    def __call__(self) -> float:
        return self.now


class OneGame:
    """A pool in which Nestor is the only game, and one deal the only one."""

    record = Record.parse((WINS / "nestor.txt").read_text("utf-8"))

    def deals(self, game_id: str) -> tuple[str, ...]:
        return (self.record.deal,) if game_id == "nestor" else ()

    def line(self, game_id: str, label: str) -> tuple[str, ...]:
        return tuple(map(str, self.record.moves))


LINE = [str(move) for move in OneGame.record.moves]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the challenge."""
    clock, real = Clock(), setup.set_up

    def set_up(database: Database, pool: object, **more: bytes | None) -> object:
        return real(database, OneGame(), clock, more.get("secret"))

    async def unproven(*_: object) -> tuple[str, ...]:
        return ()

    monkeypatch.setattr(bot.run, "set_up", set_up)
    # A private deal, made ready meanwhile, would be the next day's instead of the known one.
    monkeypatch.setattr(bot.run, "prove_apart", unproven)
    return clock


@pytest.fixture
async def bot_(
    discord: Loopback, database: Database, redis_url: str, tmp_path: Path, clock: Clock
) -> AsyncIterator[Running]:
    """A bot that goes by that clock."""
    async with running(discord, redis_url, tmp_path) as bot:
        yield bot


async def play_alone(who: Person, table: Channel, moves: list[str]) -> Message:
    """Begin or go on, and make these moves; the board as only they see it."""
    begun = await (await who.slash(table, "patience daily play")).done()
    assert is_board(begun), begun.text
    assert begun.visible_to(who)
    board = begun
    for start in range(0, len(moves), 12):
        line = ", ".join(moves[start : start + 12])
        board = await (await who.slash(table, "patience daily move", move=line)).done()
    return board


async def give_up(who: Person, table: Channel) -> Message:
    """End one's own attempt, after the question: the message that asked it tells the end."""
    asked = await (await who.slash(table, "patience daily stop")).done()
    assert "for good" in asked.text
    pressed = await who.click(asked, "End it anyway")
    await pressed.bell.until(lambda: "for good" not in asked.text)
    return asked


async def said(who: Person, table: Channel, words: str, **options: object) -> str:
    """What a command answers."""
    return (await (await who.slash(table, f"patience {words}", dict(options))).done()).text


async def test_two_players_and_a_table_together(
    discord: Loopback, bot_: Running, table: Channel, clock: Clock
) -> None:
    anna, ben, cleo = (discord.person(name) for name in ("Anna", "Ben", "Cleo"))
    today = await (await anna.slash(table, "patience daily today")).done()
    assert "Monday, 30 November 2026" in today.text
    assert "Promise `" in today.text

    # Anna wins, Ben gives up; each sees a board of their own and nobody else's.
    won = await play_alone(anna, table, LINE)
    assert "Result: won in 26 moves, 150 points" in won.text
    assert not won.visible_to(ben)
    half = await play_alone(ben, table, LINE[:11])
    assert "11 of" in half.text or "22 of" in half.text
    assert "Ben ends the daily challenge" in (await give_up(ben, table)).text
    assert not any(is_board(message) for message in table.messages.values())

    # The others play together, by typing.
    pressed = await cleo.click(today_buttons(await whole_day(cleo, table)), "Play together")
    assert pressed.answered
    await board_says(table, "Nestor")
    cleo.say(table, LINE[0])
    await board_says(table, "Cleo: ")
    ben.say(table, LINE[1])
    await board_says(table, "Ben: ")

    board = await said(cleo, table, "daily board")
    lines = board.split("\n")
    assert "🥇 Anna – won in 26 moves" in lines[1]
    assert lines[2].startswith("🥈 Ben – 22 of 52 cards in 11 moves")
    assert lines[3].startswith("Together: 4 of 52 cards")

    shared = await (await anna.slash(table, "patience daily share")).done()
    assert shared.text == "Shared."
    line = await table.wait_for(lambda m: "🟩" in m.text)
    assert "Nestor · Anna" in line.text
    assert "🟩" * 10 in line.text
    assert "[Add to your server](<https://discord.com/oauth2/authorize?client_id=" in line.text
    assert line.alt_texts == ["Nestor, every card face down; won."]

    # The next day.
    clock.now = end_of(FIRST) + 60
    assert "Streak: 1 day" in await said(anna, table, "daily streak")
    won = await play_alone(anna, table, LINE)
    assert "Result: won" in won.text
    assert "🔥 **Streak: 2 days**, best 2" in await said(anna, table, "daily streak")
    assert "🥇 **Anna** – won" in await said(anna, table, "daily board")
    assert "Anna** – won" in await said(anna, table, "daily board", what="yesterday")
    assert "Anna** – 300 points" in await said(anna, table, "daily board", what="week")
    assert "**Anna** – 300 points" in await said(anna, table, "daily board", what="all")
    promise = await said(ben, table, "daily verify", day="yesterday")
    assert "Key:" not in promise
    clock.now = closed_at(FIRST)
    opened = await (await ben.slash(table, "patience daily verify", day="2026-11-30")).done()
    assert all(sign in opened.text for sign in ("Key: `", "✅ Nestor"))
    assert [file.filename for file in opened.attachments] == ["candidates.txt"]
    lines_ = await (await ben.slash(table, "patience daily solution", day="2026-11-30")).done(30)
    assert "Best here: Anna, won in 26 moves" in lines_.text
    names = [file.filename for file in lines_.attachments]
    assert names == ["best.webp", "best.txt", "solver.webp", "solver.txt"]
    assert Record.parse(lines_.attachments[1].data.decode()).done == 26


async def whole_day(who: Person, table: Channel) -> Message:
    return await (await who.slash(table, "patience daily today")).done()


def today_buttons(message: Message) -> Message:
    assert has_buttons(message)
    return message


async def test_alone_by_buttons_and_in_direct_messages(
    discord: Loopback, bot_: Running, table: Channel, clock: Clock
) -> None:
    anna = discord.person("Anna")
    board = await (await anna.slash(table, "patience daily play")).done()
    labels = [part.get("label") for part in board.parts if part["type"] == 2]
    assert "Hint" not in labels
    assert "Go on in direct messages" in labels
    picked = await anna.select(board, "What can be played", LINE[0])
    assert picked.answered
    board = await picked.bell.until(lambda: next((m for m in [board] if "move 1" in m.text), None))
    undone = await anna.click(board, "Undo")
    assert undone.answered
    await undone.bell.until(lambda: "no move yet" in board.text)

    again = await (await anna.slash(table, "patience daily play")).done()
    moved = await whisper(await anna.click(again, "Go on in direct messages"))
    assert "direct messages now" in moved.text
    dm = anna.dm()
    await board_says(dm, "Nestor")
    for start in range(0, len(LINE), 12):
        anna.say(dm, ", ".join(LINE[start : start + 12]))
        await board_says(dm, f"move {min(len(LINE), start + 12)}")
    won = await board_says(dm, "won")
    assert "1 taken back, 149 points" in won.text
    # The direct messages are free again for any game.
    await anna.slash(dm, "patience start", game="anna", deal="1")
    await board_says(dm, "Anna")


async def test_closed_direct_messages_are_said(
    discord: Loopback, bot_: Running, table: Channel, clock: Clock
) -> None:
    anna = discord.person("Anna")
    anna.dms_open = False
    board = await (await anna.slash(table, "patience daily play")).done()
    told = await whisper(await anna.click(board, "Go on in direct messages"))
    assert "can't send you direct messages" in told.text


async def test_the_days_deal_is_not_played_freely(
    discord: Loopback, bot_: Running, table: Channel, clock: Clock
) -> None:
    anna = discord.person("Anna")
    refused = await said(anna, table, "start", game="nestor", deal=OneGame.record.deal)
    assert "kept for the daily challenge" in refused
    await anna.slash(table, "patience daily together")
    await board_says(table, "Nestor")
    busy = await said(anna, table, "start", game="anna")
    assert "daily challenge is on here" in busy
    assert "locked" in await said(anna, table, "hint")
    assert "when its day is over" in await said(anna, table, "replay")
    # Whoever began it doesn't end it for all without a question.
    asked = await (await anna.slash(table, "patience stop")).done()
    assert "for everybody here, for good" in asked.text
    await anna.click(asked, "End it anyway")
    await board_says(table, "Anna ends the daily challenge")


async def test_the_daily_post_comes_once(
    discord: Loopback,
    bot_: Running,
    table: Channel,
    clock: Clock,
    redis_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anna, cleo = discord.person("Anna"), discord.person("Cleo")
    daily = discord.channel("daily")
    assert "may manage" in await said(cleo, table, "settings post", channel=daily)
    assert "off" in await said(cleo, table, "settings show")
    discord.world.deny(daily, "send_messages")
    lacking = await said(anna, table, "settings post", channel=daily)
    assert "**Send Messages**" in lacking
    discord.world.allow(daily, "send_messages")
    told = await said(anna, table, "settings post", channel=daily, hour=12)
    assert f"<#{daily.id}> at 12:00 UTC" in told
    jobs = bot_.client.jobs
    assert jobs
    await jobs.post_all()
    assert not daily.messages  # it is ten
    clock.now += 2 * 3600

    async def taken(*_: object) -> None:
        """As when two processes can't see each other for a moment."""

    monkeypatch.setattr(Owner, "take", taken)
    async with AsyncExitStack() as stack:
        other = await stack.enter_async_context(running(discord, redis_url, tmp_path / "other"))
        assert other.client.jobs
        for _ in range(3):
            await jobs.post_all()
            await other.client.jobs.post_all()
        posts = [message for message in daily.messages.values() if "Nestor" in message.text]
        assert len(posts) == 1
    assert "Monday, 30 November 2026: Nestor" in posts[0].text
    pressed = await anna.click(posts[0], "Play alone")
    board = await whisper(pressed)
    assert is_board(board)
    assert "Nestor" in posts[0].text  # the post stays as it is
    await said(anna, table, "settings dates", language="de")
    clock.now += 86_400
    await jobs.post_all()
    await daily.wait_for(lambda m: "Dienstag, 1. Dezember 2026: Nestor" in m.text)


async def test_what_is_kept_is_shown_given_and_deleted(
    discord: Loopback, bot_: Running, table: Channel, clock: Clock, database: Database
) -> None:
    anna, ben = discord.person("Anna"), discord.person("Ben")
    await play_alone(anna, table, LINE[:5])
    await anna.slash(table, "patience start", game="anna", deal="1")
    await board_says(table, "Anna starts")
    ben.say(table, "d")
    await board_says(table, "Ben: deal")
    anna.say(table, "d")
    await board_says(table, "Anna: deal")
    await said(anna, table, "look", theme="slate")
    shown = await said(anna, table, "privacy show")
    assert "1 day and 1 table" in shown
    given = await (await anna.slash(table, "patience privacy export")).done()
    data = json.loads(given.attachments[0].data)
    assert data["daily"][0]["placed"] == 10
    assert sorted(len(one["moves"]) for one in data["tables"]) == [1, 5]
    assert data["look"] == {"theme": "slate"}
    assert given.attachments[0].filename == "patience.json"
    asked = await (await anna.slash(table, "patience privacy delete")).done()
    gone = await whisper(await anna.click(asked, "Delete everything about me"))
    assert "Everything that was kept about you is deleted" in gone.text
    await bot_.client.owed.close(20)  # this very answer is owed until Discord has it
    everything = await dump(database)
    assert str(anna.id).encode() not in everything
    assert b"Anna" not in everything.replace(b"**Anna**", b"")  # the game has that name too
    assert str(ben.id).encode() in everything
    board = await said(ben, table, "daily board")
    assert "Nobody has played yet" in board
    assert "begun this challenge already" in await said(anna, table, "daily play")
    history = await said(ben, table, "history")
    assert "somebody" in history
    assert "Ben" in history


async def dump(database: Database) -> bytes:
    """Every key with its value, as far as it belongs to people's play."""
    parts: list[Any] = []
    async for key in database.client.scan_iter():
        kind = await database.client.type(key)
        parts.append(key)
        if kind == b"string":
            parts.append(await database.client.get(key) or b"")
        elif kind == b"hash":
            for field, value in (await database.client.hgetall(key)).items():
                parts += [field, value]
        elif kind == b"zset":
            parts += await database.client.zrange(key, 0, -1)
        elif kind == b"set":
            parts += await database.client.smembers(key)
        elif kind == b"list":
            parts += await database.client.lrange(key, 0, -1)
    return b"\n".join(parts)


async def test_two_people_are_compared(
    discord: Loopback, bot_: Running, table: Channel, clock: Clock
) -> None:
    anna, ben, cleo = (discord.person(name) for name in ("Anna", "Ben", "Cleo"))
    cleo.name = "*Cleo*"
    nobody = await said(anna, table, "daily compare", person=cleo)
    assert r"You and \*Cleo\* haven't both finished" in nobody
    for who, line in ((anna, LINE), (ben, LINE[:11])):
        await play_alone(who, table, line)
    await give_up(ben, table)
    clock.now = end_of(FIRST) + 60
    for who in (anna, ben):
        await play_alone(who, table, LINE)

    mine = await said(anna, table, "daily compare", person=ben)
    assert "**You and Ben** · 2 days that you have both finished here" in mine
    assert "You are ahead 1 : 0, 1 alike; won: you 2, Ben 1." in mine
    assert "- Nestor: you are ahead 1 : 0, 1 alike; on average 52 of 52 cards, Ben 37" in mine
    assert "2026-11-30 Nestor · you · you won in 26 moves · Ben 22 of 52 cards in 11 moves" in mine
    theirs = await (await ben.menu_of(anna, table, "Compare")).done()
    assert "Anna is ahead 1 : 0, 1 alike; won: you 1, Anna 2." in theirs.text
    assert "That is you" in (await (await ben.menu_of(ben, table, "Compare")).done()).text


async def test_a_past_day_is_played_freely(
    discord: Loopback,
    bot_: Running,
    table: Channel,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anna = discord.person("Anna")
    nothing = await said(anna, table, "daily archive")
    assert "No challenge was played on 2026-11-28" in nothing
    await said(anna, table, "daily today")
    assert "can still be played for the boards" in await said(
        anna, table, "daily archive", day="today"
    )
    await play_alone(anna, table, LINE[:1])
    clock.now = closed_at(FIRST) + 60
    choices = await anna.complete(table, "patience daily archive", "day", "monday nov")
    assert choices == [
        {"name": "2026-11-30 · Monday, 30 November 2026 · Nestor", "value": "2026-11-30"}
    ]
    assert await anna.complete(table, "patience daily archive", "day", "tuesday") == []
    kept = await said(anna, table, "daily archive", day="2026-11-30")
    assert "That deal is kept for the daily challenge, as Nestor is on." in kept

    async def free(*_: object) -> str:
        return ""

    monkeypatch.setattr(FreeTerms, "reserved", free)  # as on days of another game
    await anna.slash(table, "patience daily archive", day="2026-11-30")
    board = await board_says(table, "Anna starts **Nestor**")
    assert f"deal {OneGame.record.deal}" in board.text


async def test_a_streak_is_shown_as_a_month_and_paused(
    discord: Loopback, bot_: Running, table: Channel, clock: Clock
) -> None:
    anna = discord.person("Anna")
    assert "haven't played" in await said(anna, table, "daily streak")
    await play_alone(anna, table, LINE)
    assert "have no pause" in await said(anna, table, "daily pause", days=0)
    assert "Until 2026-12-06 no day" in await said(anna, table, "daily pause", days=7)
    shown = await (await anna.slash(table, "patience daily streak")).done()
    assert "🔥 **Streak: 1 day**" in shown.text
    assert shown.alt_texts == ["November 2026. won: 30."]
    clock.now = end_of(FIRST + 7) + 60
    shown = await (await anna.slash(table, "patience daily streak", month="2026-12")).done()
    assert "-# Since 2026-11-30; paused: 2026-12-01, 2026-12-02, 2026-12-03" in shown.text
    assert "**Streak: 1 day**" in shown.text
    assert "paused: 1–6; " in shown.alt_texts[0]
    assert "in 29 days" in await said(anna, table, "daily pause", days=3)
    export = await (await anna.slash(table, "patience privacy export")).done()
    assert b'"last": "2026-12-06"' in export.attachments[0].data
    assert "no month" in await said(anna, table, "daily streak", month="soon")


@pytest.mark.usefixtures("installed_by_people")
async def test_a_result_is_shared_where_the_bot_is_no_member(
    discord: Loopback, bot_: Running, table: Channel
) -> None:
    anna, ben = discord.person("Anna"), discord.person("Ben")
    await play_alone(anna, table, LINE)
    shared = await anna.slash(table, "patience daily share")
    told = await whisper(shared)
    assert "Nestor · Anna" in told.text
    assert told.visible_to(ben)
    assert told.alt_texts == ["Nestor, every card face down; won."]
    assert shared.response
    assert not shared.response.visible_to(ben)
    nothing = await (await ben.slash(table, "patience daily share")).done()
    assert "no result" in nothing.text
