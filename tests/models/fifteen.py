"""The Fifteen, once more."""

from __future__ import annotations

from collections.abc import Iterator

from tests.models.dealing import Table, value

COLUMNS = [str(n) for n in range(1, 16)]
UP = dict(zip("SHDC", ["F1", "F2", "F3", "F4"], strict=True))
DOWN = dict(zip("SHDC", ["F5", "F6", "F7", "F8"], strict=True))
ASKS = {"start": "AK", "ace": "A", "king": "K", "open": ""}
"""What may still be withdrawn from the sixth row, by phase."""


class Model(Table):
    phase = "start"

    def setup(self) -> None:
        self.shuffled_pack(2)
        for number in range(104):
            self.move("S", COLUMNS[number % 15])

    def won(self) -> bool:
        return not any(self.piles[id] for id in COLUMNS)

    def homes(self, card: str) -> Iterator[str]:
        """The foundations that take a card."""
        number, up, down = value(card), UP[card[1]], DOWN[card[1]]
        if number == len(self.piles[up]) + 1:
            yield up
        if number == 13 - len(self.piles[down]):
            yield down

    def moves(self) -> list[str]:
        found = []
        for id in COLUMNS:
            card = self.top(id)
            if not card:
                continue
            found += [f"{id} {home}" for home in self.homes(card)]
            for other in COLUMNS:
                under = self.top(other)
                married = under[1:] == card[1] and abs(value(under) - value(card)) == 1
                if other != id and (married or not under):
                    found.append(f"{id} {other}")
        return found + list(self.withdrawals())

    def withdrawals(self) -> Iterator[str]:
        """The exception of the opening."""
        if self.phase == "start" and (
            any(self.piles[home] for home in (*UP.values(), *DOWN.values()))
            or any(self.top(id)[:1] in ("A", "K") for id in COLUMNS)
        ):
            return
        for id in COLUMNS:
            if len(self.piles[id]) > 6:
                card = self.piles[id][5]
                if card[0] in ASKS[self.phase]:
                    home = UP[card[1]] if card[0] == "A" else DOWN[card[1]]
                    yield f"play {id} {home}"

    def play(self, move: str) -> None:
        words = move.split()
        if words[0] == "play":
            _, id, home = words
            card = self.piles[id].pop(5)
            self.piles[home].append(card)
            second = "king" if card[0] == "A" else "ace"
            self.phase = second if self.phase == "start" else "open"
            return
        self.move(*words)
        if self.phase != "start" or words[1].startswith("F"):
            self.phase = "open"
