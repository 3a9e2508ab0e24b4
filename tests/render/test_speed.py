"""What a process costs before its first board, and what a board costs beside the usual way."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games.catalogue import find
from render import bench, png
from render.bench import compare, startup
from render.theme import Look
from render.titles import Heading


def test_start_up_warm_and_cold(tmp_path: Path) -> None:
    """Processor time; an idle machine needs half of it (0.2 and 0.5 seconds)."""
    assert startup(tmp_path) < 6
    assert min(startup(tmp_path) for _ in range(3)) < 0.6


@pytest.mark.parametrize("id", ["klondike", "great-thirteen"])
def test_ours_is_much_faster_and_smaller_than_the_usual_way(id: str) -> None:
    """The bench prints twenty times and more; less is demanded of a machine that tests."""
    game = find(id)
    ours, usual = compare(game, bench.positions(game, 8))
    assert usual.ms / ours.ms > 8
    assert ours.kb < 0.55 * usual.kb


def test_a_full_board_is_pressed_until_it_is_small() -> None:
    game = find("house-in-the-wood")
    picture = bench.our_way(game, game.start("1"), Look(), Heading(game.title))
    assert len(picture) <= 55 * 1024
    assert len(picture) > png.LARGEST - 4096  # and no further
