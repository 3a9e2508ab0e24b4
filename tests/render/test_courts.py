"""The twelve courts: whole, distinct, and the same on their heads."""

from __future__ import annotations

import itertools

import pytest
from PIL import Image, ImageChops

from engine.cards import JACK, KING
from render.courts import COURTS
from render.figures import bust, court
from render.shapes import outline
from render.theme import FACE, TWO_COLOURS

BOX = (0, 0, 400, 560)
PAINTS = {"suit", "ink", "gold", "face", "cloth", "skin", "hair"}


def drawn(value: int, suit: int) -> Image.Image:
    image = Image.new("RGB", BOX[2:], FACE)
    court(image, value, suit, BOX, TWO_COLOURS[suit])
    return image


def apart(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that differ."""
    change = ImageChops.difference(one, other).convert("L").point([0] * 24 + [255] * 232)
    return change.histogram()[255] / (one.width * one.height)


def test_there_are_twelve() -> None:
    assert set(COURTS) == set(itertools.product(range(JACK, KING + 1), range(4)))


@pytest.mark.parametrize("parts", COURTS.values(), ids=map(str, COURTS))
def test_parts_are_in_known_paints_and_hardly_leave_the_panel(
    parts: tuple[tuple[str, str], ...],
) -> None:
    for paint, path in parts:
        assert paint.removeprefix("~") in PAINTS
        assert all(-8 <= x <= 108 and -8 <= y <= 108 for x, y in outline(path)), path
    assert {"skin", "suit"} <= {paint for paint, _ in parts}


def test_all_are_distinct_even_in_one_colour() -> None:
    images = {}
    for value, suit in COURTS:
        image = Image.new("RGB", (300, 300), FACE)
        bust(image, value, suit, (0, 0, 300, 300), TWO_COLOURS[0])
        images[value, suit] = image
    for one, other in itertools.combinations(images, 2):
        assert apart(images[one], images[other]) > 0.03, (one, other)


@pytest.mark.parametrize(("value", "suit"), COURTS)
def test_a_court_is_the_same_on_its_head(value: int, suit: int) -> None:
    image = drawn(value, suit)
    assert apart(image, image.rotate(180)) < 0.012


@pytest.mark.parametrize(("value", "suit"), COURTS)
def test_a_bust_stays_in_its_box(value: int, suit: int) -> None:
    image = Image.new("RGB", (400, 400), (255, 0, 255))
    bust(image, value, suit, (100, 120, 300, 320), TWO_COLOURS[suit])
    image.paste((255, 0, 255), (100, 120, 300, 320))
    assert image.getcolors() == [(400 * 400, (255, 0, 255))]
