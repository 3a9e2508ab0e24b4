"""Mount Olympus, once more; its battery is filled as the bracelet of Two Rings is."""

from __future__ import annotations

from typing import ClassVar

from tests.models import two_rings
from tests.models.dealing import value


class Model(two_rings.Model):
    bases: ClassVar[list[str]] = "AH 2H 2C AC AD 2D 2S AS AH 2H 2C AC AD 2D 2S AS".split()
    orders: ClassVar[dict[str, str]] = {"A": "A3579JK", "2": "2468TQ"}
    places: ClassVar[list[str]] = [str(n) for n in range(1, 10)]

    def partners(self, card: str) -> list[str]:
        tops = {id: self.top(id) for id in self.places if self.piles[id]}
        return [
            id
            for id, other in tops.items()
            if other[1] == card[1] and value(other) - value(card) == 2
        ]
