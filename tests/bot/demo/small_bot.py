"""A real discord.py client, as small as can be, that uses every kind of interaction."""

from __future__ import annotations

import asyncio
import io
import re
import sys
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image


def picture(colour: str = "green") -> discord.File:
    data = io.BytesIO()
    Image.new("RGB", (110, 70), colour).save(data, "PNG")
    data.seek(0)
    return discord.File(data, f"{colour}.png", description=f"A {colour} table")


class Deal(ui.DynamicItem[ui.Button[ui.LayoutView]], template=r"deal:(?P<count>\d+)"):
    def __init__(self, count: int) -> None:
        super().__init__(ui.Button(label="Deal", custom_id=f"deal:{count}"))
        self.count = count

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str]
    ) -> Deal:
        return cls(int(match["count"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(
            view=board(self.count + 1, "red"), attachments=[picture("red")]
        )


class Pick(ui.DynamicItem[ui.Select[ui.LayoutView]], template=r"pick"):
    def __init__(self) -> None:
        options = [discord.SelectOption(label=f"Pile {n}", value=str(n)) for n in (1, 2, 3)]
        super().__init__(ui.Select(custom_id="pick", placeholder="A pile", options=options))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str]
    ) -> Pick:
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"picked {self.item.values}", ephemeral=True)


class Rename(ui.Modal, title="A new name"):
    name: ui.Label[Any] = ui.Label(text="Name", component=ui.TextInput(custom_id="name"))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        field = self.name.component
        assert isinstance(field, ui.TextInput)
        await interaction.response.send_message(f"called {field.value}")


def board(count: int, colour: str = "green") -> ui.LayoutView:
    """Everything a board has: text, a picture, buttons, a select."""
    view = ui.LayoutView(timeout=None)
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=0x2E7D32)
    box.add_item(ui.TextDisplay(f"dealt **{count}** times"))
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
    gallery.add_item(media=f"attachment://{colour}.png", description=f"A {colour} table")
    box.add_item(gallery)
    box.add_item(ui.Separator())
    box.add_item(ui.ActionRow(Deal(count)))
    box.add_item(ui.ActionRow(Pick()))
    box.add_item(ui.Section(ui.TextDisplay("More"), accessory=Deal(count + 100)))
    view.add_item(box)
    return view


class Tree(app_commands.CommandTree["SmallBot"]):
    async def on_error(
        self, interaction: discord.Interaction[SmallBot], error: app_commands.AppCommandError
    ) -> None:
        self.client.errors.append(getattr(error, "original", error))

    async def interaction_check(self, interaction: discord.Interaction[SmallBot]) -> bool:
        self.client.asked.append(interaction)
        return True


class SmallBot(discord.Client):
    """Answers `board`, `hello`, and the commands /small show|think|rename|shout."""

    def __init__(self, *, message_content: bool = True) -> None:
        intents = discord.Intents.default()
        intents.message_content = message_content
        super().__init__(intents=intents, allowed_mentions=discord.AllowedMentions.none())
        self.tree = Tree(self)
        self.heard: list[str] = []
        self.events: list[str] = []
        self.asked: list[discord.Interaction[SmallBot]] = []
        self.errors: list[BaseException] = []
        self.tree.add_command(Small())

        @self.tree.context_menu(name="Quote")
        async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
            await interaction.response.send_message(f"> {message.content}")

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Deal, Pick)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """No five seconds' wait before a new login."""

    async def on_message(self, message: discord.Message) -> None:
        if message.author == self.user:
            return
        self.heard.append(message.content)
        if message.content == "board":
            await message.channel.send(view=board(0), file=picture())
        elif message.content == "hello":
            await message.reply("hello to you", mention_author=False)

    async def on_socket_event_type(self, name: str) -> None:
        self.events.append(name)

    async def on_error(self, event: str, *args: Any, **kwargs: Any) -> None:
        self.errors += filter(None, [sys.exc_info()[1]])


class Small(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="small", description="A small command")

    @app_commands.command(description="Shows a board")
    async def show(
        self, interaction: discord.Interaction, game: str, piles: app_commands.Range[int, 1, 9] = 3
    ) -> None:
        await interaction.response.send_message(f"{game} with {piles}")

    @show.autocomplete("game")
    async def games(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        names = ("anna", "nestor", "sly")
        return [app_commands.Choice(name=n.title(), value=n) for n in names if n.startswith(typed)]

    @app_commands.command(description="Thinks first")
    async def think(
        self, interaction: discord.Interaction, seconds: float = 0.0, quietly: bool = False
    ) -> None:
        if seconds > 0:
            await asyncio.sleep(seconds)
        await interaction.response.defer(thinking=True, ephemeral=quietly)
        await interaction.edit_original_response(view=board(7), attachments=[picture()])
        await interaction.followup.send("and more", ephemeral=quietly)

    @app_commands.command(description="Asks for a name")
    async def rename(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Rename())

    @app_commands.command(description="Asks for somebody")
    async def shout(self, interaction: discord.Interaction, who: discord.Member) -> None:
        await interaction.response.send_message(f"{who.mention}!")
