"""The Nation, once more."""

from __future__ import annotations

from tests.models.dealing import Table, value

COLUMNS = [str(n) for n in range(1, 13)]
BASES = "AD AC AH AS KD KC KH KS".split()


class Model(Table):
    phase = "deal:1:1"
    redeals_left = 2

    def setup(self) -> None:
        self.shuffled_pack(2, BASES)
        for number, card in enumerate(BASES, start=1):
            self.piles[f"F{number}"] = [card]

    def won(self) -> bool:
        return all(len(self.piles[f"F{n}"]) == 13 for n in range(1, 9))

    def homes(self, card: str) -> list[str]:
        """The foundations that take a card."""
        number = "DCHS".index(card[1]) + 1
        up, down = f"F{number}", f"F{number + 4}"
        found = [up] if value(card) == len(self.piles[up]) + 1 else []
        return found + [down] * (value(card) == 13 - len(self.piles[down]))

    def moves(self) -> list[str]:
        if self.won():
            return []
        if self.piles["H"]:
            return [f"H {home}" for home in self.homes(self.top("H"))]
        if self.phase.startswith("deal"):
            return ["d"]
        found = []
        places = COLUMNS[: int(self.phase[5:])]
        for source in COLUMNS:
            if not (card := self.top(source)):
                continue
            found += [f"{source} {home}" for home in self.homes(card)]
            for target in places:
                other = self.top(target)
                marries = other[1:] == card[1] and abs(value(other) - value(card)) == 1
                if target != source and (not other or marries):
                    found.append(f"{source} {target}")
        lie = any(self.piles[id] for id in COLUMNS)
        return found + ["redeal"] * bool(lie and self.redeals_left)

    def play(self, move: str) -> None:
        if move == "redeal":
            assert self.redeals_left
            self.redeals_left -= 1
            self.phase = "deal:1:1"
            heap: list[str] = []
            for id in COLUMNS:
                heap = self.piles[id] + heap
                self.piles[id] = []
            self.piles["S"] = heap[::-1]
            return
        if move != "d":
            source, target = move.split()
            self.move(source, target)
            if source != "H":
                return
            self.count_on()
        while self.piles["S"]:
            column = self.phase.split(":")[1]
            homes = self.homes(self.top("S"))
            if len(homes) == 2:
                self.move("S", "H")
                return
            self.move("S", homes[0] if homes else column)
            if self.piles["S"]:
                self.count_on()
            else:
                self.phase = f"play:{column}"
        if self.phase.startswith("deal"):
            self.phase = f"play:{self.last}"

    def count_on(self) -> None:
        """The next card has the next number, or is the first of the next column."""
        column, number = map(int, self.phase.split(":")[1:])
        self.last = column
        self.phase = f"deal:{column}:{number + 1}" if number < 8 else f"deal:{column + 1}:1"
