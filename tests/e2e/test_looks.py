"""How boards look: a server's wish, a person's wish, and where each of them counts."""

from __future__ import annotations

import io
import math
from typing import Any

from PIL import Image

from bot.demo import Loopback
from bot.demo.model import Channel, Message
from bot.demo.people import Person
from render.theme import THEMES
from tests.e2e.conftest import Running, board_at, is_board, version
from tests.e2e.test_play import begin


def felt(message: Message) -> tuple[int, ...]:
    """The table's colour in a message's picture, of all themes the one that is nearest to the most
    common colour: the cloth has light and shadow.
    """
    with Image.open(io.BytesIO(message.attachments[0].data)) as image:
        counts = image.convert("RGB").getcolors(1 << 24)
    assert counts
    colour = max(counts)[1]
    assert isinstance(colour, tuple)
    return min((theme.felt for theme in THEMES.values()), key=lambda felt: math.dist(felt, colour))


def table_of(theme: str) -> tuple[int, ...]:
    """The colour of a theme's table."""
    return THEMES[theme].felt


async def look(who: Person, where: Channel, **options: Any) -> Message:
    """The answer to `/patience look`; `whose` is its option ``for``."""
    if "whose" in options:
        options["for"] = options.pop("whose")
    return await (await who.slash(where, "patience look", **options)).done()


async def test_a_server_s_look(discord: Loopback, bot: Running, table: Channel) -> None:
    anna, cleo = discord.person("Anna"), discord.person("Cleo")
    board = await begin(discord, table)
    assert felt(board) == table_of("felt")
    refused = await look(cleo, table, theme="slate", whose="this server")
    assert "may manage the server" in refused.text
    said = await look(anna, table, theme="slate", four_colours=True, whose="this server")
    assert "Boards in this server: **slate**, four colours, usual index." in said.text
    assert felt(said) == table_of("slate")
    assert "deal 1, as an example: slate, four colours" in said.alt_texts[0]
    assert not said.visible_to(cleo)
    await table.wait_for(lambda m: is_board(m) and felt(m) == table_of("slate"))
    cleo.say(table, "d")
    assert felt(await board_at(table, 2)) == table_of("slate")
    said = await look(anna, table, whose="this server", reset=True)
    assert "Boards in this server: **felt**, two colours" in said.text


async def test_a_person_s_look_is_for_what_only_they_see(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = discord.person("Anna")
    said = await look(anna, table, theme="light", large_index=True)
    assert "Your own boards: **light**, two colours, large index." in said.text
    assert felt(said) == table_of("light")
    assert felt(await begin(discord, table)) == table_of("felt")
    private = anna.dm()
    await anna.slash(private, "patience start", game="klondike")
    board = await board_at(private, 1)
    assert felt(board) == table_of("light")
    await look(anna, private, theme="slate")
    board = await private.wait_for(lambda m: is_board(m) and felt(m) == table_of("slate"))
    assert version(board) == 1
    refused = await look(anna, private, theme="felt", whose="this server")
    assert "no server here" in refused.text


async def test_stars_on_what_can_be_played(discord: Loopback, bot: Running, table: Channel) -> None:
    anna, cleo = discord.person("Anna"), discord.person("Cleo")
    nothing = await (await anna.slash(table, "patience board", stars=True)).done()
    assert "There is no game here" in nothing.text
    board = await begin(discord, table)
    said = await (await anna.slash(table, "patience board", stars=True)).done()
    assert "A star is on every pile" in said.text
    assert "something can be played from" in said.alt_texts[0]
    assert said.attachments[0].data != board.attachments[0].data
    assert not said.visible_to(cleo)
    assert len([m for m in table.messages.values() if is_board(m)]) == 1
