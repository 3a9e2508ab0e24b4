"""The texts for the public say of the program what the program says."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from unittest.mock import MagicMock

import pytest

from bot.chat import cleanup
from bot.chat.commands import PatienceCommands
from bot.chat.daily.commands import add_daily
from bot.chat.interactions import Interactions
from bot.store import daily, daily_keys, keys, pointers, standings, tables
from bot.tables import tables as playing

LISTING = Path(__file__).parents[2] / "deploy" / "listing"
DAY = 24 * 3600
DESCRIPTION, TAGS, TAG = 400, 5, 20
"""Discord's bounds: characters, tags, characters of a tag."""
PATTERNS = ("everything_key", "attempts_key", "events_key")
"""Functions that make patterns of the others' keys."""


def text(name: str) -> str:
    """A file, its lines run on."""
    return " ".join((LISTING / name).read_text("utf-8").split())


def part(name: str, heading: str) -> str:
    """What stands below a heading."""
    whole = (LISTING / name).read_text("utf-8")
    return " ".join(whole.split(f"## {heading}\n")[1].split("\n## ")[0].split())


def kinds(module: ModuleType) -> Iterator[str]:
    """All keys that a module names, with stars for what differs."""
    for name, thing in vars(module).items():
        if isinstance(thing, str) and thing.startswith("patience:") and name != "ALL":
            yield thing
        elif inspect.isfunction(thing) and name.endswith(("_key", "_keys")):
            if thing.__module__ != module.__name__ or name in PATTERNS:
                continue
            made = thing(*["*"] * len(inspect.signature(thing).parameters))
            yield from [made] if isinstance(made, str) else _of_place(made)


def _of_place(made: object) -> Iterator[str]:
    """The keys of one server or channel."""
    fields = made._asdict()  # type: ignore[attr-defined]
    yield from (value for field, value in fields.items() if field != "tag")
    for name, method in inspect.getmembers(made, inspect.ismethod):
        if name in vars(type(made)) and not name.startswith("_") and name != "asdict":
            yield method(*["*"] * len(inspect.signature(method).parameters))


def test_every_kind_of_key_is_named_in_the_privacy_policy() -> None:
    named = set(re.findall(r"`(patience:[^`]+)`", text("privacy.md")))
    kept = {*kinds(keys), *kinds(daily_keys)} - {"patience:{*:*}:look"}
    assert len(kept) > 30
    assert kept | {"patience:{g:*}:look", "patience:{u:*}:look"} == named


@pytest.mark.parametrize(
    ("seconds", "sentence"),
    [
        (playing.IDLE_SECONDS, "nobody has touched it for {} days"),
        (standings.RECORD_SECONDS, "deleted {} days after the last one"),
        (standings.BOARD_SECONDS, "{} days after the last result"),
        (pointers.SECONDS, "a channel's board ({} days)"),
        (cleanup.GRACE, "all that is kept of it is deleted after {} days"),
        (daily.RANKING_SECONDS, "how servers did together | {} days"),
    ],
)
def test_the_policy_says_how_long(seconds: int, sentence: str) -> None:
    assert sentence.format(seconds // DAY) in text("privacy.md")


def test_the_policy_says_how_many() -> None:
    assert f"the last {tables.SHELF_SIZE} tables" in text("privacy.md")
    assert f"for {tables.EVENT_SECONDS // 3600} hours" in text("privacy.md")


def test_discord_takes_the_description_and_the_tags() -> None:
    assert len(part("app-directory.md", "Description")) <= DESCRIPTION
    tags = part("app-directory.md", "Tags").split(", ")
    assert len(tags) <= TAGS
    assert all(0 < len(tag) <= TAG for tag in tags)


def test_all_that_only_the_operator_knows_is_marked() -> None:
    marked = {"OPERATOR", "CONTACT", "COUNTRY", "HOST", "DAYS"}
    used = set(re.findall(r"\b[A-Z]{4,}\b", text("privacy.md") + text("terms.md")))
    assert used == marked
    assert marked <= set(re.findall(r"s/([A-Z]+)/", text("README.md")))


def test_every_command_exists() -> None:
    chat = MagicMock()
    group = PatienceCommands(Interactions(chat))
    add_daily(group, group.interactions, MagicMock(), MagicMock())
    known = {command.qualified_name for command in group.walk_commands()}
    for file in ("app-directory.md", "privacy.md", "terms.md"):
        named = re.findall(r"`/(patience [a-z ]*)`", text(file))
        assert named
        assert set(named) <= known
