"""Code of the program that the program doesn't use: ``python -m tests.dead_code``.

vulture finds names that stand nowhere else; what is used by tests alone is dead too. Those that
others call by name are allowed, each with its reason.
"""

from __future__ import annotations

import sys
from pathlib import Path

from vulture import Vulture

from engine.games.catalogue import games

ROOT = Path(__file__).parent.parent
PARTS = ("engine", "render", "bot", "deploy")
ALLOWED = {
    "discord.py calls them": (
        "from_custom_id setup_hook on_error on_guild_channel_delete on_guild_join on_guild_remove "
        "on_interaction on_message on_raw_bulk_message_delete on_raw_message_delete "
        "on_raw_message_edit on_raw_thread_delete on_shard_connect on_shard_ready"
    ),
    "discord.py reads them": "dm_messages guild_messages warn_dave warn_nacl",
    "decorated commands of discord.py": "_moves dates ranking",
    "click calls them": (
        "format_commands format_help_text list_commands shell_complete standalone_mode"
    ),
    "commands, found by the name of their module": "demo doctor restore",
    "pydantic calls them": "_absolute _check _long _lower _ordinal _read_token",
    "prompt_toolkit calls it": "complete_event get_completions",
    "enum calls it": "_missing_",
    "aiohttp passes it": "trace",
    "Pillow reads it": "readonly",
    "types, in quotes": "BodyPartReader core",
    "the shape of a callable": "__call__",
    "parts of a set whose others are used": "CLUBS PIQUET up unknown_command",
    "for games whose packets move as a whole": "Packets",
    "what tests do to the loopback Discord": (
        "advance alt_texts ask_to_reconnect menu set_available"
    ),
    "where tests keep their sprites": "keep_in",
    "the words alone, as tests ask for them": "alt_text",
}


def unused() -> list[str]:
    """A line for each name that is neither used nor allowed."""
    vulture = Vulture()
    vulture.scavenge([ROOT / part for part in PARTS])
    allowed = {name for names in ALLOWED.values() for name in names.split()}
    allowed |= {type(game).__name__ for game in games()}  # found by being there
    return [
        f"{item.filename.relative_to(ROOT)}:{item.first_lineno}: {item.typ} {item.name}"
        for item in vulture.get_unused_code(min_confidence=60)
        if item.name not in allowed
    ]


if __name__ == "__main__":
    found = unused()
    print("\n".join(found) or "Everything is used.")  # noqa: T201 - for people
    sys.exit(bool(found))
