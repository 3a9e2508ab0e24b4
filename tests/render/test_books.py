"""Three books, three looks."""

from __future__ import annotations

import itertools

import pytest
from PIL import ImageChops

from engine.games.catalogue import find, games
from render.board import draw
from render.books import book, imprint
from render.cards import BACKS, Cut, back
from render.ornaments import ornament
from render.text import PLAIN, ROMAN, face_for
from render.theme import THEMES, Look
from tests.render.test_board import opened


def test_every_book_is_known_and_has_games() -> None:
    looks = {book(game).kind: book(game).name for game in games()}
    assert len(looks) == 3
    assert not {game.book for game in games()} & {book(game).name for game in games()}
    assert imprint(find("anna")) == "Dick 1898"
    assert imprint(find("zodiac")) == "Cadogan 1914"


@pytest.mark.parametrize("theme", THEMES)
def test_backs_differ_but_strips_of_them(theme: str) -> None:
    look, cut = Look(theme), Cut(120, "top", 40, 0)
    drawn = [back(look, cut, card) for card in BACKS]
    for one, other in itertools.combinations(drawn, 2):
        assert ImageChops.difference(one, other).getbbox()
    bare = [back(look, cut._replace(bare=True), card).tobytes() for card in BACKS]
    assert len(set(bare)) == 1


def test_ornaments_differ() -> None:
    drawn = [ornament(kind, 24).tobytes() for kind in range(3)]
    assert len(set(drawn)) == 3
    assert all(max(image) > 200 for image in drawn)


def test_the_title_has_the_books_face_unless_it_lacks_a_letter() -> None:
    assert face_for("Grüße, Anna", ROMAN) == ROMAN
    assert face_for("Анна", ROMAN) == PLAIN


def test_boards_of_different_books_are_told_apart_by_their_title_line() -> None:
    lines = set()
    for id in ("anna", "anna-cadogan", "klondike"):
        game = find(id)
        image = opened(draw(game, game.start("1"), title="Patience"))
        lines.add(image.crop((0, 0, 300, 38)).tobytes())
    assert len(lines) == 3
