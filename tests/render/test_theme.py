"""Colours: contrast, and four suits that everybody can tell apart."""

from __future__ import annotations

import itertools
import math

import pytest

from render.theme import (
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


def lab(colour: Colour, eye: str) -> tuple[float, float, float]:
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
    assert contrast(theme.mark, theme.felt) >= 3
    assert contrast(theme.hint, theme.felt) >= 3
    assert contrast(theme.slot, theme.felt) >= 1.6


@pytest.mark.parametrize("eye", EYES)
def test_four_suits_are_distinct_for_every_eye(eye: str) -> None:
    for one, other in itertools.combinations(FOUR_COLOURS, 2):
        assert math.dist(lab(one, eye), lab(other, eye)) >= 20, (one, other)


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
