"""General Sedgewick, once more."""

from __future__ import annotations

from tests.models.dealing import Table, value

CROSS, CORNERS = "12345", ["F1", "F2", "F3", "F4"]


class Model(Table):
    def setup(self) -> None:
        self.shuffled_pack(1)
        for id in [*CROSS, "F1"]:
            self.move("S", id)

    def won(self) -> bool:
        return all(len(self.piles[id]) == 13 for id in CORNERS)

    def moves(self) -> list[str]:
        if self.won():
            return []
        found = ["d"] if self.piles["S"] else []
        base = next(self.piles[id][0][0] for id in CORNERS if self.piles[id])
        for source in ["W", *CROSS]:
            if not (card := self.top(source)):
                continue
            if card[0] == base:
                found += [f"{source} {id}" for id in CORNERS if not self.piles[id]][:1]
            for id in CORNERS:
                other = self.top(id)
                if (
                    other[1:] == card[1]
                    and value(card) == value(other) % 13 + 1
                    and len(self.piles[id]) < 13
                ):
                    found.append(f"{source} {id}")
            for id in CROSS:
                other = self.top(id)
                if (other and value(other) == value(card) % 13 + 1) or (
                    not other and source == "W"
                ):
                    found.append(f"{source} {id}")
        return found

    def play(self, move: str) -> None:
        self.move(*(("S", "W") if move == "d" else move.split()))
