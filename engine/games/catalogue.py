"""All games, found by id, title or alias."""

from __future__ import annotations

import difflib
import functools
import importlib
import pkgutil

import engine.games
from engine.game import Game


class UnknownGame(LookupError):
    """No game goes by that name; the text is a sentence that offers similar ones, `near` has them
    as ids.
    """

    def __init__(self, text: str, near: tuple[str, ...] = ()) -> None:
        super().__init__(text)
        self.near = near

    def __str__(self) -> str:
        return str(self.args[0])


@functools.cache
def games() -> tuple[Game, ...]:
    """One instance of every game, by title."""
    found: list[Game] = []
    for module in pkgutil.iter_modules(engine.games.__path__):
        names = vars(importlib.import_module(f"engine.games.{module.name}"))
        found += [
            kind()
            for kind in names.values()
            if isinstance(kind, type)
            and issubclass(kind, Game)
            and "id" in vars(kind)
            and kind.__module__ == f"engine.games.{module.name}"
        ]
    return tuple(sorted(found, key=lambda game: game.title.removeprefix("The ")))


def find(name: str) -> Game:
    """The game of that id, title or alias, however it is spelt; `UnknownGame` if there is none."""
    names = _names()
    key = _key(name)
    if key in names:
        return names[key]
    close = difflib.get_close_matches(key, names, n=5, cutoff=0.6)
    near = tuple(dict.fromkeys(names[one].id for one in close))
    offer = f" Did you mean {' or '.join(near)}?" if near else ""
    shown = "".join(char for char in name[:40] if char.isprintable())
    raise UnknownGame(f"No game is called “{shown}”.{offer}", near)


def shortest_name(game: Game) -> str:
    """The shortest word that `find` takes for the game; at most 18 characters."""
    return min((game.id, *map(_key, game.aliases)), key=len)


@functools.cache
def _names() -> dict[str, Game]:
    names: dict[str, Game] = {}
    for spellings in (
        lambda game: (game.id,),
        lambda game: (game.title,),
        lambda game: game.aliases,
    ):
        for game in games():
            for spelling in spellings(game):
                names.setdefault(_key(spelling), game)
    return names


def _key(name: str) -> str:
    words = "".join(c if c.isalnum() else " " for c in name.casefold().replace("'", "")).split()
    return "-".join(word for word in words if word != "the") or "-"
