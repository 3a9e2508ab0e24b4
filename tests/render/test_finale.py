"""Won games: their figure alone, whole and large, and the words of their book beside it."""

from __future__ import annotations

import itertools

import pytest

from engine.game import Game
from engine.games.catalogue import find, games
from render.books import book
from render.finale import announced, finale, table_for
from render.frame import WIDTH
from render.replay import steps
from render.scene import NOTHING, desk_for, scene
from render.text import has_glyph
from render.theme import Look
from tests.engine.endgames import won_record
from tests.render.boards import playout, position


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_the_figure_is_whole_and_the_plaque_beside_it(game: Game) -> None:
    position = won_record(game).position
    usual, table = desk_for(game, Look(), WIDTH, position), table_for(game, Look(), WIDTH, position)
    assert table.frame.size == usual.frame.size
    old, new = (scene(each, position, NOTHING).cards for each in (usual, table))
    felt = table.frame.size._replace(top=table.frame.title.bottom)
    assert [(card.pile, card.card) for card in old] == [(card.pile, card.card) for card in new]
    assert all(card.spot.rect.within(felt) for card in new)
    # Places keep their distances, measured in cards.
    places, larger = usual.game.places, table.game.places
    for one, other in itertools.pairwise(dict.fromkeys(card.pile for card in new)):
        assert larger[other].x - larger[one].x == pytest.approx(places[other].x - places[one].x)
        assert larger[other].y - larger[one].y == pytest.approx(places[other].y - places[one].y)
    found = announced(table, position)
    assert found
    assert " ".join(found.lines) == game.triumph
    assert found.size >= 25
    assert found.rect.within(felt)
    assert not any(found.rect.meets(card.spot.rect) for card in new)
    empty = {id for id in game.pile_ids if not game.pile(position, id)}
    for label in table.plan.felt:
        assert empty.issuperset(label.piles) or label.rect.within(felt)
        assert empty.issuperset(label.piles) or not label.rect.meets(found.rect)


def test_games_that_go_on_keep_their_table() -> None:
    game = find("anna")
    for now in playout(game)[0][::40]:
        assert table_for(game, Look(), WIDTH, now) is desk_for(game, Look(), WIDTH, now)


@pytest.mark.parametrize("id", ["klondike", "zodiac", "nestor", "sultan"])
def test_figures_with_room_round_them_grow(id: str) -> None:
    game = find(id)
    now = position(game, "end")
    assert finale(game, now)
    usual, table = desk_for(game, Look(), WIDTH, now), table_for(game, Look(), WIDTH, now)
    assert table.frame.card > usual.frame.card


def test_letters_of_the_triumph_are_in_the_face_of_the_book() -> None:
    for game in games():
        assert all(has_glyph(letter, book(game).face) for letter in game.triumph + game.title)


def test_films_end_with_the_won_board() -> None:
    record = won_record(find("klondike"))
    assert steps(record)[-1].done == record.done
    assert record.game.won(record.positions[steps(record)[-1].done])
