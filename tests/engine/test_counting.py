"""The games allow what they allowed when it was last counted."""

import pytest

from engine.game import Game
from engine.games.catalogue import games
from tests.engine.counting import counted
from tests.engine.expected import FOLDER, expected
from tests.engine.walks import every_game


def test_nothing_is_expected_of_games_that_are_gone() -> None:
    assert {path.stem for path in FOLDER.iterdir()} <= {game.id for game in games()}


@pytest.mark.thorough
@every_game
def test_a_game_allows_what_was_counted(game: Game) -> None:
    assert counted(game) == expected(game).counts, (
        "the rules of this game have changed; if that is meant, see tests/engine/counting.py"
    )
