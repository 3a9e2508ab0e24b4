"""Slash commands, completion, buttons, selects, forms and menus through a real client."""

from __future__ import annotations

import discord as library
import pytest

from bot.demo import Loopback
from bot.demo.model import EPHEMERAL, LOADING
from tests.bot.demo.conftest import eventually
from tests.bot.demo.small_bot import SmallBot


async def test_a_slash_command(discord: Loopback, bot: SmallBot) -> None:
    anna, table = discord.person("Anna"), discord.channel("table")
    asked = await anna.slash(table, "small show", game="anna", piles="5")
    assert asked.response is not None
    assert asked.response.text == "anna with 5"
    assert asked.response in table.messages.values()
    assert asked.response.interaction is asked


async def test_what_the_client_would_not_send(discord: Loopback, bot: SmallBot) -> None:
    anna, table = discord.person("Anna"), discord.channel("table")
    with pytest.raises(ValueError, match="required"):
        await anna.slash(table, "small show")
    with pytest.raises(ValueError, match="between"):
        await anna.slash(table, "small show", game="anna", piles=12)
    with pytest.raises(LookupError, match="no 'smell'"):
        await anna.slash(table, "smell")
    with pytest.raises(LookupError, match="no option 'gane'"):
        await anna.slash(table, "small show", game="anna", gane="sly")
    with pytest.raises(ValueError, match="subcommand is missing"):
        await anna.slash(table, "small")


async def test_completion(discord: Loopback, bot: SmallBot) -> None:
    anna, table = discord.person("Anna"), discord.channel("table")
    assert await anna.complete(table, "small show", "game", "n") == [
        {"name": "Nestor", "value": "nestor"}
    ]
    assert len(await anna.complete(table, "small show", "game")) == 3


async def test_a_person_as_an_option(discord: Loopback, bot: SmallBot) -> None:
    anna, ben = discord.person("Anna"), discord.person("Ben")
    asked = await anna.slash(discord.channel("table"), "small shout", who="Ben")
    assert asked.response is not None
    assert asked.response.content == f"{ben.mention}!"
    assert asked.response.mentions == []


async def test_a_late_answer_and_a_follow_up(discord: Loopback, bot: SmallBot) -> None:
    anna, table = discord.person("Anna"), discord.channel("table")
    asked = await anna.slash(table, "small think")
    done = await asked.done()
    assert done.text.startswith("dealt **7** times")
    assert not done.flags & LOADING
    await table.wait_for(lambda m: m.text == "and more")
    assert [m.text for m in asked.follow_ups] == ["and more"]


async def test_answers_for_one_person(discord: Loopback, bot: SmallBot) -> None:
    anna, ben, table = discord.person("Anna"), discord.person("Ben"), discord.channel("table")
    asked = await anna.slash(table, "small think", quietly=True)
    done = await asked.done()
    assert done.flags & EPHEMERAL
    assert not table.messages
    assert done.visible_to(anna)
    assert not done.visible_to(ben)
    await eventually(lambda: len(discord.interactions.shown_to(anna, table)) == 2)
    assert discord.interactions.shown_to(ben, table) == []
    with pytest.raises(LookupError, match="can't see"):
        await ben.click(done, "Deal")
    by_channel = bot.get_partial_messageable(table.id).get_partial_message(done.id)
    with pytest.raises(library.NotFound) as missing:
        await by_channel.edit(content="x")
    assert missing.value.code == 10008


async def test_buttons_and_selects(discord: Loopback, bot: SmallBot) -> None:
    anna, ben, table = discord.person("Anna"), discord.person("Ben"), discord.channel("table")
    anna.say(table, "board")
    shown = await table.wait_for(lambda m: bool(m.components))
    clicked = await ben.click(shown, "deal:0")
    assert clicked.response is shown
    assert shown.text.startswith("dealt **1** times")
    assert shown.alt_texts == ["A red table"]
    chosen = await ben.select(shown, "A pile", "Pile 2")
    assert chosen.response is not None
    assert chosen.response.text == "picked ['2']"
    with pytest.raises(LookupError, match="no control 'Undo'"):
        await ben.click(shown, "Undo")


async def test_a_form(discord: Loopback, bot: SmallBot) -> None:
    anna, table = discord.person("Anna"), discord.channel("table")
    asked = await anna.slash(table, "small rename")
    assert asked.modal is not None
    assert asked.modal["title"] == "A new name"
    sent = await anna.submit(asked, {"name": "Letter A"})
    assert sent.response is not None
    assert sent.response.text == "called Letter A"
    with pytest.raises(ValueError, match="required"):
        await anna.submit(asked, {})


async def test_a_message_menu(discord: Loopback, bot: SmallBot) -> None:
    anna, table = discord.person("Anna"), discord.channel("table")
    asked = await anna.menu(anna.say(table, "to be or not"), "Quote")
    assert asked.response is not None
    assert asked.response.text == "> to be or not"


async def test_an_answer_after_three_seconds_is_refused(discord: Loopback, bot: SmallBot) -> None:
    anna, table = discord.person("Anna"), discord.channel("table")
    asked = await anna.slash(table, "small think", timeout=0, seconds=0.2)
    assert asked.answered is None
    discord.world.clock.advance(4)
    await eventually(lambda: bot.errors)
    assert isinstance(bot.errors[0], library.NotFound)
    assert bot.errors[0].code == 10062


async def test_a_token_dies_after_fifteen_minutes(discord: Loopback, bot: SmallBot) -> None:
    anna, table = discord.person("Anna"), discord.channel("table")
    await anna.slash(table, "small show", game="anna")
    await bot.asked[0].edit_original_response(content="still there")
    discord.world.clock.advance(16 * 60)
    with pytest.raises(library.HTTPException) as refused:
        await bot.asked[0].edit_original_response(content="too late")
    assert (refused.value.status, refused.value.code) == (401, 50027)


async def test_a_second_first_answer_is_refused(discord: Loopback, bot: SmallBot) -> None:
    anna, table = discord.person("Anna"), discord.channel("table")
    await anna.slash(table, "small show", game="anna")
    bot.asked[0].response._response_type = None
    with pytest.raises(library.HTTPException) as refused:
        await bot.asked[0].response.send_message("again")
    assert refused.value.code == 40060
