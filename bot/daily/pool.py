"""Deals that are proven winnable, with a winning line for each; they come with the program.

One file a game, `bot/daily/deals/ID.xz`: a head ``patience pool 2``, ``game ID rules N``,
``next NUMBER`` (the first deal that has not been looked at), then a line ``DEAL LENGTH`` for each
deal, a blank one, and the winning lines one after the other, of so many bytes each (see `lines`).
A file `ID.txt.gz` of the form before it, with lines ``DEAL: MOVE, MOVE, …``, is read as well.
Its numbers have eight digits, so that nobody meets them by chance.
"""

from __future__ import annotations

import gzip
import lzma
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path

from bot.daily import lines
from engine.game import Game
from engine.games.catalogue import find, games
from engine.record import Record, RecordError
from engine.solver import Verdict, solve

FOLDER = Path(str(resources.files("bot.daily") / "deals"))
HEAD, OLD_HEAD = "patience pool 2", "patience pool 1"
FIRST = 10_000_001
MOST = 10**9
"""Positions looked at for a deal: as many as its seconds allow."""
OPEN = 4
"""Games whose winning lines are kept in memory; labels are small, and of all games."""


class PoolError(ValueError):
    """A file that is no pool, or a pool that is missing; the text is a sentence."""


@dataclass(frozen=True)
class Proven:
    """The proven deals of a game: label to winning line as it is kept; `next` was not looked at.

    `words`: the lines are kept in words.
    """

    game: Game
    rules: int
    next: int = FIRST
    deals: Mapping[str, bytes] = field(default_factory=dict)
    words: bool = False

    @classmethod
    def read(cls, game: Game, folder: Path = FOLDER) -> Proven:
        """The pool that is in the folder, an empty one if there is none; `PoolError`."""
        path, old = _paths(game, folder)
        try:
            if path.exists():
                return cls._parse(game, lzma.decompress(path.read_bytes()))
            if old.exists():
                return cls._parse_words(game, gzip.decompress(old.read_bytes()))
        except (ValueError, OSError, EOFError, lzma.LZMAError):
            raise PoolError(f"The file of {game.title}'s proven deals can't be read.") from None
        return cls(game, game.rules_version)

    @classmethod
    def _parse(cls, game: Game, data: bytes) -> Proven:
        text, _, kept = data.partition(b"\n\n")
        head, about, following, *rest = text.decode().splitlines()
        deals, at = dict[str, bytes](), 0
        for label, size in (line.split() for line in rest):
            deals[label] = kept[at : at + int(size)]
            at += int(size)
        if head != HEAD or at != len(kept):
            raise ValueError("not this form")
        return cls(
            game, _number(about, f"game {game.id} rules "), _number(following, "next "), deals
        )

    @classmethod
    def _parse_words(cls, game: Game, data: bytes) -> Proven:
        head, about, following, *rest = data.decode().splitlines()
        parted = [line.partition(": ") for line in rest]
        if head != OLD_HEAD:
            raise ValueError("not this form")
        deals = {label: moves.encode() for label, _, moves in parted}
        rules, number = _number(about, f"game {game.id} rules "), _number(following, "next ")
        return cls(game, rules, number, deals, words=True)

    def line(self, label: str) -> tuple[str, ...]:
        """The moves of a winning line; KeyError for deals that aren't there, `lines.LineError`."""
        kept = self.deals[label]
        return (
            tuple(kept.decode().split(", ")) if self.words else lines.read(self.game, label, kept)
        )

    def in_brief(self) -> Proven:
        """The same with all lines in the form of today."""
        if not self.words:
            return self
        deals = {x: lines.written(self.game, x, self.line(x)) for x in self.deals}
        return replace(self, deals=deals, words=False)

    def write(self, folder: Path = FOLDER) -> None:
        """Into the folder; the same pool is the same file, to the byte."""
        pool = self.in_brief()
        head = [HEAD, f"game {self.game.id} rules {self.rules}", f"next {self.next}"]
        head += [f"{label} {len(kept)}" for label, kept in pool.deals.items()]
        data = "\n".join([*head, "", ""]).encode() + b"".join(pool.deals.values())
        path, old = _paths(self.game, folder)
        path.with_suffix(".new").write_bytes(lzma.compress(data, preset=9))
        path.with_suffix(".new").replace(path)
        old.unlink(missing_ok=True)

    @property
    def current(self) -> bool:
        """Whether it was proven by the rules of today."""
        return self.rules == self.game.rules_version


def _paths(game: Game, folder: Path) -> tuple[Path, Path]:
    """Where its pool is, and where it was in the form before."""
    return folder / f"{game.id}.xz", folder / f"{game.id}.txt.gz"


def _number(line: str, before: str) -> int:
    return int(line.removeprefix(before))


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
        return _shipped(game_id).line(label)


@cache
def _labels(game_id: str) -> tuple[str, ...]:
    return tuple(_shipped(game_id).deals)


@lru_cache(maxsize=OPEN)
def _shipped(game_id: str) -> Proven:
    """What was proven by other rules counts for nothing."""
    game = find(game_id)
    pool = Proven.read(game)
    return pool if pool.current else Proven(game, game.rules_version)


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
    deals = dict(pool.in_brief().deals) if pool.current else _proven_anew(pool, seconds, clock)
    if not pool.current:
        yield "", Proven(game, game.rules_version, number, dict(deals))
    while len(deals) < count:
        if line := prove(game, str(number), seconds, clock):
            deals[str(number)] = lines.written(game, str(number), line)
        number += 1
        yield str(number - 1), Proven(game, game.rules_version, number, dict(deals))


def _proven_anew(pool: Proven, seconds: float, clock: Callable[[], float]) -> dict[str, bytes]:
    """What of a pool made by other rules can be won by those of today."""
    game, deals = pool.game, dict[str, bytes]()
    for label in pool.deals:
        try:
            line = pool.line(label)
        except lines.LineError:
            line = ()
        if not wins(game, label, line):
            line = prove(game, label, seconds, clock)
        if line:
            deals[label] = lines.written(game, label, line)
    return deals
