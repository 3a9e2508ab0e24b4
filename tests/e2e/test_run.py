"""`patience run` and `patience doctor` from outside: exit codes, one clear line, SIGTERM."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import redis

from bot import run
from bot.demo import Loopback
from bot.store.database import Database
from bot.store.server import OwnServer, find_binary
from tests.bot.store.servers import free_port, until
from tests.e2e.conftest import board_at, board_says
from tests.e2e.test_play import begin

PROGRAM = """
import sys
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
if len(sys.argv) > 2:
    Route.BASE = sys.argv[2] + "/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sys.argv[2].replace("http", "ws") + "/gw")
from bot import run
from bot.commands import checks as doctor
sys.exit({"run": run, "doctor": doctor}[sys.argv[1]].main())
"""


@pytest.fixture
async def discord() -> AsyncIterator[Loopback]:
    """A Discord for another process; this one's discord.py is left alone."""
    async with Loopback() as discord:
        yield discord


async def launch(command: str, *args: str, **env: str) -> asyncio.subprocess.Process:
    """The program with only these settings."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PATIENCE_")}
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROGRAM, command, *args),
        env={**kept, **env},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def outcome(process: asyncio.subprocess.Process) -> tuple[int, str, str]:
    """Exit code, stdout and stderr."""
    out, err = await asyncio.wait_for(process.communicate(), 60)
    return process.returncode or 0, out.decode(), err.decode()


def said(err: str) -> list[str]:
    """The lines that are not the log's."""
    return [line for line in err.splitlines() if line.startswith("patience ")]


async def test_without_a_token(tmp_path: Path) -> None:
    code, _, err = await outcome(await launch("run", PATIENCE_DATA=str(tmp_path)))
    assert code == 2
    assert err.splitlines() == [f"patience run: {run.NOT_GIVEN}"]


async def test_with_a_wrong_token(discord: Loopback, redis_url: str, tmp_path: Path) -> None:
    process = await launch(
        "run", discord.url, PATIENCE_TOKEN="wrong", PATIENCE_REDIS_URL=redis_url,
        PATIENCE_DATA=str(tmp_path),
    )  # fmt: skip
    code, _, err = await outcome(process)
    assert code == 2
    assert said(err) == [f"patience run: {run.NOT_TAKEN}"]
    assert "Traceback" not in err


async def test_without_a_net_each_attempt_is_one_line(redis_url: str, tmp_path: Path) -> None:
    process = await launch(
        "run", "http://127.0.0.1:1", PATIENCE_TOKEN="any", PATIENCE_REDIS_URL=redis_url,
        PATIENCE_DATA=str(tmp_path),
    )  # fmt: skip
    assert process.stderr
    lines = list[str]()
    while sum("trying again" in line for line in lines) < 2:
        line = await asyncio.wait_for(process.stderr.readline(), 60)
        assert line, lines
        lines.append(line.decode())
    process.send_signal(signal.SIGTERM)
    code, _, err = await outcome(process)
    assert code == 0
    assert sum("doesn't look like a bot's token" in line for line in lines) == 1
    assert "Traceback" not in "".join(lines) + err
    assert all("127.0.0.1" in line for line in lines if "trying again" in line)


async def test_a_late_redis_is_waited_for(discord: Loopback, tmp_path: Path) -> None:
    port = free_port()
    process = await launch(
        "run", discord.url, PATIENCE_TOKEN=discord.token, PATIENCE_DATA=str(tmp_path),
        PATIENCE_REDIS_URL=f"unix://{tmp_path}/late.sock", PATIENCE_METRICS_PORT=str(port),
    )  # fmt: skip
    assert process.stderr
    line = b"any"
    while line and b"waiting for Redis" not in line:
        line = await asyncio.wait_for(process.stderr.readline(), 60)
    assert line
    assert await asyncio.to_thread(probe, port, "health") == 200
    assert await asyncio.to_thread(probe, port, "ready") == 503
    server = OwnServer(tmp_path / "own", find_binary() or Path())
    await asyncio.to_thread(server.start)
    (tmp_path / "late.sock").symlink_to(server.socket)
    await discord.gateway.ready(60)
    await asyncio.to_thread(until, lambda: probe(port, "ready") == 200)
    # A Redis that stands still is seen too.
    pid = int(await asyncio.to_thread(server_pid, server))
    os.kill(pid, signal.SIGSTOP)
    assert await asyncio.to_thread(probe, port, "ready") == 503
    assert await asyncio.to_thread(probe, port, "health") == 200
    os.kill(pid, signal.SIGCONT)
    process.send_signal(signal.SIGTERM)
    code, _, err = await outcome(process)
    await asyncio.to_thread(server.stop)
    assert code == 0
    assert "Traceback" not in err


