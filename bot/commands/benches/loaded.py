"""What is put under load, in a process of its own: `python -m … run|floor URL`, token in the
environment. The floor is what discord.py itself costs: a bot that acknowledges, and answers with
one and the same picture.
"""

from __future__ import annotations

import io
import os
import sys
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import run


class Floor(discord.Client):
    """Reads, decides nothing, stores nothing, draws nothing."""

    def __init__(self, picture: bytes) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True, message_content=True)
        super().__init__(intents=intents)
        self._picture = picture
        self.tree = app_commands.CommandTree(self)
        group = app_commands.Group(name="patience", description="-")
        group.command(name="deal", description="-")(self._deal)
        self.tree.add_command(group)

    async def setup_hook(self) -> None:
        """Tell Discord the command."""
        await self.tree.sync()

    async def _deal(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        await interaction.delete_original_response()
        if isinstance(interaction.channel, discord.TextChannel):
            await self._show(interaction.channel)

    async def on_message(self, message: discord.Message) -> None:
        """A line in a channel."""
        if not message.author.bot and isinstance(message.channel, discord.TextChannel):
            await self._show(message.channel)

    async def _show(self, channel: discord.TextChannel) -> None:
        await channel.send("board", file=discord.File(io.BytesIO(self._picture), "board.png"))


def main(kind: str, url: str) -> int:
    """Serve a loopback Discord until it is stopped."""
    Route.BASE = url + "/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url.replace("http", "ws") + "/gw")
    if kind == "run":
        return run.main()
    Floor(sys.stdin.buffer.read()).run(os.environ["PATIENCE_TOKEN"], log_handler=None)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
