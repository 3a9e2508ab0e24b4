"""What players may see of a pile.  Pictures and words ask here and nowhere else."""

from __future__ import annotations

from engine.cards import HIDDEN, Card, is_hidden
from engine.game import Game
from engine.position import Position


def sight(game: Game, position: Position, id: str) -> tuple[Card | None, ...]:
    """The pile from bottom to top, None for every card that players may not see."""
    pile = position.piles[game.index[id]]
    covered = len(pile) - game.seen(position, id)
    if covered <= 0 and (not pile or max(pile) < HIDDEN):
        return pile
    return tuple(
        None if depth < covered or is_hidden(card) else card for depth, card in enumerate(pile)
    )
