"""The Shah, once more."""

from __future__ import annotations

from tests.models.dealing import Table, value

RAYS = range(1, 9)
INNER, MIDDLE, OUTER = ([f"{circle}{ray}" for ray in RAYS] for circle in ("I", "M", ""))
BASES = "AS AS AH AH AD AD AC AC".split()
KINGS = "KS KS KH KD KD KC KC".split()


class Model(Table):
    phase = "first"

    def setup(self) -> None:
        self.shuffled_pack(2, ["KH", *KINGS, *BASES])
        self.piles["X"] = ["KH"]
        for number, card in enumerate(BASES, start=1):
            self.piles[f"F{number}"] = [card]
        for id in INNER:
            self.move("S", id)

    def won(self) -> bool:
        return all(len(self.piles[f"F{n}"]) == 12 for n in RAYS)

    def bare(self) -> list[str]:
        """The empty places of the star, from the inside out."""
        return [id for id in INNER + MIDDLE + OUTER if not self.piles[id]]

    def homes(self, card: str) -> list[str]:
        """The foundations that take a card."""
        suit = "SHDC".index(card[1])
        pair = [f"F{2 * suit + 1}", f"F{2 * suit + 2}"]
        return [id for id in pair if len(self.piles[id]) == value(card) - 1]

    def moves(self) -> list[str]:
        if self.won():
            return []
        found = []
        for ray in RAYS:
            # Of each ray only the card farthest out can be played.
            held = [id for id in (f"I{ray}", f"M{ray}", f"{ray}") if self.piles[id]]
            found += [f"{id} {home}" for id in held[-1:] for home in self.homes(self.top(id))]
        if self.phase != "play":
            return found + ["d"] * bool(self.piles["S"])
        if self.piles["W"]:
            found += [f"W {home}" for home in self.homes(self.top("W"))]
        for source in ["W", *OUTER]:
            if not (card := self.top(source)):
                continue
            for target in OUTER:
                other = self.top(target)
                if other and other[1] == card[1] and value(other) == value(card) + 1:
                    found.append(f"{source} {target}")
            for ray in RAYS:
                lane = not any(self.piles[id] for id in (f"I{ray}", f"M{ray}", f"{ray}"))
                if lane and source != "W":
                    found.append(f"{source} I{ray}")
        if self.piles["S"] or (self.piles["W"] and self.bare()):
            found.append("d")
        return found

    def fill(self, places: list[str]) -> None:
        """From the talon, or without one from the pack."""
        for id in places:
            if self.piles["W"]:
                self.move("W", id)
            elif self.piles["S"]:
                self.move("S", id)

    def play(self, move: str) -> None:
        if move == "d":
            if self.phase == "play":
                if bare := self.bare():
                    self.fill(bare)
                else:
                    self.move("S", "W")
                return
            self.fill(MIDDLE if self.phase == "first" else OUTER)
            self.phase = "second" if self.phase == "first" else "play"
            return
        source, target = move.split()
        self.move(source, target)
        if self.phase != "play":
            self.fill([source])
        elif target in INNER:
            self.fill([f"M{target[1]}", target[1]])
