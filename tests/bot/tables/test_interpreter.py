"""Whatever is said to the bot is answered: with a deed, or a sentence and a way on."""

from __future__ import annotations

import pytest

from bot.tables.actions import Asker
from bot.tables.colloquial import meant
from bot.tables.interpreter import Interpreter
from bot.tables.tables import Answer, Tables
from tests.bot.room import ANNA, CHANNEL

GAMES = ("klondike", "anna", "sultan", "fourteenth", "wheel", "labyrinth")
SAID = (
    "7x f",
    "1 99",
    "w z77",
    "hello",
    "resume ٣",
    "undo ٢",
    "undo 0",
    "see z77",
)


async def hear(tables: Tables, event: int, line: str) -> Answer:
    interpreter = Interpreter(tables, lambda: "HELP")
    return await interpreter.hear(Asker(CHANNEL, ANNA, f"e{event}"), meant(line))


@pytest.mark.parametrize("game", GAMES)
async def test_what_is_no_move_is_told_with_what_would_work(tables: Tables, game: str) -> None:
    await hear(tables, 0, f"start {game} 3")
    await hear(tables, 1, "d")
    before = await tables.view(CHANNEL)
    for number, line in enumerate(SAID, start=2):
        answer = await hear(tables, number, line)
        assert not answer.changed, line
        assert answer.text.rstrip("`").endswith((".", "?", "!")), answer.text
        assert len(answer.text) < 700, line
        helps = answer.offers or "`" in answer.text or "here" in answer.text
        assert helps, (line, answer.text)
    assert await tables.view(CHANNEL) == before


@pytest.mark.parametrize("line", ["d", "7h f", "undo", "hint", "moves", "board", "stop", "finish"])
async def test_without_a_game_it_says_how_one_begins(tables: Tables, line: str) -> None:
    answer = await hear(tables, 0, line)
    assert not answer.changed
    assert "start" in answer.text + "".join(offer.command for offer in answer.offers)


async def test_more_is_taken_back_than_there_is(tables: Tables) -> None:
    await hear(tables, 0, "start klondike 3")
    await hear(tables, 1, "d, d, d")
    answer = await hear(tables, 2, "undo 1000")
    assert "takes back 3 moves" in answer.text
    assert answer.table
    assert answer.table.record.done == 0
