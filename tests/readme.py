"""The table of games in the README: one row each, in the order of the list of games."""

from __future__ import annotations

import re
from pathlib import Path

from bot.commands.benches import games as bench
from engine.game import Game
from engine.games.catalogue import games

README = Path(__file__).parent.parent / "README.md"
HEAD = re.compile(r"(\| game \| book .*\n\|---.*\n)")


def rows() -> dict[str, list[str]]:
    """The cells of each row, by the game's title."""
    found = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in README.read_text("utf-8").splitlines()
        if line.startswith("| ")
    ]
    titles = {game.title for game in games()}
    return {cells[0]: cells for cells in found if cells[0] in titles}


def refreshed(game: Game, cells: list[str]) -> list[str]:
    """The row with what the game itself says; what was measured stays."""
    length = re.sub(r"^\w+", game.length, cells[4])
    facts = [game.title, str(game.year), str(game.packs), game.kind, length]
    return [*facts, *cells[5:-1], bench.proven(game)]


def write(found: dict[str, list[str]]) -> None:
    """Put these rows in the place of those that are there."""
    text = README.read_text("utf-8")
    head, rule, rest = re.split(HEAD, text)
    table = [bench.row(*found[game.title]) for game in games() if game.title in found]
    after = re.sub(r"\A(?:\|.*\n)+", "", rest)
    README.write_text("".join([head, rule, *(f"{line}\n" for line in table), after]), "utf-8")
