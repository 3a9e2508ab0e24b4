"""The Constitution: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.cards import rank, suit
from engine.families import Family
from engine.game import Game
from engine.layout import places, row
from engine.moves import Move
from engine.position import Position
from engine.rules import Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import Kind, Zone, foundations, laid, stock, tableau, talon

COUNCIL, LORDS, COMMONS, PEOPLE = (expand(ids) for ids in ("1-8", "L1-L8", "C1-C8", "P1-P8"))
BELOW = ((COUNCIL, LORDS), (LORDS, COMMONS), (COMMONS, PEOPLE))
"""Divisions, and where each takes its cards from."""

XS = (1.7, 2.95, 4.2, 5.45, 6.75, 8.0, 9.25, 10.5)
TO_KNAVE = Family("A23456789TJ", "SSHHDDCC", begun=True)
SEQUENCE = Building((-1,), Match.OTHER_COLOUR)


class Constitution(Game):
    id = "constitution"
    title = "The Constitution"
    aliases = ("British Constitution",)
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "skill"
    length = "long"

    object = (
        "The eight aces, the Government, built up in suit to knaves, under the Sovereign, the "
        "Bishops and the Judges."
    )
    advice = (
        "Only the Privy Council (1 to 8) feeds the Government. From each lower division a top "
        "card climbs one division at a time, onto a card one rank higher and of the other "
        "colour. A place that falls empty must be filled at once by a top card of the division "
        "below, whichever you choose; until then nothing else can be played. The People are "
        "filled from the talon or, without a talon, from the pack, by themselves; talon and pack "
        "go nowhere else."
    )
    example = "l2 5"
    triumph = "The Government is eight knaves, under the Crown."

    zones = (
        stock(0, 4.3),
        talon(0, 5.35),
        tableau("1-8", places(XS, [2.2] * 8, peep=0.04), "the Privy Council"),
        tableau("L1-L8", places(XS, [3.25] * 8, peep=0.04), "the Lords"),
        tableau("C1-C8", places(XS, [4.3] * 8, peep=0.04), "the Commons"),
        tableau("P1-P8", places(XS, [5.35] * 8), "the People"),
        foundations("F1-F8", places(XS, [1.1] * 8), 11, "the Government"),
        Zone(expand("K1-K9"), "the Crown", Kind.ORNAMENT, row(9, 1.1, 0, 1.25)),
    )
    board = (12.1, 6.35)
    bases = laid("F1-F8 K1-K9", "AS AS AH AH AD AD AC AC KS KS KC KC QD KH KH KD KD")
    aside = "QS QS QH QH QC QC QD"
    routes = (
        Route(Tops("1-8"), "F1-F8", TO_KNAVE),
        Route(Tops("L1-L8"), "1-8", SEQUENCE),
        Route(Tops("C1-C8"), "L1-L8", SEQUENCE),
        Route(Tops("P1-P8"), "C1-C8", SEQUENCE),
    )

    def setup(self, table: Table) -> None:
        """Four rows, the lowest first."""
        table.deal_to(PEOPLE + COMMONS + LORDS + COUNCIL)

    def vacancy(self, position: Position) -> tuple[str, list[str]]:
        """The place to be filled next and the piles whose top card may come; "" if there is none.

        The highest division comes first.  A place stays empty when the division below is gone.
        """
        piles, index = position.piles, self.index
        for division, below in BELOW:
            first = index[division[0]]
            if () in (own := piles[first : first + 8]):
                candidates = [id for id in below if piles[index[id]]]
                if candidates:
                    return division[own.index(())], candidates
        return "", []

    def card_moves(self, position: Position) -> list[Move]:
        """While a place is to be filled there are no other moves."""
        place, candidates = self.vacancy(position)
        if place:
            return [Move("", id, place) for id in candidates]
        return super().card_moves(position)

    def no_deal(self, position: Position) -> str:
        """A place is filled before the next card is dealt."""
        return self.to_be_filled(position) or super().no_deal(position)

    def settle(self, table: Table, move: Move) -> None:
        """The People are filled, and places above for which there is but one card."""
        table.refill(PEOPLE, "W", "S")
        place, candidates = self.vacancy(table.position())
        while len(candidates) == 1:
            table.move(candidates[0], place)
            table.refill(PEOPLE, "W", "S")
            place, candidates = self.vacancy(table.position())

    def to_be_filled(self, position: Position) -> str:
        """Which place must be filled, in a sentence; "" if there is none."""
        place, candidates = self.vacancy(position)
        if not place:
            return ""
        below = self.zone_of(candidates[0]).name
        return f"{place} must be filled from {below} first, for example {candidates[0]} {place}."

    def inclination(self, position: Position, move: Move) -> int:
        """A place is filled with the card that its families need soonest."""
        if move.verb or self.pile(position, move.target):
            return 0
        card = self.pile(position, move.source)[-1]
        first = 2 * suit(card) + 1
        built = min(len(self.pile(position, f"F{k}")) for k in (first, first + 1))
        return min(0, built - rank(card))

    def refusal(self, position: Position, move: Move) -> str:
        """A vacancy comes before all else."""
        return "" if move.verb else self.to_be_filled(position)

    def caption(self, position: Position) -> str:
        """The place that must be filled."""
        place, _ = self.vacancy(position)
        return f"{place} is to be filled" if place else ""

    def next_places(self, position: Position) -> tuple[str, ...]:
        """The place that must be filled."""
        place, _ = self.vacancy(position)
        return (place,) if place else ()
