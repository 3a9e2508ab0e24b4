"""Search for a winning line, in any game, by the rules that players play by.

Several ways take turns, so that each looks at about as many positions: the hints that players
get, two that play the deal to its end again and again (see `sampling`), a beam that deals on with
the best positions (see `beam`), and a search that keeps every position it has seen and goes on
from the most promising one.  When that search runs out of positions there is no win: nothing is
left out for being useless, so ``lost`` is a proof.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from enum import Enum

from engine.beam import Beam
from engine.game import Game
from engine.moves import Move, read_exact
from engine.position import Position
from engine.promise import Foresight, Promise
from engine.sampling import Hinted, Judging, Line, Trying, Way

MOST = 1_000_000
"""Positions that are looked at by default, a minute or so."""
KEPT = 150_000
"""Positions that the search keeps, some 150 MB; then it gives up, and the others go on."""


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
) -> Solution:
    """Look for a win until `stop` says so or `most` positions have been looked at.

    A win is replayed, move by move as a player would type it, before it is reported.
    """
    if game.won(position):
        return Solution(Verdict.WON, (), 1)
    foresight = Foresight(game)
    search = Search(foresight, position)
    ways: list[Way] = [search]
    ways += [kind(foresight, position) for kind in (Hinted, Trying, Judging, Beam)]
    at_work = [(way, way.work()) for way in ways]
    while at_work and not stop() and sum(way.looked for way in ways) < most:
        way, work = min(at_work, key=lambda pair: pair[0].looked)
        turn = list(itertools.islice(work, TURN))
        if line := next(filter(None, turn), None):
            check(game, position, line)
            return Solution(Verdict.WON, tuple(line), sum(way.looked for way in ways))
        if search.exhausted:
            return Solution(Verdict.LOST, (), sum(way.looked for way in ways))
        if len(turn) < TURN:
            at_work.remove((way, work))
    return Solution(Verdict.UNKNOWN, (), sum(way.looked for way in ways))


def check(game: Game, position: Position, line: Line) -> None:
    """Replay a winning line; `AssertionError` if it is none, `MoveError` if it can't be played."""
    for move in line:
        position = game.apply(position, read_exact(str(move)))
    if not game.won(position):
        raise AssertionError(f"a line of {game.id} was taken for a win")


class Search(Way):
    """Best first over all positions.

    `exhausted` when there are no more, `full` when too many are kept to go on.
    """

    def __init__(self, foresight: Foresight, position: Position) -> None:
        super().__init__(foresight, position)
        self.exhausted = False
        self.full = False

    def work(self) -> Iterator[Line | None]:
        """See `Way.work`; ends when there is no win, or when too many positions are kept."""
        game = self.game
        promise = Promise(self.foresight, game.weights)
        nodes: list[tuple[Position, int, Move | None]] = [(self.start, -1, None)]
        seen: set[Hashable] = {game.fold(self.start)}
        ahead: list[tuple[float, int]] = [(0.0, 0)]
        while ahead:
            _, at = heapq.heappop(ahead)
            position = nodes[at][0]
            for move in game.moves(position):
                yield None
                after = game.after(position, move)
                self.looked += 1
                key = game.fold(after)
                if key in seen:
                    continue
                if len(nodes) == KEPT:
                    self.full = True
                    return
                seen.add(key)
                nodes.append((after, at, move))
                if game.won(after):
                    yield _line(nodes)
                    return
                heapq.heappush(ahead, (promise(after), len(nodes) - 1))
        self.exhausted = True


def _line(nodes: list[tuple[Position, int, Move | None]]) -> Line:
    """The moves to the last node."""
    line: Line = []
    _, at, move = nodes[-1]
    while move is not None:
        line.append(move)
        _, at, move = nodes[at]
    return line[::-1]
