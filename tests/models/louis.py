"""The "Louis", once more."""

from __future__ import annotations

from tests.models.dealing import Table, value

ALPHABET = dict(zip("abcdefghiklm", range(1, 13), strict=True))
SUITS = "DCHS"


class Model(Table):
    redeals_left = 3

    def setup(self) -> None:
        bases = [rank + suit for rank in "AK" for suit in SUITS]
        self.shuffled_pack(2, bases)
        for n, base in enumerate(bases, start=1):
            self.piles[f"F{n}"] = [base]
        self.circle()

    def circle(self) -> None:
        for n in ALPHABET.values():
            if self.piles["S"]:
                self.move("S", f"{n}")
        self.phase = f"deal:{''.join(ALPHABET)}" if self.piles["S"] else "play"

    def homes(self, card: str) -> list[str]:
        n = SUITS.index(card[1]) + 1
        ways = ((f"F{n}", value(card)), (f"F{n + 4}", 14 - value(card)))
        return [id for id, number in ways if len(self.piles[id]) == number - 1]

    def won(self) -> bool:
        return all(len(self.piles[f"F{n}"]) == 13 for n in range(1, 9))

    def moves(self) -> list[str]:
        if self.won():
            return []
        found = self.changes() if self.redeals_left < 3 else []
        for letter, n in ALPHABET.items():
            if self.top(f"{n}") and (self.phase == "play" or letter in self.phase[5:]):
                found += self.ways(n)
        for n in range(1, 5):
            if card := self.top(f"X{n}"):
                found += [f"X{n} {id}" for id in self.homes(card)]
        if self.phase != "play":
            found.append("d")
        elif self.redeals_left and any(self.piles[f"{n}"] for n in ALPHABET.values()):
            found.append("redeal")
        return found

    def ways(self, n: int) -> list[str]:
        """Where the top card of a packet may go."""
        card = self.top(f"{n}")
        homes = self.homes(card)
        found = [f"{n} {id}" for id in homes]
        if self.phase != "play":
            aside = self.redeals_left < 3 and len(homes) == 2
            return [*found, f"{n} X{SUITS.index(card[1]) + 1}"] if aside else found
        for m in ALPHABET.values():
            other = self.top(f"{m}")
            if m != n and other and other[1] == card[1]:
                found += [f"{n} {m}"] * (abs(value(card) - value(other)) == 1)
        return found

    def changes(self) -> list[str]:
        """Cards that may go over to the other foundation of their suit."""
        pairs = [(f"F{n}", f"F{(n + 3) % 8 + 1}") for n in range(1, 9)]
        return [
            f"{one} {other}"
            for one, other in pairs
            if len(self.piles[one]) > 1 and other in self.homes(self.top(one))
        ]

    def play(self, move: str) -> None:
        if move == "d":
            self.circle()
        elif move == "redeal":
            self.redeals_left -= 1
            order = []
            for letter in "ghiklmabcdef":
                order += self.piles.pop(f"{ALPHABET[letter]}", [])
            self.piles["S"] = order[::-1]
            self.circle()
        else:
            source, target = move.split()
            self.move(source, target)
            if self.phase != "play" and source.isdigit():
                letter = "abcdefghiklm"[int(source) - 1]
                self.phase = self.phase[:5] + self.phase[5:].replace(letter, "")
