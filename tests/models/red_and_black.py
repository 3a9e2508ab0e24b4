"""Red and Black, once more."""

from __future__ import annotations

from tests.models.dealing import Table, red, value

VOLUNTEERS = "12345678"
BASES = "AD AD AC AC AH AH AS AS".split()


class Model(Table):
    redeals_left = 1

    def setup(self) -> None:
        self.shuffled_pack(2, BASES)
        for number, card in enumerate(BASES, start=1):
            self.piles[f"F{number}"] = [card]
        for id in VOLUNTEERS:
            self.move("S", id)

    def won(self) -> bool:
        return all(len(self.piles[f"F{n}"]) == 13 for n in range(1, 9))

    def moves(self) -> list[str]:
        if self.won():
            return []
        found = ["d"] if self.piles["S"] else []
        for source in ["W", *VOLUNTEERS]:
            if not (card := self.top(source)):
                continue
            for n in range(1, 9):
                other = self.top(f"F{n}")
                if other[1] == card[1] and value(card) == value(other) + 1:
                    found.append(f"{source} F{n}")
            for id in VOLUNTEERS:
                other = self.top(id)
                if other and value(card) == value(other) - 1 and red(card) != red(other):
                    found.append(f"{source} {id}")
        if not self.piles["S"] and self.piles["W"] and self.redeals_left:
            found.append("redeal")
        return found

    def play(self, move: str) -> None:
        if move == "redeal":
            self.redeals_left = 0
            self.piles["S"] = self.shuffled_again(self.piles["W"])[::-1]
            self.piles["W"] = []
        else:
            self.move(*(("S", "W") if move == "d" else move.split()))
        for id in VOLUNTEERS:
            source = "W" if self.piles["W"] else "S"
            if not self.piles[id] and self.piles[source]:
                self.move(source, id)
