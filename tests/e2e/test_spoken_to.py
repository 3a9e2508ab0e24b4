"""Whatever is written to the bot is answered, with what would work."""

from __future__ import annotations

import pytest

from bot.demo import Loopback
from bot.demo.model import Channel
from tests.e2e.conftest import Running, board_at
from tests.e2e.test_chat import moves_made
from tests.e2e.test_play import begin

EVEN_WITHOUT_A_GAME = {
    "d": "No game is on here",
    "7h f": "No game is on here",
    "hello": "No game is on here",
    "anna": "start anna` begins Anna",
    "moves": "No game is on here",
    "stop": "No game is on here",
    "resume": "No game is kept here",
    "undo 0": "a number, at least 1",
    "resume ٣": "a number, at least 1",
    "rules of the house": "No game",
}
AT_A_TABLE = {
    "what can I do?": "This can be played now",
    "moves": "This can be played now",
    "7x f": "“7x f” is not a move. Type",
    "1 99": "there is no pile 99",
    "w z77": "there is no pile z77",
    "hello": "“hello” is not a move",
    "hnit": "did you mean `hint`",
    "stop being silly": "is not understood. Did you mean",
    "undo it": "nothing to take back",
    "undo my mistake": "is not understood. Did you mean",
    "how do I win?": "Klondike",
    "q": "puts the game away",
    "undo ٢": "a number, at least 1",
    "5 4 0": "at least 1",
    "settings": "/patience settings",
    "see z9": "no pile “z9”",
    "can you give me a hint": "Try ",
    "hint please": "Try ",
}


@pytest.mark.parametrize("where", ["mention", "reply", "direct message"])
async def test_every_line_gets_an_answer(
    discord: Loopback, bot: Running, table: Channel, where: str
) -> None:
    anna = discord.person("Anna")
    room = anna.dm() if where == "direct message" else table
    board = None

    async def asked(line: str, answer: str) -> None:
        before = f"{discord.bot.mention} " if where != "direct message" and board is None else ""
        if where == "mention":
            before = f"{discord.bot.mention} "
        said = anna.say(room, before + line, reply_to=board if where == "reply" else None)
        told = await room.wait_for(lambda m: m.reply_to == said.id and m.author is discord.bot)
        assert answer in told.text, line

    for line, answer in EVEN_WITHOUT_A_GAME.items():
        await asked(line, answer)
    anna.say(room, f"{discord.bot.mention} start klondike 1")
    board = await board_at(room, 1)
    for line, answer in AT_A_TABLE.items():
        await asked(line, answer)
    anna.say(room, f"{discord.bot.mention} deal please")
    await board_at(room, 2)


async def test_a_reply_to_the_board_needs_no_ping(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = discord.person("Anna")
    board = await begin(discord, table)
    said = anna.say(table, "nice", reply_to=board, ping=False)
    await table.wait_for(lambda m: m.reply_to == said.id and "“nice” is not a move" in m.text)
    assert await moves_made(bot, table) == []
