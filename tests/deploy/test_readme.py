"""The README says of the games what the games say."""

from engine.games.catalogue import games
from tests import readme


def test_every_game_has_its_row_and_it_is_right() -> None:
    rows = readme.rows()
    assert [*rows] == [game.title for game in games()]
    for game in games():
        cells = rows[game.title]
        assert cells == readme.refreshed(game, cells), f"python -m tests.new_game {game.id} readme"
