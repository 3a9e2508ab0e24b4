"""The Mill, once more."""

from __future__ import annotations

from tests.models.dealing import Table, value

WINGS = [str(n) for n in range(1, 9)]
ANGLES = ["F2", "F3", "F4", "F5"]


class Model(Table):
    phase = "free"

    def setup(self) -> None:
        self.piles["F1"] = ["AH"]
        self.shuffled_pack(2, ["AH"])
        for wing in WINGS:
            self.turn(wing)

    def turn(self, target: str) -> None:
        """The next card of the pack that is not one of the first four kings goes there."""
        while self.piles["S"]:
            bare = [id for id in ANGLES if not self.piles[id]]
            if self.top("S")[0] != "K" or not bare:
                self.move("S", target)
                return
            self.move("S", bare[0])

    def won(self) -> bool:
        return sum(len(self.piles[id]) for id in ("F1", *ANGLES)) == 104

    def next_on_mill(self, more: int = 1) -> int:
        """The value that the mill takes after so many cards; 0 when it is full."""
        count = len(self.piles["F1"]) + more - 1
        return count % 13 + 1 if count < 52 else 0

    def on_mill(self, more: int = 1) -> list[str]:
        """Wings, and the talon, that show the card for it."""
        wanted = self.next_on_mill(more)
        return [id for id in [*WINGS, "W"] if self.top(id) and value(self.top(id)) == wanted]

    def moves(self) -> list[str]:
        if self.won():
            return []
        found = [f"{id} F1" for id in self.on_mill()]
        if self.phase == "bound":
            return found
        for angle in ANGLES:
            packet = self.piles[angle]
            if packet:
                found += [
                    f"{id} {angle}"
                    for id in [*WINGS, "W"]
                    if self.top(id) and value(self.top(id)) == 13 - len(packet)
                ]
            if len(packet) > 1 and value(packet[-1]) == self.next_on_mill() and self.on_mill(2):
                found.append(f"{angle} F1")
        return found + ["d"] * bool(self.piles["S"])

    def play(self, move: str) -> None:
        if move == "d":
            bare = [id for id in ANGLES if not self.piles[id]]
            self.move("S", bare[0] if bare and self.top("S")[0] == "K" else "W")
            return
        source, target = move.split()
        self.move(source, target)
        self.phase = "bound" if source in ANGLES else "free"
        if source in WINGS:
            if self.piles["W"]:
                self.move("W", source)
            else:
                self.turn(source)
