"""The Blockade, once more."""

from __future__ import annotations

from tests.models.dealing import Table, value

COLUMNS = "abcdefghijkl"
ROWS = range(1, 9)


class Model(Table):
    def setup(self) -> None:
        self.shuffled_pack(2)
        for column in COLUMNS:
            self.lay(f"{column}1")

    def won(self) -> bool:
        return all(len(self.piles[f"F{n}"]) == 13 for n in range(1, 9))

    def lay(self, place: str) -> None:
        """Cards from the pack until one stays on the place; aces go to their foundations."""
        while self.piles["S"]:
            card = self.top("S")
            if card[0] != "A":
                self.move("S", place)
                return
            first, second = self.families(card)
            self.move("S", second if self.piles[first] else first)

    def families(self, card: str) -> tuple[str, str]:
        """The two foundations of a card's suit."""
        suit = "SHDC".index(card[1])
        return f"F{2 * suit + 1}", f"F{2 * suit + 2}"

    def lowest(self) -> list[str]:
        """The lowest packet of each column."""
        found = []
        for column in COLUMNS:
            held = [f"{column}{row}" for row in ROWS if self.piles[f"{column}{row}"]]
            found += held[-1:]
        return found

    def moves(self) -> list[str]:
        if self.won():
            return []
        free = self.lowest()
        found = ["d"] if self.piles["S"] else []
        for source in free:
            card = self.top(source)
            homes = self.families(card)
            found += [f"{source} {id}" for id in homes if len(self.piles[id]) == value(card) - 1]
            for target in free:
                other = self.top(target)
                if other[1] == card[1] and value(other) == value(card) + 1:
                    found.append(f"{source} {target}")
        return found

    def play(self, move: str) -> None:
        if move != "d":
            self.move(*move.split())
            return
        rows = max((int(id[1:]) for id in self.lowest()), default=0)
        on_the_table = [f"{column}{row}" for row in range(1, rows + 1) for column in COLUMNS]
        bare = [id for id in on_the_table if not self.piles[id]]
        for id in bare or [f"{column}{rows + 1}" for column in COLUMNS]:
            self.lay(id)
