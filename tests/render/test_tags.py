"""Small texts on cards: narrow, told apart, each suit in its own colour."""

from __future__ import annotations

import pytest

from engine.cards import SYMBOLS
from engine.game import Game
from engine.games.catalogue import games
from render.frame import WIDTH
from render.scene import NOTHING, desk_for, scene
from render.tags import COUNT, NEXT, tag, tag_size
from render.theme import TAG, Look, nearest
from tests.engine.endgames import won_record
from tests.render.boards import playout
from tests.render.contrast import contrast

LOOKS = [Look(theme, four) for theme in ("felt", "light", "slate") for four in (False, True)]
every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.id)


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_suits_keep_their_colours(look: Look) -> None:
    for symbol, ink in zip(SYMBOLS, look.suits, strict=True):
        assert contrast(ink, TAG) >= 4
        image, _ = tag(look, f"{NEXT}3{symbol}", 24)
        painted = {index for _, index in image.getcolors() or []}
        assert nearest(look, ink) in painted, symbol


@pytest.mark.parametrize("words", ["▸10♥", "▸Q♠", "×12", "K♠…", "▸10♥♦", "9", "▸5"])
def test_a_tag_is_as_large_as_it_says(words: str) -> None:
    for size in range(9, 31):
        image, mask = tag(Look(), words, size)
        assert image.size == mask.size == tag_size(words, size)


def test_a_ten_is_hardly_wider_than_a_queen() -> None:
    assert tag_size("▸10♥", 24)[0] <= tag_size("▸Q♥", 24)[0] + 3


@every_game
def test_every_wish_stands_on_its_pile_and_by_itself(game: Game) -> None:
    """What a foundation takes next is always there, and never runs into a count."""
    for position in (*playout(game)[0][::12], *won_record(game).positions[::12]):
        shown = scene(desk_for(game, Look(), WIDTH, position), position, NOTHING)
        signs = {badge.pile: badge for badge in shown.badges if badge.text.startswith(NEXT)}
        counts = {badge.pile: badge for badge in shown.badges if badge.text.startswith(COUNT)}
        wishes = {id: wish for id in game.pile_ids if (wish := game.wanted(position, id))}
        said = {id: sign.text.removeprefix(NEXT) for id, sign in signs.items()}
        said |= {empty.pile: empty.text for empty in shown.empties}
        assert said == wishes
        for id in signs.keys() & counts.keys():
            assert not signs[id].rect.grown(5, 0).meets(counts[id].rect), id
        for badge in (*signs.values(), *counts.values()):
            assert badge.text.count(COUNT) + badge.text.count(NEXT) == 1, badge
