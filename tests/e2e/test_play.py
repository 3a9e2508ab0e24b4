"""Playing in a channel: commands, chat lines and buttons, each answered with a fresh picture."""

from __future__ import annotations

from bot.demo import Loopback
from bot.demo.model import Channel
from tests.e2e.conftest import Running, board_at, board_says, has_buttons, is_board, version


async def test_a_game_begins_and_is_shown(discord: Loopback, bot: Running, table: Channel) -> None:
    anna = discord.person("Anna")
    started = await anna.slash(table, "patience start", game="anna", deal="1")
    assert started.answered
    answer = await started.done()
    assert "Anna" in answer.text
    board = await board_at(table, 1)
    assert board.attachments[0].filename == "board-1.png"
    assert board.attachments[0].size is not None
    assert board.attachments[0].size[0] == 1100
    assert "Anna" in board.alt_texts[0]
    assert {"Deal", "Undo", "Hint", "Finish", "More…"} <= {
        part["label"] for part in board.parts if part["type"] == 2
    }
    anna.say(table, "d")
    board = await board_at(table, 2)
    assert "Anna: deal" in board.text
    assert board.attachments[0].filename == "board-2.png"
