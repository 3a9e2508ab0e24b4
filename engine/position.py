"""A position: everything that decides how a game goes on, as one immutable value."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

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


@lru_cache(maxsize=1024)
def stage(phase: str) -> str:
    """The first word of a phase: ``deal`` of ``deal 3`` and of ``deal:12:3``."""
    return phase.partition(" ")[0].partition(":")[0]


def form_fault(data: Mapping[str, Any]) -> str:
    """What in a position's scenario form is of the wrong kind; "" when nothing is.

    Raises KeyError without piles.
    """
    if not isinstance(data["piles"], Mapping):
        return '"piles" is not an object of piles'
    for id, cards in data["piles"].items():
        if not isinstance(cards, str):
            return f"pile {id!r} is not a text of cards"
    for key in ("phase", "deal"):
        if not isinstance(data.get(key, ""), str):
            return f'"{key}" is not a text'
    for key in ("redeals_left", "shuffles"):
        number = data.get(key)
        whole = isinstance(number, int) and not isinstance(number, bool)
        if number is not None and not (whole and number >= 0):
            return f'"{key}" is not a number from 0 on'
    return ""
