"""The live board stays in sight, old hints go, and fast presses are understood."""

from __future__ import annotations

import asyncio

from bot.demo import Loopback
from bot.demo.model import Channel
from tests.e2e.conftest import Running, board_at, has_buttons, is_board, whisper
from tests.e2e.test_chat import moves_made, replies
from tests.e2e.test_play import begin


async def test_after_something_tall_the_board_comes_anew(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = discord.person("Anna")
    first = await begin(discord, table)
    for number, words in enumerate(("nice", "hm")):
        anna.say(table, words)
        anna.say(table, "d")
        assert ((await board_at(table, number + 2)).id == first.id) is (number == 0)
    second = await board_at(table, 3)
    asked = anna.say(table, "rules")
    await table.wait_for(lambda m: m.reply_to == asked.id)
    anna.say(table, "d")
    third = await board_at(table, 4)
    assert third.id > second.id
    await table.wait_for(lambda m: m.id == second.id and not has_buttons(m))


async def test_a_hint_that_is_overtaken_has_no_button(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = discord.person("Anna")
    await begin(discord, table)
    asked = anna.say(table, "hint")
    hint = await table.wait_for(lambda m: m.reply_to == asked.id)
    assert has_buttons(hint)
    assert hint.attachments
    anna.say(table, "d")
    await board_at(table, 2)
    await table.wait_for(lambda m: m.id == hint.id and not has_buttons(m))
    assert not table.messages[hint.id].attachments
    assert table.messages[hint.id].text.startswith("Try ")


async def test_a_hint_for_one_goes_when_it_is_used(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = discord.person("Anna")
    board = await begin(discord, table)
    asked = await anna.click(board, "Hint")
    hint = await whisper(asked)
    label = next(part["label"] for part in hint.parts if str(part.get("label")).startswith("Play"))
    await anna.click(hint, label)
    assert (await board_at(table, 2)).id == board.id
    await asked.bell.until(lambda: None if asked.follow_ups else True, 10)


async def test_five_fast_presses_on_deal_are_five_deals(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = discord.person("Anna")
    board = await begin(discord, table)
    pressed = await asyncio.gather(*[anna.click(board, "Deal") for _ in range(5)])
    await board_at(table, 6)
    assert await moves_made(bot, table) == ["d"] * 5
    assert not any(press.follow_ups for press in pressed)


async def test_presses_that_mean_something_else_by_now_are_told_once(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna, ben = discord.person("Anna"), discord.person("Ben")
    board = await begin(discord, table)
    anna.say(table, "d")
    board = await board_at(table, 2)
    old = [part["custom_id"] for part in board.parts if part.get("label") == "Undo"]
    ben.say(table, "d")
    await board_at(table, 3)
    board = table.messages[board.id]
    for part in board.parts:
        if part.get("label") == "Undo":
            part["custom_id"] = old[0]
    pressed = [await anna.click(board, "Undo") for _ in range(5)]
    told = await whisper(pressed[0])
    assert "has changed" in told.text
    anna.say(table, "d")
    await board_at(table, 4)
    assert sum(len(press.follow_ups) for press in pressed) == 1
    assert await moves_made(bot, table) == ["d"] * 3
    assert not [m for m in replies(table) if not is_board(m)]
