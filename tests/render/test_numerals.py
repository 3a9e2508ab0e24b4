"""Numerals: each fills its box, all are distinct, figures are equally wide."""

from __future__ import annotations

import itertools

import pytest

from engine.cards import DECK, rank, rank_symbol
from render.numerals import glyph, proportion

SYMBOLS = [rank_symbol(rank(card)) for card in DECK[:13]]
BOXES = [(60, 84), (22, 40), (9, 26)]


@pytest.mark.parametrize("size", BOXES)
@pytest.mark.parametrize("symbol", SYMBOLS)
def test_a_numeral_fills_its_box_and_leaves_room_in_it(symbol: str, size: tuple[int, int]) -> None:
    cover = glyph(symbol, size)
    assert cover.size == size
    left, top, right, bottom = cover.point([0] * 40 + [255] * 216).getbbox() or (9, 9, 0, 0)
    assert left <= size[0] * 0.09
    assert right >= size[0] * 0.91
    assert top <= size[1] * 0.05
    assert bottom >= size[1] * 0.95
    inked = sum(cover.tobytes()) / 255 / (size[0] * size[1])
    assert 0.2 < inked < 0.75, "strokes neither vanish nor run together"


@pytest.mark.parametrize("size", BOXES)
def test_no_two_numerals_are_alike(size: tuple[int, int]) -> None:
    covers = {symbol: glyph(symbol, size).tobytes() for symbol in SYMBOLS}
    for one, other in itertools.combinations(SYMBOLS, 2):
        apart = sum(abs(a - b) for a, b in zip(covers[one], covers[other], strict=True))
        assert apart / 255 / (size[0] * size[1]) > 0.06, (one, other)


def test_figures_are_equally_wide_and_ten_hardly_wider_than_it_is_high() -> None:
    assert (
        len({proportion(symbol) for symbol in SYMBOLS if symbol.isdigit()} - {proportion("10")})
        == 1
    )
    assert max(map(proportion, SYMBOLS)) == proportion("10") < 1.1
    assert min(map(proportion, SYMBOLS)) > 0.6


def test_eight_and_ace_are_symmetrical() -> None:
    for symbol in ("8", "A"):
        cover = glyph(symbol, (60, 84))
        rows = [cover.crop((0, y, 60, y + 1)).tobytes() for y in range(84)]
        apart = sum(abs(a - b) for row in rows for a, b in zip(row, row[::-1], strict=True))
        assert apart / 255 / (60 * 84) < 0.02
