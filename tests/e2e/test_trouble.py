"""What goes wrong around a bot: outages, limits, deletions, missing rights, slow pictures."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from bot.chat import updates
from bot.chat.picture import Picture
from bot.chat.picture import paint as real_paint
from bot.demo import Loopback
from bot.demo.model import Channel
from bot.store.ids import ChannelTable
from bot.store.server import OwnServer
from bot.tables.views import TableView
from render.theme import Look
from tests.e2e.conftest import (
    Boot,
    Running,
    board_at,
    board_says,
    has_buttons,
    is_board,
    running,
    version,
)
from tests.e2e.test_play import begin


async def test_redis_is_killed_and_comes_back(
    discord: Loopback, redis_binary: Path, short_folder: Path, table: Channel
) -> None:
    """Nothing that was answered is lost; meanwhile players are told, and talk is left alone."""
    server = OwnServer(short_folder, redis_binary)
    server.start()
    async with running(discord, f"unix://{server.socket}", short_folder) as bot:
        anna = discord.person("Anna")
        await begin(discord, table)
        for number in range(5):
            anna.say(table, "d")
            await board_at(table, number + 2)
        database = bot.client.chat.tables._store._database
        os.kill((await database.run(lambda r: r.info()))["process_id"], signal.SIGKILL)
        refused = await (await anna.slash(table, "patience deal")).done(30)
        assert "can't be reached right now" in refused.text
        said = anna.say(table, "d")
        told = await table.wait_for(lambda m: m.reply_to == said.id, 30)
        assert "can't be reached right now" in told.text
        talk = anna.say(table, "is it broken?")
        server.start()
        anna.say(table, "d")
        await board_at(table, 7, 30)
        view = await bot.client.chat.tables.view(ChannelTable(table.id))
        assert view is not None
        assert [entry.move for entry in view.entries] == ["d"] * 6
        assert not [m for m in table.messages.values() if m.reply_to == talk.id]
    server.stop()


async def test_a_deleted_channel_takes_its_table_along(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    await begin(discord, table)
    discord.world.remove_channel(table)
    tables = bot.client.chat.tables
    for _ in range(100):
        if await tables.view(ChannelTable(table.id)) is None:
            break
        await asyncio.sleep(0.05)
    assert await tables.view(ChannelTable(table.id)) is None
    talk = discord.channel("talk")
    await discord.person("Anna").slash(talk, "patience start", game="anna")
    await board_at(talk, 1)


async def test_a_deleted_board_is_shown_again(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = discord.person("Anna")
    board = await begin(discord, table)
    anna.delete(board)
    anna.say(table, "d")
    again = await board_at(table, 2)
    assert again.id != board.id
    # Deleted while nobody looked.
    del table.messages[again.id]
    anna.say(table, "d")
    assert (await board_at(table, 3)).id not in (board.id, again.id)


async def test_without_the_right_to_send_the_missing_right_is_named(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = discord.person("Anna")
    discord.world.deny(table, "send_messages")
    started = await anna.slash(table, "patience start", game="anna")
    answer = await started.bell.until(
        lambda: next((m for m in started.messages if "Send Messages" in m.text), None)
    )
    assert not answer.visible_to(discord.person("Ben"))
    # The asker sees the board all the same.
    board = await started.bell.until(lambda: next(filter(is_board, started.messages), None))
    assert board.attachments
    discord.world.allow(table, "send_messages")
    await anna.click(board, "Deal")
    await board_at(table, 2)


async def test_without_attach_files_the_board_is_told_in_words(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    discord.world.deny(table, "attach_files")
    board = await begin(discord, table)
    assert not board.attachments
    assert "Attach Files" in board.text
    assert "```" in board.text
    assert has_buttons(board)
    discord.world.allow(table, "attach_files")
    await discord.person("Anna").click(board, "Deal")
    assert (await board_at(table, 2)).attachments


async def test_rights_that_the_cache_does_not_know_of(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    """A refusal by Discord itself leads to the same words."""
    discord.faults.fail(403, code=50013, method="POST", path="/messages$", times=1)
    board = await begin(discord, table)
    assert "Attach Files" in board.text


async def test_a_hidden_channel(discord: Loopback, bot: Running, table: Channel) -> None:
    anna = discord.person("Anna")
    discord.faults.fail(403, code=50001, method="POST", path="/messages$", times=2)
    started = await anna.slash(table, "patience start", game="anna")
    await started.bell.until(
        lambda: next((m for m in started.messages if "View Channel" in m.text), None)
    )


async def test_429_is_waited_for(discord: Loopback, bot: Running, table: Channel) -> None:
    anna = discord.person("Anna")
    await begin(discord, table)
    discord.faults.fail(429, method="PATCH", path="/messages", times=2, retry_after=0.3)
    began = time.monotonic()
    for _ in range(3):
        anna.say(table, "d")
    await board_at(table, 4)
    assert time.monotonic() - began > 0.5


async def test_real_rate_limits(discord: Loopback, bot: Running, table: Channel) -> None:
    """With Discord's own buckets no request is ever one too many."""
    discord.faults.limited = True
    anna = discord.person("Anna")
    await begin(discord, table)
    for _ in range(25):
        anna.say(table, "d")
        await asyncio.sleep(0.05)
    await board_at(table, 26, 20)
    assert 429 not in [request.status for request in discord.requests]


