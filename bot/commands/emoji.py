"""`patience emoji`."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import aiohttp
import click
import discord

from bot.settings import SettingsError, load
from render.emoji import Sign, signs

MISSING = "PATIENCE_TOKEN is missing: the emoji belong to the bot whose token it is."
NOT_TAKEN = "Discord doesn't take this token; copy it again from the developer portal, page Bot."


@dataclass
class Done:
    """What became of the emoji."""

    uploaded: int = 0
    kept: int = 0
    deleted: int = 0


@click.command()
def emoji() -> None:
    """Upload emoji of the 52 cards, a back and an empty place; only those that have changed.

    The bot uses them from its next start on.
    """
    try:
        token = load().discord.token
        if token is None:
            raise click.ClickException(MISSING)
        done = asyncio.run(_give(token.get_secret_value()))
    except SettingsError as error:
        raise click.ClickException(str(error)) from None
    except discord.LoginFailure:
        raise click.ClickException(NOT_TAKEN) from None
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        raise click.ClickException(f"Discord can't be reached, or refuses: {error}") from None
    click.echo(f"{done.uploaded} uploaded, {done.kept} there already, {done.deleted} old deleted.")


async def _give(token: str) -> Done:
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(token)
        return await give(client, list(signs()))


async def give(client: discord.Client, wanted: list[Sign]) -> Done:
    """Have the application of a client that is logged in show these signs, and no older ones."""
    there = {one.name: one for one in await client.fetch_application_emojis()}
    done = Done()
    for sign in wanted:
        if sign.name in there:
            done.kept += 1
        else:
            await client.create_application_emoji(name=sign.name, image=sign.image)
            done.uploaded += 1
    names = {sign.name for sign in wanted}
    ours = {name.rpartition("_")[0] for name in names}
    for name, old in there.items():
        if name not in names and name.rpartition("_")[0] in ours:
            await old.delete()
            done.deleted += 1
    return done
