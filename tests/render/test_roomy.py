"""Cards are as large as the position allows, and change their size only when they must."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from engine.game import Game
from engine.games.catalogue import games
from engine.hints import greedy
from engine.position import Position
from render.frame import WIDTH, frame
from render.roomy import LEAST_DOWN, larger, roomier
from render.scene import NOTHING, desk, desk_for, scene
from render.theme import Look
from tests.engine.endgames import won_record

ROOMY = [game for game in games() if larger(game)]
with_room = pytest.mark.parametrize("game", ROOMY, ids=lambda game: game.id)


def lines(game: Game) -> list[Sequence[Position]]:
    """The recorded win, and a game of the built-in player."""
    start = game.start("1")
    played = itertools.islice((position for _, position in greedy(game, start)), 300)
    return [won_record(game).positions, [start, *played]]


def test_boards_that_were_empty_at_the_start_use_their_room() -> None:
    ids = {game.id for game in ROOMY}
    assert ids >= {"klondike", "storehouse", "rouge-et-noir", "blondes-and-brunettes"}


@with_room
@pytest.mark.parametrize("size", [WIDTH, 550, 360])
def test_cards_are_larger_and_pictures_are_not(game: Game, size: int) -> None:
    start = game.start("1")
    usual, now = frame(game, Look(), size), desk_for(game, Look(), size, start).frame
    assert now.card >= 1.07 * usual.card
    assert now.size == usual.size


@with_room
def test_sizes_change_rarely(game: Game) -> None:
    """Once down and once up again in a game."""
    for line in lines(game):
        sizes = [roomier(game, position) is game for position in line]
        assert sum(one != other for one, other in itertools.pairwise(sizes)) <= 2


@with_room
def test_large_cards_leave_no_card_without_its_strip(game: Game) -> None:
    for line in lines(game):
        for position in line[::5]:
            table = desk_for(game, Look(), WIDTH, position)
            shown = scene(table, position, NOTHING)
            if table.game is game:
                continue
            assert not shown.spills
            for one, other in itertools.pairwise(shown.cards):
                if one.pile == other.pile in game.tableau_ids and one.card >= 0:
                    assert other.spot.y - one.spot.y >= LEAST_DOWN - 1, (one, other)


@with_room
def test_a_larger_table_is_labelled_like_the_usual_one(game: Game) -> None:
    large = larger(game)
    assert large
    plan = desk(large, Look(), WIDTH).plan
    for id in game.pile_ids:
        assert id in plan.beside or id in plan.inside, id
    for one, other in itertools.combinations(plan.felt, 2):
        assert not one.rect.meets(other.rect), (one, other)
    for label in plan.felt:
        assert not any(label.rect.meets(rect) for rect in plan.corridors.values()), label
