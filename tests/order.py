"""The order of tests for several processes: what takes longest first, all tests of a game together.

pytest-xdist's `worksteal` gives each process a stretch of the list; whoever is done takes from the
end of another's. So every stretch begins with its share of the long files, each of which stays
whole, and goes on with games, whose walks, layouts and pictures are then made in one process only.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import groupby
from pathlib import Path

import pytest

from engine.game import Game

HERE = Path(__file__).parent
LONGEST = ("chaos", "e2e", "bot", "browser", "deploy")
"""Folders whose tests start programs or wait for them."""


def ordered(items: Sequence[pytest.Item], processes: int) -> list[pytest.Item]:
    """All the items, in stretches for so many processes."""
    by_game = sorted((item for item in items if _game(item)), key=_game)
    files = [list(group) for _, group in groupby((i for i in items if not _game(i)), key=_unit)]
    files.sort(key=lambda group: _rank(group[0]))
    found: list[pytest.Item] = []
    for process in range(processes):
        # As the scheduler shares out what is left among those who have nothing yet.
        size = (len(items) - len(found)) // (processes - process)
        stretch = [item for group in files[process::processes] for item in group]
        room = max(0, size - len(stretch))
        found += [*stretch, *by_game[:room]]
        del by_game[:room]
    return found + by_game


def _game(item: pytest.Item) -> str:
    """The game that an item of all games' tests is about, "" for others."""
    callspec = getattr(item, "callspec", None)
    game = callspec.params.get("game") if callspec else None
    here = item.path.relative_to(HERE).parts[0]
    return game.id if isinstance(game, Game) and here not in LONGEST else ""


def _unit(item: pytest.Item) -> Hashable:
    """What stays together: a file, and the folder that shares a browser."""
    folder = item.path.relative_to(HERE).parts[0]
    return folder if folder == "browser" else item.path


def _rank(item: pytest.Item) -> tuple[int, str]:
    folder = item.path.relative_to(HERE).parts[0]
    return (LONGEST.index(folder) if folder in LONGEST else len(LONGEST), item.path.as_posix())
