"""Playing a deal to its end: once by the hints, and again and again by players of many tempers."""

from __future__ import annotations

import itertools
import math
import random
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace

from engine.cards import HIDDEN
from engine.hints import COMPARED, greedy, is_homeward
from engine.moves import Move
from engine.position import Position
from engine.promise import HOPELESS, Foresight, Promise
from engine.zones import Kind, Weights

MAX_LINE = 1500
"""Moves after which a line is given up."""
TEMPERS = (0.1, 0.3, 1.0, 2.0)
TASTES: dict[str, tuple[float, ...]] = {
    "placed": (3, 10, 30),
    "blocked": (0, 1, 2, 4, 8),
    "depth": (0, 0.3, 1, 2),
    "gap": (0, 0.1, 0.3, 1),
    "empty": (0, 3, 10),
    "dealing": (-10, -3, 0.5, 2),
}
"""What the weights of a player may be."""

Line = list[Move]


class SearchWay(ABC):
    """A way to look for a win; `looked` counts the positions it has looked at."""

    def __init__(self, foresight: Foresight, position: Position) -> None:
        self.foresight = foresight
        self.game = foresight.game
        self.start = position
        self.looked = 0
        self.choose = random.Random(1)  # noqa: S311 - the same samples every time

    def noise(self) -> float:
        """What makes a choice by greatest value a random one (Gumbel's distribution)."""
        return -math.log(-math.log(self.choose.random() or 0.5))

    @abstractmethod
    def work(self) -> Iterator[Line | None]:
        """A line when it wins, else None, after each bit of work; what ends has no more to try."""


class Hinted(SearchWay):
    """What players are told to do next, to the end: many a deal needs no more."""

    def work(self) -> Iterator[Line | None]:
        """See `Way.work`; ends with the line."""
        line: Line = []
        position = self.start
        for move, after in greedy(self.game, self.start):
            yield from itertools.repeat(None, min(len(self.game.moves(position)), COMPARED))
            self.looked += 1  # so that it is done long before the others
            line.append(move)
            position = after
        if self.game.won(position):
            yield line


class Judging(SearchWay):
    """Each move goes to the position that looks best; each line is played by other weights.

    The first player has the game's own; the one who got farthest comes back, a little changed.
    It goes on for ever.
    """

    def work(self) -> Iterator[Line | None]:
        """See `Way.work`."""
        best = self.game.weights, 0.3
        farthest = -math.inf
        player = best
        while True:
            yield None  # others have their turn, even where nothing can be moved
            line: Line = []
            position = self.start
            for step in self._play(*player):
                yield None
                if step is not None:
                    line.append(step[0])
                    position = step[1]
            if self.game.won(position):
                yield line
            reached = self._reached(position)
            if reached >= farthest:
                best, farthest = player, reached
            else:
                farthest -= 0.2  # luck is not held for skill for ever
            player = self._other(best)

    def _other(self, best: tuple[Weights, float]) -> tuple[Weights, float]:
        """The next player: the best one with another taste, or a new one."""
        choose = self.choose
        weights, temper = best
        new = choose.random() < 0.5
        for name, values in TASTES.items():
            if new or choose.random() < 0.15:
                weights = replace(weights, **{name: choose.choice(values)})
        if new or choose.random() < 0.15:
            temper = choose.choice(TEMPERS)
        return weights, temper

    def _reached(self, position: Position) -> float:
        game = self.game
        left = sum(len(game.pile(position, id)) for id in ("S", "W") if id in game.index)
        return game.placed(position) - left

    def _play(self, weights: Weights, temper: float) -> Iterator[tuple[Move, Position] | None]:
        """Moves with the positions after them; None for each move that was only looked at."""
        game, noise = self.game, self.noise
        promise = Promise(self.foresight, weights)
        values = {"d": weights.dealing, "redeal": weights.redealing}
        position, seen, made = self.start, {self.start}, 0
        cost = promise(position)
        while made < MAX_LINE:
            best: tuple[float, Move, Position, float] | None = None
            for move in game.moves(position):
                after = game.after(position, move)
                self.looked += 1
                yield None
                if after in seen:
                    continue
                if game.won(after):
                    yield move, after
                    return
                later = promise(after)
                value = values.get(move.verb, cost - later) + temper * noise()
                if best is None or value > best[0]:
                    best = value, move, after, later
            if best is None or best[3] >= HOPELESS:
                return
            _, move, position, cost = best
            seen.add(position)
            made += 1
            yield move, position


SKETCHES = 10
"""Careless lines that are played before each careful one: many a deal needs no more."""


class Trying(SearchWay):
    """Before each move every one is tried by a careless line to the end; the best line is kept.

    It begins with careless lines alone, and goes on for ever.  (Nested Monte-Carlo search of
    level one, T. Cazenave 2009.)
    """

    def work(self) -> Iterator[Line | None]:
        """See `Way.work`."""
        promise = Promise(self.foresight, self.game.weights)
        for number in itertools.count():
            temper = (2.0, 4.0, 1.0, 0.5)[number % 4]
            for _ in range(SKETCHES):
                yield from self._sketch(temper)
            position, seen, made = self.start, {self.start}, Line()
            best: Line = []
            least = math.inf
            while len(made) < MAX_LINE:
                moves = [m for m in self.game.moves(position)
                         if self.game.after(position, m) not in seen]  # fmt: skip
                for move in moves if len(moves) > 1 else ():
                    line, end = [move], self.game.after(position, move)
                    for step in self._careless(end, seen, temper):
                        yield None
                        line.append(step[0])
                        end = step[1]
                    if self.game.won(end):
                        yield made + line
                    if (cost := promise(end)) < least:
                        best, least = line, cost
                if not moves:
                    break
                if not best or best[0] not in moves:
                    best, least = [self.choose.choice(moves)], math.inf
                made.append(best.pop(0))
                position = self.game.after(position, made[-1])
                seen.add(position)
                if self.game.won(position):
                    yield made
            yield None

    def _sketch(self, temper: float) -> Iterator[Line | None]:
        """A careless line from the start."""
        line, position = Line(), self.start
        for step in self._careless(self.start, set(), temper):
            yield None
            line.append(step[0])
            position = step[1]
        if self.game.won(position):
            yield line

    def _careless(
        self, position: Position, before: set[Position], temper: float
    ) -> Iterator[tuple[Move, Position]]:
        """A line by what moves seem worth at first sight, none back to where it has been."""
        game, noise, seen, made = self.game, self.noise, before | {position}, 0
        while made < MAX_LINE:
            moves = game.moves(position)
            self.looked += 1
            if len(moves) > 1:
                values = {move: temper * self._worth(position, move) + noise() for move in moves}
                moves.sort(key=values.__getitem__, reverse=True)
            for move in moves:
                after = game.after(position, move)
                if after not in seen:
                    break
            else:
                return
            position = after
            seen.add(position)
            made += 1
            yield move, position

    def _worth(self, position: Position, move: Move) -> float:
        game = self.game
        if move.verb == "redeal":
            return 0
        if move.verb == "d":
            return 1
        if is_homeward(game, move):
            return 6
        if move.source in game.home:
            return 0.5
        liking = 0.3 * game.inclination(position, move)
        if move.verb or game.zone_of(move.source).kind is not Kind.TABLEAU:
            return 3 + liking
        pile = game.pile(position, move.source)
        if len(pile) > move.count and pile[-move.count - 1] >= HIDDEN:
            return 5 + liking
        return liking + (3 if len(pile) == move.count and game.pile(position, move.target) else 1.5)
