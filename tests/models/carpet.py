"""The Carpet, once more."""

from __future__ import annotations

from tests.models.dealing import Table, value

COLUMNS, ROWS = "abcdefgh", range(1, 9)
CARPET = [f"{column}{row}" for row in ROWS for column in COLUMNS]
BASES = "AS AH AD AC KS KH KD KC".split()


class Model(Table):
    redeals_left = 2

    def setup(self) -> None:
        self.shuffled_pack(2, BASES)
        for number, card in enumerate(BASES, start=1):
            self.piles[f"F{number}"] = [card]
        for id in CARPET:
            self.move("S", id)

    def won(self) -> bool:
        return all(len(self.piles[f"F{n}"]) == 13 for n in range(1, 9))

    def free(self, place: str) -> bool:
        """Whether one of a card's narrow ends touches no card."""
        x, y = COLUMNS.index(place[0]) + 1, int(place[1])
        ends = [(x, y - 1), (x, y + 1)] if (x + y) % 2 == 0 else [(x - 1, y), (x + 1, y)]
        return any(
            not (1 <= a <= 8 and 1 <= b <= 8 and self.piles[f"{COLUMNS[a - 1]}{b}"])
            for a, b in ends
        )

    def moves(self) -> list[str]:
        if self.won():
            return []
        found = []
        talon = self.top("W")
        sources = [id for id in CARPET if self.piles[id] and self.free(id)]
        for source in sources + ["W"] * bool(talon):
            card = self.top(source)
            number = "SHDC".index(card[1]) + 1
            if value(card) == len(self.piles[f"F{number}"]) + 1:
                found.append(f"{source} F{number}")
            if value(card) == 13 - len(self.piles[f"F{number + 4}"]):
                found.append(f"{source} F{number + 4}")
            if source != "W" and talon[1:] == card[1] and abs(value(talon) - value(card)) == 1:
                found.append(f"{source} W")
        if self.piles["S"]:
            return [*found, "d"]
        return found + ["redeal"] * bool(talon and self.redeals_left)

    def play(self, move: str) -> None:
        if move == "redeal":
            assert self.redeals_left
            self.redeals_left -= 1
            self.piles["S"] = self.shuffled_again(self.piles["W"])[::-1]
            self.piles["W"] = []
        else:
            self.move(*(("S", "W") if move == "d" else move.split()))
