"""Recorded wins: a whole game of each, won at its last move and at no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game import Game
from engine.moves import DEAL, REDEAL, IllegalMove
from engine.record import Record
from tests.engine.walks import every_game

WINS = Path(__file__).parent.parent / "data" / "wins"


@every_game
def test_a_recorded_win_is_won_at_its_last_move_only(game: Game) -> None:
    record = Record.parse((WINS / f"{game.id}.txt").read_text())
    assert record.game is game
    assert [game.won(position) for position in record.positions] == [False] * record.done + [True]
    assert game.moves(record.position) == []
    assert game.placed(record.position) == game.goal
    for move in (DEAL, REDEAL, record.moves[-1]):
        with pytest.raises(IllegalMove, match="won"):
            game.apply(record.position, move)
    undone = record.undo()
    assert record.moves[-1] in game.moves(undone.position)
    assert undone.redo().position == record.position
