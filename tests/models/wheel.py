"""The Wheel, once more."""

from __future__ import annotations

from itertools import combinations

from tests.models.dealing import Table

CUSHION = [str(n) for n in range(1, 13)]
ACES = "AS AS AH AH AD AD AC AC".split()
EIGHTEENS = (
    {2, 6, 10}, {2, 7, 9}, {3, 5, 10}, {3, 6, 9}, {3, 7, 8}, {4, 5, 9}, {4, 6, 8}, {5, 6, 7},
)  # fmt: skip


class Model(Table):
    phase = "first"

    def setup(self) -> None:
        self.shuffled_pack(2, ACES)
        for n, ace in enumerate(ACES, start=1):
            self.piles[f"A{n}"] = [ace]
        self.deal_round()

    def deal_round(self) -> None:
        for place in CUSHION:
            if self.piles["S"]:
                self.move("S", place)

    def won(self) -> bool:
        return bool(self.piles["C24"])

    def moves(self) -> list[str]:
        if self.won():
            return []
        court = [id for id in CUSHION if self.top(id) and self.top(id)[0] in "JQK"]
        minor = {
            id: int(self.top(id)[0].replace("T", "10"))
            for id in CUSHION
            if self.top(id) and id not in court
        }
        found = ["d"] if self.piles["S"] else []
        for three in combinations(minor, 3):
            if {minor[id] for id in three} in EIGHTEENS:
                found += ["play " + " ".join(sorted([*three, crown], key=int)) for crown in court]
        return found

    def play(self, move: str) -> None:
        if move == "d":
            self.deal_round()
            self.phase = "later"
            return
        places = sorted(move.split()[1:], key=int)
        cards = [self.piles[place].pop() for place in places]
        cards.sort(key=lambda card: card[0] in "JQK")
        free = next(n for n in range(1, 25) if not self.piles[f"C{n}"])
        self.piles[f"C{free}"] = cards
        for place in places:
            if self.phase == "first" and self.piles["S"]:
                self.move("S", place)
