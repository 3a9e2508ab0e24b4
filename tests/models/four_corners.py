"""The Four Corners, once more."""

from __future__ import annotations

from tests.models.dealing import Table, value

PACKETS = [str(n) for n in range(1, 13)]
NEXT_TO = {"2": 1, "3": 2, "4": 3, "5": 4, "8": 5, "9": 6, "10": 7, "11": 8}
SUITS = "SHDC"


class Model(Table):
    phase = "deal:0"
    redeals_left = 2

    def setup(self) -> None:
        self.shuffled_pack(2)

    def won(self) -> bool:
        return all(len(self.piles[f"F{n}"]) == 13 for n in range(1, 9))

    def families(self, card: str) -> list[int]:
        """The foundations that take a card, whatever the packet."""
        up = 1 + SUITS.index(card[1])
        ways = [(up, value(card)), (up + 4, 14 - value(card))]
        return [n for n, place in ways if len(self.piles[f"F{n}"]) == place - 1]

    def open_families(self, packet: str) -> list[int]:
        """The same for the top card of a packet, with the restrictions of the deal."""
        if not (card := self.top(packet)):
            return []
        found = self.families(card)
        if self.phase != "play" and packet in NEXT_TO:
            found = [n for n in found if n == NEXT_TO[packet]]
        return found

    def moves(self) -> list[str]:
        if self.won():
            return []
        if self.phase != "play":
            last = self.phase[5:]
            return ["d", *(f"{last} F{n}" for n in self.open_families(last))]
        found = [f"{id} F{n}" for id in PACKETS for n in self.open_families(id)]
        for one in PACKETS:
            for other in PACKETS:
                a, b = self.top(one), self.top(other)
                if a and b and a[1] == b[1] and abs(value(a) - value(b)) == 1:
                    found.append(f"{one} {other}")
        if self.redeals_left and any(self.piles[id] for id in PACKETS):
            found.append("redeal")
        return found

    def lay(self, packet: str) -> None:
        """The next card on a packet, but first aces and first kings at once on their places."""
        while self.piles["S"]:
            card = self.top("S")
            place = f"F{1 + SUITS.index(card[1]) + (4 if card[0] == 'K' else 0)}"
            if card[0] in "AK" and not self.piles[place]:
                self.move("S", place)
                continue
            self.move("S", packet)
            break
        self.phase = f"deal:{packet}" if self.piles["S"] else "play"

    def play(self, move: str) -> None:
        if move == "redeal":
            heap = [card for id in PACKETS for card in self.piles[id]]
            for id in PACKETS:
                self.piles[id] = []
            self.piles["S"] = heap[::-1]
            self.redeals_left -= 1
            self.phase = "deal:0"
        elif move == "d":
            while self.phase != "play":
                last = self.phase[5:]
                packet = "1" if last in ("0", "12") else str(int(last) + 1)
                self.lay(packet)
                if self.open_families(packet):
                    break
        else:
            source, target = move.split()
            self.move(source, target)
            if self.phase != "play":
                self.lay(source)
