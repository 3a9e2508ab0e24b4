"""What can be said of each game in figures: how often it comes out, and for whom.

A row of a Markdown table for each game.  The *beginner* follows the hints of the program and never
takes a move back; the solver sees all cards.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.daily.pool import ShippedPool
from engine.game import Game
from engine.games.catalogue import find, games
from engine.hints import greedy
from engine.solver import Solution, Verdict, solve

BRIEF, LONG = 2.0, 10.0
"""Seconds of processor time for a deal."""


class Solved(NamedTuple):
    """How many deals were won within `BRIEF` and `LONG`, and proven lost; the lengths of the wins;
    positions a second.
    """

    brief: int
    long: int
    lost: int
    lengths: list[int]
    speed: float


def run(deals: int = 500, solved: int = 10, chosen: Sequence[Game] = ()) -> Iterator[str]:
    """The table, line by line: `deals` for the beginner, `solved` for the solver."""
    head = ("game", "book", "packs", "kind", "length", "beginner")
    yield row(*head, f"solver {BRIEF:.0f} s", f"{LONG:.0f} s", "positions/s", "proven")
    yield "|---" * 10 + "|"
    for game in chosen or games():
        share, lengths = beginner(game, deals)
        found = solver(game, solved)
        typical = lengths or found.lengths
        yield row(
            game.title,
            game.year,
            game.packs,
            game.kind,
            f"{game.length}, {statistics.median(typical):.0f}" if typical else game.length,
            percent(share),
            f"{found.brief} of {solved}",
            f"{found.long} of {solved}" + (f", {found.lost} can’t be won" if found.lost else ""),
            f"{found.speed:,.0f}",
            proven(game),
        )


def proven(game: Game) -> str:
    """How many proven deals it comes with; for games that are in no competition why it has none."""
    if game.daily:
        return str(len(ShippedPool().deals(game.id)))
    return "luck" if game.kind == "luck" else "–"


def row(*cells: object) -> str:
    """Of a Markdown table."""
    return f"| {' | '.join(map(str, cells))} |"


def percent(share: float) -> str:
    """With a place after the point where it says something."""
    return f"{share:.1%}" if 0 < share < 0.1 else f"{share:.0%}"


HARD = (
    *("klondike", "storehouse", "fascination", "la-nivernaise", "great-thirteen"),
    *("flower-garden", "la-belle-lucie", "nestor"),
)
"""Games of which the solver can prove many deals lost, or wins them late."""


def decided(deals: int = 20, seconds: float = 60, chosen: Sequence[Game] = ()) -> Iterator[str]:
    """What the solver knows of the first deals after so long: won, can't be won, or neither."""
    yield row("game", "won", "can’t be won", "decided")
    yield "|---" * 4 + "|"
    for game in chosen or map(find, HARD):
        verdicts = [decide(game, f"{deal}", seconds).verdict for deal in range(1, deals + 1)]
        won, lost = (verdicts.count(verdict) for verdict in (Verdict.WON, Verdict.LOST))
        yield row(game.title, won, lost, f"{won + lost} of {deals}")


def decide(game: Game, deal: str, seconds: float) -> Solution:
    """What becomes of a deal within so many seconds of processor time."""
    end = time.process_time() + seconds
    return solve(game, game.start(deal), most=10**9, stop=lambda: time.process_time() >= end)


def beginner(game: Game, deals: int) -> tuple[float, list[int]]:
    """The share of the first deals that the beginner wins, and how many commands each took."""
    lengths = []
    for deal in range(1, deals + 1):
        line = list(greedy(game, game.start(str(deal))))
        if line and game.won(line[-1][1]):
            lengths.append(len(line))
    return len(lengths) / deals, lengths


def solver(game: Game, deals: int) -> Solved:
    """What becomes of the first deals."""
    took: list[float] = []
    lengths: list[int] = []
    looked, spent, lost = 0, 0.0, 0
    for deal in range(1, deals + 1):
        began = time.process_time()
        found = decide(game, f"{deal}", LONG)
        seconds = time.process_time() - began
        looked, spent = looked + found.positions, spent + seconds
        lost += found.verdict is Verdict.LOST
        if found.verdict is Verdict.WON:
            took.append(seconds)
            lengths.append(len(found.moves))
    brief, long = (sum(seconds <= most for seconds in took) for most in (BRIEF, LONG))
    return Solved(brief, long, lost, lengths, looked / max(spent, 1e-9))