async def test_discord_is_down_for_a_while(
    discord: Loopback, bot: Running, table: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updates, "AGAIN", (0.1, 0.1))
    anna = discord.person("Anna")
    await begin(discord, table)
    discord.faults.fail(503, method="PATCH", path="/messages", times=1)
    anna.say(table, "d")
    await board_at(table, 2)


async def test_a_picture_that_is_not_done(
    discord: Loopback, boot: Boot, table: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answers don't wait for it, and the loop is never held up."""
    done = threading.Event()

    def slow(table: TableView, look: Look) -> Picture:
        done.wait()
        return real_paint(table, look)

    bot = await boot()
    monkeypatch.setattr(bot.client.chat.painter, "_paint", slow)
    anna = discord.person("Anna")
    started = await anna.slash(table, "patience start", game="anna")
    assert started.answered
    try:
        answer = await started.done(60)
        assert "Anna" in answer.text
        refused = anna.say(table, "1 F1")
        await table.wait_for(lambda m: m.reply_to == refused.id, 60)
    finally:
        done.set()
    await board_at(table, 1)


async def test_a_picture_that_fails(
    discord: Loopback, bot: Running, table: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(table: TableView) -> Picture:
        raise ZeroDivisionError

    monkeypatch.setattr(bot.client.chat.painter, "_paint", broken)
    board = await begin(discord, table)
    assert "couldn't be drawn" in board.text
    assert "```" in board.text


async def test_a_late_interaction_is_done_and_shown_in_the_channel(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = discord.person("Anna")
    board = await begin(discord, table)
    discord.faults.fail(404, code=10062, method="POST", path="/callback", times=2)
    await anna.click(board, "Deal", timeout=0.5)
    await board_at(table, 2)
    await anna.slash(table, "patience hint", timeout=0.5)
    await table.wait_for(lambda m: "Try `" in m.text)


async def test_an_old_board_is_followed_by_a_new_one(
    discord: Loopback, bot: Running, table: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = discord.person("Anna")
    board = await begin(discord, table)
    monkeypatch.setattr(updates, "YOUNG", 0)
    anna.say(table, "d")
    fresh = await board_at(table, 2)
    assert fresh.id != board.id
    await table.wait_for(lambda m: m is board and not has_buttons(m))
    assert [a.filename for a in board.attachments] == ["board-1.png"]
    assert "Anna" in board.text


async def test_a_board_far_up_is_followed_by_a_new_one(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = discord.person("Anna")
    board = await begin(discord, table)
    for number in range(10):
        anna.say(table, f"talk {number}")
    anna.say(table, "d")
    fresh = await board_at(table, 2)
    assert fresh.id != board.id
    anna.say(table, "d")
    assert (await board_at(table, 3)).id == fresh.id


async def test_edits_of_old_messages_are_limited(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = discord.person("Anna")
    board = await begin(discord, table)
    discord.faults.fail(400, code=30046, method="PATCH", path="/messages", times=1)
    anna.say(table, "d")
    assert (await board_at(table, 2)).id != board.id


async def test_threads_also_archived_ones(discord: Loopback, bot: Running, table: Channel) -> None:
    anna = discord.person("Anna")
    thread = anna.start_thread(table, "a long game")
    await asyncio.sleep(0.1)
    await anna.slash(thread, "patience start", game="anna")
    board = await board_at(thread, 1)
    assert await bot.client.chat.tables.view(ChannelTable(table.id)) is None
    thread.archived = True
    discord.world.changed(thread)
    await anna.click(board, "Deal")
    fresh = await board_at(thread, 2)
    assert fresh.id != board.id
    assert not thread.archived
    discord.world.deny(table, "send_messages_in_threads")
    pressed = await anna.click(fresh, "Deal")
    await pressed.bell.until(
        lambda: next((m for m in pressed.messages if "in Threads" in m.text), None)
    )


async def test_direct_messages(discord: Loopback, bot: Running) -> None:
    anna = discord.person("Anna")
    place = anna.dm()
    await anna.slash(place, "patience start", game="klondike")
    board = await board_at(place, 1)
    anna.say(place, "d")
    board = await board_at(place, 2)
    await anna.click(board, "Undo")
    await board_says(place, "takes back")


@pytest.mark.usefixtures("installed_by_people")
async def test_where_only_the_player_has_the_bot(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    """Nothing but answers to the player is possible: the board is one of those."""
    anna, ben = discord.person("Anna"), discord.person("Ben")
    started = await anna.slash(table, "patience start", game="anna")
    board = await started.bell.until(lambda: next(filter(is_board, started.messages), None))
    assert not board.visible_to(ben)
    assert board.attachments
    await anna.click(board, "Deal")
    await board.channel.bell.until(lambda: version(board) == 2)
    assert "Anna: deal" in board.text
    hint = await anna.click(board, "Hint")
    await hint.bell.until(lambda: next((m for m in hint.messages if "Try" in m.text), None))
    moved = await anna.slash(table, "patience deal")
    await moved.bell.until(lambda: next(filter(is_board, moved.messages), None))
    undone = await anna.click(board, "Undo")  # her own deal since, so she means that one
    await undone.bell.until(
        lambda: next((m for m in (board, *undone.messages) if "takes back" in m.text), None)
    )
    stopped = await anna.slash(table, "patience stop")
    assert "stops" in (await stopped.done()).text
    assert not [m for m in table.messages.values() if m.author.bot]
    theirs = await (await ben.slash(table, "patience board")).done()
    assert "No game is on" in theirs.text


async def test_the_first_connection_fails(
    discord: Loopback, boot: Boot, table: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py gives up then; the bot does not."""
    from bot import run

    monkeypatch.setattr(run, "LONGEST_PAUSE", 0.2)
    discord.faults.fail(503, path="/gateway/bot", times=3)
    bot = await boot()
    await begin(discord, table)
    assert bot.logins == 4


async def test_a_payload_that_cannot_be_read(
    discord: Loopback, bot: Running, table: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bot import run

    monkeypatch.setattr(run, "LONGEST_PAUSE", 0.2)
    await begin(discord, table)
    discord.world.publish("GUILD_ROLE_CREATE", {"guild_id": None}, table)
    for _ in range(200):
        await asyncio.sleep(0.05)
        if bot.logins == 2 and bot.client.guilds:
            break
    assert bot.logins == 2
    discord.person("Anna").say(table, "d")
    await board_at(table, 2, 15)


async def test_an_outage_of_a_server_deletes_nothing(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    await begin(discord, table)
    discord.world.set_available(discord.guild, False)
    await asyncio.sleep(0.2)
    discord.world.set_available(discord.guild, True)
    await asyncio.sleep(0.2)
    discord.person("Anna").say(table, "d")
    await board_at(table, 2)


async def test_a_server_that_was_left_keeps_its_tables_for_a_time(
    discord: Loopback, bot: Running, table: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bot.chat import cleanup

    monkeypatch.setattr(cleanup, "GRACE", -1)
    await begin(discord, table)
    discord.world.remove_bot(discord.guild)
    await asyncio.sleep(0.3)
    tables = bot.client.chat.tables
    assert await tables.view(ChannelTable(table.id)) is not None
    await bot.client.cleanup.purge()
    assert await tables.view(ChannelTable(table.id)) is None


async def test_commands_are_told_to_discord_only_when_they_changed(
    discord: Loopback, boot: Boot
) -> None:
    bot = await boot()
    await bot.stop()
    await boot()
    told = [r for r in discord.requests if r.method == "PUT" and r.path.endswith("/commands")]
    assert len(told) == 1
    command, *menus = told[0].json
    assert command["name"] == "patience"
    assert [(menu["name"], menu["type"]) for menu in menus] == [
        ("Read this board", 3), ("Play this deal", 3), ("Compare", 2),
    ]  # fmt: skip
    assert len(command["options"]) <= 25
    assert letters(command) <= 8000


async def test_a_command_that_discord_made_itself_is_kept(discord: Loopback, boot: Boot) -> None:
    entry = {"name": "launch", "type": 4, "description": "Open it", "handler": 2}
    (made,) = discord.commands.put([entry])
    await boot()
    assert {"launch", "patience"} <= {command["name"] for command in discord.commands.of(None)}
    assert discord.commands.of(None)[-1]["id"] == made["id"]


def letters(option: dict[str, Any]) -> int:
    """What Discord counts of a command: names, descriptions and values, all the way down."""
    own = sum(len(str(option.get(part) or "")) for part in ("name", "description", "value"))
    return own + sum(map(letters, (*option.get("options", ()), *option.get("choices", ()))))
