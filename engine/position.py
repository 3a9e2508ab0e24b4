"""A position: everything that decides how a game goes on, as one immutable value."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import Pile


class Position(NamedTuple):
    """Piles in the order of the game's ``pile_ids``; the last card of a pile is its top.

    `redeals_left` is None where re-deals are not counted.  `deal` and `shuffles` (how often the
    cards have been shuffled so far) decide what the next re-shuffle brings.
    """

    piles: tuple[Pile, ...]
    redeals_left: int | None = None
    phase: str = ""
    deal: str = ""
    shuffles: int = 0
