"""Spenser's Fairie Queen, once more."""

from __future__ import annotations

from tests.models.dealing import Table, value

COLUMNS = [str(n) for n in range(1, 9)]
FAMILIES = {"S": ("F1", "F2"), "H": ("F3", "F4"), "D": ("F5", "F6"), "C": ("F7", "F8")}


class Model(Table):
    phase = "deal"

    def setup(self) -> None:
        self.piles["1"] = ["KC"]
        self.shuffled_pack(2, ["KC"])

    def won(self) -> bool:
        queens = [self.top(id)[:1] for pair in FAMILIES.values() for id in pair]
        return queens == ["Q"] * 8 and all(len(self.piles[id]) == 1 for id in COLUMNS)

    def moves(self) -> list[str]:
        if self.won():
            return []
        found = ["d"] if self.phase == "deal" else []
        for id in COLUMNS:
            if len(self.piles[id]) < 2:
                continue  # nothing, or a king who never moves
            card = self.top(id)
            place = value(card) - 1
            begun = [family for family in FAMILIES[card[1]] if self.piles[family]]
            found += [f"{id} {family}" for family in begun if len(self.piles[family]) == place]
            if self.phase == "play":
                found += [f"{id} {to}" for to in COLUMNS if to != id and self.takes(to, card)]
        return found

    def takes(self, column: str, card: str) -> bool:
        alone = len(self.piles[column]) == 1
        return alone or value(card) == value(self.top(column)) - 1

    def play(self, move: str) -> None:
        if move != "d":
            self.move(*move.split())
            return
        card = self.top("S")
        if card[0] == "K":
            target = next(id for id in COLUMNS if not self.piles[id])
        elif card[0] == "A":
            first, second = FAMILIES[card[1]]
            target = second if self.piles[first] else first
        else:
            target = max(id for id in COLUMNS if self.piles[id])
        self.move("S", target)
        if not self.piles["S"]:
            self.phase = "play"
