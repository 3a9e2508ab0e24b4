"""`patience demo` as a program: what it says, and how it begins and ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

START = [sys.executable, "-c", "from bot.cli import main; main()", "demo"]
ROOT = Path(__file__).resolve().parents[3]


class Program:
    """The demo in a process of its own, with its data in one folder."""

    def __init__(self, data: Path) -> None:
        names = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
        kept = {name: value for name, value in os.environ.items() if name not in names}
        self.env = {**kept, "PATIENCE_DATA": str(data), "PYTHONUNBUFFERED": "1"}
        self.running: list[subprocess.Popen[str]] = []

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        started = subprocess.Popen(
            [*START, *arguments],
            cwd=ROOT,
            env=self.env,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.running.append(started)
        return started

    def wait_for(self, started: subprocess.Popen[str], text: str) -> str:
        """All that it says up to the line with this text."""
        assert started.stdout
        said = ""
        for line in started.stdout:
            said += line
            if text in line:
                break
        return said

    def refuse(self, *arguments: str) -> str:
        """The one line with which it doesn't start."""
        started = self.start(*arguments)
        out, error = started.communicate(timeout=60)
        assert started.returncode == 2, error
        assert out == ""
        assert error.count("\n") == 1
        return error


@pytest.fixture
def program(short_folder: Path) -> Iterator[Program]:
    program = Program(short_folder)
    yield program
    for started in program.running:
        if started.poll() is None:
            started.terminate()  # a killed one's solver would keep its pipes open for a while
        with suppress(subprocess.TimeoutExpired):
            started.communicate(timeout=60)
        started.kill()


def test_it_says_all_that_is_needed_and_ends_cleanly(program: Program) -> None:
    started = program.start("--port", "0", "--no-browser")
    said = program.wait_for(started, "Stop")
    assert re.search(r"Open   http://127\.0\.0\.1:\d+/#\S+\n", said)
    assert "Type   /patience start anna\n" in said
    assert f"Kept   in {program.env['PATIENCE_DATA']}/demo\n" in said
    assert "Stop   Ctrl-C\n" in said
    started.send_signal(signal.SIGINT)
    out, error = started.communicate(timeout=90)
    assert (out, error) == ("Stopped. The tables wait for the next start.\n", "")
    assert started.returncode == 0
    # Nothing is left running, or lying open for others.
    folder = Path(program.env["PATIENCE_DATA"]) / "demo"
    assert not (folder / "redis" / "redis.sock").exists()
    assert folder.stat().st_mode & 0o077 == 0
    assert (folder / "channel.sqlite").stat().st_mode & 0o077 == 0


def test_a_second_one_says_where_the_first_one_is(program: Program) -> None:
    first = program.start("--port", "0", "--no-browser")
    url = program.wait_for(first, "Open").split()[-1]
    program.wait_for(first, "Stop")
    assert program.refuse("--port", "0") == (
        f"patience demo: A demo is running already, at {url}\n"
    )
    assert first.poll() is None


def test_after_a_kill_the_next_one_is_there_at_once(program: Program) -> None:
    program.env["PATIENCE_LOG_LEVEL"] = "info"
    logged = ""
    for end in (signal.SIGKILL, signal.SIGTERM):
        started = program.start("--port", "0", "--no-browser")
        assert started.stderr
        for line in started.stderr:
            logged += line
            if "another process" in line or "has connected to Gateway" in line:
                break
        started.send_signal(end)
        started.wait(timeout=90)
    assert logged.count("has connected to Gateway") == 2
    assert "another process" not in logged


def test_a_taken_port(program: Program) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert program.refuse("--port", port) == (
            f"patience demo: Port {port} can't be used "
            "(Address already in use); try another: --port N\n"
        )


def test_without_a_screen_the_address_is_enough(program: Program) -> None:
    started = program.start("--port", "0")
    assert "open the address above" in program.wait_for(started, "No browser")


def test_a_folder_that_cant_be_written(program: Program, short_folder: Path) -> None:
    (short_folder / "file").write_text("in the way", encoding="utf-8")
    program.env["PATIENCE_DATA"] = str(short_folder / "file" / "data")
    started = program.start("--port", "0", "--no-browser")
    said = program.wait_for(started, "Stop")
    (kept,) = [line for line in said.splitlines() if "Kept" in line]
    assert "memory only, nothing is kept" in kept
    assert "PATIENCE_DATA" in kept
    started.send_signal(signal.SIGTERM)
    out, error = started.communicate(timeout=90)
    assert (out, error) == ("Stopped.\n", "")
    assert started.returncode == 0


def test_settings_that_cant_be_used(program: Program) -> None:
    program.env["PATIENCE_LOG_LEVEL"] = "loud"
    assert "PATIENCE_LOG_LEVEL" in program.refuse()


def test_words_that_cant_be_read_again(program: Program) -> None:
    folder = Path(program.env["PATIENCE_DATA"]) / "demo"
    folder.mkdir(parents=True)
    (folder / "channel.sqlite").write_text("something else " * 100, encoding="utf-8")
    line = program.refuse("--port", "0")
    assert f"{folder / 'channel.sqlite'} can't be used" in line
