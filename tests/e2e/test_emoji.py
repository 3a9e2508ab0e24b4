"""`patience emoji`: uploads what has changed; the bot shows it."""

from __future__ import annotations

import discord as library

from bot.commands.emoji import Done, give
from bot.demo import Loopback
from bot.demo.model import Channel
from render.emoji import signs
from tests.e2e.conftest import Boot
from tests.e2e.test_play import begin


async def upload(discord: Loopback, count: int) -> Done:
    async with library.Client(intents=library.Intents.none()) as client:
        await client.login(discord.token)
        return await give(client, list(signs())[:count])


async def test_only_what_has_changed_is_uploaded(
    discord: Loopback, boot: Boot, table: Channel
) -> None:
    discord.emojis.keep(5, "ace_of_spades_000000", b"old")
    discord.emojis.keep(6, "mine", b"somebody's own")
    assert await upload(discord, 54) == Done(uploaded=54, kept=0, deleted=1)
    assert await upload(discord, 54) == Done(uploaded=0, kept=54, deleted=0)
    kept = {one.name: one.image for one in discord.emojis.kept.values()}
    assert kept == {**{sign.name: sign.image for sign in signs()}, "mine": b"somebody's own"}
    await boot()
    board = await begin(discord, table)
    [menu] = [part for part in board.parts if part["type"] == 3]
    assert all(option["emoji"]["id"] for option in menu["options"])
    anna = discord.person("Anna")
    await anna.select(board, menu["custom_id"], menu["options"][0]["value"])
    await table.wait_for(lambda m: "Anna: " in m.text)
