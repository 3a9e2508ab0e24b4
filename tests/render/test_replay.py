"""Films of games: short, small, and true to the last pixel."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from engine.games.catalogue import find
from engine.moves import DEAL, Move
from engine.record import Record
from render import board, replay
from render.theme import Look
from tests.render.boards import playout

WINS = Path(__file__).parents[1] / "data" / "wins"


def frames(film: bytes) -> tuple[list[int], Image.Image]:
    """The times of all frames in milliseconds, and the last frame."""
    with Image.open(io.BytesIO(film)) as image:
        times = []
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            image.load()
            times.append(int(image.info["duration"]))
        return times, image.convert("RGB")


def shown(record: Record, look: Look, before: int) -> Image.Image:
    """The last position as a board of a film's size, with what has changed marked."""
    picture = board.draw(
        record.game,
        record.position,
        look=look,
        before=record.positions[before],
        moves=record.done,
        size=replay.WIDTH,
    )
    with Image.open(io.BytesIO(picture)) as image:
        return image.convert("RGB")


@pytest.mark.parametrize("id", ["cover", "marguerite", "great-thirteen", "kings"])
def test_a_film_is_short_and_small_and_ends_with_the_last_position(id: str) -> None:
    record = Record.parse((WINS / f"{id}.txt").read_text(encoding="utf-8"))
    look = Look("slate", four_colours=True)
    film = replay.animate(record, look=look)
    times, last = frames(film)
    assert len(film) <= 2 * 1024 * 1024 < replay.LARGEST
    assert sum(times) <= replay.LONGEST
    assert min(times) >= 120
    script = replay.steps(record)
    assert len(times) == len(script)
    assert last.tobytes() == shown(record, look, script[-2].done).tobytes()


def test_every_frame_is_the_board_of_its_move() -> None:
    game = find("klondike")
    record = Record.begin(game, "1")
    for move in playout(game)[1][:12]:
        record = record.play(move)
    film = replay.animate(record)
    script = replay.steps(record, 100)
    with Image.open(io.BytesIO(film)) as image:
        for number, step in enumerate(script):
            image.seek(number)
            part = Record(game, record.deal, record.moves, step.done, record.positions)
            if step.done:
                expected = shown(part, Look(), script[number - 1].done)
                assert image.convert("RGB").tobytes() == expected.tobytes()


def test_a_game_without_moves_is_one_picture() -> None:
    times, last = frames(replay.animate(Record.begin(find("nestor"), "1")))
    assert len(times) == 1
    assert last.width == replay.WIDTH


def made(moves: list[Move], done: int | None = None) -> Record:
    """A record for the script alone, which looks at its moves only."""
    count = len(moves) if done is None else done
    return Record(find("anna"), "1", tuple(moves), count, ())


def test_dull_deals_are_hurried_and_moves_keep_their_time() -> None:
    moves = [DEAL, DEAL, DEAL, Move("", "1", "F1"), DEAL, Move("", "2", "F1")]
    first, *steps = replay.steps(made(moves), 100)
    assert first.done == 0
    assert [step.done for step in steps] == [1, 2, 3, 4, 5, 6]
    dull, usual = steps[0].time, steps[3].time
    assert steps[1].time == dull < usual == steps[2].time == steps[4].time < steps[5].time


@pytest.mark.parametrize("count", [1, 30, 131, 132, 133, 2000, 20_000])
@pytest.mark.parametrize("dull", [0.0, 0.5, 1.0])
def test_scripts_keep_their_limits(count: int, dull: float) -> None:
    moves = [DEAL if i % 100 < dull * 100 else Move("", "1", "F1") for i in range(count)]
    steps = replay.steps(made(moves), replay.MOST)
    assert sum(step.time for step in steps) <= replay.LONGEST
    assert len(steps) <= replay.MOST + 1
    assert steps[-1].done == count
    assert [step.done for step in steps] == sorted({step.done for step in steps})
    assert min(step.time for step in steps) >= 120


def test_what_was_taken_back_is_not_shown() -> None:
    moves = [DEAL, Move("", "1", "F1"), DEAL]
    assert replay.steps(made(moves, done=1), 100)[-1].done == 1


def test_a_film_that_is_too_large_is_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record.parse((WINS / "cover.txt").read_text(encoding="utf-8"))
    monkeypatch.setattr(replay, "LARGEST", 40_000)
    film = replay.animate(record)
    assert len(film) <= 40_000
    assert frames(film)[1].width < replay.WIDTH
