"""What is kept between processes, and how large boards are beside the usual way's.

How long it takes is measured by ``patience bench render``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games.catalogue import find
from render import bench, png
from render.bench import compare, startup
from render.theme import Look
from render.titles import Heading
from tests.depth import much


def test_a_second_process_finds_the_sprites_of_the_first(tmp_path: Path) -> None:
    assert startup(tmp_path) > 0
    drawn = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.png")}
    assert drawn
    startup(tmp_path)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.png")} == drawn


@pytest.mark.parametrize("id", ["klondike", "great-thirteen"])
def test_boards_are_smaller_than_the_usual_ways(id: str) -> None:
    game = find(id)
    ours, usual = compare(game, bench.positions(game, much(8, 2)))
    assert ours.kb < 0.55 * usual.kb


def test_a_full_board_is_pressed_until_it_is_small() -> None:
    game = find("house-in-the-wood")
    picture = bench.our_way(game, game.start("1"), Look(), Heading(game.title))
    assert len(picture) <= 58 * 1024
    assert len(picture) > png.LARGEST - 4096  # and no further
