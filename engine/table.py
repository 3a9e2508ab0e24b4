"""The table while a command is carried out: a position that is being changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.cards import HIDDEN, Card, Mask, Pile, face
from engine.position import Position
from engine.shuffle import shuffled


class Table:
    """Piles by id, changed in place, then frozen into the next position.

    Every table has a pack ``S``; in games without one it is only in the dealer's hand and must be
    empty when the command ends.
    """

    __slots__ = ("_index", "_piles", "_size", "deal", "phase", "redeals_left", "shuffles")

    def __init__(self, index: Mapping[str, int], size: int, position: Position) -> None:
        self._index = index
        self._size = size
        self._piles = list(position.piles)
        if len(index) > size:
            self._piles.append(())
        _, self.redeals_left, self.phase, self.deal, self.shuffles = position

    def __getitem__(self, id: str) -> Pile:
        return self._piles[self._index[id]]

    def __setitem__(self, id: str, pile: Iterable[Card]) -> None:
        self._piles[self._index[id]] = tuple(pile)

    def position(self) -> Position:
        """The table as it lies now."""
        piles = self._piles
        if len(piles) > self._size:
            if piles[-1]:
                raise AssertionError("cards were left in the dealer's hand")
            piles = piles[: self._size]
        return Position(tuple(piles), self.redeals_left, self.phase, self.deal, self.shuffles)

    # --- moving cards --------------------------------------------------------------------------

    def move(self, source: str, target: str, count: int = 1) -> None:
        """`count` top cards go from one pile to another as they lie."""
        piles, a, b = self._piles, self._index[source], self._index[target]
        pile = piles[a]
        piles[a], piles[b] = pile[:-count], piles[b] + pile[-count:]

    def lay(self, card: Card, target: str) -> None:
        """A card from the hand goes on top of a pile."""
        i = self._index[target]
        self._piles[i] += (card,)

    def take(self, source: str) -> Card:
        """The top card of a pile, into the hand."""
        i = self._index[source]
        pile = self._piles[i]
        self._piles[i] = pile[:-1]
        return pile[-1]

    def showing(self, ids: Iterable[str], cards: Mask) -> list[str]:
        """Those of the piles whose top card is one of `cards`."""
        piles, index = self._piles, self._index
        return [id for id in ids if (pile := piles[index[id]]) and cards >> pile[-1] & 1]

    def turn_up(self, ids: Iterable[str]) -> None:
        """Cards lying face down on top of these piles are turned up."""
        piles, index = self._piles, self._index
        for i in [i for id in ids if (pile := piles[i := index[id]]) and pile[-1] >= HIDDEN]:
            piles[i] = (*piles[i][:-1], face(piles[i][-1]))

    # --- dealing -------------------------------------------------------------------------------

    def deal_to(self, ids: Iterable[str], each: int = 1) -> None:
        """`each` cards together from the pack to every pile in turn, as far as the pack lasts."""
        for id in ids:
            n = min(each, len(self["S"]))
            if n == 0:
                return
            self[id] += self["S"][: -n - 1 : -1]
            self["S"] = self["S"][:-n]

    def deal_out(self, ids: Sequence[str], each: int = 1) -> None:
        """The whole pack, in rounds of `deal_to`; the last round may be short."""
        while self["S"]:
            self.deal_to(ids, each)

    def draw(self, forced: Callable[[Card], str | None] = lambda card: None) -> Card | None:
        """The next card of the pack, into the hand; None when the pack is out.

        Cards for which `forced` names a pile go there at once, and the next one is taken.
        """
        while self["S"]:
            card = self.take("S")
            home = forced(card)
            if home is None:
                return card
            self.lay(card, home)
        return None

    def fill(
        self, ids: Iterable[str], forced: Callable[[Card], str | None] = lambda card: None
    ) -> None:
        """Every empty pile takes the next card of the pack; `forced` as in `draw`."""
        for id in ids:
            if not self[id]:
                card = self.draw(forced)
                if card is None:
                    return
                self.lay(card, id)

    def refill(self, ids: Iterable[str], *sources: str) -> bool:
        """Every empty pile takes the top card of the first source that has one.

        Returns whether any place was filled.
        """
        piles, index = self._piles, self._index
        filled = False
        for id in ids:
            if piles[index[id]]:
                continue
            for source in sources:
                if piles[index[source]]:
                    self.move(source, id)
                    filled = True
                    break
        return filled

    def make_up(self, ids: Iterable[str], size: int) -> bool:
        """Smaller piles are made up to `size` from the pack, each wholly before the next.

        Returns whether there was any, also when the pack did not last.
        """
        short = [id for id in ids if len(self[id]) < size]
        for id in short:
            self.deal_to((id,), size - len(self[id]))
        return bool(short)

    def turn_over(self, source: str = "W") -> None:
        """A pile is turned over as a whole and becomes the pack: its first card is dealt next."""
        self["S"] = self[source][::-1]
        self[source] = ()

    def gather(self, ids: Iterable[str], shuffle: bool = False) -> None:
        """Piles are taken up, each next one on top of those in hand, and become the pack.

        The heap is turned over, so the first pile's lowest card is dealt first; with `shuffle` it
        is shuffled from that order, as the deal's next shuffle.
        """
        heap: list[Card] = []
        for id in ids:
            heap += self[id]
            self[id] = ()
        if shuffle:
            self.shuffles += 1
            heap = shuffled(heap, self.deal, self.shuffles)
        self["S"] = heap[::-1]
