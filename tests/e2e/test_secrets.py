"""No log line, at any level, and nothing that doctor prints, holds what nobody may know."""

from __future__ import annotations

import asyncio
import io
import logging
import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal
from urllib.parse import quote

import pytest

from bot import logs
from bot.demo import Loopback
from bot.demo.model import Channel
from tests.bot.store.servers import Server, closing, needs_server
from tests.depth import THOROUGH
from tests.e2e.conftest import Boot, board_at, whisper
from tests.e2e.test_play import begin
from tests.e2e.test_run import launch, outcome

LEVELS = ["debug", "error"] if THOROUGH else ["debug"]
"""Of whole programs; what is logged at others is logged at "debug" too."""
DEAL = "MARKED-DEAL-77"
WORD = "MARKED/se:cret@word"
"""A password with all the signs that addresses are cut at."""


@pytest.fixture
def root() -> Iterator[logging.Logger]:
    """The root logger, as it was afterwards."""
    root = logging.getLogger()
    before = root.handlers, root.level
    yield root
    root.handlers, root.level = before


def interaction_tokens(discord: Loopback) -> set[str]:
    """Those that the bot has used."""
    paths = [request.path for request in discord.requests]
    found = [re.search(r"/(?:interactions|webhooks)/\d+/([^/?]+)", path) for path in paths]
    return {match[1] for match in found if match}


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("level", ["debug", "info", "warning", "error"])
@pytest.mark.usefixtures("root")
async def test_no_log_line_tells_tokens_deals_or_what_people_say(
    level: str, form: Literal["text", "json"], discord: Loopback, boot: Boot, table: Channel
) -> None:
    stream = io.StringIO()
    logs.hide(discord.token)
    logs.configure(level, form, stream)
    bot = await boot()
    board = await begin(discord, table, deal=DEAL)
    anna = discord.person("Anna")
    await whisper(await anna.click(board, "Hint"))
    anna.say(table, "d")
    await board_at(table, 2)
    await discord.gateway.drop()
    await discord.gateway.ready()
    await bot.stop()
    text = stream.getvalue()
    if level == "debug":
        assert "discord" in text  # the libraries did speak
        assert len(text) > 5000
    tokens = interaction_tokens(discord)
    assert len(tokens) >= 2
    for secret in (*tokens, discord.token, DEAL):
        assert secret not in text


@pytest.mark.parametrize("level", LEVELS)
async def test_doctor_tells_no_password_and_no_token(
    level: str, discord: Loopback, tmp_path: Path
) -> None:
    for password in (quote(WORD, safe=""), WORD, "MARKED-wrong"):
        env = {
            "PATIENCE_TOKEN": "MARKED-TOKEN-OF-NOBODY",
            "PATIENCE_REDIS_URL": f"redis://:{password}@127.0.0.1:1/0",
            "PATIENCE_DATA": str(tmp_path),
            "PATIENCE_LOG_LEVEL": level,
        }
        _, out, err = await outcome(await launch("doctor", discord.url, **env))
        assert "Redis" in out + err
        assert "MARKED" not in out + err
        assert "se:cret" not in out + err
        assert "word" not in (out + err).replace("password", "")


def assert_untold(text: str, *secrets: str) -> None:
    """Nothing of the marked secrets is in it, in any spelling."""
    parts = ("MARKED", "se:cret", "se%3Acret", quote(WORD, safe=""), *secrets)
    assert not [part for part in parts if part in text], text


@needs_server
@pytest.mark.parametrize("level", LEVELS)
async def test_run_tells_no_password_of_redis(
    level: str, discord: Loopback, tmp_path: Path, table: Channel
) -> None:
    """With the right one it plays; a wrong one and an address that can't be read are said."""
    server = Server(tmp_path / "redis")
    with closing(server):
        server.say("CONFIG", "SET", "requirepass", WORD)
        where = f"127.0.0.1:{server.port}/0"
        env = {
            "PATIENCE_TOKEN": discord.token,
            "PATIENCE_DATA": str(tmp_path),
            "PATIENCE_LOG_LEVEL": level,
            "PATIENCE_REDIS_URL": f"redis://:{quote(WORD, safe='')}@{where}",
        }
        process = await launch("run", discord.url, **env)
        reading = asyncio.create_task(process.communicate())
        await discord.gateway.ready(60)
        await begin(discord, table, deal=DEAL)
        server.ask.connection_pool.disconnect()
        discord.person("Anna").say(table, "d")
        await board_at(table, 2)
        process.send_signal(signal.SIGTERM)
        out, err = await asyncio.wait_for(reading, 60)
        assert process.returncode == 0
        assert_untold((out + err).decode(), discord.token)
        for url in (f"redis://:{WORD}@{where}", f"redis://:MARKED-wrong@{where}"):
            process = await launch("run", discord.url, **env | {"PATIENCE_REDIS_URL": url})
            reading = asyncio.create_task(process.communicate())
            done, _ = await asyncio.wait((reading,), timeout=5)
            if not done:  # it waits for a Redis that is set up otherwise
                process.send_signal(signal.SIGTERM)
            out, err = await asyncio.wait_for(reading, 60)
            assert_untold((out + err).decode(), discord.token)


@needs_server
@pytest.mark.parametrize("command", ["backup", "restore"])
async def test_backup_and_restore_tell_no_password(command: str, tmp_path: Path) -> None:
    server = Server(tmp_path / "redis")
    with closing(server):
        server.say("CONFIG", "SET", "requirepass", WORD)
        where = f"127.0.0.1:{server.port}/0"
        kept = {k: v for k, v in os.environ.items() if not k.startswith("PATIENCE_")}
        codes = []
        for word in (quote(WORD, safe=""), "MARKED-wrong", WORD):
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot", command, str(tmp_path / "file")),
                env=kept | {
                    "PATIENCE_DATA": str(tmp_path),
                    "PATIENCE_LOG_LEVEL": "debug",
                    "PATIENCE_REDIS_URL": f"redis://:{word}@{where}",
                },
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
            )  # fmt: skip
            code, out, err = await outcome(process)
            codes.append(code)
            assert_untold(out + err)
            assert "Traceback" not in err
        assert codes == [0 if command == "backup" else 2, 2, 2]
