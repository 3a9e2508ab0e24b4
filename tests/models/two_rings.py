"""Two Rings, once more."""

from __future__ import annotations

from typing import ClassVar

from tests.models.dealing import Table


class Model(Table):
    redeals_left = 1
    bases: ClassVar[list[str]] = [f"{rank}{suit}" for rank in "76" for suit in "HCDSHCDS"]
    orders: ClassVar[dict[str, str]] = {"7": "789TJQK", "6": "65432A"}
    places: ClassVar[list[str]] = [str(n) for n in range(1, 9)]

    def setup(self) -> None:
        self.shuffled_pack(2, self.bases)
        for number, card in enumerate(self.bases, start=1):
            self.piles[f"F{number}"] = [card]
        for id in self.places:
            self.move("S", id)

    def rest(self, home: str) -> str:
        """The ranks that a foundation still takes."""
        family = self.piles[home]
        return self.orders[family[0][0]][len(family) :]

    def won(self) -> bool:
        return not any(self.rest(f"F{n}") for n in range(1, 17))

    def partners(self, card: str) -> list[str]:
        """The places whose card takes this one: none on the bracelet."""
        return []

    def moves(self) -> list[str]:
        if self.won():
            return []
        found = []
        for source in ["W", *self.places]:
            if card := self.top(source):
                homes = [f"F{n}" for n in range(1, 17) if self.piles[f"F{n}"][0][1] == card[1]]
                found += [f"{source} {id}" for id in homes if self.rest(id)[:1] == card[0]]
                found += [f"{source} {id}" for id in self.partners(card)]
        bare = [id for id in self.places if not self.piles[id]]
        if self.piles["W"]:
            found += [f"W {id}" for id in bare]
            found += [f"S {id}" for id in bare if self.piles["S"]]
        if self.piles["S"]:
            return found + ["d"] * (not bare)
        return found + ["redeal"] * bool(self.piles["W"] and self.redeals_left and not bare)

    def play(self, move: str) -> None:
        if move == "redeal":
            self.redeals_left = 0
            self.piles["S"] = self.piles["W"][::-1]
            self.piles["W"] = []
        else:
            self.move(*(("S", "W") if move == "d" else move.split()))
        for id in self.places:
            if not self.piles[id] and not self.piles["W"] and self.piles["S"]:
                self.move("S", id)
