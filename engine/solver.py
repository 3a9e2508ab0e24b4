"""Search for a winning line, in any game, by the rules that players play by.

Two ways take turns.  *Sampling* plays the deal to its end again and again, each time
a little less like a careful beginner; it finds wins where there is much to do and little to go
wrong.  *Searching* keeps every position it has seen and goes on from the most promising one; when
it runs out of positions there is no win.  Nothing is left out for being useless, so ``lost`` is a
proof.
"""

from __future__ import annotations

import heapq
import itertools
import random
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from enum import Enum

from engine.cards import HIDDEN, rank
from engine.game import Game
from engine.hints import is_homeward
from engine.moves import Move, read_exact
from engine.position import Position
from engine.zones import Kind

MOST = 200_000
"""Positions kept by default, some 100 MB."""
MAX_LINE = 1500
"""Moves after which a sampled line is given up."""


class Verdict(Enum):
    """What the search found out."""

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
    """Look for a win until `stop` says so or `most` positions are kept.

    A win is replayed, move by move as a player would type it, before it is reported.
    """
    if game.won(position):
        return Solution(Verdict.WON, (), 1)
    search = _Search(game, position)
    sample = _Sampler(game, position)
    while not stop() and len(search.nodes) < most:
        for line in (sample.play(), search.advance(sample.looked + 200)):
            if line is not None:
                _check(game, position, line)
                return Solution(Verdict.WON, tuple(line), sample.looked + len(search.nodes))
        if not search.ahead:
            return Solution(Verdict.LOST, (), sample.looked + len(search.nodes))
    return Solution(Verdict.UNKNOWN, (), sample.looked + len(search.nodes))


def _check(game: Game, position: Position, line: list[Move]) -> None:
    for move in line:
        position = game.apply(position, read_exact(str(move)))
    if not game.won(position):
        raise AssertionError(f"a line of {game.id} was taken for a win")


class _Sampler:
    """Plays the deal again and again, from careful to wild."""

    def __init__(self, game: Game, position: Position) -> None:
        self.game = game
        self.start = position
        self.looked = 0
        self.round = 0

    def play(self) -> list[Move] | None:
        """One line to its end; the moves if it wins."""
        choose = random.Random(self.round)  # noqa: S311 - the same samples every time
        wild = 0.0 if self.round == 0 else (0.02, 0.1, 0.25, 0.5)[self.round % 4]
        self.round += 1
        line: list[Move] = []
        position, seen = self.start, {self.start}
        while len(line) < MAX_LINE:
            step = self._step(position, seen, choose, wild)
            if step is None:
                return None
            move, position = step
            line.append(move)
            seen.add(position)
            if self.game.won(position):
                return line
        return None

    def _step(
        self, position: Position, seen: set[Position], choose: random.Random, wild: float
    ) -> tuple[Move, Position] | None:
        game = self.game
        moves = game.moves(position)
        self.looked += 1
        choose.shuffle(moves)
        moves.sort(key=lambda move: -self._worth(position, move, choose, wild))
        for move in moves:
            after = game.after(position, move)
            if after not in seen:
                return move, after
        return None

    def _worth(self, position: Position, move: Move, choose: random.Random, wild: float) -> float:
        if wild and choose.random() < wild:
            return 6 * choose.random()
        if move.verb == "redeal":
            return 0
        if move.verb == "d":
            return 1
        if is_homeward(self.game, move):
            return 6
        if move.source in self.game.home:
            return 0.5
        if move.verb or self.game.zone_of(move.source).kind is not Kind.TABLEAU:
            return 4
        pile = self.game.pile(position, move.source)
        if len(pile) > move.count and pile[-move.count - 1] >= HIDDEN:
            return 5
        return 3 if len(pile) == move.count and self.game.pile(position, move.target) else 1.5


class _Search:
    """Best first over all positions; `nodes` holds each with the move that led to it."""

    def __init__(self, game: Game, position: Position) -> None:
        self.game = game
        self.nodes: list[tuple[Position, int, Move | None]] = [(position, -1, None)]
        self.seen: set[Hashable] = {game.fold(position)}
        self.ahead: list[tuple[float, int]] = [(0.0, 0)]
        self.count: Iterator[int] = itertools.count(1)

    def advance(self, steps: int) -> list[Move] | None:
        """Look at up to so many positions' moves; the line if one of them wins."""
        game, nodes, seen, ahead = self.game, self.nodes, self.seen, self.ahead
        for _ in range(steps):
            if not ahead:
                return None
            _, at = heapq.heappop(ahead)
            position = nodes[at][0]
            for move in game.moves(position):
                after = game.after(position, move)
                key = game.fold(after)
                if key in seen:
                    continue
                seen.add(key)
                nodes.append((after, at, move))
                if game.won(after):
                    return self._line(len(nodes) - 1)
                heapq.heappush(ahead, (promise(game, after), len(nodes) - 1))
        return None

    def _line(self, at: int) -> list[Move]:
        line = []
        while (node := self.nodes[at])[2] is not None:
            line.append(node[2])
            at = node[1]
        return line[::-1]


def promise(game: Game, position: Position) -> float:
    """How far a position seems from a win, by the game's weights; less is better."""
    weights = game.weights
    cost = weights.placed * (game.goal - game.placed(position))
    for id in game.tableau_ids:
        pile = game.pile(position, id)
        if not pile:
            cost -= weights.empty
            continue
        lowest = 14
        for card in pile:
            if card >= HIDDEN:
                cost += weights.hidden
            r = rank(card)
            if r > lowest:
                cost += weights.blocked
            else:
                lowest = r
    return cost
