"""What players may see of a pile.  Pictures and words ask here and nowhere else."""

from __future__ import annotations

from engine.cards import Card, is_hidden
from engine.game import Game
from engine.position import Position


def sight(game: Game, position: Position, id: str) -> tuple[Card | None, ...]:
    """The pile from bottom to top, None for every card that players may not see."""
    pile = game.pile(position, id)
    covered = len(pile) - game.seen(position, id)
    return tuple(
        None if depth < covered or is_hidden(card) else card for depth, card in enumerate(pile)
    )
