"""Deals that are proven winnable, with a winning line for each; they come with the program.

One file a game, `bot/daily/deals/ID.txt.gz`: a head ``patience pool 1``, ``game ID rules N``,
``next NUMBER`` (the first deal that has not been looked at), then a line ``DEAL: MOVE, MOVE, …``
for each deal.  Its numbers have eight digits, so that nobody meets them by chance.
"""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path

from engine.game import Game
from engine.games.catalogue import find, games
from engine.record import Record, RecordError
from engine.solver import Verdict, solve

FOLDER = Path(str(resources.files("bot.daily") / "deals"))
HEAD = "patience pool 1"
FIRST = 10_000_001
MOST = 10**9
"""Positions looked at for a deal: as many as its seconds allow."""
OPEN = 4
"""Games whose winning lines are kept in memory; labels are small, and of all games."""


class PoolError(ValueError):
    """A file that is no pool, or a pool that is missing; the text is a sentence."""


@dataclass(frozen=True)
class Proven:
    """The proven deals of a game: label to winning line; `next` was not looked at yet."""

    game: Game
    rules: int
    next: int = FIRST
    deals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def read(cls, game: Game, folder: Path = FOLDER) -> Proven:
        """The pool that is in the folder, an empty one if there is none; `PoolError`."""
        try:
            data = (folder / f"{game.id}.txt.gz").read_bytes()
        except FileNotFoundError:
            return cls(game, game.rules_version)
        try:
            head, about, following, *lines = gzip.decompress(data).decode().splitlines()
            parted = [line.partition(": ") for line in lines]
            deals = {label: tuple(moves.split(", ")) for label, _, moves in parted}
            rules = int(about.removeprefix(f"game {game.id} rules "))
            number = int(following.removeprefix("next "))
        except (ValueError, OSError, EOFError):
            head = ""
        if head != HEAD:
            raise PoolError(f"The file of {game.title}'s proven deals can't be read.")
        return cls(game, rules, number, deals)

    def write(self, folder: Path = FOLDER) -> None:
        """Into the folder; the same pool is the same file, to the byte."""
        lines = [HEAD, f"game {self.game.id} rules {self.rules}", f"next {self.next}"]
        lines += [f"{label}: {', '.join(line)}" for label, line in self.deals.items()]
        data = gzip.compress("\n".join([*lines, ""]).encode(), mtime=0)
        path = folder / f"{self.game.id}.txt.gz"
        path.with_suffix(".new").write_bytes(data)
        path.with_suffix(".new").replace(path)

    @property
    def current(self) -> bool:
        """Whether it was proven by the rules of today."""
        return self.rules == self.game.rules_version


class ShippedPool:
    """The pools that come with the program, each read when it is asked for."""

    def check(self) -> None:
        """Read the pools of all games in the competition; `PoolError` when one has no deals."""
        for game in games():
            if game.daily and not self.deals(game.id):
                raise PoolError(
                    f"{game.title} is in the competition and has no proven deals: run "
                    f"`patience vet --game {game.id}`, or set `daily = False` in its module."
                )

    def deals(self, game_id: str) -> tuple[str, ...]:
        """The labels of a game's deals, () for games without any."""
        return _labels(game_id)

    def line(self, game_id: str, label: str) -> tuple[str, ...]:
        """Moves that win one of them, in canonical form; KeyError for any other."""
        return _shipped(game_id)[label]


@cache
def _labels(game_id: str) -> tuple[str, ...]:
    return tuple(_shipped(game_id))


@lru_cache(maxsize=OPEN)
def _shipped(game_id: str) -> Mapping[str, tuple[str, ...]]:
    """What was proven by other rules counts for nothing."""
    pool = Proven.read(find(game_id))
    return pool.deals if pool.current else {}


def wins(game: Game, label: str, line: tuple[str, ...]) -> bool:
    """Whether the line can be played and wins with its last move."""
    try:
        record = Record.replay(game, label, list(line))
    except RecordError:
        return False
    return game.won(record.position)


def prove(
    game: Game, label: str, seconds: float, clock: Callable[[], float] = time.monotonic
) -> tuple[str, ...]:
    """A line that wins the deal, () if none was found in so many seconds."""
    end = clock() + seconds
    start = Record.begin(game, label).position
    found = solve(game, start, most=MOST, stop=lambda: clock() >= end)
    return tuple(map(str, found.moves)) if found.verdict is Verdict.WON else ()


def vet(
    pool: Proven, count: int, seconds: float, clock: Callable[[], float] = time.monotonic
) -> Iterator[tuple[str, Proven]]:
    """Make a pool larger, up to `count` deals: after each deal its label and the pool so far.

    What other rules had proven is looked at first, all at once, and then "" comes for a label:
    deals whose line still wins stay, the others are solved anew or dropped.
    """
    game, number = pool.game, pool.next
    deals = dict(pool.deals)
    for label, old in pool.deals.items() if not pool.current else ():
        line = old if wins(game, label, old) else prove(game, label, seconds, clock)
        deals[label] = line
        if not line:
            del deals[label]
    if not pool.current:
        yield "", Proven(game, game.rules_version, number, dict(deals))
    while len(deals) < count:
        if line := prove(game, str(number), seconds, clock):
            deals[str(number)] = line
        number += 1
        yield str(number - 1), Proven(game, game.rules_version, number, dict(deals))
