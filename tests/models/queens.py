"""The Queens, once more."""

from __future__ import annotations

from tests.models.dealing import Table, value

SHUTTER = [str(n) for n in range(1, 8)]
FAMILIES = {suit: [f"F{2 * k + 1}", f"F{2 * k + 2}"] for k, suit in enumerate("SHDC")}


class Model(Table):
    def setup(self) -> None:
        self.shuffled_pack(2)
        piles = self.piles
        for _ in range(32):
            self.move("S", "K")
        while self.top("K")[:1] == "Q":
            paid = piles["K"][-14:]
            del piles["K"][-14:]
            piles["S"] = paid[::-1] + piles["S"]
        for place in SHUTTER:
            while self.top("S")[0] == "K":
                self.move("S", self.homes(self.top("S"))[0])
            self.move("S", place)

    def homes(self, card: str) -> list[str]:
        """Foundations that take a card, one for a king."""
        found = []
        for id in FAMILIES[card[1]]:
            pile = self.piles[id]
            if card[0] == "K":
                if not pile:
                    return [id]
            elif pile and len(pile) == value(card):
                found.append(id)
        return found

    def won(self) -> bool:
        return all(len(self.piles[id]) == 13 for ids in FAMILIES.values() for id in ids)

    def queens(self) -> int:
        return sum(card[0] == "Q" for card in self.piles["W"])

    def moves(self) -> list[str]:
        if self.won():
            return []
        found = []
        for source in ["K", "W", *SHUTTER]:
            if not (card := self.top(source)):
                continue
            found += [f"{source} {id}" for id in self.homes(card)]
            for place in SHUTTER if source != "K" else ():
                below = self.top(place)
                if place != source and below and below[1] == card[1]:
                    found += [f"{source} {place}"] * (value(card) + 1 == value(below))
        if self.piles["S"]:
            found.append("d")
        elif self.queens():
            found.append("redeal")
        return found

    def play(self, move: str) -> None:
        if move == "d":
            self.move("S", "W")
        elif move == "redeal":
            self.pay()
        else:
            self.move(*move.split())
        for place in SHUTTER:
            if not self.piles[place] and (source := next(filter(self.top, "WS"), "")):
                self.move(source, place)

    def pay(self) -> None:
        owed, fresh = 3 * self.queens(), []
        while owed and self.piles["W"]:
            fresh.append(self.piles["W"].pop(0))
            owed -= fresh[-1][0] != "Q"
        self.piles["S"] = fresh[::-1]
