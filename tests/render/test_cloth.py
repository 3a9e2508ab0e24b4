"""The table under the cards, and the shadows on it."""

from __future__ import annotations

import itertools

import pytest
from PIL import Image, ImageChops

from engine.game import Game
from engine.games.catalogue import find, games
from render import board
from render.cards import Cut, shape
from render.cloth import cloth, fall, shadow
from render.frame import WIDTH, frame
from render.labels import plan
from render.scene import NOTHING, desk, desk_for, scene
from render.theme import EDGE, FACE, THEMES, Look, nearest, palette
from render.titles import Heading
from tests.depth import much
from tests.render.boards import playout
from tests.render.contrast import contrast, luminance


def lightness(look: Look, size: int = WIDTH) -> list[float]:
    """How light the cloth is down the middle of the table, mean of its ribs."""
    table = cloth(look, frame(find("klondike"), look, size))
    colours = palette(look)
    title = frame(find("klondike"), look, size).title.bottom
    pixels, middle = table.tobytes(), size // 2
    return [
        sum(luminance(colours[pixels[y * table.width + middle + x]]) for x in (0, 1)) / 2
        for y in range(title + 3, table.height - 6)
    ]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [WIDTH, 550])
def test_the_light_is_in_the_middle_and_falls_off_evenly(theme: str, size: int) -> None:
    rows = lightness(Look(theme), size)
    middle = len(rows) // 2
    assert rows[:middle] == sorted(rows[:middle])
    assert rows[middle:] == sorted(rows[middle:], reverse=True)
    assert rows[0] < rows[middle] > rows[-1]
    for one, other in itertools.pairwise(rows):
        assert abs(one - other) < 0.06 * (max(rows) + 0.05)  # no step is seen as a line


@pytest.mark.parametrize("theme", THEMES)
def test_everything_is_seen_on_all_of_the_cloth(theme: str) -> None:
    table = THEMES[theme]
    for tone in {tone for pair in table.cloth for tone in pair}:
        for ink in (table.text, table.quiet):
            assert contrast(ink, tone) >= 4.5
        for mark in (table.ring, table.hint, table.mark, table.slot):
            assert contrast(mark, tone) >= 3
        assert contrast(FACE, tone) >= 3 or contrast(EDGE, tone) >= 2.7
        assert contrast(FACE, tone) >= 1.5


@pytest.mark.parametrize("theme", THEMES)
def test_shadows_are_darker_than_all_of_the_cloth(theme: str) -> None:
    table = THEMES[theme]
    deep, light = map(luminance, table.shades)
    assert deep < light < min(luminance(tone) for pair in table.cloth for tone in pair)


@pytest.mark.parametrize("tilt", [0, 20])
def test_a_shadow_is_as_its_card_and_lighter_where_it_fades(tilt: int) -> None:
    look, cut = Look(), Cut(100, "top", 30, 0, tilt=tilt)
    image, mask = shadow(look, cut, None)
    assert mask.tobytes() == shape(cut).tobytes()
    deep, light = (nearest(look, shade) for shade in look.colours.shades)
    middle = image.width // 2, image.height // 2
    last = max(y for y in range(image.height) if mask.getpixel((middle[0], y)))
    assert image.getpixel(middle) == deep
    assert image.getpixel((middle[0], last)) == light


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_cards_that_bring_their_shadow_darken_nothing_else(game: Game) -> None:
    look = Look()
    table, fixed = desk(game, look, WIDTH), plan(game, look, WIDTH)
    reach = fall(table.frame)
    for id in table.alone:
        shaded = fixed.corridors[id].joined(fixed.corridors[id].moved(*reach))
        assert not [label for label in fixed.felt if label.rect.meets(shaded)]
        for other, corridor in fixed.corridors.items():
            assert other == id or not corridor.meets(shaded)


@pytest.mark.parametrize("id", ["la-belle-lucie", "wheel", "kings", "margarethe"][: much(4, 2)])
def test_no_shadow_falls_on_a_card(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    look, game = Look(), find(id)
    position = playout(game)[0][0]

    def picture() -> Image.Image:
        board.forget()
        return board.compose(game, position, look, NOTHING, Heading("x"), WIDTH).picture()

    shaded = picture()
    monkeypatch.setattr(
        board, "shadow", lambda *_: (Image.new("L", (1, 1)), Image.new("1", (1, 1)))
    )
    change = ImageChops.difference(shaded, picture()).point([0] + [255] * 255, mode="1")
    assert change.getbbox()
    for card in scene(desk_for(game, look, WIDTH, position), position, NOTHING).cards:
        cover = shape(card.spot.cut)
        assert not ImageChops.logical_and(change.crop(card.spot.rect), cover).getbbox()
