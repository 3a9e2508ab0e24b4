"""The Herring-Bone, once more."""

from __future__ import annotations

from tests.models.dealing import RANKS, Table

SCENES = [str(n) for n in range(1, 9)]
BARS = ["B1", "B2", "B3", "B4"]
SUITS = "SHDC"


class Model(Table):
    redeals_left = 2

    def setup(self) -> None:
        self.shuffled_pack(2)
        for target in ["R"] * 28 + SCENES + BARS:
            self.move("S", target)
        self.base = self.top("S")[0]
        self.move("S", f"F{SUITS.index(self.top('S')[1]) + 1}")

    def orders(self) -> tuple[str, str]:
        """The ranks of a foundation going up, and of one going down."""
        at = RANKS.index(self.base)
        up = RANKS[at:] + RANKS[:at]
        return up, up[0] + up[:0:-1]

    def homes(self, card: str) -> list[str]:
        n = SUITS.index(card[1]) + 1
        ways = zip((f"F{n}", f"F{n + 4}"), self.orders(), strict=True)
        return [id for id, order in ways if order[len(self.piles[id]) :][:1] == card[0]]

    def won(self) -> bool:
        return all(len(self.piles[f"F{n}"]) == 13 for n in range(1, 9))

    def moves(self) -> list[str]:
        if self.won():
            return []
        found = []
        for source in ["R", "W", *BARS, *SCENES]:
            if card := self.top(source):
                found += [f"{source} {id}" for id in self.homes(card)]
        for n in range(1, 9):
            if len(self.piles[f"F{n}"]) > 1:
                twin = f"F{n + 4 if n < 5 else n - 4}"
                found += [f"F{n} {twin}"] * (twin in self.homes(self.top(f"F{n}")))
        if self.piles["S"] or (self.piles["W"] and not all(map(self.top, SCENES))):
            found.append("d")
        if self.redeals_left and self.piles["W"] and not self.piles["S"]:
            found.append("redeal")
        return found

    def play(self, move: str) -> None:
        if move == "redeal":
            self.redeals_left -= 1
            self.piles["S"] = self.shuffled_again(self.piles.pop("W"))[::-1]
        elif move != "d":
            self.move(*move.split())
        elif empty := [id for id in SCENES if not self.piles[id]]:
            for id in empty:
                if source := next(filter(self.top, "WS"), ""):
                    self.move(source, id)
        else:
            self.move("S", "W")
        for bar in BARS:
            if not self.piles[bar] and self.piles["R"]:
                self.move("R", bar)
