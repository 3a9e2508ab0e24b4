"""Search for a winning line, in any game, by the rules that players play by.

At first several ways take turns, so that each looks at about as many positions: the hints that
players get, two that play the deal to its end again and again (see `sampling`), a beam that deals
on with the best positions (see `beam`), and a search that goes to the end (see `proof`).  When
the quick ones have found nothing, that last one goes on alone where a single pack is played, and
else with half of the time.  If it runs out of positions there is no win: ``lost`` is a proof.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from engine.beam import Beam
from engine.game import Game
from engine.moves import Move, read_exact
from engine.position import Position
from engine.promise import Foresight
from engine.proof import Proof
from engine.sampling import Hinted, Judging, Line, SearchWay, Trying

MOST = 1_000_000
"""Positions that are looked at by default, a minute or so."""
QUICK = 100_000
"""Positions after which the quick ways have failed."""
TURN = 200
"""Bits of work that a way does before it is another's turn."""


class Verdict(Enum):
    """What was found out."""

    WON = "won"
    LOST = "lost"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Solution:
    """`moves` win the game when the verdict is won; `positions` were looked at."""

    verdict: Verdict
    moves: tuple[Move, ...]
    positions: int


def solve(
    game: Game,
    position: Position,
    *,
    most: int = MOST,
    stop: Callable[[], bool] = lambda: False,
    prove: bool = False,
) -> Solution:
    """Look for a win until `stop` says so or `most` positions have been looked at.

    A win is replayed, move by move as a player would type it, before it is reported.  With
    `prove` only the search that goes to the end is at work, as long as it has room.
    """
    if game.won(position):
        return Solution(Verdict.WON, (), 1)
    foresight = Foresight(game)
    proof = Proof(foresight, position)
    ways: list[SearchWay] = [proof]
    ways += [kind(foresight, position) for kind in (Hinted, Trying, Judging, Beam)]
    at_work = {way: way.work() for way in ways}
    looked = 0
    while at_work and not stop() and looked < most:
        way = min(at_work, key=lambda way: way.looked)
        if proof in at_work and (prove or (looked >= QUICK and _proves(proof, looked))):
            way = proof
        turn = list(itertools.islice(at_work[way], TURN))
        looked = sum(way.looked for way in ways)
        if line := next(filter(None, turn), None):
            check(game, position, line)
            return Solution(Verdict.WON, tuple(line), looked)
        if proof.exhausted:
            return Solution(Verdict.LOST, (), looked)
        if len(turn) < TURN:
            del at_work[way]
    return Solution(Verdict.UNKNOWN, (), looked)


def _proves(proof: Proof, looked: int) -> bool:
    """Whether it is the proof's turn, when all ways have looked at so many positions."""
    return proof.game.packs == 1 or 2 * proof.looked <= looked


def check(game: Game, position: Position, line: Line) -> None:
    """Replay a winning line; `AssertionError` if it is none, `MoveError` if it can't be played."""
    for move in line:
        position = game.apply(position, read_exact(str(move)))
    if not game.won(position):
        raise AssertionError(f"a line of {game.id} was taken for a win")
