"""A server that is new is told hello, once, and begins from there."""

from __future__ import annotations

import asyncio

from bot.chat.welcome import FIRST, HELLO, HOW, TODAY
from bot.demo import Loopback
from bot.demo.model import Channel, Guild
from bot.store.database import Database
from bot.store.left import LeftStore
from tests.e2e.conftest import Boot, Running, board_at

QUIET = 0.3


def invited(discord: Loopback, *, speaks: bool = True) -> tuple[Guild, Channel]:
    """A new server with a silent channel above another one; the bot joins it."""
    world = discord.world
    guild = world.add_guild("A new room", discord.person("Anna"), with_bot=False)
    world.deny(world.add_channel(guild, "silent"), "send_messages", user=world.bot)
    table = world.add_channel(guild, "hall")
    if not speaks:
        world.deny(table, "send_messages", user=world.bot)
    world.invite_bot(guild)
    return guild, table


async def test_hello_is_said_once_where_boards_can_be_shown(
    discord: Loopback, boot: Boot, database: Database
) -> None:
    bot = await boot()
    anna = discord.person("Anna")
    await bot.client.wait_until_ready()
    guild, hall = invited(discord)
    hello = await hall.wait_for(lambda m: m.text.startswith(HELLO))
    labels = [str(part["label"]) for part in hello.parts if part["type"] == 2]
    assert labels == [FIRST.label, TODAY.label, HOW.label]
    asked = await anna.click(hello, HOW.label)
    assert "**Begin.**" in (await asked.bell.until(lambda: asked.follow_ups, 15.0))[0].text
    await anna.click(hello, TODAY.label)
    await anna.click(hello, FIRST.label)
    await board_at(hall, 1)

    discord.world.remove_bot(guild)
    await asyncio.sleep(QUIET)
    discord.world.invite_bot(guild)
    await bot.stop()
    await boot()
    await asyncio.sleep(QUIET)
    assert sum(m.text.startswith(HELLO) for m in hall.messages.values()) == 1
    left = LeftStore(database)
    assert not await left.welcome(guild.id)
    await left.forget(guild.id)
    assert await left.welcome(guild.id)


async def test_where_it_may_not_speak_it_is_silent(discord: Loopback, bot: Running) -> None:
    await bot.client.wait_until_ready()
    guild, _ = invited(discord, speaks=False)
    await asyncio.sleep(QUIET)
    assert not any(channel.messages for channel in guild.channels.values())
