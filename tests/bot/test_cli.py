"""The command line as a whole."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import COMMANDS, main
from tests.bot.commands.typed import ROOT, VECTORS, program, run


def test_help_names_all_commands() -> None:
    result = run("--help")
    assert result.exit_code == 0
    for name, entry in COMMANDS.items():
        assert f"  {name} " in result.stdout
        assert entry.words in result.stdout


@pytest.mark.parametrize("name", [*COMMANDS])
def test_every_command_has_help(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: patience {name}")


@pytest.mark.parametrize("args", [[], ["bench"]], ids=["patience", "bench"])
def test_a_group_by_itself_shows_its_help(args: list[str]) -> None:
    result = run(*args)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout == run(*args, "--help").stdout


@pytest.mark.parametrize("name", ["engine", "render", "bot", "load", "games"])
def test_every_bench_has_help(name: str) -> None:
    assert run("bench", name, "--help").exit_code == 0


def test_version() -> None:
    assert run("--version").stdout.startswith("patience ")


BAD = {
    "no such command": ["juggle"],
    "no such option": ["games", "--nix"],
    "no game": ["rules"],
    "unknown game": ["rules", "whist"],
    "no deal": ["deal", "anna"],
    "deal too long": ["deal", "anna", "--deal", "x" * 65],
    "deal with control characters": ["deal", "anna", "--deal", "a\nb"],
    "empty deal": ["deal", "anna", "--deal", " "],
    "no such file": ["moves", "no-such-file.json"],
    "folder as file": ["moves", "."],
    "no scenario": ["scenario"],
    "no such scenario": ["scenario", "no-such-folder"],
    "nothing to draw": ["render", "-o", "x.png"],
    "nowhere to draw": ["render", "anna", "--deal", "1"],
    "deal and position": ["render", "anna", "--deal", "1", "--position", str(VECTORS / "anna.json"),
                          "--text"],
    "bad move": ["render", "anna", "--deal", "1", "--moves", "hop", "--text"],
    "illegal move": ["render", "anna", "--deal", "1", "--moves", "d, redeal", "--text"],
    "nowhere to write": ["render", "anna", "--deal", "1", "-o", "/no/such/folder/x.png"],
    "another format": ["render", "anna", "--deal", "1", "-o", "no-such-folder/x.jpg"],
    "no name": ["render", "anna", "--deal", "1", "-o", ""],
    "two things to stdout": ["render", "anna", "--deal", "1", "--text", "-o", "-"],
    "nothing to solve": ["solve"],
    "solve without deal": ["solve", "anna"],
    "negative time": ["solve", "anna", "--deal", "1", "--seconds", "-1"],
    "no number as time": ["solve", "anna", "--deal", "1", "--seconds", "soon"],
    "no time at all": ["solve", "anna", "--deal", "1", "--seconds", "nan"],
    "time without end": ["solve", "anna", "--deal", "1", "--seconds", "inf"],
    "vet without end": ["vet", "--game", "anna", "--minutes", "inf"],
    "bench without end": ["bench", "engine", "--seconds", "nan"],
    "bench of what": ["bench", "chess"],
    "bad picture": ["play", "anna", "--picture", "ascii"],
    "bad deal to play": ["play", "anna", "--deal", "x" * 65],
    "gallery where": ["gallery"],
    "bad port": ["demo", "--port", "99999"],
}  # fmt: skip


@pytest.mark.parametrize("args", BAD.values(), ids=BAD)
def test_errors_are_one_line_and_code_2(args: list[str], tmp_path: Path) -> None:
    result = CliRunner(env={"PATIENCE_DATA": str(tmp_path)}).invoke(main, args)
    assert result.exit_code == 2
    assert result.stderr.startswith("patience: ")
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.output


def test_a_misspelt_game_is_offered_its_name() -> None:
    assert "klondike" in run("rules", "klondyke").stderr


@pytest.mark.parametrize("text", ["soon", "nan", "-inf", "1e999", ""])
def test_a_time_that_is_no_number_is_called_so(text: str) -> None:
    result = run("solve", "anna", "--deal", "1", f"--seconds={text}")
    assert result.exit_code == 2
    assert f"{text!r} is not a number." in result.stderr


def test_the_program_starts_quickly_and_imports_no_discord() -> None:
    code = "import sys; from bot.cli import main\ntry: main(['games'])\nfinally: print([m for m in \
('discord', 'PIL', 'redis', 'pydantic') if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_run_without_a_token(tmp_path: Path) -> None:
    done = program("run", PATIENCE_DATA=str(tmp_path), PATIENCE_ENV="")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "PATIENCE_TOKEN" in done.stderr


def test_a_reader_that_leaves_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "games"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
    ) as process:  # fmt: skip
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
