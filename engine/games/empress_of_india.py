"""The Empress of India: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.cards import DECK, RANKS, Card, Mask, card_symbol, is_red, rank
from engine.families import Family
from engine.game import Game
from engine.layout import Fan, Place, grid, row
from engine.moves import Move
from engine.position import Position
from engine.rules import expand
from engine.table import Table
from engine.zones import Kind, Zone, foundations, laid, reserve, stock

ARMY, NAVY = expand("A1-A24"), expand("N1-N24")
ADMIRALS, GENERALS = expand("F1-F8"), expand("F9-F16")
BASES = "AS AS AS AS AC AC AC AC KH KH KH KH KD KD KD KD"
EMPRESS_AND_GUARD = "QC JH JH JH JH JD JD JD JD"

PAIRED = Fan(dx=0.12, dy=0.33)
FILES = tuple((x, round(0.35 * k - 0.5, 4)) for x in (-1.275, 1.275) for k in range(4))
GUARD = Fan(path=((0, 0), *FILES))
"""The Empress and her knaves, four to the left and four to the right."""

ADMIRAL = Family("A23456789TJK", begun=True).table(0)
GENERAL = Family("KQT98765432A", begun=True).table(0)

MARRY = {
    id: {other: Move("", id, other) for other in others}
    for ids, others in ((ARMY, NAVY), (NAVY, ARMY))
    for id in ids
}
PAIR = {a: {n: Move("pair", a, n) for n in NAVY} for a in ARMY}


class EmpressOfIndia(Game):
    id = "empress-of-india"
    title = "The Empress of India"
    aliases = ("Indian Empress",)
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 4
    kind = "skill"
    length = "long"
    difficulty = "easy"

    object = (
        "Sixteen families round the Empress: eight black Admirals, from ace up to king without "
        "the queen, and eight red Generals, from king down to ace without the knave, all in suit."
    )
    advice = (
        "Cards are played only in twos, one red and one black. Either pair two single cards that "
        "both fit, a red one of the Army (A) and a black one of the Navy (N): pair a3 n7. Or "
        "marry them now and play them later: a3 n7 lays the one on the other, n7 a3 the other on "
        "the one; they never part, and play n7 brings both home when both fit. Empty places are "
        "filled at once with their own colour, from the talon or else from the pack. Talons and "
        "pack are not played directly."
    )
    verb_words: ClassVar[Mapping[str, str]] = {"pair": "plays a red and a black card together"}
    example = "pair a3 n7"
    triumph = "Admirals and Generals stand round the Empress."
    dealing = "lays the next card of the pack on the red talon or the black talon, as its colour is"

    zones = (
        foundations("F1-F8", row(4, 0, 0, 1.05) + row(4, 0, 1.05, 1.05), 12, "the Admirals"),
        foundations("F9-F16", row(4, 8.4, 0, 1.05) + row(4, 8.4, 1.05, 1.05), 12, "the Generals"),
        Zone(("X",), "the Empress", Kind.ORNAMENT, (Place(5.775, 0.5, fan=GUARD),)),
        reserve("A1-A24", grid(24, 12, 0, 2.35, 1.05, 1.05, PAIRED), "the Army"),
        reserve("N1-N24", grid(24, 12, 0, 4.7, 1.05, 1.05, PAIRED), "the Navy"),
        Zone(("WR",), "the red talon", Kind.TALON, (Place(13.1, 2.9),)),
        Zone(("WB",), "the black talon", Kind.TALON, (Place(13.1, 5.2),)),
        stock(13.1, 0),
    )
    board = (14.2, 7.05)
    bases = laid("F1-F16", BASES) | {"X": EMPRESS_AND_GUARD}
    aside = "QS QS QS QS QC QC QC"
    verbs = ("pair", "play")
    deal_first = True

    def setup(self, table: Table) -> None:
        """Red cards to the Army, black ones to the Navy, till both are complete."""
        army, navy = iter(ARMY), iter(NAVY)
        while not (table[ARMY[-1]] and table[NAVY[-1]]):
            card = table.take("S")
            table.lay(card, next(army, "WR") if is_red(card) else next(navy, "WB"))

    def deal(self, table: Table) -> None:
        """A card is turned and laid on the talon of its colour."""
        table.move("S", "WR" if is_red(table["S"][-1]) else "WB")

    def odd_moves(self, position: Position) -> list[Move]:
        """Marriages of single cards, pairs of single cards that fit, married pairs that fit."""
        wanted = self.fitting(position)
        single: dict[str, list[str]] = {"A": [], "N": []}
        fitting: dict[str, list[str]] = {"A": [], "N": []}
        found: list[Move] = []
        for id in ARMY + NAVY:
            pile = self.pile(position, id)
            if len(pile) == 1:
                single[id[0]].append(id)
                if wanted >> pile[0] & 1:
                    fitting[id[0]].append(id)
            elif pile and wanted >> pile[0] & wanted >> pile[1] & 1:
                found.append(Move("play", id))
        for id in fitting["A"]:
            found += map(PAIR[id].__getitem__, fitting["N"])
        for here, there in ("AN", "NA"):
            for id in single[here]:
                found += map(MARRY[id].__getitem__, single[there])
        return found

    def takes(self, position: Position, id: str) -> Mask:
        """What a family takes next, though only in twos."""
        pile = self.pile(position, id)
        if not pile or id not in self.home:
            return 0
        return (ADMIRAL if id in ADMIRALS else GENERAL)[pile[-1]]

    def fitting(self, position: Position) -> Mask:
        """The cards that the families take next."""
        cards = 0
        for id in ADMIRALS + GENERALS:
            cards |= self.takes(position, id)
        return cards

    def inclination(self, position: Position, move: Move) -> int:
        """Married are cards of the same step in their families, soon needed, from a rich colour."""
        if move.verb or move.target not in MARRY:
            return 0
        piles, index = position.piles, self.index
        talon = len(piles[index["WR" if move.source[0] == "A" else "WB"]])
        liking = LIKING[piles[index[move.source]][0]][piles[index[move.target]][0]]
        return liking + (min(talon, 49) if talon else -10_000)

    def carry_out(self, table: Table, move: Move) -> None:
        """Two cards go home together, or one is laid on another."""
        if move.verb == "pair":
            bring_home(table, table.take(move.source))
            bring_home(table, table.take(move.target))
        elif move.verb == "play":
            bring_home(table, table.take(move.source))
            bring_home(table, table.take(move.source))
        else:
            super().carry_out(table, move)

    def settle(self, table: Table, move: Move) -> None:
        """Bare places take their talon's top; without one, the pack is turned until it has one."""
        for ids, talon in ((ARMY, "WR"), (NAVY, "WB")):
            for id in ids:
                if not table[id]:
                    while table["S"] and not table[talon]:
                        self.deal(table)
                    if table[talon]:
                        table.move(talon, id)

    def refusal(self, position: Position, move: Move) -> str:
        """Why two cards don't go together, or not home."""
        if move.verb not in ("", *self.verbs):
            return ""
        if move.source not in MARRY:
            return "" if move.verb == "" else "Only cards of the Army and the Navy are played."
        if move.target in self.home:
            return "Cards go to the foundations only in twos, one red and one black: pair a3 n7."
        if move.verb == "play":
            return self.hindrance(position, move, move.source)
        if move.target not in MARRY[move.source]:
            return f"{move.source} goes together only with a card of the other colour."
        if move.count != 1:
            return "Cards are married one to one."
        found = (self.hindrance(position, move, id) for id in (move.source, move.target))
        return next(filter(None, found), "")

    def hindrance(self, position: Position, move: Move, id: str) -> str:
        """Why a place of the Army or the Navy can't take part in a move; "" if it can."""
        pile = self.pile(position, id)
        if not pile:
            return f"There is no card on {id}."
        if move.verb == "play" and len(pile) == 1:
            return f"{card_symbol(pile[0])} on {id} is not married."
        if move.verb != "play" and len(pile) == 2:
            return f"The cards on {id} are married and go only together: play {id}."
        for card in pile if move.verb else ():
            if not self.fitting(position) >> card & 1:
                return f"{card_symbol(card)} on {id} fits no foundation yet."
        return ""


def step(card: Card) -> int:
    """How many cards of its family come before this one."""
    return ("KQT98765432A" if is_red(card) else "A23456789TJK").find(RANKS[rank(card) - 1])


STEPS = {card: step(card) for card in DECK}
LIKING = {
    one: {other: -1000 * abs(own - step) - 50 * own for other, step in STEPS.items()}
    for one, own in STEPS.items()
}
"""How much a card should be married to another: that both are needed at once, and soon."""


def bring_home(table: Table, card: Card) -> None:
    """A card goes to the first family that takes it."""
    ids, following = (GENERALS, GENERAL) if is_red(card) else (ADMIRALS, ADMIRAL)
    homes = (id for id in ids for top in table[id][-1:] if following[top] >> card & 1)
    table.lay(card, next(homes))
