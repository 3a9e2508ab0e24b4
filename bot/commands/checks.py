"""`patience doctor`: looks at token, intents, permissions, Redis, fonts, and says what to fix."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import aiohttp
import click
import discord

from bot import logs, names
from bot.chat.client import intents
from bot.chat.invite import invite
from bot.chat.permissions import lacking, named, permissions_in
from bot.run import MENTIONS_ONLY, NOT_GIVEN, NOT_TAKEN
from bot.settings import Settings, SettingsError, load
from bot.store.connect import connect
from bot.store.errors import StoreUnavailable
from bot.store.health import examine as examine_redis
from engine.games.catalogue import find
from render.board import draw

READY_SECONDS = 30.0
"""How long Discord may take to tell about all servers."""
NAMED = 8
"""Channels with missing permissions that are named; of more only the number."""


@dataclass(frozen=True)
class Finding:
    """One thing looked at; `text` says how it is, or what to do when it is not `well`."""

    name: str
    well: bool
    text: str


def main() -> int:
    """Prints all findings; the exit code is 0 when all is well, 1 when something is to be fixed,
    2 when the settings can't be read.
    """
    try:
        settings = load()
        logs.hide(*settings.secrets())
        # Whoever wants to read along says so; what matters is printed.
        wants_log = "level" in settings.log.model_fields_set
        logs.configure(settings.log.level if wants_log else "error", settings.log.format)
    except SettingsError as error:
        click.echo(f"patience doctor: {error}", err=True)
        return 2
    findings = asyncio.run(examine(settings))
    for finding in findings:
        click.echo(f"{'ok  ' if finding.well else 'FIX '}  {finding.name}: {finding.text}")
    return 0 if all(finding.well for finding in findings) else 1


async def examine(settings: Settings) -> list[Finding]:
    """All findings, in the order in which they are best fixed."""
    findings = [_fonts(), await _redis(settings)]
    if settings.discord.token is None:
        return [*findings, Finding("token", well=False, text=NOT_GIVEN)]
    token = settings.discord.token.get_secret_value()
    return findings + await _discord(token, wants_chat=settings.discord.message_content)


def _fonts() -> Finding:
    try:
        game = find("klondike")
        draw(game, game.start("1"))
    except Exception as error:  # noqa: BLE001 - a broken Pillow fails in many ways
        return Finding(
            "fonts", well=False, text=f"boards can't be drawn ({error}); install Patience again."
        )
    return Finding("fonts", well=True, text="boards can be drawn.")


async def _redis(settings: Settings) -> Finding:
    try:
        database = await connect(settings.store.redis_url, settings.store.data)
    except StoreUnavailable as error:
        return Finding("Redis", well=False, text=str(error))
    try:
        health = await examine_redis(database)
    finally:
        await database.aclose()
    if health.faults:
        return Finding("Redis", well=False, text=f"{database.where}: {' '.join(health.faults)}")
    return Finding("Redis", well=True, text=f"{database.where}: {', '.join(health.facts)}.")


async def _discord(token: str, *, wants_chat: bool) -> list[Finding]:
    client = discord.AutoShardedClient(
        intents=intents(message_content=False), member_cache_flags=discord.MemberCacheFlags.none(),
        chunk_guilds_at_startup=False, max_messages=None,
    )  # fmt: skip
    try:
        async with _logged_in(client, token) as ready:
            flags = client.application_flags
            chat = flags.gateway_message_content or flags.gateway_message_content_limited
            findings = [
                Finding(
                    "token", well=True, text=f"it is the one of {names.tidy(str(client.user))}."
                )
            ]
            if not wants_chat:
                findings.append(
                    Finding(
                        "chat",
                        well=True,
                        text="players write to the bot or use commands; bare chat isn't read.",
                    )
                )
            elif chat:
                findings.append(Finding("chat", well=True, text="moves typed in chat are read."))
            else:
                findings.append(Finding("chat", well=False, text=MENTIONS_ONLY))
            return [*findings, _permissions(client, ready=ready)]
    except discord.LoginFailure:
        return [Finding("token", well=False, text=NOT_TAKEN)]
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        return [Finding("Discord", well=False, text=f"it can't be reached: {error}")]


@asynccontextmanager
async def _logged_in(client: discord.AutoShardedClient, token: str) -> AsyncIterator[bool]:
    """Logs in; yields whether Discord told about all servers in time."""
    async with client:
        await client.login(token)
        connection = asyncio.create_task(client.connect())
        waiting = asyncio.create_task(client.wait_until_ready())
        await asyncio.wait(
            (connection, waiting), timeout=READY_SECONDS, return_when=asyncio.FIRST_COMPLETED
        )
        try:
            if connection.done():
                connection.result()
            yield waiting.done()
        finally:
            waiting.cancel()
            await client.close()
            await asyncio.wait((connection,), timeout=5)
            connection.cancel()


def _permissions(client: discord.AutoShardedClient, *, ready: bool) -> Finding:
    """What the bot lacks in the channels that it was invited to."""
    if not ready:
        return Finding("servers", well=False, text="Discord didn't tell about them in time.")
    if not client.guilds:
        url = invite(client.application_id or 0)
        return Finding("servers", well=False, text=f"the bot is in none yet; invite it: {url}")
    lacks, seen = [], 0
    for guild in client.guilds:
        for channel in guild.text_channels:
            may = permissions_in(channel)
            if may is None or not may.view_channel:
                continue  # a channel that is not for the bot is nobody's mistake
            seen += 1
            wanting = lacking(channel)
            wanting += [name for name in ("attach_files", "read_message_history")
                        if not getattr(may, name)]  # fmt: skip
            if wanting:
                place = f"#{names.tidy(channel.name)} ({names.tidy(guild.name)})"
                lacks.append(f"{place} lacks {named(wanting)}")
    where = f"{len(client.guilds)} with {seen} channels that the bot sees"
    if not lacks:
        return Finding("servers", well=True, text=f"{where}; nothing is missing.")
    shown = "; ".join(lacks[:NAMED]) + (f"; {len(lacks) - NAMED} more" * (len(lacks) > NAMED))
    return Finding("servers", well=False, text=f"{where}. {shown.replace('**', '')}.")
