"""The Four Corners: *Lady Cadogan's Illustrated Games of Solitaire or Patience* (1914)."""

from __future__ import annotations

from engine.cards import ACE, KING, Card, rank, suit
from engine.families import ACES_AND_KINGS
from engine.game import Game
from engine.layout import Place, column
from engine.moves import Move
from engine.position import Position
from engine.rules import Building, Match, Route, Tops, expand
from engine.table import Table
from engine.zones import foundations, stock, tableau

PACKETS = expand("1-12")
ADJOINING = dict(zip(expand("2-5 8-11"), expand("F1-F8"), strict=True))
"""The one foundation that a side packet feeds while cards are dealt; corners feed all."""

PACKET_PLACES = (
    Place(0.35, 0.1, -45),
    *column(4, 1.75, 0.65, 1.1),
    Place(0.35, 4.4, 45),
    Place(6.75, 0.1, 45),
    *column(4, 5.35, 0.65, 1.1),
    Place(6.75, 4.4, -45),
)


class FourCorners(Game):
    id = "four-corners"
    title = "The Four Corners"
    aliases = ("Les Quatre Coins", "Quatre Coins")
    book = "Lady Cadogan's Illustrated Games"
    year = 1914
    packs = 2
    kind = "mixed"
    length = "long"
    difficulty = "hard"

    object = (
        "Eight families in suit: four that begin with the ace and end with the king, four that "
        "begin with the king and end with the ace."
    )
    advice = (
        "The pack is dealt on the packets 1 to 12, round and round; `d` goes on until it has laid "
        "a card that may be played. A card fallen on a corner (1 6 7 12) may go to any family, "
        "one on a side only to the family next to it (2 to f1, 3 to f2 and so on, 8 to f5, 9 to "
        "f6 and so on); another card is then laid in its stead. The first ace and king of each "
        "suit go to their places by themselves. When the pack is out, every top card is free, "
        "also for marriages; a packet that falls empty stays so. A re-deal takes the packets up "
        "in their order, unshuffled, whenever you like."
    )
    example = "1 f3"

    zones = (
        stock(0.35, 2.25),
        foundations("F1-F4", column(4, 2.95, 0.65, 1.1), name="the aces"),
        foundations("F5-F8", column(4, 4.15, 0.65, 1.1), name="the kings"),
        tableau("1-12", PACKET_PLACES, "the packets"),
    )
    board = (8.1, 5.5)
    first_phase = "deal:0"
    phases = "deal:([0-9]|1[0-2])|play"
    redeals = 2
    taken_up = PACKETS
    routes = (
        Route(Tops("1-12"), "F1-F8", ACES_AND_KINGS),
        Route(Tops("1-12"), "1-12", Building((1, -1), Match.SUIT)),
    )

    def card_moves(self, position: Position) -> list[Move]:
        """While cards are dealt only the last one is free, and from a side not everywhere."""
        moves = super().card_moves(position)
        if position.phase == "play":
            return moves
        return [move for move in moves if not self.bound(position, move)]

    def bound(self, position: Position, move: Move) -> str:
        """Why a card may not go there while cards are dealt; "" when it may."""
        last = last_packet(position.phase)
        if move.source != last:
            return "While cards are dealt, only the card dealt last is free."
        if move.target in PACKETS:
            return "Cards go from packet to packet only when the pack is dealt out."
        if move.target != ADJOINING.get(last, move.target):
            return f"While cards are dealt, packet {last} feeds only {ADJOINING[last]} beside it."
        return ""

    def deal(self, table: Table) -> None:
        """Card by card, packet by packet, until one is laid that may be played."""
        at = int(last_packet(table.phase))
        while table["S"]:
            at = at % len(PACKETS) + 1
            self.lay_next(table, str(at))
            if table.phase != "play" and self.card_moves(table.position()):
                return

    def lay_next(self, table: Table, id: str) -> None:
        """The next card is laid on a packet; bases on the way go to their places."""
        card = table.draw(lambda card: self.base_place(table, card))
        if card is not None:
            table.lay(card, id)
        table.phase = f"deal:{id}" if table["S"] else "play"

    def base_place(self, table: Table, card: Card) -> str | None:
        """The foundation that the card begins, if it is still wanted there."""
        if rank(card) not in (ACE, KING):
            return None
        place = f"F{suit(card) + (1 if rank(card) == ACE else 5)}"
        return None if table[place] else place

    def settle(self, table: Table, move: Move) -> None:
        """A card that was played while cards are dealt has another laid in its stead."""
        if move.source and table.phase != "play":
            self.lay_next(table, move.source)

    def no_deal(self, position: Position) -> str:
        """The pack is dealt out once."""
        return "The pack is dealt out." if position.phase == "play" else super().no_deal(position)

    def redeal(self, table: Table) -> None:
        """The packets are taken up in order and dealt again."""
        table.gather(PACKETS)
        table.phase = "deal:0"

    def refusal(self, position: Position, move: Move) -> str:
        """The restrictions of the deal, in words."""
        if (
            move.verb
            or position.phase == "play"
            or not {move.source, move.target} <= {*PACKETS, *self.home}
        ):
            return ""
        return self.bound(position, move) if move.source in PACKETS else ""

    def caption(self, position: Position) -> str:
        """The packet on which the next card falls."""
        if position.phase == "play":
            return ""
        return f"the next card falls on {int(last_packet(position.phase)) % len(PACKETS) + 1}"


def last_packet(phase: str) -> str:
    """The packet on which the last card was laid."""
    return phase.partition(":")[2]
