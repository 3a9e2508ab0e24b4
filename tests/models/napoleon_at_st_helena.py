"""Napoleon at St. Helena, once more."""

from __future__ import annotations

from tests.models.dealing import Table, value

COLUMNS = [str(n) for n in range(1, 11)]


class Model(Table):
    def setup(self) -> None:
        self.shuffled_pack(2)
        for id in COLUMNS * 4:
            self.move("S", id)

    def won(self) -> bool:
        return all(len(self.piles[f"F{n}"]) == 13 for n in range(1, 9))

    def moves(self) -> list[str]:
        if self.won():
            return []
        found = ["d"] if self.piles["S"] else []
        for source in ["W", *COLUMNS]:
            if not (card := self.top(source)):
                continue
            first = 2 * "SHDC".index(card[1]) + 1
            homes = [f"F{n}" for n in (first, first + 1)]
            fitting = [id for id in homes if len(self.piles[id]) == value(card) - 1]
            found += [f"{source} {id}" for id in (fitting[:1] if card[0] == "A" else fitting)]
            for id in COLUMNS:
                other = self.top(id)
                fits = not other or (other[1] == card[1] and value(other) == value(card) + 1)
                if id != source and fits:
                    found.append(f"{source} {id}")
        return found

    def play(self, move: str) -> None:
        self.move(*(("S", "W") if move == "d" else move.split()))
