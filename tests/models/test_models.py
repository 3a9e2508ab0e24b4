"""Games and their independent models agree, step by step: what lies, what may be done, what is won.

A model is added by writing its module; see `tests.models.dealing`.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from engine.game import Game
from engine.games.catalogue import find
from engine.hints import greedy, is_homeward
from engine.moves import Move, read_exact
from engine.position import Position
from engine.record import Record
from tests.depth import much
from tests.models.dealing import PACK, Table, shuffle

HERE = Path(__file__).parent
WINS = HERE.parent / "data" / "wins"
NAMES = sorted(
    file.stem.replace("_", "-") for file in HERE.glob("*.py") if not file.stem.startswith("test_")
)
NAMES.remove("dealing")
STEPS = much(600)
LONGEST = 400

Chooser = Callable[[Game, Position, list[Move], random.Random], Move]


def model_of(name: str, deal: str) -> Table:
    """The model of the game with that id, as the deal lies."""
    module: Any = importlib.import_module(f"tests.models.{name.replace('-', '_')}")
    model: Table = module.Model(deal)
    return model


def lying(model: Table) -> dict[str, str]:
    """The piles of a model that hold something."""
    return {id: " ".join(cards) for id, cards in model.piles.items() if cards}


def compare(game: Game, position: Position, model: Any, told: str) -> None:
    """Fails where the two differ."""
    dump = game.dump(position)
    assert dump["piles"] == lying(model), told
    assert dump.get("redeals_left") == model.redeals_left, told
    assert position.phase == model.phase, told
    assert game.won(position) == model.won(), told
    moves = model.moves()
    assert len(moves) == len(set(moves)), told
    assert sorted(map(str, game.moves(position))) == sorted(moves), told


# --- ways to walk: each reaches positions that the others don't -----------------------------------


def by_chance(game: Game, position: Position, moves: list[Move], choose: random.Random) -> Move:
    return choose.choice(moves)


def homeward(game: Game, position: Position, moves: list[Move], choose: random.Random) -> Move:
    """Cards go home when they can, so that the foundations grow."""
    return choose.choice([move for move in moves if is_homeward(game, move)] or moves)


def lingering(game: Game, position: Position, moves: list[Move], choose: random.Random) -> Move:
    """Dealing comes last, as a rule, and few cards go home: piles grow long and places empty."""
    rest = [move for move in moves if move.source and not is_homeward(game, move)]
    return choose.choice(rest if rest and choose.random() < 0.85 else moves)


def walk(game: Game, way: Chooser) -> Iterator[tuple[str, list[Move]]]:
    """Deals with the line that is played in each."""
    choose = random.Random(f"{game.id} {way.__name__}")
    left, deal = STEPS, 0
    while left > 0:
        position, line = game.start(str(deal)), list[Move]()
        while (moves := game.moves(position)) and len(line) < LONGEST:
            line.append(way(game, position, moves, choose))
            position = game.after(position, line[-1])
        yield str(deal), line
        left -= len(line) + 1
        deal += 1


def follow(game: Game, deal: str, line: list[Move]) -> None:
    """Plays a line in both and compares them before each move and at the end."""
    position, model = game.start(deal), model_of(game.id, deal)
    for number, move in enumerate(line):
        compare(
            game, position, model, f"deal {deal}, after {number} of {', '.join(map(str, line))}"
        )
        position = game.apply(position, move)
        model.play(str(move))  # type: ignore[attr-defined]
    compare(game, position, model, f"deal {deal}, after {', '.join(map(str, line))}")


@pytest.mark.parametrize("way", [by_chance, homeward, lingering], ids=lambda way: way.__name__)
@pytest.mark.parametrize("name", NAMES)
def test_walks_agree(name: str, way: Chooser) -> None:
    game = find(name)
    for deal, line in walk(game, way):
        follow(game, deal, line)


@pytest.mark.parametrize("name", NAMES)
def test_hinted_games_agree(name: str) -> None:
    game = find(name)
    for deal in ("1", "Grüße, Anna"):
        follow(game, deal, [move for move, _ in islice(greedy(game, game.start(deal)), 400)])


@pytest.mark.parametrize("name", NAMES)
def test_recorded_wins_agree(name: str) -> None:
    record = Record.parse((WINS / f"{name}.txt").read_text(encoding="utf-8"))
    assert record.game.id == name
    follow(record.game, record.deal, [read_exact(str(move)) for move in record.moves])


@pytest.mark.parametrize("name", NAMES)
def test_deals_agree(name: str) -> None:
    game = find(name)
    for deal in range(much(40)):
        compare(game, game.start(str(deal)), model_of(name, str(deal)), f"deal {deal}")


def test_the_models_shuffle_is_the_one_that_is_written_down() -> None:
    assert shuffle(PACK, "1", 0)[:10] == "7D TH 3H 6C 3D TD TS 8D AS 5S".split()
    assert shuffle(PACK, "Grüße, Anna", 2)[:5] == "8C 3D 2D TC JS".split()
