"""Games as films: what is posted, for whom, and when there is none."""

from __future__ import annotations

import asyncio
import io
import threading
from pathlib import Path

import pytest
from PIL import Image

from bot.chat import picture
from bot.chat.picture import Film
from bot.demo import Loopback
from bot.demo.model import Channel, Message
from bot.tables.views import TableView
from engine.record import Record
from render.theme import Look
from tests.e2e.conftest import Running, board_at, board_says, silence, whisper
from tests.e2e.test_play import begin, deal_once

WIN = Record.parse((Path(__file__).parent.parent / "data/wins/nestor.txt").read_text("utf-8"))


def is_film(message: Message) -> bool:
    """Whether a message has the three files."""
    kinds = [file.filename.rpartition(".")[2] for file in message.attachments]
    return kinds == ["webp", "png", "txt"]


def frames(message: Message) -> int:
    """How many pictures the film has."""
    with Image.open(io.BytesIO(message.attachments[0].data)) as film:
        return int(getattr(film, "n_frames", 1))


async def test_one_move_is_one_move_in_words(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = discord.person("Anna")
    await begin(discord, table, deal="7")
    anna.say(table, "d")
    await board_at(table, 2)
    await silence(await anna.slash(table, "patience replay"))
    film = await table.wait_for(is_film)
    words = [file.description or "" for file in film.attachments]
    assert any("Anna: 1 move from the deal on" in text for text in words)


async def test_a_game_is_shown_as_a_film(discord: Loopback, bot: Running, table: Channel) -> None:
    anna = discord.person("Anna")
    nothing = await (await anna.slash(table, "patience replay")).done()
    assert "No game is kept here" in nothing.text
    await begin(discord, table, deal="7")
    unplayed = await (await anna.slash(table, "patience replay")).done()
    assert "No move has been made" in unplayed.text
    anna.say(table, "d, d")
    await board_at(table, 2)
    discord.person("Ben").say(table, "d")
    await board_at(table, 3)
    await silence(await anna.slash(table, "patience replay"))
    film = await table.wait_for(is_film)
    assert film.text == "**Anna**, deal 7: 3 moves (Anna 2 and Ben 1)."
    assert frames(film) == 4
    assert all(len(file.description or "") > 20 for file in film.attachments)
    record = Record.parse(film.attachments[2].data.decode())
    assert (record.game.id, record.deal, record.done) == ("anna", "7", 3)
    await anna.slash(table, "patience stop")
    stopped = await table.wait_for(lambda m: "Anna stops" in m.text)
    number = stopped.text.partition("as number ")[2].partition(" ")[0]
    await anna.slash(table, "patience start", game="klondike")
    await anna.slash(table, "patience replay", number=int(number))
    again = await table.wait_for(lambda m: is_film(m) and m.id > film.id)
    assert again.attachments[2].data == film.attachments[2].data


async def test_a_won_game_offers_its_film(discord: Loopback, bot: Running, table: Channel) -> None:
    anna = discord.person("Anna")
    await begin(discord, table, WIN.deal, "nestor")
    moves = list(map(str, WIN.moves))
    for number, first in enumerate(range(0, len(moves), 10)):
        anna.say(table, ", ".join(moves[first : first + 10]))
        await board_at(table, number + 2)
    board = await board_says(table, "is won")
    await anna.click(board, "Show it as a film")
    film = await table.wait_for(is_film)
    assert ", won: " in film.text
    assert frames(film) > 10
    assert Record.parse(film.attachments[2].data.decode()).moves == WIN.moves
    assert board.attachments  # the board is as it was


async def test_one_film_at_a_time(
    discord: Loopback, bot: Running, table: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, finish = picture.shoot, threading.Event()

    def slow(view: TableView, look: Look) -> Film:
        finish.wait(60)
        return real(view, look)

    monkeypatch.setattr(picture, "shoot", slow)
    anna, ben = discord.person("Anna"), discord.person("Ben")
    await begin(discord, table)
    anna.say(table, "d")
    board = await board_at(table, 2)
    first = await anna.slash(table, "patience replay")
    more = await whisper(await ben.click(board, "More…"))
    second = await whisper(await ben.click(more, "The game as a film"))
    assert "on its way already" in second.text
    anna.say(table, "d")  # boards don't wait for films
    await board_at(table, 3)
    assert not [m for m in table.messages.values() if is_film(m)]
    finish.set()
    await silence(first)
    await asyncio.sleep(0.2)
    assert len([m for m in table.messages.values() if is_film(m)]) == 1


async def test_a_film_needs_the_right_to_attach_files(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = await deal_once(discord, table)
    discord.world.deny(table, "attach_files")
    await asyncio.sleep(0.1)
    refused = await (await anna.slash(table, "patience replay")).done()
    assert "**Attach Files**" in refused.text
