"""`patience solve` and `patience bench`."""

import json
import re
from pathlib import Path

from engine.games.catalogue import find
from engine.moves import read_exact
from tests.bot.commands.typed import run


def test_solve_prints_a_line_that_wins() -> None:
    result = run("solve", "anna", "--deal", "1", "--seconds", "20")
    *line, verdict = result.stdout.splitlines()
    assert verdict == "won"
    game = find("anna")
    position = game.start("1")
    for text in line:
        position = game.apply(position, read_exact(text))
    assert game.won(position)


def test_solve_as_json_and_from_a_position(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text('{"game": "nestor", "position": {"piles": {"1": "9H", "2": "8S"}}}')
    data = json.loads(run("solve", "--position", str(file), "--json").stdout)
    assert data["verdict"] == "lost"
    assert data["moves"] == []
    assert run("solve", "--position", str(file)).stdout == "lost\n"


def test_solve_says_unknown_when_the_time_is_over() -> None:
    result = run("solve", "house-on-the-hill", "--deal", "1", "--seconds", "0")
    assert result.stdout.splitlines()[-1] in ("unknown", "won")


def test_bench_games() -> None:
    lines = run("bench", "games", "--deals", "3", "--solve", "1", "dial-1").stdout.splitlines()
    assert len(lines) == 3
    figures = r"luck \| medium, \d+ \| 100% \| 1 of 1 \| 1 of 1 \| [\d,]+ \| luck \|"
    assert re.fullmatch(rf"\| The Dial, No. 1 \| 1898 \| 1 \| {figures}", lines[2])


def test_bench_proofs() -> None:
    lines = run("bench", "proofs", "--deals", "3", "klondike").stdout.splitlines()
    assert lines[-1] == "| Canfield or Klondike | 0 | 3 | 3 of 3 |"


def test_bench_engine() -> None:
    lines = run("bench", "engine", "--seconds", "0.01", "klondike", "anna").stdout.splitlines()
    assert lines[1].startswith("klondike")
    assert any(line.startswith("Undo in a game of 300 moves") for line in lines)


def test_bench_bot() -> None:
    result = run("bench", "bot", "--seconds", "0.5", "--tables", "3")
    assert result.exit_code == 0
    assert "commands/s" in result.stdout


def test_bench_load() -> None:
    result = run("bench", "load", "--seconds", "1", "--rate", "10")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "bare discord.py: 10 commands, 10 a second"
    assert lines.count("  every acknowledged move is stored once, in order") == 1
    assert sum("ms a command" in line for line in lines) == 2
    assert re.fullmatch(r"  board seen   p50 \d+ ms, p90 \d+ ms, p99 \d+ ms", lines[6])
    assert lines[-1].endswith("times the floor")
