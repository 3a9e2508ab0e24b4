"""What people write in channels: moves in all forms, corrections, and talk that is left alone."""

from __future__ import annotations

import asyncio

from bot.demo import Loopback
from bot.demo.model import Channel, Message
from bot.store.ids import ChannelTable
from tests.e2e.conftest import Boot, Running, board_at, board_says, is_board
from tests.e2e.test_play import begin, deal_once


def replies(table: Channel) -> list[Message]:
    """What the bot said, apart from boards."""
    return [m for m in table.messages.values() if m.author.bot and not is_board(m)]


async def moves_made(bot: Running, table: Channel) -> list[str]:
    """The moves at the channel's table."""
    view = await bot.client.chat.tables.view(ChannelTable(table.id))
    return [entry.move for entry in view.entries] if view else []


async def test_talk_is_left_alone(discord: Loopback, bot: Running, table: Channel) -> None:
    anna = discord.person("Anna")
    anna.say(table, "d")  # no game is on
    await begin(discord, table)
    talk = (
        "hello all", "what a game!", "I have 3 of them", "stop", "help me", "3", "no way, 7",
        "text", "d" * 3000, "", "let's go up", "🂡", "games are fun", "Deal!", "d?", "see you",
        "see x", "see a",
    )  # fmt: skip
    for words in talk:
        anna.say(table, words)
    anna.say(table, "d")
    await board_at(table, 2)
    assert replies(table) == []
    assert await moves_made(bot, table) == ["d"]


async def test_moves_in_many_forms(discord: Loopback, bot: Running, table: Channel) -> None:
    """In Klondike's deal 1."""
    anna = discord.person("Anna")
    await begin(discord, table)
    for number, words in enumerate(("d", " Deal. ", "`d`", "d, d; d", "deal")):
        anna.say(table, words)
        await board_at(table, number + 2)
    assert await moves_made(bot, table) == ["d"] * 7
    anna.say(table, "undo 2")
    await board_says(table, "takes back 2 moves")
    anna.say(table, "Redo")
    await board_says(table, "makes 1 move again")
    anna.say(table, "hint")
    hint = await table.wait_for(lambda m: m.text.startswith("Try "))
    assert hint.reply_to is not None
    assert [a.filename for a in hint.attachments] == ["hint-8.png"]
    asked = {anna.say(table, words).id for words in ("see 3", "see s", "See F1", "see 88")}
    await table.wait_for(lambda _: {m.reply_to for m in replies(table)} >= asked)
    anna.say(table, "board")
    await asyncio.sleep(0)
    shown = await table.wait_for(lambda m: is_board(m) and m.id > hint.id)
    assert shown.author is discord.bot


