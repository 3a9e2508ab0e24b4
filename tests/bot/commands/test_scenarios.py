"""`patience scenario`."""

import json
from pathlib import Path

import pytest

from tests.bot.commands.typed import VECTORS, run


def test_scenarios_that_pass() -> None:
    result = run("scenario", str(VECTORS / "anna.json"), str(VECTORS / "cover.json"))
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1].endswith(" passed, 0 failed")


def test_each_failing_check_has_its_line(tmp_path: Path) -> None:
    position = {"piles": {"1": "9H", "F1": "JH TH"}}
    checks = [
        {"move": "1 F1", "legal": True},
        {"move": "1 F1", "legal": False},
        {"won": True},
    ]
    scenarios = [
        {"game": "anna", "name": "nine on ten", "position": position, "checks": checks},
        {"game": "whist", "name": "no game", "position": position, "checks": checks},
        {"name": "nothing else"},
        "not a scenario",
    ]
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "some.json").write_text(json.dumps(scenarios))
    result = run("scenario", str(tmp_path))
    assert result.exit_code == 1
    *lines, last = result.stdout.splitlines()
    assert last == "1 passed, 5 failed"
    assert len(lines) == 5
    assert "nine on ten: check 2" in lines[0]


@pytest.mark.parametrize(
    ("check", "fault"),
    [
        ({"move": "1 F1", "legl": True}, "'legl' is nothing that can be checked"),
        ({"move": "1 F1", "legal": True, "hten": {"F1": ""}}, "'hten' is nothing that"),
        ({"move": "1 F1"}, "it checks nothing"),
        ({}, "it checks nothing"),
        ({"move": "1 F1", "legal": "no"}, "neither true nor false"),
        ({"move": "1 F1", "legal": 1}, "neither true nor false"),
        ({"won": "no"}, "neither true nor false"),
        ({"legal": True}, '"legal" needs a move'),
        ({"moves": [], "legal": False}, '"legal" needs a move'),
        ({"moves": "d", "legal": True}, "not a list"),
        ({"move": "1 F1", "moves": ["1 F1"], "legal": True}, "don't go together"),
    ],
)
def test_checks_that_check_nothing_fail(
    check: dict[str, object], fault: str, tmp_path: Path
) -> None:
    position = {"piles": {"1": "9H", "F1": "JH TH"}}
    file = tmp_path / "x.json"
    one = {"game": "anna", "name": "one", "position": position, "checks": [check]}
    file.write_text(json.dumps([one]))
    result = run("scenario", str(file))
    assert result.exit_code == 1
    assert fault in result.stdout
    assert result.stdout.endswith("0 passed, 1 failed\n")


@pytest.mark.parametrize("checks", [None, []])
def test_files_without_checks_fail(checks: list[object] | None, tmp_path: Path) -> None:
    scenario: dict[str, object] = {
        "game": "anna",
        "name": "none",
        "position": {"piles": {}},
        "checks": checks,
    }
    file = tmp_path / "x.json"
    file.write_text(json.dumps([] if checks is None else [scenario]))
    result = run("scenario", str(file))
    assert result.exit_code == 1
    assert result.stdout.endswith("0 passed, 1 failed\n")


@pytest.mark.parametrize("text", ["{}", "nonsense"])
def test_files_that_hold_no_scenarios(text: str, tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text(text)
    result = run("scenario", str(file))
    assert result.exit_code == 1
    assert result.stderr == ""
    assert result.stdout.startswith(f"{file}: ")
    assert result.stdout.splitlines()[1:] == ["0 passed, 1 failed"]


def test_a_file_that_cannot_be_read_does_not_end_the_run(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"\xff\xfe")
    (tmp_path / "b.json").write_text("[" * 200_000)
    (tmp_path / "c.json").write_bytes((VECTORS / "anna.json").read_bytes())
    (tmp_path / "d.json").symlink_to(tmp_path / "gone.json")
    result = run("scenario", str(tmp_path))
    assert result.exit_code == 1
    *lines, last = result.stdout.splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        str(tmp_path / f"{n}.json") for n in "abd"
    ]
    assert int(last.partition(" passed")[0]) > 10
    assert last.endswith(", 3 failed")


def test_a_folder_without_scenarios(tmp_path: Path) -> None:
    assert run("scenario", str(tmp_path)).exit_code == 2
