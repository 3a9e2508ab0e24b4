"""What a login asks Discord and tells it before it serves: the same for all processes."""

from __future__ import annotations

import asyncio
import hashlib
import json
from typing import Any

import discord
from discord import app_commands

from bot import logs
from bot.chat.emoji import CARDS
from bot.chat.guard import Refused, guarded
from bot.store.errors import StoreUnavailable
from bot.store.sessions import SessionStore

ENTRY_POINT = 4
"""Type of a command that opens an Activity; one appears with an app in which they are on."""
IDENTIFY_TRIES = 600
"""How often a shard asks for its turn among the other processes, twice a second."""
UNKNOWN_TURN = 5.0
"""Seconds between two new sessions, where nobody can be asked whose turn it is."""

log = logs.get(__name__)


class Login:
    """One login of a client."""

    def __init__(self, client: discord.Client, sessions: SessionStore) -> None:
        self._client = client
        self._sessions = sessions
        self._buckets = 1

    async def learn_emoji(self) -> None:
        """Which cards there are as emoji; without them they are written."""
        try:
            CARDS.learn(await guarded(self._client.fetch_application_emojis(), "ask for emoji"))
        except (Refused, discord.HTTPException) as error:
            log.info("cards are written, not shown", reason=str(error)[:200])

    async def recommended_shards(self) -> int:
        """How many shards Discord wants; how many new sessions it takes at once is kept.

        Raises discord.GatewayNotFound.
        """
        count, _, limit = await self._client.http.get_bot_gateway()
        self._buckets = max(1, limit["max_concurrency"])
        return count

    async def turn(self, shard: int) -> None:
        """Wait until a shard's session may begin: Discord takes one in five seconds from all
        processes of a bot together, in each of its buckets.
        """
        bot, bucket = self._client.application_id or 0, shard % self._buckets
        try:
            for _ in range(IDENTIFY_TRIES):
                if await self._sessions.may_identify(bot, bucket):
                    return
                await asyncio.sleep(0.5)
        except StoreUnavailable:
            await asyncio.sleep(UNKNOWN_TURN)

    async def tell_commands(self, tree: app_commands.CommandTree[Any]) -> None:
        """Tell Discord the commands, when they are others than it was told last; players have the
        old ones while it refuses.

        Raises Refused.
        """
        payload = [command.to_dict(tree) for command in tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest().encode()
        http, bot = self._client.http, self._client.application_id or 0
        try:
            if await self._sessions.told_commands(bot) == digest:
                return
        except StoreUnavailable:
            log.info("commands are told without looking whether they changed")
        # Discord refuses a list that leaves out an Entry Point command, which it makes by itself.
        known = await guarded(http.get_global_commands(bot), "ask for commands")
        kept: list[Any] = [command for command in known if command["type"] == ENTRY_POINT]
        await guarded(http.bulk_upsert_global_commands(bot, [*payload, *kept]), "tell commands")
        log.info("commands told to Discord", count=len(payload))
        try:
            await self._sessions.put_told_commands(bot, digest)
        except StoreUnavailable:
            log.info("commands will be told again next time")
