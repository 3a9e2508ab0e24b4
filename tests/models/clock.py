"""The Clock, once more."""

from __future__ import annotations

from tests.models.dealing import Table, value

BASES = "6C 7H 8S 9D TC JH QS KD 2C 3H 4S 5D".split()
HOURS = range(1, 13)


class Model(Table):
    def setup(self) -> None:
        self.shuffled_pack(2, BASES)
        for hour in HOURS:
            self.piles[f"F{hour}"] = [BASES[hour - 1]]
            for _ in range(3):
                self.move("S", f"{hour}")

    def shown(self, hour: int) -> bool:
        """Whether the foundation there shows its hour."""
        return value(self.top(f"F{hour}")) == hour

    def won(self) -> bool:
        return all(map(self.shown, HOURS))

    def moves(self) -> list[str]:
        if self.won():
            return []
        found = ["d"] if self.piles["S"] else []
        for id in [*map(str, HOURS), "W"]:
            card = self.top(id)
            if not card:
                continue
            for hour in HOURS:
                lying = self.top(f"F{hour}")
                follows = value(card) == value(lying) % 13 + 1 and card[1] == lying[1]
                if follows and not self.shown(hour):
                    found.append(f"{id} F{hour}")
                under = self.top(f"{hour}")
                if id != "W" and under and card[1] == under[1] and value(card) == value(under) - 1:
                    found.append(f"{id} {hour}")
        return found

    def play(self, move: str) -> None:
        if move != "d":
            self.move(*move.split())
            return
        short = [hour for hour in HOURS if len(self.piles[f"{hour}"]) < 3]
        if not short:
            self.move("S", "W")
        for hour in short:
            while len(self.piles[f"{hour}"]) < 3 and self.piles["S"]:
                self.move("S", f"{hour}")
