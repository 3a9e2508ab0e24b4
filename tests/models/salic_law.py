"""The Salic Law, once more."""

from __future__ import annotations

from tests.models.dealing import Table, value

PACKETS = [str(n) for n in range(1, 9)]
FAMILIES = [f"F{n}" for n in range(1, 9)]


class Model(Table):
    phase = "deal"

    def setup(self) -> None:
        self.piles["1"] = ["KH"]
        self.shuffled_pack(2, ["KH"])

    def won(self) -> bool:
        return (
            all(self.top(id)[:1] == "J" for id in FAMILIES)
            and all(self.piles[f"Q{n}"] for n in range(1, 9))
            and all(len(self.piles[id]) == 1 for id in PACKETS)
        )

    def moves(self) -> list[str]:
        if self.won():
            return []
        found = ["d"] if self.phase == "deal" else []
        for id in PACKETS:
            if len(self.piles[id]) < 2:
                continue
            for family in FAMILIES:
                lying = self.top(family)
                if lying and lying[0] != "J" and value(self.top(id)) == value(lying) + 1:
                    found.append(f"{id} {family}")
            if self.phase == "play":
                found += [f"{id} {king}" for king in PACKETS if len(self.piles[king]) == 1]
        return found

    def play(self, move: str) -> None:
        if move == "d":
            self.deal_one()
        else:
            self.move(*move.split())

    def deal_one(self) -> None:
        row = {"K": "", "Q": "Q", "A": "F"}.get(self.top("S")[0])
        if row is None:
            target = [id for id in PACKETS if self.piles[id]][-1]
        else:
            target = next(f"{row}{n}" for n in range(1, 9) if not self.piles[f"{row}{n}"])
        self.move("S", target)
        if not self.piles["S"]:
            self.phase = "play"
