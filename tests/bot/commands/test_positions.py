"""`patience deal`, and positions that are read."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.games.catalogue import find, games
from tests.bot.commands.typed import ROOT, program, run


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_a_deal_as_json_is_the_start_and_can_be_read_again(game: str, tmp_path: Path) -> None:
    text = run("deal", game, "--deal", "Grüße, Anna", "--json").stdout
    data = json.loads(text)
    assert data["game"] == game
    assert find(game).load(data["position"]) == find(game).start("Grüße, Anna")
    file = tmp_path / "position.json"
    file.write_text(text, encoding="utf-8")
    listed = run("moves", str(file)).stdout.splitlines()
    assert listed == [str(move) for move in find(game).moves(find(game).start("Grüße, Anna"))]
    assert run("moves", "-", stdin=text).stdout.splitlines() == listed


def test_a_deal_in_words_shows_no_hidden_card() -> None:
    text = run("deal", "klondike", "--deal", "1").stdout
    assert "▒×6 Q♣" in text
    assert "10♠" not in text, "lies face down in column 7"


@pytest.mark.parametrize(
    "text",
    ["", "not json", "[]", "{}", '{"game": "anna"}', '{"game": "anna", "position": 3}',
     '{"game": "anna", "position": {}}', '{"game": "whist", "position": {"piles": {}}}',
     '{"game": "anna", "position": {"piles": {"Z9": "TH"}}}',
     '{"game": "anna", "position": {"piles": {"1": "XX"}}}',
     '{"game": "anna", "position": {"piles": {"1": 7}}}',
     '{"game": "anna", "position": {"piles": {"1": "TH TH TH"}}}',
     '{"game": ["anna"], "position": {"piles": {}}}',
     '{"game": "anna", "position": {"piles": {}, "redeals_left": "two"}}',
     '{"game": "anna", "position": {"piles": {}, "redeals_left": -1}}',
     '{"game": "anna", "position": {"piles": {}, "redeals_left": true}}',
     '{"game": "anna", "position": {"piles": {}, "redeals_left": 1.5}}',
     '{"game": "anna", "position": {"piles": {}, "shuffles": -1}}',
     '{"game": "anna", "position": {"piles": {}, "deal": 7}}',
     '{"game": "anna", "position": {"piles": {}, "phase": "nonsense"}}',
     '{"game": "kings", "position": {"piles": {}, "phase": "nonsense"}}',
     '{"game": "kings", "position": {"piles": {}, "phase": null}}',
     '{"game": "anna", "position": {"piles": {"1": ["TH"]}}}',
     '{"game": "anna", "position": {"piles": ["TH"]}}'],
)  # fmt: skip
def test_positions_that_cannot_be_read(text: str, tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(text, encoding="utf-8")
    for args in (["moves"], ["solve", "--position"], ["render", "--text", "--position"]):
        result = run(*args, str(file))
        assert result.exit_code == 2, args
        assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("text", ["[" * 200_000, "[" + "9" * 5000 + "]"], ids=["deep", "digits"])
def test_json_that_is_too_much_is_refused_in_one_line(text: str, tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text(text)
    for args in (["moves"], ["scenario"], ["solve", "--position"]):
        result = program(*args, str(file))
        assert result.returncode == (1 if args == ["scenario"] else 2)
        assert "Traceback" not in result.stderr
        assert (result.stdout + result.stderr).count("too deep") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("args", [["games"], ["rules", "anna"], ["deal", "anna", "--deal", "1"]])
def test_output_that_cannot_be_written_is_said_in_one_line(args: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "bot", *args],
            stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False, cwd=ROOT,
        )  # fmt: skip
    assert result.returncode == 2
    assert result.stderr == "patience: No space left on device\n"


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in run("moves", str(file)).stderr
    for errors in ("strict", "surrogateescape"):
        result = subprocess.run(
            [sys.executable, "-m", "bot", "moves", "-"],
            input=b"\xff\xfe\x00", capture_output=True, timeout=60, check=False, cwd=ROOT,
            env=os.environ | {"PYTHONIOENCODING": f"utf-8:{errors}"},
        )  # fmt: skip
        assert result.returncode == 2
        assert result.stderr == b"patience: - is not a text in UTF-8.\n"


@pytest.mark.parametrize(
    "args",
    [["rules", b"a\xff"], ["deal", "anna", "--deal", b"a\xff"],
     ["render", "anna", "--deal", "1", "--moves", b"\xff", "--text"]],
)  # fmt: skip
def test_arguments_that_are_no_text(args: list[str | bytes]) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "bot", *args],
        capture_output=True, timeout=60, check=False, cwd=ROOT,
    )  # fmt: skip
    assert result.returncode == 2
    assert result.stderr.count(b"\n") == 1
    assert b"udcff" not in result.stderr
    result.stderr.decode()


def test_a_phase_that_the_game_does_not_have(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    position = {"piles": {"H": "9S", "1": "2D"}, "phase": "deal some"}
    file.write_text(json.dumps({"game": "sly", "position": position}))
    for args in (["solve", "--position"], ["render", "--text", "--position"]):
        result = run(*args, str(file))
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1
