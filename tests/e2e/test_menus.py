"""What the context menu of a message offers: any board in words, and its deal to play."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.board import status
from bot.chat.menus import NO_BOARD, NO_DEAL, PLAY, READ, deal_of
from bot.demo import Loopback
from bot.demo.model import Channel, Interaction
from bot.store.ids import ChannelTable
from bot.tables.record import FORMAT, TableRecord
from bot.tables.texts import headline
from bot.tables.views import TableView
from engine.game import Game
from engine.games.catalogue import games
from engine.record import Record
from tests.e2e.conftest import Running, board_at
from tests.e2e.test_play import begin


async def answer(interaction: Interaction) -> str:
    return (await interaction.bell.until(lambda: said(interaction), 15.0)).strip()


def said(interaction: Interaction) -> str | None:
    message = interaction.response
    return message.text if message and message.text else None


async def test_the_living_board_is_read_in_full(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    board = await begin(discord, table, game="klondike", deal="3")
    ben = discord.person("Ben")
    words = await answer(await ben.menu(board, READ))
    assert words.startswith("```")
    assert "7 ▒×6 K♣" in words


async def test_an_older_board_is_read_from_its_picture(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = discord.person("Anna")
    old = await begin(discord, table, game="klondike", deal="3")
    anna.say(table, "board")
    await table.wait_for(lambda m: m.id != old.id and bool(m.attachments))
    await table.wait_for(lambda m: m.id == old.id and not any(p["type"] == 2 for p in m.parts))
    words = await answer(await anna.menu(old, READ))
    assert "Canfield or Klondike" in words
    assert "K♣" in words
    no_board = anna.say(table, "nothing to read here")
    assert await answer(await anna.menu(no_board, READ)) == NO_BOARD
    assert await answer(await anna.menu(no_board, PLAY)) == NO_DEAL


async def test_the_deal_of_a_board_is_played_elsewhere(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna, label = discord.person("Anna"), "*Grüße*, Anna: `7`"
    board = await begin(discord, table, game="sultan", deal=label)
    anna.say(table, "d")
    board = await board_at(table, 2)
    here = await answer(await anna.menu(board, PLAY))
    assert "A game is on here" in here
    anna.say(table, f"{discord.bot.mention} stop")
    gone = await table.wait_for(lambda m: "It is kept as" in m.text)
    await anna.menu(gone, PLAY)
    await board_at(table, 1)
    view = await bot.client.chat.tables.view(ChannelTable(table.id))
    assert view
    assert (view.record.game.id, view.record.deal) == ("sultan", label)


LABELS = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=64)


@given(LABELS, st.sampled_from(games()))
def test_a_deal_is_read_from_what_boards_and_texts_say(label: str, game: Game) -> None:
    record = Record.begin(game, label)
    table = TableRecord(FORMAT, 1, record.game.id, record.deal, "1", 0, ())
    view = TableView(ChannelTable(1), 1, table, record, 0.0)
    assert deal_of([status(view)]) == (record.game.id, record.deal)
    if "·" not in record.deal:
        text = f"Anna stops {headline(record.game, record.deal)}. It is kept as number 7."
        assert deal_of([text]) == (record.game.id, record.deal)


@pytest.mark.parametrize("text", ["", "deal 3", "**Nothing**, deal 3", "### Anna\n-# move 3"])
def test_other_texts_name_no_deal(text: str) -> None:
    assert deal_of([text]) is None
