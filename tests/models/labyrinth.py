"""The Labyrinth, once more."""

from __future__ import annotations

from tests.models.dealing import Table, value

COLUMNS = "abcdefghij"
ROWS = range(1, 11)
BASES = "AS AH AD AC KS KH KD KC".split()


class Model(Table):
    phase = "deal:1"

    def setup(self) -> None:
        self.shuffled_pack(2, BASES)
        for number, card in enumerate(BASES, start=1):
            self.piles[f"F{number}"] = [card]
        for column in COLUMNS:
            self.move("S", f"{column}1")

    def won(self) -> bool:
        return all(len(self.piles[f"F{n}"]) == 13 for n in range(1, 9))

    def cards(self, column: str) -> list[str]:
        """The places of a column that hold a card, from the top to the bottom of the table."""
        return [f"{column}{row}" for row in ROWS if self.piles[f"{column}{row}"]]

    def moves(self) -> list[str]:
        if self.won():
            return []
        free = ["X"] if self.piles["X"] else []
        for column in COLUMNS:
            free += dict.fromkeys(self.cards(column)[:1] + self.cards(column)[-1:])
        found = [f"{id} {home}" for id in free for home in self.homes(self.top(id))]
        if self.phase == "grace":
            found += [f"{id} X" for column in COLUMNS for id in self.cards(column)]
        return found + ["d"] * self.phase.startswith("deal")

    def homes(self, card: str) -> list[str]:
        """The foundations that take a card."""
        up = f"F{'SHDC'.index(card[1]) + 1}"
        down = f"F{'SHDC'.index(card[1]) + 5}"
        found = [up] if value(card) == len(self.piles[up]) + 1 else []
        return found + [down] * (value(card) == 13 - len(self.piles[down]))

    def play(self, move: str) -> None:
        if move != "d":
            source, target = move.split()
            self.move(source, target)
            if target == "X":
                self.phase = "end"
            return
        row = int(self.phase[5:])
        if all(self.piles[f"{column}{row}"] for column in COLUMNS):
            row += 1
        for column in COLUMNS:
            if self.piles["S"] and not self.piles[f"{column}{row}"]:
                self.move("S", f"{column}{row}")
        self.phase = f"deal:{row}" if self.piles["S"] else "grace"