async def test_a_refused_move_is_answered_with_the_reason(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    ben = discord.person("Ben")
    await begin(discord, table)
    said = ben.say(table, "1 F1")
    answer = await table.wait_for(lambda m: m.reply_to == said.id)
    assert len(answer.text) > 10
    assert answer.mentions == []
    ben.say(table, "d, zz")
    await table.wait_for(lambda m: "“zz” is not a move" in m.text)
    ben.say(table, "d, " * 150)
    await table.wait_for(lambda m: "12 are the most" in m.text)
    assert await moves_made(bot, table) == []


async def test_a_flood_of_wrong_moves_is_not_answered_one_by_one(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    await begin(discord, table)
    discord.faults.fail(0, method="POST", path="/messages", times=60, delay=0.5)
    for _ in range(60):
        discord.person("Ben").say(table, "1 F1")
    discord.person("Ben").say(table, "d")
    await board_at(table, 2)
    await asyncio.sleep(1)
    assert 1 <= len(replies(table)) <= 20


async def test_an_edited_message_is_tried_once(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = discord.person("Anna")
    await begin(discord, table)
    talk = anna.say(table, "dd")
    anna.edit(talk, "d")
    await board_at(table, 2)
    anna.edit(talk, "d, d")  # a move already
    refused = anna.say(table, "1 F1")
    await table.wait_for(lambda m: m.reply_to == refused.id)
    anna.edit(refused, "d")
    await board_at(table, 3)
    hopeless = anna.say(table, "hm")
    anna.edit(hopeless, "hmm")
    anna.edit(hopeless, "d")  # the second correction isn't looked at
    anna.say(table, "undo")
    await board_says(table, "takes back")
    assert await moves_made(bot, table) == ["d"]


async def test_without_the_intent_the_bot_is_spoken_to(
    discord: Loopback, boot: Boot, table: Channel
) -> None:
    """It logs in for a second time, reads mentions and answers to the board, and says so."""
    discord.gateway.message_content_allowed = False
    bot = await boot()
    anna = discord.person("Anna")
    board = await begin(discord, table)
    assert bot.logins == 2
    assert not bot.client.reads_chat
    assert f"written to me, as in {discord.bot.mention} `" in board.text
    anna.say(table, "d")  # blank for the bot
    anna.say(table, f"{discord.bot.mention} d")
    await board_at(table, 2)
    anna.say(table, "d", reply_to=board)
    await board_at(table, 3)
    anna.say(table, "d", reply_to=board, ping=False)  # blank
    anna.say(table, f"{discord.bot.mention} d, d")
    await board_at(table, 4)
    assert await moves_made(bot, table) == ["d"] * 4
    help_ = await (await anna.slash(table, "patience help")).done()
    assert discord.bot.mention in help_.text
    assert help_.mentions == []


async def test_spoken_to_the_bot_does_all_that_commands_do(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna, me = discord.person("Anna"), discord.bot.mention
    anna.say(table, f"{me} start la belle lucie")
    await board_says(table, "La Belle Lucie")
    anna.say(table, f"{me} rules")
    rules = await table.wait_for(lambda m: "Belle" in m.text and not is_board(m))
    assert rules.reply_to is not None
    anna.say(table, f"{me} help")
    await table.wait_for(lambda m: "solitaire games" in m.text)
    anna.say(table, f"{me}")
    anna.say(table, f"{me} mode turns")
    await board_says(table, "in turns")
    anna.say(table, f"{me} stop")
    await table.wait_for(lambda m: "Anna stops" in m.text)


async def test_in_direct_messages_everything_is_said_to_the_bot(
    discord: Loopback, bot: Running
) -> None:
    anna = discord.person("Anna")
    room = anna.dm()
    anna.say(room, "help")
    await room.wait_for(lambda m: "solitaire games" in m.text)
    anna.say(room, "start anna")
    await board_at(room, 1)
    anna.say(room, "text")
    await room.wait_for(lambda m: "```" in m.text)
    talk = anna.say(room, "that's nice, thank you")
    anna.say(room, "d")
    await board_at(room, 2)
    anna.say(room, "stop")
    await room.wait_for(lambda m: "Anna stops" in m.text)
    assert any(m.reply_to == talk.id and "is not a move" in m.text for m in replies(room))


async def test_an_event_that_comes_twice_is_played_once(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = discord.person("Anna")
    board = await begin(discord, table)
    discord.gateway.copies = 2
    for number in range(3):
        anna.say(table, "d")
        board = await board_at(table, number + 2)
    await anna.click(board, "Deal")
    await board_at(table, 5)
    await anna.slash(table, "patience deal")
    await board_at(table, 6)
    refused = anna.say(table, "1 F1")
    await table.wait_for(lambda m: m.reply_to == refused.id)
    await asyncio.sleep(0.3)
    assert len([m for m in table.messages.values() if m.reply_to == refused.id]) == 1
    assert await moves_made(bot, table) == ["d"] * 5


async def test_a_resume_replays_events_that_were_seen(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = await deal_once(discord, table)
    discord.gateway.replay_extra = 20
    await discord.gateway.drop()
    anna.say(table, "d")  # while it is away
    await board_at(table, 3, 15)
    await asyncio.sleep(0.3)
    assert await moves_made(bot, table) == ["d", "d"]


async def test_a_restarted_bot_hears_an_old_event_again(
    discord: Loopback, boot: Boot, table: Channel
) -> None:
    """The event's id is part of the commit, so it does not matter who heard it first."""
    bot = await boot()
    anna = discord.person("Anna")
    await begin(discord, table)
    said = anna.say(table, "d")
    await board_at(table, 2)
    await bot.stop()
    bot = await boot()
    discord.world._announce("MESSAGE_CREATE", said)
    anna.say(table, "d")
    await board_at(table, 3)
    assert await moves_made(bot, table) == ["d", "d"]
