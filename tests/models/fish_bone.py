"""The Fish-Bone, once more."""

from __future__ import annotations

from tests.models.dealing import Table, value

GRIDIRON = [str(n) for n in range(1, 7)]
LINE = range(1, 9)
COURT = ("J", "Q", "K")


class Model(Table):
    redeals_left = 1

    def setup(self) -> None:
        self.shuffled_pack(2)
        for id in GRIDIRON:
            self.move("S", id)
        self.tidy()

    def won(self) -> bool:
        return all(
            (len(self.piles[f"F{n}"]), len(self.piles[f"K{n}"]), len(self.piles[f"Q{n}"]))
            == (11, 1, 1)
            for n in LINE
        )

    def place(self, card: str) -> str:
        """Where a court card goes by itself, or ""."""
        for n in LINE:
            knave = self.piles[f"F{n}"][:1]
            if card[0] == "J" and not knave:
                return f"F{n}"
            if card[0] in "QK" and knave == [f"J{card[1]}"] and not self.piles[f"{card[0]}{n}"]:
                return f"{card[0]}{n}"
        return ""

    def tidy(self) -> None:
        """What goes by itself after every move, until nothing changes."""
        while True:
            for id in ["W", *GRIDIRON]:
                card = self.top(id)
                if card and card[0] in COURT and (home := self.place(card)):
                    self.move(id, home)
                    break
            else:
                bare = [id for id in GRIDIRON if not self.piles[id]]
                if self.piles["W"] or not self.piles["S"] or not bare:
                    return
                self.turn(bare[0])

    def turn(self, place: str) -> None:
        """Cards from the pack until one is no court card; it takes the place."""
        while self.piles["S"]:
            card = self.top("S")
            if card[0] not in COURT:
                self.move("S", place)
                return
            self.move("S", self.place(card) or "W")

    def moves(self) -> list[str]:
        if self.won():
            return []
        found = []
        bare = [id for id in GRIDIRON if not self.piles[id]]
        for source in ["W", *GRIDIRON]:
            card = self.top(source)
            if not card or card[0] in COURT:
                continue
            for n in LINE:
                family = self.piles[f"F{n}"]
                if family and family[0][1] == card[1] and value(card) == 11 - len(family):
                    found.append(f"{source} F{n}")
        card, pack = self.top("W"), self.piles["S"]
        if card and card[0] not in COURT:
            for id in GRIDIRON:
                other = self.top(id)
                if not other or (other[1] == card[1] and value(card) == value(other) + 1):
                    found.append(f"W {id}")
        if card and pack:
            found += [f"S {id}" for id in bare]
        if pack and not bare:
            found.append("d")
        can_fill = bare and card and card[0] not in COURT
        if not pack and card and self.redeals_left and not can_fill:
            found.append("redeal")
        return found

    def play(self, move: str) -> None:
        if move == "redeal":
            assert self.redeals_left
            self.redeals_left -= 1
            self.piles["S"] = self.piles["W"][::-1]
            self.piles["W"] = []
        elif move.startswith("S "):
            self.turn(move[2:])
        elif move == "d":
            self.move("S", "W")
        else:
            self.move(*move.split())
        self.tidy()
