"""What can be said of each game in figures: how often it comes out, and for whom.

A row of a Markdown table for each game.  The *beginner* follows the hints of the program and never
takes a move back; the solver sees all cards.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence

from engine.game import Game
from engine.games.catalogue import games
from engine.hints import greedy
from engine.solver import Verdict, solve

BRIEF, LONG = 2.0, 10.0
"""Seconds for a deal."""


def run(deals: int = 500, solved: int = 20, chosen: Sequence[Game] = ()) -> Iterator[str]:
    """The table, line by line: `deals` for the beginner, `solved` for the solver."""
    yield (
        f"| game | packs | kind | length | beginner, {deals} deals "
        f"| solver, {BRIEF:.0f} s | {LONG:.0f} s | commands of a win | positions/s |"
    )
    yield "|---|---|---|---|---|---|---|---|---|"
    for game in chosen or games():
        share, lengths = beginner(game, deals)
        brief, long, lines, speed = solver(game, solved)
        lengths = lengths or lines
        typical = f"{statistics.median(lengths):.0f}" if lengths else "–"
        yield (
            f"| {game.title} | {game.packs} | {game.kind} | {game.length} | {share:.1%} "
            f"| {brief:.0%} | {long:.0%} | {typical} | {speed:,.0f} |"
        )


def beginner(game: Game, deals: int) -> tuple[float, list[int]]:
    """The share of the first deals that the beginner wins, and how many commands each took."""
    lengths = []
    for deal in range(1, deals + 1):
        line = list(greedy(game, game.start(str(deal))))
        if line and game.won(line[-1][1]):
            lengths.append(len(line))
    return len(lengths) / deals, lengths


def solver(game: Game, deals: int) -> tuple[float, float, list[int], float]:
    """Shares of deals won within `BRIEF` and `LONG`, lengths of wins, positions a second."""
    took: list[float] = []
    lengths: list[int] = []
    looked, spent = 0, 0.0
    for deal in range(1, deals + 1):
        began = time.perf_counter()
        found = solve(
            game,
            game.start(str(deal)),
            most=10**9,
            stop=lambda end=began + LONG: time.perf_counter() >= end,  # type: ignore[misc]
        )
        seconds = time.perf_counter() - began
        looked, spent = looked + found.positions, spent + seconds
        if found.verdict is Verdict.WON:
            took.append(seconds)
            lengths.append(len(found.moves))
    brief = sum(seconds <= BRIEF for seconds in took)
    share = max(deals, 1)
    return brief / share, len(took) / share, lengths, looked / max(spent, 1e-9)
