"""Light and Shade, once more."""

from __future__ import annotations

from tests.models.dealing import Table, red, value

AUXILIARIES, RIVALS = "1234", ["R1", "R2", "R3", "R4"]
BASES = "AS AS AH AH AC AC AD AD".split()


class Model(Table):
    def setup(self) -> None:
        self.shuffled_pack(2, BASES)
        for number, card in enumerate(BASES, start=1):
            self.piles[f"F{number}"] = [card]
        for id in [*AUXILIARIES, *RIVALS]:
            self.move("S", id)

    def won(self) -> bool:
        return all(len(self.piles[f"F{n}"]) == 13 for n in range(1, 9))

    def moves(self) -> list[str]:
        if self.won():
            return []
        found = ["d"] if self.piles["S"] else []
        for source in AUXILIARIES:
            if card := self.top(source):
                for n in range(1, 9):
                    other = self.top(f"F{n}")
                    if value(card) == value(other) + 1 and red(card) != red(other):
                        found.append(f"{source} F{n}")
        for source in ["W", *RIVALS]:
            if not (card := self.top(source)):
                continue
            for target in AUXILIARIES:
                other = self.top(target)
                if other and value(card) == value(other) - 1 and red(card) != red(other):
                    found.append(f"{source} {target}")
                if not other and source != "W":
                    found.append(f"{source} {target}")
            if source == "W":
                found += [f"W {id}" for id in RIVALS if not self.piles[id]]
        return found

    def play(self, move: str) -> None:
        self.move(*(("S", "W") if move == "d" else move.split()))
