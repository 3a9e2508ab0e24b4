"""A search that deals on with the best few positions of each deal, and then with more of them."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator
from dataclasses import replace

from engine.moves import Move
from engine.position import Position
from engine.promise import Promise
from engine.sampling import MAX_LINE, Line, SearchWay
from engine.zones import Weights

NARROWEST = 40
"""Positions that the first beam goes on with from each deal."""
WIDER = 6
"""Times as many in every beam after it."""
WIDEST = 10_000
"""More would take several hundred megabytes."""


class Trail:
    """A move, and the trail before it."""

    __slots__ = ("before", "move")

    def __init__(self, move: Move, before: Trail | None) -> None:
        self.move, self.before = move, before

    def line(self) -> Line:
        """All moves, the first one first."""
        moves: Line = []
        trail: Trail | None = self
        while trail is not None:
            moves.append(trail.move)
            trail = trail.before
        return moves[::-1]


Stage = tuple[int, bool]
"""How many steps were made, and whether the card that was dealt has been laid."""
Entry = tuple[float, int, Position, Trail | None]


class Beam(SearchWay):
    """Positions compete only with those that were dealt as many cards.

    (A beam search whose steps are deals, each a best-first search of its own; wider each time.
    When the pack is out, every move is a step.)
    """

    def work(self) -> Iterator[Line | None]:
        """See `Way.work`; nothing to do where nothing is dealt, and an end at the widest beam."""
        if "S" not in self.game.index:
            return
        own = self.game.weights
        strict = replace(own, placed=own.placed / 3, blocked=2 * own.blocked, depth=2 * own.depth)
        width = NARROWEST
        while width <= WIDEST:
            for weights in (own, strict):
                yield from self._beam(width, weights)
            width *= WIDER

    def _beam(self, width: int, weights: Weights) -> Iterator[Line | None]:
        game, promise, number = self.game, Promise(self.foresight, weights), itertools.count()
        seen: set[int] = set()  # hashes take little room, and losing a position by chance no harm
        stages: dict[Stage, list[Entry]] = {(0, True): [(0.0, next(number), self.start, None)]}
        while stages:
            stage = min(stages)
            ahead = stages.pop(stage)
            heapq.heapify(ahead)
            for _ in range(width if stage[0] < MAX_LINE else 0):
                if not ahead:
                    break
                _, _, position, trail = heapq.heappop(ahead)
                for move in game.moves(position):
                    yield None
                    after = game.after(position, move)
                    self.looked += 1
                    key = hash(game.fold(after))
                    if key in seen:
                        continue
                    seen.add(key)
                    later = Trail(move, trail)
                    if game.won(after):
                        yield later.line()
                        return
                    entry = promise(after), next(number), after, later
                    following = self._stage(stage, move, after)
                    if following == stage:
                        heapq.heappush(ahead, entry)
                    else:
                        stages.setdefault(following, []).append(entry)

    def _stage(self, stage: Stage, move: Move, after: Position) -> Stage:
        out = not self.game.pile(after, "S")
        steps = stage[0] + (out or move.verb in ("d", "redeal"))
        return steps, not ("H" in self.game.index and self.game.pile(after, "H"))
