"""Fortress, once more."""

from __future__ import annotations

from tests.models.dealing import Table, value

LANES = [str(n) for n in range(1, 11)]


class Model(Table):
    def setup(self) -> None:
        self.shuffled_pack(1)
        for row, length in enumerate((5, 5, 5, 5, 6), start=1):
            left = [self.piles["S"].pop() for _ in range(length)]
            self.piles[str(row)] = left[::-1]
            self.piles[str(row + 5)] = [self.piles["S"].pop() for _ in range(length)]

    def won(self) -> bool:
        return all(len(self.piles[f"F{n}"]) == 13 for n in range(1, 5))

    def moves(self) -> list[str]:
        if self.won():
            return []
        found = []
        for source in LANES:
            if not (card := self.top(source)):
                continue
            home = f"F{'SHDC'.index(card[1]) + 1}"
            if len(self.piles[home]) == value(card) - 1:
                found.append(f"{source} {home}")
            for id in LANES:
                other = self.top(id)
                fits = not other or (other[1] == card[1] and abs(value(other) - value(card)) == 1)
                if id != source and fits:
                    found.append(f"{source} {id}")
        return found

    def play(self, move: str) -> None:
        self.move(*move.split())
