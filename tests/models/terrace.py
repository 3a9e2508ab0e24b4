"""The Terrace, once more."""

from __future__ import annotations

from tests.models.dealing import Table, red, value

VALLEY = [str(n) for n in range(1, 10)]
FAMILIES = [f"F{n}" for n in range(1, 9)]


class Model(Table):
    phase = "choose"

    def setup(self) -> None:
        self.shuffled_pack(2)
        for target in ["T"] * 13 + VALLEY[:3]:
            self.move("S", target)

    def won(self) -> bool:
        return all(len(self.piles[id]) == 13 for id in FAMILIES)

    def homes(self, card: str) -> list[str]:
        """The foundations that take a card; of the empty ones the first."""
        found: list[str] = []
        base = value(self.piles["F1"][0])
        for id in FAMILIES:
            pile = self.piles[id]
            if not pile:
                if value(card) == base and not any(not self.piles[other] for other in found):
                    found.append(id)
            elif len(pile) < 13 and red(pile[-1]) != red(card) and self.next(pile) == value(card):
                found.append(id)
        return found

    def next(self, pile: list[str]) -> int:
        """The value that follows on a foundation."""
        return value(pile[-1]) % 13 + 1

    def moves(self) -> list[str]:
        if self.won():
            return []
        if self.phase == "choose":
            return ["1 F1", "2 F1", "3 F1"]
        found = ["d"] if self.piles["S"] else []
        first = self.homes(self.top("T")) if self.piles["T"] else []
        found += [f"T {home}" for home in first]
        for id in [*VALLEY, "W"]:
            card = self.top(id)
            if not card:
                continue
            if not first:
                found += [f"{id} {home}" for home in self.homes(card)]
            for other in VALLEY:
                under = self.top(other)
                if not under:
                    if id == "W":
                        found.append(f"W {other}")
                elif red(under) != red(card) and value(under) == value(card) % 13 + 1:
                    found.append(f"{id} {other}")
        return found

    def play(self, move: str) -> None:
        if move == "d":
            self.move("S", "W")
            return
        self.move(*move.split())
        if self.phase == "choose":
            rejected = [id for id in VALLEY if self.piles[id]]
            cards = [self.piles[id].pop() for id in rejected]
            for id, card in zip(VALLEY, cards, strict=False):
                self.piles[id].append(card)
            for id in VALLEY[2:]:
                self.move("S", id)
            self.phase = "play"
