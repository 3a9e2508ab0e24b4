"""The games allow what they allowed when it was last counted."""

import json

import pytest

from engine.game import Game
from engine.games.catalogue import games
from tests.engine.counting import KEPT, counted
from tests.engine.walks import every_game

pytestmark = pytest.mark.thorough

KNOWN = json.loads(KEPT.read_text())


def test_every_game_is_counted() -> None:
    assert KNOWN.keys() == {game.id for game in games()}


@every_game
def test_a_game_allows_what_was_counted(game: Game) -> None:
    assert counted(game) == KNOWN[game.id], (
        "the rules of this game have changed; if that is meant, see tests/engine/counting.py"
    )
