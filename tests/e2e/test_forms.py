"""Moves typed in a form, for phones and where chat can't be read."""

from __future__ import annotations

import pytest

from bot.chat.forms import OPENS
from bot.demo import Loopback
from bot.demo.model import Channel, walk
from tests.e2e.conftest import Boot, Running, board_at, whisper
from tests.e2e.test_chat import moves_made
from tests.e2e.test_play import begin


async def test_a_move_is_typed_in_the_form(discord: Loopback, bot: Running, table: Channel) -> None:
    anna = discord.person("Anna")
    board = await begin(discord, table)
    asked = await anna.click(board, OPENS)
    assert asked.modal
    [field] = [part for part in walk(asked.modal["components"]) if part["type"] == 4]
    assert field["placeholder"]  # a move that can be made now
    await anna.submit(asked, {"line": "deal a card, please"})
    await board_at(table, 2)
    assert await moves_made(bot, table) == ["d"]


async def test_what_is_no_move_is_told_to_whoever_typed_it(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna, ben = discord.person("Anna"), discord.person("Ben")
    board = await begin(discord, table)
    asked = await ben.click(board, OPENS)
    sent = await ben.submit(asked, {"line": "7x f"})
    told = await whisper(sent)
    assert "“7x f” is not a move" in told.text
    assert not told.visible_to(anna)
    assert await moves_made(bot, table) == []


async def test_a_form_outlives_the_program(discord: Loopback, boot: Boot, table: Channel) -> None:
    bot = await boot()
    anna = discord.person("Anna")
    asked = await anna.click(await begin(discord, table), OPENS)
    await bot.stop()
    again = await boot()
    await anna.submit(asked, {"line": "d"})
    await board_at(table, 2)
    assert await moves_made(again, table) == ["d"]


@pytest.mark.parametrize("text", ["", " ", "@everyone", "||d||", "x" * 400, "\n\n"])
async def test_whatever_is_typed_is_answered(
    discord: Loopback, bot: Running, table: Channel, text: str
) -> None:
    anna = discord.person("Anna")
    asked = await anna.click(await begin(discord, table), OPENS)
    if not text:
        with pytest.raises(ValueError, match="required"):
            await anna.submit(asked, {"line": text})
        return
    sent = await anna.submit(asked, {"line": text})
    if text == "||d||":
        await board_at(table, 2)
    else:
        assert "is not a move" in (await whisper(sent)).text