async def test_sigterm_is_heard_while_redis_is_away(tmp_path: Path) -> None:
    process = await launch(
        "run", PATIENCE_TOKEN="any", PATIENCE_DATA=str(tmp_path),
        PATIENCE_REDIS_URL=f"unix://{tmp_path}/nothing.sock",
    )  # fmt: skip
    assert process.stderr
    while b"waiting for Redis" not in await asyncio.wait_for(process.stderr.readline(), 60):
        pass
    process.send_signal(signal.SIGTERM)
    code, _, err = await outcome(process)
    assert (code, "Traceback" in err) == (0, False)


def probe(port: int, what: str) -> int:
    """The status of a probe."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/{what}", timeout=90) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def server_pid(server: OwnServer) -> str:
    """Of the process behind its socket."""
    with redis.Redis(unix_socket_path=str(server.socket)) as client:
        return str(client.info("server")["process_id"])


async def test_with_bad_settings(tmp_path: Path) -> None:
    process = await launch("run", PATIENCE_TOKEN="t", PATIENCE_SHARD_COUNT="none")
    code, _, err = await outcome(process)
    assert code == 2
    assert err.splitlines()[0].startswith("patience run: PATIENCE_SHARD_COUNT")


async def test_without_the_intent_it_says_so_and_runs_until_sigterm(
    discord: Loopback, database: Database, redis_url: str, tmp_path: Path
) -> None:
    discord.gateway.message_content_allowed = False
    process = await launch(
        "run", discord.url, PATIENCE_TOKEN=discord.token, PATIENCE_REDIS_URL=redis_url,
        PATIENCE_DATA=str(tmp_path),
    )  # fmt: skip
    table = discord.channel("table")
    await discord.gateway.ready(30)
    for _ in range(100):
        if discord.commands.of(None) and discord.gateway.connected:
            break
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    await discord.gateway.ready(30)
    await begin(discord, table)
    discord.person("Anna").say(table, f"{discord.bot.mention} d")
    await board_at(table, 2)
    discord.person("Anna").say(table, f"{discord.bot.mention} undo")
    await board_says(table, "takes back")
    process.send_signal(signal.SIGTERM)
    code, _, err = await outcome(process)
    assert code == 0
    assert "Message Content Intent is off" in err
    assert "Traceback" not in err
    assert not discord.gateway.connected


async def test_the_doctor_finds_all_well(discord: Loopback, redis_url: str, tmp_path: Path) -> None:
    process = await launch(
        "doctor", discord.url, PATIENCE_TOKEN=discord.token, PATIENCE_REDIS_URL=redis_url,
        PATIENCE_DATA=str(tmp_path),
    )  # fmt: skip
    code, out, err = await outcome(process)
    assert code == 0, out + err
    assert [line[:4] for line in out.splitlines()] == ["ok  "] * 5


async def test_the_doctor_names_what_is_missing(
    discord: Loopback, redis_url: str, tmp_path: Path
) -> None:
    discord.gateway.message_content_allowed = False
    discord.world.deny(discord.channel("daily"), "attach_files")
    process = await launch(
        "doctor", discord.url, PATIENCE_TOKEN=discord.token, PATIENCE_REDIS_URL=redis_url,
        PATIENCE_DATA=str(tmp_path),
    )  # fmt: skip
    code, out, _ = await outcome(process)
    assert code == 1
    assert "FIX   chat: The Message Content Intent is off" in out
    assert "#daily (The card room) lacks Attach Files" in out


async def test_the_doctor_without_anything(tmp_path: Path) -> None:
    process = await launch(
        "doctor", PATIENCE_DATA=str(tmp_path), PATIENCE_REDIS_URL="redis://127.0.0.1:1"
    )
    code, out, _ = await outcome(process)
    assert code == 1
    assert "FIX   Redis" in out
    assert f"FIX   token: {run.NOT_GIVEN}" in out
