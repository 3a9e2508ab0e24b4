"""The command line: every command, and every bad input in one line with exit code 2."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import COMMANDS, main
from engine.games.catalogue import find, games
from engine.moves import DEAL, read_exact
from engine.record import Record

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "tests" / "vectors"


def run(*args: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, [*args], input=stdin)


def program(*args: str, stdin: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
    """The program as people start it."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PATIENCE_")}
    return subprocess.run(
        [sys.executable, "-m", "bot", *args],
        input=stdin, capture_output=True, text=True, timeout=60, check=False, cwd=ROOT,
        env=environment | settings,
    )  # fmt: skip


# --- all commands --------------------------------------------------------------------------------


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


@pytest.mark.parametrize("name", ["engine", "render", "bot"])
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


# --- games and rules -----------------------------------------------------------------------------


def test_games_lists_all() -> None:
    lines = run("games").stdout.splitlines()
    assert [line.split()[0] for line in lines] == [game.id for game in games()]


def test_games_as_json_has_the_fields_of_the_contract() -> None:
    found = json.loads(run("games", "--json").stdout)
    assert {game["id"] for game in found} == {game.id for game in games()}
    for facts in found:
        assert list(facts) == [
            "id", "name", "aliases", "book", "year", "packs", "kind", "length", "daily",
            "proven_deals",
        ]  # fmt: skip
        assert facts["kind"] in ("skill", "mixed", "luck")
        assert isinstance(facts["daily"], bool)
        assert isinstance(facts["proven_deals"], int)


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_rules_are_plain_text(game: str) -> None:
    text = run("rules", game).stdout
    assert find(game).title in text
    assert "**" not in text
    assert "`" not in text


# --- deals and positions -------------------------------------------------------------------------


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


# --- pictures ------------------------------------------------------------------------------------


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


# --- scenarios -----------------------------------------------------------------------------------


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


# --- solving and measuring -----------------------------------------------------------------------


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


def test_bench_engine() -> None:
    lines = run("bench", "engine", "--seconds", "0.01", "klondike", "anna").stdout.splitlines()
    assert lines[1].startswith("klondike")
    assert any(line.startswith("Undo in a game of 300 moves") for line in lines)


def test_bench_bot() -> None:
    result = run("bench", "bot", "--seconds", "0.5", "--tables", "3")
    assert result.exit_code == 0
    assert "commands/s" in result.stdout


# --- as a program --------------------------------------------------------------------------------


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


def test_a_phase_that_the_game_does_not_have(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    position = {"piles": {"H": "9S", "1": "2D"}, "phase": "deal some"}
    file.write_text(json.dumps({"game": "sly", "position": position}))
    for args in (["solve", "--position"], ["render", "--text", "--position"]):
        result = run(*args, str(file))
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1
