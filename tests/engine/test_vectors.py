"""The rules dossier's scenarios: every check of every game passes."""

import json
from pathlib import Path

import pytest

from engine.games.catalogue import find, games
from engine.scenario import run

VECTORS = sorted((Path(__file__).parent.parent / "vectors").glob("*.json"))


def test_every_game_has_scenarios() -> None:
    assert {path.stem for path in VECTORS} == {game.id for game in games()}


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_scenarios_pass(path: Path) -> None:
    outcomes = [outcome for scenario in json.loads(path.read_text()) for outcome in run(scenario)]
    assert outcomes
    assert [f"{outcome.name}: {outcome.fault}" for outcome in outcomes if outcome.fault] == []


def test_a_wrong_expectation_is_reported() -> None:
    scenario = {
        "game": "klondike",
        "name": "a red seven on a red eight",
        "position": {"piles": {"1": "7D", "2": "8D"}},
        "checks": [
            {"move": "1 2", "legal": True},
            {"moves_exactly": ["1 2"]},
            {"won": True},
            {"move": "1 2", "legal": False, "then": {}},
        ],
    }
    faults = [outcome.fault for outcome in run(scenario)]
    assert "7♦ goes on 8♠ or 8♣, not on 8♦" in faults[0]
    assert faults[1] == "“1 2” is missing from the moves"
    assert faults[2] == "the game is not won"
    assert faults[3] == ""


def test_a_position_is_taken_as_it_stands_whatever_the_packs_have() -> None:
    scenario = {
        "game": "klondike",
        "name": "one pack, two fives",
        "position": {"piles": {"1": "5S", "2": "6D", "3": "5S"}},
        "checks": [{"moves_exactly": ["1 2", "3 2"]}],
    }
    assert [outcome.fault for outcome in run(scenario)] == [""]
    with pytest.raises(ValueError, match="lies there 2 times"):
        find("klondike").load(scenario["position"])  # type: ignore[arg-type]  # a dict it is
