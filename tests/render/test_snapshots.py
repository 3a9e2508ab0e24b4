"""Every game as it looked when somebody last looked at it, at three stages of play.

After a change that is meant, look at the boards (`patience gallery -o DIR`), then write the
snapshots anew with `pytest tests/render/test_snapshots.py --redraw`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from engine.game import Game
from engine.games.catalogue import find, games
from render.board import draw
from render.theme import Look
from tests.render.boards import SNAPSHOTS, STAGES, board, keep, playout, position, reduced

LOOKS = {
    "light": Look("light", large_index=True),
    "slate": Look("slate", four_colours=True),
}
NOTICED = 56  # a channel's difference that isn't the palette's rounding
TOLERATED = 0.002  # the share of pixels that may differ


def differing(one: Image.Image, other: Image.Image) -> Image.Image:
    """White where two pictures of the same size differ noticeably, else black."""
    channels = ImageChops.difference(one, other).split()
    greatest = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    return greatest.point([0] * NOTICED + [255] * (256 - NOTICED))


def compare(picture: bytes, name: str, request: pytest.FixtureRequest, folder: Path) -> None:
    """Compare with the snapshot of that name; on failure both and the difference are in a file."""
    if request.config.getoption("redraw", default=False):
        keep(name, picture)
        return
    now = reduced(picture)
    with Image.open(SNAPSHOTS / f"{name}.png") as kept:
        then = kept.convert("RGB")
    assert now.size == then.size, f"{name} was {then.size}, is {now.size}"
    difference = differing(then, now)
    share = difference.histogram()[255] / (now.width * now.height)
    if share > TOLERATED:
        shown = Image.new("RGB", (now.width * 3, now.height))
        for i, image in enumerate((then, now, difference.convert("RGB"))):
            shown.paste(image, (i * now.width, 0))
        out = folder / f"{name}.png"
        shown.save(out)
        pytest.fail(f"{share:.2%} of {name} differ: then, now and where are in {out}")


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_boards_look_as_they_did(
    game: Game, stage: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    compare(board(game, stage), f"{game.id}-{stage}", request, tmp_path)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("id", ["klondike", "anna", "house-in-the-wood"])
def test_looks_look_as_they_did(
    id: str, look: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    game = find(id)
    line, moves = playout(game)
    at = len(line) // 2
    picture = draw(
        game,
        line[at],
        look=LOOKS[look],
        before=line[at - 1],
        hint=moves[at],
        available=game.tableau_ids[:2],
        deal="1",
    )
    compare(picture, f"{id}-{look}", request, tmp_path)


def test_snapshots_are_small_and_all_used() -> None:
    wanted = {f"{game.id}-{stage}" for game in games() for stage in STAGES}
    wanted |= {f"{id}-{look}" for id in ("klondike", "anna", "house-in-the-wood") for look in LOOKS}
    files = list(SNAPSHOTS.glob("*.png"))
    assert {file.stem for file in files} == wanted
    assert sum(file.stat().st_size for file in files) < 32 * 1024 * len(files)


def test_a_difference_is_found_and_shown(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("redraw", default=False):
        pytest.skip("snapshots are being written")
    game = find("anna")
    picture = draw(game, position(game, "start"), deal="2", moves=0, look=Look(four_colours=True))
    with pytest.raises(pytest.fail.Exception, match="differ: then, now and where"):
        compare(picture, "anna-start", request, tmp_path)
    with Image.open(tmp_path / "anna-start.png") as shown:
        assert shown.width == 3 * 275
