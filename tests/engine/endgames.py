"""Small positions of every game: the ends of recorded wins, with the cards left shuffled about."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine.cards import HIDDEN, face
from engine.game import Game
from engine.position import Position
from engine.record import Record
from tests.depth import much

WINS = Path(__file__).parent.parent / "data" / "wins"
LEFT = 8
"""So many cards are not home yet."""


@cache
def won_record(game: Game) -> Record:
    """The recorded win of a game."""
    return Record.parse((WINS / f"{game.id}.txt").read_text())


@cache
def endgames(game: Game, number: int = much(12, 4)) -> tuple[Position, ...]:
    """Positions near the end; the first few as they came, in the others cards change places.

    Cards that lie face down stay so, and no card changes places with one that is home.
    """
    record = won_record(game)
    ends = [p for p in record.positions[:-1] if game.goal and game.goal - game.placed(p) <= LEFT]
    ends = (ends or list(record.positions[-4:-1]))[:: max(1, len(ends) // 4)]
    choose = random.Random(game.id)
    return (*ends, *(_mixed(game, choose.choice(ends), choose) for _ in range(number - len(ends))))


def _mixed(game: Game, position: Position, choose: random.Random) -> Position:
    away = [game.index[id] for id in game.tableau_ids]
    cards = [face(card) for i in away for card in position.piles[i]]
    choose.shuffle(cards)
    piles = list(position.piles)
    for i in away:
        piles[i] = tuple(cards.pop() | (card & HIDDEN) for card in piles[i])
    return position._replace(piles=tuple(piles))


def brute_force(game: Game, position: Position, most: int, *, fold: bool = False) -> bool | None:
    """Whether some line wins, by trying all; None when there are more than `most` positions.

    With `fold` those that differ only in the order of piles that are alike count as one.
    """
    seen: set[object] = {game.fold(position) if fold else position}
    ahead = [position]
    for current in ahead:
        if game.won(current):
            return True
        for after in _next(game, current):
            key = game.fold(after) if fold else after
            if key not in seen:
                if len(seen) == most:
                    return None
                seen.add(key)
                ahead.append(after)
    return False


def _next(game: Game, position: Position) -> Iterator[Position]:
    for move in game.moves(position):
        yield game.after(position, move)
