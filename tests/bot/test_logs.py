"""What log lines carry, and what they never do."""

import io
import json
import logging
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot import logs

TOKEN = "MTE3NjU0MzIxMDk4NzY1NDMyMQ.GhIjKl.abcdefghijklmnopqrstuvwxyz0123456789AB"

Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    before = root.handlers, root.level
    yield io.StringIO()
    root.handlers, root.level = before


@pytest.fixture
def lines(stream: io.StringIO) -> Lines:
    logs.configure("debug", "json", stream)
    return lambda: [json.loads(line) for line in stream.getvalue().splitlines()]


def test_context_is_on_every_line_also_on_the_library_s(lines: Lines) -> None:
    log = logs.get("bot.tables")
    with logs.context(guild=1, channel=2, game="anna"):
        log.info("played", move="7 F1")
        logging.getLogger("discord.http").warning("rate limited for %.1f s", 0.5)
    log.info("done")
    played, limited, done = lines()
    assert played["event"] == "played"
    assert played["move"] == "7 F1"
    assert limited["event"] == "rate limited for 0.5 s"
    assert limited["logger"] == "discord.http"
    for line in (played, limited):
        assert (line["guild"], line["channel"], line["game"]) == (1, 2, "anna")
    assert "channel" not in done
    assert done["level"] == "info"


def test_a_lost_connection_is_told_in_one_line_without_a_traceback(lines: Lines) -> None:
    client, shard = logging.getLogger("discord.client"), logging.getLogger("discord.shard")
    try:
        raise ConnectionResetError("gone")
    except ConnectionResetError as error:
        client.exception("Attempting a reconnect in %.2fs", 1.5)
        shard.error("Attempting a reconnect for shard ID %s in %.2fs", 3, 1.5, exc_info=error)
        client.exception("Something else")
    *lost, other = lines()
    for line in lost:
        assert line["level"] == "warning"
        assert line["reason"] == "ConnectionResetError: gone"
        assert "exception" not in line
    assert "Traceback" in other["exception"]


def test_nothing_that_shows_hidden_cards(lines: Lines) -> None:
    logs.get("x").info("table", game="anna", deal="7654321", record=b"...", position=((1, 2),))
    logging.getLogger("y").info("table", extra={"piles": "KH", "seed": 7})
    text = json.dumps(lines())
    assert text.count(logs.BLOT) == 5
    assert "7654321" not in text  # longer than any number in a time
    assert "KH" not in text


def test_no_tokens(lines: Lines) -> None:
    logs.get("x").info("starting", token="of-the-bot", redis_url="redis://me:word@redis:6379/0")
    logging.getLogger("discord.client").error("no login with %s", TOKEN)
    logging.getLogger("discord.http").debug(
        "POST %s", "https://discord.com/api/v10/interactions/123/aW50ZXJhY3Rpb24/callback"
    )
    logging.getLogger("discord.http").debug(
        "PATCH %s", "https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb24/messages/@original"
    )
    try:
        raise RuntimeError(f"failed with {TOKEN}")
    except RuntimeError:
        logs.get("x").exception("oops")
    text = json.dumps(lines())
    for secret in ("of-the-bot", "word", TOKEN, "aW50ZXJhY3Rpb24"):
        assert secret not in text
    assert "redis:6379" in text
    assert "RuntimeError" in text


def test_what_libraries_send_and_receive_is_not_told(lines: Lines) -> None:
    http = logging.getLogger("discord.http")
    http.debug("%s %s has returned %s", "POST", "/x", '{"token": "aaaaaa"}')
    http.debug("%s has received %s", "GET", {"options": [{"name": "deal", "value": "bbbbbb"}]})
    http.debug("event: %(event)s", {"event": b"cccccc"})
    logging.getLogger("other").info('{"token": "dddddd", "deal":"eeeeee"}')
    logs.get("x").info("failed", reason=RuntimeError("{'token': 'ffffff'}"), parts=["hhhhhh"])
    logs.hide("hhhhhh", "x")
    logs.get("x").info("again", parts=["hhhhhh"], more={"token": "gggggg", "event": "fine"})
    *found, last = lines()
    assert "POST /x has returned" in found[0]["event"]
    for secret in ("aaaaaa", "bbbbbb", "cccccc", "dddddd", "eeeeee", "ffffff", "gggggg"):
        assert secret not in json.dumps([*found, last])
    assert last["parts"] == [logs.BLOT]
    assert last["more"]["event"] == "fine"


@pytest.mark.parametrize("scheme", ["redis", "rediss", "unix", "redis+cluster", "redis+sentinel"])
def test_a_password_may_hold_any_sign(scheme: str, lines: Lines) -> None:
    logs.get("x").info("to", where=f"{scheme}://me:pa/ss@wo:rd@host:6379/0")
    assert lines()[0]["where"] == f"{scheme}://{logs.BLOT}@host:6379/0"


def test_text_lines_and_levels(stream: io.StringIO) -> None:
    logs.configure("warning", "text", stream)
    logs.get("x").info("not shown")
    local = "a hidden card"
    try:
        raise RuntimeError("told")
    except RuntimeError:
        logs.get("x").exception("failed", channel=5)
    text = stream.getvalue()
    assert "not shown" not in text
    assert "failed" in text
    assert "channel=5" in text
    assert "RuntimeError: told" in text
    assert local not in text  # tracebacks without the values of variables
    assert "\x1b" not in text


def test_before_anybody_configures_nothing_is_shown_that_is_secret() -> None:
    """As in a command that has no settings; structlog's own default would print variables."""
    program = """
from bot import logs
def fail(position, deal):
    raise RuntimeError("told")
try:
    fail(position="KH hidden", deal="7654321")
except RuntimeError:
    logs.get("x").exception("failed", deal="7654321")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    text = done.stdout + done.stderr
    assert "RuntimeError: told" in text
    assert "KH hidden" not in text.replace('position="KH hidden"', "")
    assert "'deal': '(secret)'" in text
