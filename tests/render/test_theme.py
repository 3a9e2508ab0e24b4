"""Colours: contrast, and four suits that everybody can tell apart."""

from __future__ import annotations

import itertools
import math

import pytest

from render.theme import (
    EDGE,
    FACE,
    FOUR_COLOURS,
    INK,
    TAG,
    THEMES,
    TWO_COLOURS,
    Colour,
    Look,
    nearest,
    palette,
    rgb,
)
from tests.render.contrast import contrast

Lab = tuple[float, float, float]

LOOKS = [Look(theme, four) for theme in THEMES for four in (False, True)]

# Machado, Oliveira and Fernandes (2009), severity 1.0, for linear RGB.
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def lab(colour: Colour, eye: str) -> Lab:
    """CIE L*a*b* of a colour as an eye sees it."""
    channels = [linear(value) for value in colour]
    seen = [sum(a * b for a, b in zip(row, channels, strict=True)) for row in EYES[eye]]
    red, green, blue = (min(1.0, max(0.0, value)) for value in seen)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089

    def root(t: float) -> float:
        return t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116

    return 116 * root(y) - 16, 500 * (root(x) - root(y)), 200 * (root(y) - root(z))


@pytest.mark.parametrize("name", THEMES)
def test_text_stands_out_from_its_ground(name: str) -> None:
    theme = THEMES[name]
    pairs = [
        (theme.text, theme.felt),
        (theme.text, theme.rail),
        (theme.quiet, theme.felt),
        (theme.quiet, theme.rail),
        (theme.chip_text, theme.chip),
        (theme.mark, theme.rail),
        (INK, TAG),
        *((ink, FACE) for ink in (*TWO_COLOURS, *FOUR_COLOURS)),
    ]
    for ink, ground in pairs:
        assert contrast(ink, ground) >= 4.5, (ink, ground)


@pytest.mark.parametrize("name", THEMES)
def test_marks_and_outlines_are_seen(name: str) -> None:
    theme = THEMES[name]
    for mark in (theme.ring, theme.hint):
        assert contrast(mark, theme.felt) >= 3
        assert contrast(mark, FACE) >= 3
    assert contrast(theme.mark, theme.felt) >= 3
    assert contrast(theme.slot, theme.felt) >= 3


@pytest.mark.parametrize("name", THEMES)
def test_cards_stand_off_the_table_and_each_other(name: str) -> None:
    """The face itself does, or its rim off both."""
    felt = THEMES[name].felt
    assert contrast(FACE, felt) >= 3 or contrast(EDGE, felt) >= 2.7
    assert contrast(FACE, felt) >= 1.5
    assert contrast(EDGE, FACE) >= 3


def difference(one: Lab, other: Lab) -> float:
    """CIEDE2000, with all weights 1."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + 25**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180
    lightness, chroma = l2 - l1, c2 - c1
    hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    l, c, h = (l1 + l2) / 2, (c1 + c2) / 2, h1 + turn / 2  # noqa: E741  # the formula's own letters
    t = 1 - 0.17 * _cos(h - 30) + 0.24 * _cos(2 * h) + 0.32 * _cos(3 * h + 6)
    t -= 0.2 * _cos(4 * h - 63)
    sl = 1 + 0.015 * (l - 50) ** 2 / math.sqrt(20 + (l - 50) ** 2)
    sc, sh = 1 + 0.045 * c, 1 + 0.015 * c * t
    rotation = 60 * math.exp(-(((h % 360 - 275) / 25) ** 2))
    rt = -2 * math.sqrt(c**7 / (c**7 + 25**7)) * math.sin(math.radians(rotation))
    parts = lightness / sl, chroma / sc, hue / sh
    return math.sqrt(sum(part**2 for part in parts) + rt * parts[1] * parts[2])


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (61, -5, 29), 22.8977),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((90.9257, -0.5406, -0.9208), (88.6381, -0.8985, -0.7239), 1.5381),
    ],
)
def test_the_difference_is_that_of_the_standard(one: Lab, other: Lab, apart: float) -> None:
    """Pairs of Sharma, Wu and Dalal (2005)."""
    assert difference(one, other) == pytest.approx(apart, abs=1e-4)


@pytest.mark.parametrize("eye", EYES)
def test_four_suits_are_distinct_for_every_eye(eye: str) -> None:
    for one, other in itertools.combinations(FOUR_COLOURS, 2):
        assert difference(lab(one, eye), lab(other, eye)) >= 22, (one, other)


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_suits_are_read_on_tags_too(look: Look) -> None:
    for ink in look.suits:
        assert contrast(ink, TAG) >= 4


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_palette_is_small_and_exact(look: Look) -> None:
    colours = palette(look)
    assert len(colours) == len(set(colours)) <= 128
    for ink in (*look.suits, FACE, look.colours.felt, look.colours.text):
        assert colours[nearest(look, ink)] == ink


def test_an_unknown_theme_is_named() -> None:
    with pytest.raises(ValueError, match="'pink' is not a theme; there are felt, light, slate"):
        Look("pink")


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast(rgb("FFFFFF"), rgb("000000")) == pytest.approx(21)
    assert contrast(rgb("777777"), rgb("FFFFFF")) == pytest.approx(4.48, abs=0.01)
