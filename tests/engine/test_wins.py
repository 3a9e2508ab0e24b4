"""Recorded wins: a whole game of each, won at its last move and at no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cards import rank
from engine.game import Game
from engine.games.catalogue import find
from engine.moves import DEAL, REDEAL, IllegalMove
from engine.record import Record
from engine.rules import expand, rank_of
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


TOPS = {
    "anna": {"1-8": "Q", "F1-F8": "K"},
    "anna-cadogan": {"1-8": "Q", "F1-F8": "K"},
    "besieged-city": {"F1-F4": "A"},
    "blondes-and-brunettes": {"F1-F8": "K"},
    "congress": {"F1-F8": "K"},
    "constitution": {"F1-F8": "J", "K5": "Q"},
    "great-thirteen": {"N1-N8": "K"},
    "hemispheres": {"F1-F4": "K", "F5-F8": "A"},
    "kings": {"F1-F8": "K"},
    "napoleons-favorite": {"F1-F4": "A", "F5-F8": "K"},
    "reversal": {"F1-F4": "A", "F5-F8": "2"},
    "rouge-et-noir": {"F1-F8": "K"},
    "storehouse": {"F1-F4": "A"},
    "sultan": {"F1-F8": "Q", "X": "K"},
}


@pytest.mark.parametrize("name", TOPS)
def test_a_won_table_looks_as_the_book_says(name: str) -> None:
    game = find(name)
    position = Record.parse((WINS / f"{name}.txt").read_text()).position
    for ids, letter in TOPS[name].items():
        assert {rank(game.pile(position, id)[-1]) for id in expand(ids)} == {rank_of(letter)}
    if name.startswith("anna"):
        assert all(len(game.pile(position, id)) == 1 for id in expand("1-8"))


def test_the_dials_tell_the_hour_when_they_are_won() -> None:
    for name in ("dial-1", "dial-2", "dial-2-single"):
        game = find(name)
        position = Record.parse((WINS / f"{name}.txt").read_text()).position
        hours = [rank(game.pile(position, id)[-1]) for id in expand("F1-F13")]
        assert hours == list(range(1, 14))
