"""Every verb of the table goes through every surface where it is understood, and is counted."""

from __future__ import annotations

import asyncio
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

from bot.chat.custom_ids import PLACE, CustomId
from bot.demo import Loopback
from bot.demo.model import Channel
from bot.metrics import Metrics
from bot.store.database import Database
from bot.store.ids import ChannelTable, TableId
from bot.store.tables import TableStore
from bot.tables import actions
from bot.tables.tables import Tables
from bot.tables.verbs import VERBS, Surface, Verb, on
from bot.tables.views import Player
from bot.terminal.session import Screen, Session
from tests.e2e.conftest import Running, has_buttons, is_board
from tests.e2e.test_play import add_button

ANNA = Player("1", "Anna", moderator=True)
ARGUMENTS: dict[str, dict[str, Any]] = {
    "start": {"game": "anna"}, "vote": {"what": "stop"}, "mode": {"who": "in turns"},
    "move": {"move": "d"}, "see": {"pile": "1"},
}  # fmt: skip
"""What Discord asks for before it sends a command."""
GROUPS = {"daily": "daily today", "settings": "settings show", "privacy": "privacy show"}
"""Verbs that are groups of commands, by one of these."""


def counted(metrics: Metrics) -> dict[tuple[str, str], float]:
    """How often each verb was counted, by verb and way."""
    found: dict[tuple[str, str], float] = {}
    for metric in metrics.registry.collect():
        for sample in metric.samples:
            if sample.name == "patience_commands_total":
                key = sample.labels["verb"], sample.labels["way"]
                found[key] = found.get(key, 0) + sample.value
    return found


async def lay(tables: Tables, table: TableId) -> int:
    """A table with a move made and one taken back, and a kept game; the number of that."""
    kept = 0
    for _ in range(2):
        view = await tables.view(table)
        kept = view.version if view else kept
        started = await tables.start(table, ANNA, "anna", token_hex(8), "1", replace=True)
        assert not started.error
        for _ in range(2):
            await tables.play(table, ANNA, "d", token_hex(8))
    await tables.undo(table, ANNA, token_hex(8))
    return kept


def line_of(verb: Verb, kept: int) -> str:
    """What somebody would say with the verb at the table that was laid."""
    return f"resume {kept}" if verb.name == "resume" else verb.example


async def grown(metrics: Metrics, key: tuple[str, str], before: float) -> None:
    """Wait until one more of that is counted."""
    for _ in range(3000):
        if counted(metrics).get(key, 0) > before:
            assert counted(metrics)[key] == before + 1
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"{key} isn't counted: {counted(metrics)}")


@pytest.mark.parametrize("spoken_to", [False, True], ids=["bare talk", "written to the bot"])
async def test_chat_lines(
    discord: Loopback, bot: Running, table: Channel, *, spoken_to: bool
) -> None:
    anna, chat = discord.person("Anna"), bot.client.chat
    surface = Surface.SPOKEN if spoken_to else Surface.TALK
    mention = f"{discord.bot.mention} " if spoken_to else ""
    for verb in VERBS.values():
        line = line_of(verb, await lay(chat.tables, ChannelTable(table.id)))
        moves = verb.act in (actions.play, actions.move)
        # Written to the bot, a verb is answered even where it isn't understood.
        if spoken_to or surface in verb.surfaces or (moves and verb.name != "move"):
            done = "stop" if verb.name == "quit" else verb.name
            before = counted(chat.metrics).get((done, "chat"), 0)
            anna.say(table, mention + line)
            await grown(chat.metrics, (done, "chat"), before)
        elif not moves:
            before_all = counted(chat.metrics)
            anna.say(table, mention + line)
            anna.say(table, "board")  # lines of a channel are heard in turn
            await grown(chat.metrics, ("board", "chat"), before_all.get(("board", "chat"), 0))
            changed = {key for key, n in counted(chat.metrics).items() if before_all.get(key) != n}
            assert changed == {("board", "chat")}


async def test_buttons(discord: Loopback, bot: Running, table: Channel) -> None:
    anna, chat = discord.person("Anna"), bot.client.chat
    for verb in on(Surface.BUTTON):
        line = line_of(verb, await lay(chat.tables, ChannelTable(table.id)))
        await anna.slash(table, "patience board")
        board = await table.wait_for(lambda m: is_board(m) and has_buttons(m))
        add_button(board, verb.name, CustomId(PLACE, 0, line).encode())
        before = counted(chat.metrics).get((verb.name, "button"), 0)
        assert (await anna.click(board, verb.name)).answered
        await grown(chat.metrics, (verb.name, "button"), before)


async def test_slash_commands(discord: Loopback, bot: Running, table: Channel) -> None:
    anna, chat = discord.person("Anna"), bot.client.chat
    for verb in on(Surface.SLASH):
        await lay(chat.tables, ChannelTable(table.id))
        name = "d" if verb.name == "deal" else verb.name  # without its option it deals once
        before = counted(chat.metrics).get((name, "slash"), 0)
        words = f"patience {GROUPS.get(verb.name, verb.name)}"
        assert (await anna.slash(table, words, ARGUMENTS.get(verb.name))).answered
        await grown(chat.metrics, (name, "slash"), before)


async def test_every_slash_command_has_its_verb(discord: Loopback, bot: Running) -> None:
    patience = bot.client.tree.get_command("patience")
    names = {command.name for command in patience.commands}  # type: ignore[union-attr]
    assert names == {verb.name for verb in on(Surface.SLASH)}
    own = {verb.name for verb in on(Surface.BUTTON) if verb.act is None}
    assert own == bot.client.interactions.handlers.keys()


async def test_the_terminal(database: Database, tmp_path: Path) -> None:
    said: list[str] = []
    tables = Tables(TableStore(database))
    session = Session(tables, Screen("none", said.append))
    assert set(session.words) == {verb.name for verb in on(Surface.TERMINAL)}
    for verb in on(Surface.TERMINAL):
        line = line_of(verb, await lay(tables, session.table))
        session.view = await tables.view(session.table)
        said.clear()
        stays = await session.hear(line)
        assert stays is (verb.name != "quit")
        assert bool(said) is stays
        assert not [text for text in said if "went wrong" in text or "No pile is called" in text]
