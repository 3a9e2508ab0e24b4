"""The search that goes to the end: to a win, or else to the proof that there is none."""

from __future__ import annotations

from collections.abc import Iterator

from engine.deadlock import Deadlock
from engine.moves import Move
from engine.position import Position
from engine.promise import Foresight, Promise
from engine.sampling import Line, SearchWay
from engine.seen import Seen
from engine.steps import Steps

WAITING = 500_000
"""Positions that may wait to be looked into, some 300 MB."""


class Proof(SearchWay):
    """Depth first, the most promising position of each step first.

    `exhausted` when all positions have been looked into; `full` when there was no room for more.
    """

    def __init__(self, foresight: Foresight, position: Position) -> None:
        super().__init__(foresight, position)
        self.exhausted = False
        self.full = False

    def work(self) -> Iterator[Line | None]:
        """See `Way.work`; ends when there is no win, or no room."""
        game = self.game
        promise, deadlock, seen = Promise(self.foresight, game.weights), Deadlock(game), Seen()
        steps = Steps(game, self.start, deadlock)
        seen.add(game.fold(self.start))
        waiting = 1
        ahead: list[list[tuple[float, tuple[Move, ...], Position]]] = [[(0.0, (), self.start)]]
        line: list[tuple[Move, ...]] = []  # how the last of these positions was reached
        while ahead:
            if not ahead[-1]:
                ahead.pop()
                if line:
                    line.pop()
                continue
            _, moves, position = ahead[-1].pop()
            waiting -= 1
            line.append(moves)
            following = []
            for step, after in steps(position):
                yield None
                self.looked += 1
                steps.was_lost = False
                if seen.add(game.fold(after)):
                    if game.won(after):
                        yield [move for moves in (*line, step) for move in moves]
                        return
                    # A talon's card that lay on top hardly ever blocks another by its leaving.
                    steps.was_lost = (len(step) > 1 or step[0].source != "W") and deadlock(after)
                    if not steps.was_lost:
                        following.append((-promise(after), step, after))
            if seen.full or waiting > WAITING:
                self.full = True
                return
            following.sort(key=_cost)
            waiting += len(following)
            ahead.append(following)
        self.exhausted = True


def _cost(entry: tuple[float, tuple[Move, ...], Position]) -> float:
    return entry[0]
