"""The commands in deploy/README.md do what it says they do, on real Redis servers.

What needs a machine of its own (systemctl, docker, kubectl, scp ...) is only written down here,
and what it names has to exist.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bot.store.servers import Server, closing, needs_server

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "deploy" / "README.md").read_text("utf-8")
ELSEWHERE = ("systemctl", "systemd-run", "docker", "kubectl", "scp", "git", "curl", "sed")
"""Programs that are not run."""

pytestmark = needs_server


def pages() -> dict[str, list[str]]:
    """The blocks of commands under each heading."""
    found: dict[str, list[str]] = {}
    for part in re.split(r"^## ", TEXT, flags=re.MULTILINE):
        title, _, body = part.partition("\n")
        found[title] = re.findall(r"^```sh\n(.*?)^```", body, re.MULTILINE | re.DOTALL)
    return found


PAGES = pages()


class Machine:
    """A machine with a Redis, on which commands are typed."""

    def __init__(self, folder: Path, server: Server) -> None:
        self.server = server
        self.url = f"redis://127.0.0.1:{server.port}/0"
        self.calls = folder / "calls"
        self._folder, self._bin = folder, folder / "bin"
        self._bin.mkdir()
        for name in ELSEWHERE:
            self._program(name, f'echo {name} "$@" >>{self.calls}')
        self._program("redis-cli", f'exec /usr/bin/env -S redis-cli -p {server.port} "$@"')

    def _program(self, name: str, line: str) -> None:
        path = self._bin / name
        real = "" if name in ELSEWHERE else f"PATH=${{PATH#{self._bin}:}}\n"
        path.write_text(f"#!/bin/sh\n{real}{line}\n")
        path.chmod(0o755)

    def type(self, block: str) -> None:
        """Run a block; files that it names are in this machine's folder."""
        (self._folder / "deploy").mkdir(exist_ok=True)
        program = self._folder / "deploy" / "patience"
        if not program.exists():
            program.symlink_to(ROOT / "deploy" / "patience")
        kept = {k: v for k, v in os.environ.items() if not k.startswith("PATIENCE_")}
        path = f"{self._bin}:{kept['PATH']}"
        done = subprocess.run(
            ["/bin/sh", "-eu", "-c", block],
            check=False,
            env={**kept, "PATH": path, "PATIENCE_REDIS_URL": self.url},
            cwd=self._folder,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """One that runs."""
    yield from _machine(tmp_path / "one")


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Machine]:
    """The one to move to."""
    yield from _machine(tmp_path / "two")


def _machine(folder: Path) -> Iterator[Machine]:
    (folder / "redis").mkdir(parents=True)
    config = folder / "redis" / "redis.conf"
    config.write_text((ROOT / "deploy" / "redis.conf").read_text())
    server = Server(folder / "redis", str(config))
    with closing(server):
        yield Machine(folder, server)


TABLE = "patience:{c:1}:table"


def test_backup_and_restore(machine: Machine) -> None:
    machine.server.ask.hset(TABLE, mapping={"v": 3})
    machine.type(PAGES["Backup"][0])
    machine.server.ask.hset(TABLE, mapping={"v": 4})
    for block in PAGES["Restore"]:
        machine.type(block)
    assert machine.server.ask.hget(TABLE, "v") == b"3"
    calls = machine.calls.read_text().splitlines()
    assert calls == ["systemctl stop patience", "systemctl start patience"]


def test_moving_to_another_machine(machine: Machine, other: Machine) -> None:
    machine.server.ask.hset(TABLE, mapping={"v": 3})
    first, second = PAGES["Moving to another machine"]
    machine.type(first)
    backup = machine.calls.parent / "patience.backup"
    (other.calls.parent / "patience.backup").write_bytes(backup.read_bytes())  # scp
    other.type(second)
    assert other.server.ask.hget(TABLE, "v") == b"3"


def test_upgrading_makes_a_backup_first(machine: Machine) -> None:
    machine.server.ask.hset(TABLE, mapping={"v": 3})
    machine.type(PAGES["Upgrading"][0])
    assert (machine.calls.parent / "patience.backup").stat().st_mode & 0o077 == 0
    assert machine.calls.read_text().splitlines()[-1] == "systemctl restart patience"


def test_redis_takes_what_makes_it_lose_less(machine: Machine) -> None:
    (block,) = PAGES["What Redis can lose"]
    machine.type(block)
    assert machine.server.ask.config_get("min-replicas-to-write") == {"min-replicas-to-write": "1"}
    with pytest.raises(Exception, match="NOREPLICAS"):
        machine.server.ask.set("patience:trial", "1")
    assert "min-replicas-to-write 1" in (machine.server.folder / "redis.conf").read_text()


def test_every_command_is_one_that_is_known_and_names_what_exists() -> None:
    lines = [line for blocks in PAGES.values() for block in blocks for line in block.splitlines()]
    assert len(lines) > 20
    for line in lines:
        program, *words = shlex.split(line)
        assert program in (*ELSEWHERE, "deploy/patience", "redis-cli"), line
        for word in words:
            file = word.removeprefix("/opt/patience/")
            if file.startswith("deploy/"):
                assert (ROOT / file).exists(), line


def test_every_file_in_the_folder_s_table_exists() -> None:
    rows = re.findall(r"^\| (`.+?) \|", TEXT, re.MULTILINE)
    names = [name for row in rows for name in re.findall(r"`([^`]+)`", row)]
    assert len(names) == 8
    for name in names:
        assert (ROOT / "deploy" / name).exists(), name
