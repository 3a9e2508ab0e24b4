"""`patience games` and `patience rules`."""

import json

import pytest

from engine.games.catalogue import find, games
from tests.bot.commands.typed import run


def test_games_lists_all() -> None:
    lines = run("games").stdout.splitlines()
    assert [line.split()[0] for line in lines] == [game.id for game in games()]


def test_games_as_json_has_the_fields_of_the_contract() -> None:
    found = json.loads(run("games", "--json").stdout)
    assert {game["id"] for game in found} == {game.id for game in games()}
    for facts in found:
        assert list(facts) == [
            "id", "name", "aliases", "book", "year", "packs", "kind", "length", "daily",
            "proven_deals",
        ]  # fmt: skip
        assert facts["kind"] in ("skill", "mixed", "luck")
        assert isinstance(facts["daily"], bool)
        assert isinstance(facts["proven_deals"], int)


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_rules_are_plain_text(game: str) -> None:
    text = run("rules", game).stdout
    assert find(game).title in text
    assert "**" not in text
    assert "`" not in text
