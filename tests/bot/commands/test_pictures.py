"""`patience render`, `replay` and `gallery`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.games.catalogue import find
from engine.moves import DEAL
from engine.record import Record
from tests.bot.commands.typed import ROOT, run


def test_render_writes_a_picture_and_words(tmp_path: Path) -> None:
    file = tmp_path / "board.png"
    result = run("render", "klondike", "--deal", "3", "--moves", "d, d, d, d", "-o", str(file),
                 "--text")  # fmt: skip
    assert result.exit_code == 0
    assert file.read_bytes().startswith(b"\x89PNG")
    assert "the talon" in result.stdout


def test_pictures_go_to_standard_output(tmp_path: Path) -> None:
    for args, start in (
        (["render", "anna", "--deal", "1", "-o", "-"], b"\x89PNG"),
        (["replay", "-", "-o", "-"], b"RIFF"),
    ):
        record = Record.begin(find("anna"), "1").play(DEAL).text().encode()
        result = subprocess.run(
            [sys.executable, "-m", "bot", *args],
            input=record, capture_output=True, timeout=60, check=False, cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        assert result.returncode == 0
        assert result.stderr == b""
        assert result.stdout.startswith(start)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("command", ["render", "replay", "final"])
def test_a_name_does_not_promise_another_format(command: str, tmp_path: Path) -> None:
    record = tmp_path / "record.txt"
    record.write_text(Record.begin(find("anna"), "1").text())
    result = run(*{
        "render": ["render", "anna", "--deal", "1", "-o", str(tmp_path / "x.jpg")],
        "replay": ["replay", str(record), "-o", str(tmp_path / "x.gif")],
        "final": ["replay", str(record), "-o", str(tmp_path / "x.webp"),
                  "--final", str(tmp_path / "x.jpg")],
    }[command])  # fmt: skip
    assert result.exit_code == 2
    assert "all the same" in result.stderr
    assert [*tmp_path.iterdir()] == [record]


def test_render_takes_long_lines_and_positions(tmp_path: Path) -> None:
    line = ", ".join(["d"] * 20)
    assert run("render", "klondike", "--deal", "3", "--moves", line, "--text").exit_code == 0
    position, file = tmp_path / "position.json", tmp_path / "board.png"
    position.write_text(run("deal", "anna", "--deal", "1", "--json").stdout, encoding="utf-8")
    assert run("render", "--position", str(position), "-o", str(file)).exit_code == 0
    assert file.read_bytes().startswith(b"\x89PNG")


def test_gallery_draws_three_stages_and_sheets(tmp_path: Path) -> None:
    result = run("gallery", "-o", str(tmp_path / "new"), "cover", "klondike")
    assert result.exit_code == 0
    names = {path.name for path in (tmp_path / "new").iterdir()}
    stages = ("start", "middle", "end")
    assert names == {f"{what}-{s}.png" for s in stages for what in ("cover", "klondike", "sheet")}
