"""The Square, once more."""

from __future__ import annotations

from tests.models.dealing import RANKS, Table, value

PLACES = [str(n) for n in range(1, 17)]
CORNERS = {"S": "F1", "H": "F2", "D": "F3", "C": "F4"}
WAY = RANKS + RANKS[::-1]


class Model(Table):
    def setup(self) -> None:
        self.shuffled_pack(2)
        for id in PLACES:
            self.turn(id)

    def won(self) -> bool:
        return all(len(self.piles[id]) == 26 for id in CORNERS.values())

    def turn(self, place: str) -> None:
        """Cards from the pack until one stays on the place; the first aces go to the corners."""
        while self.piles["S"]:
            corner = CORNERS[self.top("S")[1]]
            if self.top("S")[0] != "A" or self.piles[corner]:
                self.move("S", place)
                return
            self.move("S", corner)

    def moves(self) -> list[str]:
        if self.won():
            return []
        bare = [id for id in PLACES if not self.piles[id]]
        if bare and self.piles["S"] and self.piles["W"]:
            return [f"{source} {id}" for id in bare for source in "WS"]
        found = ["d"] if self.piles["S"] else []
        for source in ["W", *PLACES]:
            if not (card := self.top(source)):
                continue
            corner = CORNERS[card[1]]
            if len(self.piles[corner]) < 26 and WAY[len(self.piles[corner])] == card[0]:
                found.append(f"{source} {corner}")
            for place in PLACES:
                other = self.top(place)
                if other and other[1] == card[1] and abs(value(other) - value(card)) == 1:
                    found.append(f"{source} {place}")
        return found

    def play(self, move: str) -> None:
        if move == "d":
            card = self.top("S")
            begins = card[0] == "A" and not self.piles[CORNERS[card[1]]]
            self.move("S", CORNERS[card[1]] if begins else "W")
        elif move.startswith("S "):
            self.turn(move[2:])
        else:
            self.move(*move.split())
        for id in PLACES:
            if not self.piles[id]:
                if not self.piles["W"]:
                    self.turn(id)
                elif not self.piles["S"]:
                    self.move("W", id)
