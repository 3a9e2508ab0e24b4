"""`patience play`: a table in the terminal, by pipe and by prompt."""

import base64
import fcntl
import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from bot.store.connect import in_memory
from bot.store.tables import TableStore
from bot.tables.tables import Tables
from bot.terminal import session as terminal
from bot.terminal.picture import KITTY_CHUNK, protocol_for, sequence
from bot.terminal.prompt import MoveCompleter
from bot.terminal.session import Screen, Session, plain
from engine.games.catalogue import find
from render.board import draw

ROOT = Path(__file__).resolve().parents[3]


def play(
    folder: Path, *args: str, typed: str = "", **settings: str
) -> subprocess.CompletedProcess[str]:
    """The program, with lines piped in."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PATIENCE_")}
    environment |= {"PATIENCE_DATA": str(folder)} | settings
    return subprocess.run(
        [sys.executable, "-m", "bot", "play", *args],
        input=typed, capture_output=True, text=True, timeout=60, check=False, cwd=ROOT,
        env=environment,
    )  # fmt: skip


def test_a_table_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    first = play(tmp_path, "klondike", "--deal", "3", typed="d, d\nquit\n")
    assert first.returncode == 0
    assert first.stderr == ""
    assert "W 8♠ 4♣ 10♣" not in first.stdout
    assert "W 8♠ 4♣" in first.stdout
    assert "Your table is kept" in first.stdout
    second = play(tmp_path, "klondike", typed="d\n")
    assert "Going on." in second.stdout
    assert "W 8♠ 4♣ 10♣" in second.stdout
    other = play(tmp_path, "anna", typed="archive\n")
    assert "is kept as number" in other.stdout
    assert "Canfield or Klondike, deal 3, 3 moves" in other.stdout
    number = re.search(r"number (\d+)", other.stdout)
    assert number
    back = play(tmp_path, "anna", typed=f"resume {number[1]} anyway\nhistory\n")
    assert "3. " in back.stdout


@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
@pytest.mark.parametrize("errors", ["strict", "surrogateescape"])
def test_bytes_that_are_no_text_are_answered(locale: str, errors: str, tmp_path: Path) -> None:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PATIENCE_")}
    environment |= {"PATIENCE_DATA": str(tmp_path), "LC_ALL": locale, "LANG": locale}
    environment |= {"PYTHONIOENCODING": f"utf-8:{errors}"}
    result = subprocess.run(
        [sys.executable, "-m", "bot", "play", "klondike", "--deal", "3"],
        input=b"\xff\xfe\n7h \xff\nstart \xff\nrules \xff\nd\nquit\n",
        capture_output=True, timeout=60, check=False, cwd=ROOT, env=environment,
    )  # fmt: skip
    assert result.returncode == 0
    assert result.stderr == b""
    text = result.stdout.decode()
    assert "went wrong" not in text
    assert "> 7h \ufffd" in text
    assert "W 8♠" in text


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("typed", [True, False], ids=["prompt", "pipe"])
def test_a_signal_leaves_no_server_behind(
    name: signal.Signals, typed: bool, tmp_path: Path
) -> None:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PATIENCE_")}
    environment |= {"PATIENCE_DATA": str(tmp_path), "TERM": "dumb"}
    ours, theirs = pty.openpty() if typed else os.pipe()[::-1]
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "play", "klondike", "--deal", "3"],
        stdin=theirs, stdout=theirs if typed else subprocess.PIPE, stderr=subprocess.STDOUT,
        cwd=ROOT, env=environment,
    )  # fmt: skip
    shown = ours if typed else process.stdout.fileno() if process.stdout else -1
    text = b""
    while b"the table is kept" not in text:
        assert select.select([shown], [], [], 60)[0], text
        text += os.read(shown, 10_000)
    process.send_signal(name)
    assert process.wait(20) == 128 + signal.SIGTERM
    os.close(ours)
    os.close(theirs)
    if process.stdout:
        process.stdout.close()
    with (tmp_path / "redis" / "server.lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_another_deal_of_the_same_game_keeps_the_first(tmp_path: Path) -> None:
    play(tmp_path, "klondike", "--deal", "3", typed="d\n")
    again = play(tmp_path, "klondike", "--deal", "4", typed="")
    assert "deal 4" in again.stdout
    assert "is kept as number" in again.stdout


LINES = """\
d
undo
redo
undo 5
hint
finish
moves
rules
history
text
see 7
see nothing
games skill
help
deal on
restart
start anna
start whist
vote stop
mode turns
board
3 5
7h f
**@everyone**
d, d, d, d, d, d, d, d, d, d, d, d, d
;;;,,,
\u202eabc\u0000
stop
d
board
hint
moves
resume
archive
more
"""


def test_nothing_that_is_typed_makes_a_traceback(tmp_path: Path) -> None:
    done = play(tmp_path, "klondike", "--deal", "3", typed=LINES + "x" * 5000 + "\nquit\nd\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "Traceback" not in done.stdout
    assert "went wrong" not in done.stdout
    assert "\\" not in done.stdout
    assert done.stdout.rstrip().splitlines()[-1] in (
        'Your table is kept: "patience play klondike" goes on with it.',
        "Good-bye.",
    )


def test_without_a_redis_nothing_is_kept_and_it_says_so(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("not a folder")
    done = play(file, "cover", typed="help\nquit\n")
    assert done.returncode == 0
    assert "nothing is kept" in done.stdout
    assert f"{file}/redis can't be used for the tables (Not a directory)" in done.stdout
    assert "There is no Redis" not in done.stdout
    assert "the table is kept" not in done.stdout
    assert done.stdout.count("leaves, and the table is gone") == 2


def test_a_redis_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    done = play(tmp_path, "cover", typed="", PATIENCE_REDIS_URL="redis://127.0.0.1:1/0")
    assert done.returncode == 2
    assert done.stderr.startswith("patience: ")
    assert done.stderr.count("\n") == 1


def test_at_a_prompt(tmp_path: Path) -> None:
    """In a terminal of its own: history, completion and Ctrl-D."""
    leader, follower = pty.openpty()
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PATIENCE_")}
    environment |= {"PATIENCE_DATA": str(tmp_path), "TERM": "xterm"}
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "play", "klondike", "--deal", "3"],
        stdin=follower, stdout=follower, stderr=follower, cwd=ROOT, env=environment,
    ) as process:  # fmt: skip
        os.close(follower)
        _until(leader, "leaves; the table is kept.", PROMPTS)
        os.write(leader, b"d\r")
        _until(leader, ": deal.", PROMPTS)
        os.write(leader, b"\x04")
        _until(leader, "Your table is kept")
        assert process.wait(20) == 0
    os.close(leader)
    assert "+d" in (tmp_path / "history").read_text()


PROMPTS = "\x1b[?2004h"
"""The prompt takes over the terminal; what was typed before would be lost."""


def _until(leader: int, *texts: str) -> None:
    """Read until these texts have come in turn; answers questions for the cursor."""
    seen, end = "", time.monotonic() + 50
    pattern = re.compile(".*".join(map(re.escape, texts)), re.DOTALL)
    while not pattern.search(seen):
        assert time.monotonic() < end, seen
        if not select.select([leader], [], [], 0.5)[0]:
            continue
        try:
            more = os.read(leader, 65536).decode(errors="replace")
        except OSError:
            break
        if "\x1b[6n" in more:
            os.write(leader, b"\x1b[1;1R")
        seen += more


# --- parts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**Anna**, deal 5\\-6", "Anna, deal 5-6"),
        ("Try `7 F1`: 2♦", "Try 7 F1: 2♦"),
        ("@\u200beveryone \\<x\\>", "@everyone <x>"),
        ("```\nS ▒×3\n```", "S ▒×3"),
        ("back\\\\slash", "back\\slash"),
    ],
)
def test_discord_text_becomes_plain(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_times_are_written_out() -> None:
    assert re.fullmatch(r"1\. Anna, \d\d \w+ 2027 \d\d:\d\d", plain("1\\. Anna, <t:1800000000:R>"))


@pytest.mark.parametrize(
    ("environment", "kind"),
    [
        ({}, "none"),
        ({"TERM": "xterm-256color"}, "none"),
        ({"TERM": "xterm-kitty"}, "kitty"),
        ({"TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"}, "kitty"),
        ({"TERM_PROGRAM": "iTerm.app"}, "iterm2"),
        ({"TERM_PROGRAM": "WezTerm"}, "iterm2"),
        ({"LC_TERMINAL": "iTerm2"}, "iterm2"),
        ({"TERM": "foot"}, "sixel"),
        ({"TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"}, "none"),
        ({"TERM": "xterm-kitty", "TMUX": "1"}, "none"),
    ],
)
def test_what_a_terminal_can_show(environment: dict[str, str], kind: str) -> None:
    assert protocol_for(environment) == kind


@pytest.fixture(scope="module")
def png() -> bytes:
    game = find("cover")
    return draw(game, game.start("1"))


def test_kitty_gets_the_picture_in_pieces(png: bytes) -> None:
    pieces = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", sequence("kitty", png))
    assert base64.b64decode("".join(data for _, data in pieces)) == png
    assert pieces[0][0].startswith("a=T,f=100")
    assert all(len(data) <= KITTY_CHUNK for _, data in pieces)
    assert [head[-1] for head, _ in pieces] == ["1"] * (len(pieces) - 1) + ["0"]


def test_iterm2_gets_the_picture_inline(png: bytes) -> None:
    found = re.fullmatch(r"\x1b\]1337;File=inline=1;size=(\d+);width=auto:(.*)\x07\n",
                         sequence("iterm2", png))  # fmt: skip
    assert found
    assert int(found[1]) == len(png)
    assert base64.b64decode(found[2]) == png


def test_sixels_show_the_same_picture(png: bytes) -> None:
    image = Image.open(io.BytesIO(png)).crop((0, 0, 60, 33))
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    shown = _decoded(sequence("sixel", buffer.getvalue()))
    wanted = image.convert("RGB")
    assert shown.size == wanted.size
    difference = ImageChops.difference(shown, wanted).convert("L")
    assert max(difference.tobytes()) <= 3  # sixels count colours in hundredths


def _decoded(sixels: str) -> Image.Image:
    """What a terminal makes of sixels."""
    head = re.match(r'\x1bP0;1q"1;1;(\d+);(\d+)', sixels)
    assert head
    image = Image.new("RGB", (int(head[1]), int(head[2])))
    colours: dict[int, tuple[int, int, int]] = {}
    colour, x, y = 0, 0, 0
    pattern = r"#(\d+);2;(\d+);(\d+);(\d+)|#(\d+)|!(\d+)(.)|([$-])|([?-~])"
    for found in re.finditer(pattern, sixels[head.end() : -3]):
        n, r, g, b, chosen, count, repeated, control, single = found.groups()
        if n:
            red, green, blue = (round(int(v) * 255 / 100) for v in (r, g, b))
            colours[int(n)] = red, green, blue
        elif chosen:
            colour = int(chosen)
        elif control:
            x, y = 0, y + (6 if control == "-" else 0)
        else:
            bits = ord(repeated or single) - 63
            end = x + int(count or 1)
            for row in range(6):
                if bits >> row & 1:
                    image.paste(colours[colour], (x, y + row, end, y + row + 1))
            x = end
    return image


def test_nothing_is_shown_where_nothing_can_be(png: bytes) -> None:
    assert sequence("none", png) == ""


def test_completion_offers_moves_and_commands() -> None:
    completer = MoveCompleter(lambda typed: [("W 1 – 6♠ onto 7♦", "W 1")], ["undo", "hint"])
    event = CompleteEvent()

    def offered(text: str) -> list[str]:
        return [c.text for c in completer.get_completions(Document(text), event)]

    assert offered("") == ["W 1"]
    assert offered("un") == ["W 1", "undo"]
    assert offered("d, hi") == ["W 1", "hint"]


async def test_a_session_in_which_the_tables_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    database = in_memory()
    session = Session(Tables(TableStore(database)), Screen("none", shown.append))
    await session.begin(find("cover"), "1")

    async def fail(*args: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(session, "_act", fail)
    assert await session.hear("d")
    assert shown[-1] == "That went wrong (RuntimeError); your table is as it was."
    await database.aclose()


async def test_a_picture_takes_the_place_of_the_text() -> None:
    shown: list[str] = []
    database = in_memory()
    session = Session(Tables(TableStore(database)), Screen("kitty", shown.append))
    await session.begin(find("cover"), "1")
    await database.aclose()
    assert shown[0].startswith("\x1b_Ga=T")


def test_a_user_without_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def nameless() -> str:
        raise KeyError("no such user")

    monkeypatch.setattr("getpass.getuser", nameless)
    assert terminal._user() == str(os.getuid())
