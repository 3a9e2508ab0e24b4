"""The Olga, once more."""

from __future__ import annotations

from tests.models.dealing import PACK, Table, red

ORDER = "A789TJQK"
COLUMNS = [str(n) for n in range(1, 8)]
FAMILIES = {suit: [f"F{4 * k + n}" for n in range(1, 5)] for k, suit in enumerate("SHDC")}


class Model(Table):
    def setup(self) -> None:
        small = [card for card in PACK if card[0] not in ORDER]
        self.shuffled_pack(4, small * 4)
        for row in range(7):
            for column in COLUMNS:
                self.move("S", column)
                if row in (1, 3, 5):
                    self.piles[column].append(f"({self.piles[column].pop()})")

    def won(self) -> bool:
        return sum(len(self.piles[id]) for ids in FAMILIES.values() for id in ids) == 128

    def moves(self) -> list[str]:
        if self.won():
            return []
        found = ["d"] if self.piles["S"] else []
        for source in ["W", *COLUMNS]:
            if not (card := self.top(source)):
                continue
            found += [f"{source} {id}" for id in self.families(card)]
            found += [f"{source} {id}" for id in COLUMNS if self.takes(id, card, source)]
        return found

    def families(self, card: str) -> list[str]:
        mine = FAMILIES[card[1]]
        if card[0] == "A":
            return [id for id in mine if not self.piles[id]][:1]
        before = ORDER[ORDER.index(card[0]) - 1]
        return [id for id in mine if self.top(id)[:1] == before]

    def takes(self, column: str, card: str, source: str) -> bool:
        lowest = self.top(column)
        if not lowest:
            return source != "W"
        lower = ORDER.index(lowest[0]) == ORDER.index(card[0]) + 1
        return lower and red(lowest) != red(card)

    def play(self, move: str) -> None:
        if move == "d":
            self.move("S", "W")
        else:
            self.move(*move.split())
        for column in COLUMNS:
            if self.top(column).startswith("("):
                self.piles[column][-1] = self.top(column)[1:3]
