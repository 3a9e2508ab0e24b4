"""Margarethe, once more."""

from __future__ import annotations

from tests.models.dealing import Table

LETTER = [str(n) for n in range(1, 10)]
BASES = [f"{rank}{suit}" for rank in "KQJ" for suit in "HCDS"]
ORDERS = {"K": "KT98", "J": "J765", "Q": "Q432"}


class Model(Table):
    redeals_left = 1

    def setup(self) -> None:
        self.shuffled_pack(1, BASES)
        for number, card in enumerate(BASES, start=1):
            self.piles[f"F{number}"] = [card]
        self.fill()

    def won(self) -> bool:
        return all(len(self.piles[f"F{n}"]) == 4 for n in range(1, 13))

    def fill(self) -> None:
        """Empty places are filled from the pack; aces go to the middle."""
        for id in LETTER:
            while not self.piles[id] and self.piles["S"]:
                self.move("S", "X" if self.top("S")[0] == "A" else id)

    def moves(self) -> list[str]:
        if self.won():
            return []
        found = []
        for source in ["W", *LETTER]:
            if card := self.top(source):
                for n in range(1, 13):
                    family = self.piles[f"F{n}"]
                    rest = ORDERS[family[0][0]][len(family) :]
                    if family[0][1] == card[1] and rest[:1] == card[0]:
                        found.append(f"{source} F{n}")
        if self.piles["S"]:
            return [*found, "d"]
        return found + ["redeal"] * bool(self.piles["W"] and self.redeals_left)

    def play(self, move: str) -> None:
        if move == "redeal":
            self.redeals_left = 0
            self.piles["S"] = self.piles["W"][::-1]
            self.piles["W"] = []
        elif move == "d":
            self.move("S", "X" if self.top("S")[0] == "A" else "W")
        else:
            self.move(*move.split())
        self.fill()
        while self.won() and self.piles["S"]:
            self.move("S", "X")
