"""A game: its description as data, and the functions that play it.

A game module subclasses `Game`, lists zones and routes, and adds one small named method for each
oddity of its rules.  Positions are values; a game keeps nothing between calls.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from engine.cards import (
    NEXT_UP,
    Card,
    Mask,
    Pile,
    card_symbol,
    cards_symbol,
    face,
    pack,
    parse_pile,
    pile_text,
)
from engine.moves import DEAL, REDEAL, TWO_PLACES, IllegalMove, Move, naming
from engine.position import Position, form_fault, stage
from engine.refusals import reason
from engine.routing import Routing
from engine.rules import Route, expand
from engine.shuffle import check_label, label_of, shuffled
from engine.table import Table
from engine.zones import HOME, Kind, Weights, Zone

BETWEEN = b"\xff"
"""What parts the piles of a key; no card is that."""
RANKS_ALONE = bytes(byte & ~0x30 for byte in range(256))
"""Takes the suits out of a key; cards that lie face down stay so."""


class Game:
    """One game of patience.  Instances are stateless and shared."""

    id: ClassVar[str]
    title: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    book: ClassVar[str]
    year: ClassVar[int]
    packs: ClassVar[int]
    kind: ClassVar[str]
    length: ClassVar[str]
    difficulty: ClassVar[str] = "fair"
    """``easy``: whoever plays what fits wins at least forty deals of a hundred; ``hard``: even
    careful players win few."""
    daily: ClassVar[bool] = True
    """Whether it is in the competition; then it comes with proven deals."""
    rules_version: ClassVar[int] = 1
    """Raised whenever the same moves could lead elsewhere than before."""

    object: ClassVar[str]
    """What a won game looks like, in a sentence or two."""
    advice: ClassVar[str] = ""
    """What the routes and numbers don't say: effects, vacancies, oddities, in plain words."""
    example: ClassVar[str]
    """A line that players of this game might type."""
    triumph: ClassVar[str] = "Every family is complete."
    """What the table shows when the game is won."""
    dealing: ClassVar[str] = ""
    """What ``d`` does, as the end of a sentence, where its first time doesn't tell it all."""

    zones: ClassVar[tuple[Zone, ...]]
    board: ClassVar[tuple[float, float]]
    bases: ClassVar[Mapping[str, str]] = {}
    """Cards laid out before the shuffle: pile id to cards, top card last."""
    aside: ClassVar[str] = ""
    """Cards that are not in the game at all."""
    routes: ClassVar[tuple[Route, ...]] = ()
    most_named: ClassVar[int] = 2
    """How many piles a move may name."""
    verbs: ClassVar[tuple[str, ...]] = ()
    """The game's own verbs besides moving, ``d`` and ``redeal``."""
    verb_words: ClassVar[Mapping[str, str]] = {}
    """What a verb does, where that isn't what it does in most games that have it."""
    spaces_differ: ClassVar[bool] = False
    """Whether it matters which of two empty foundations takes a card that both want."""
    first_phase: ClassVar[str] = ""
    phases: ClassVar[str] = ""
    """A pattern of all phases that a position may have."""
    deals: ClassVar[bool] = True
    """Whether there is a ``d``."""
    redeals: ClassVar[int | None] = 0
    """Re-deals at the start; None for as many as one likes."""
    taken_up: ClassVar[tuple[str, ...]] = ("W",)
    """Piles that a re-deal deals again."""

    deal_first: ClassVar[bool] = False
    """Whether a hint deals the pack out before it lays cards on each other."""
    weights: ClassVar[Weights] = Weights()
    alike: ClassVar[tuple[str, ...]] = ()
    """Groups of piles that could change places without any difference to the game, as long as
    they aren't gathered again."""
    ranks_only: ClassVar[bool] = False
    """Whether suits make no difference."""
    by_routes: ClassVar[bool] = False
    """Whether cards leave their places only along the routes, those of the pack by way of the
    talon and those of the talon also by a re-deal, and win on foundations that their top cards
    tell all about."""
    space_waits: ClassVar[bool] = False
    """Whether columns move only as a whole, and a bare place does nothing but take a card that
    can't be laid on any other."""
    home_first: ClassVar[bool] = False
    """Whether a card that goes to a foundation takes nothing with it but what might have been laid
    on it: no other card comes or goes, and nothing that is empty then is worse than before."""

    in_order: ClassVar[bool] = False
    """Whether a card that is laid on another goes home right before it, and goes nowhere else."""

    def __init__(self) -> None:
        self.pile_ids = tuple(id for zone in self.zones for id in zone.ids)
        self.places = {
            id: place
            for zone in self.zones
            for id, place in zip(zone.ids, zone.places, strict=True)
        }
        self.index = {id: i for i, id in enumerate(self.pile_ids)}
        self._zone_of = {id: zone for zone in self.zones for id in zone.ids}
        home = [id for id in self.pile_ids if self._zone_of[id].kind in HOME]
        self.home = frozenset(home)
        self._full = [(self.index[id], self._zone_of[id].capacity) for id in home]
        self._table_index = (
            self.index if "S" in self.index else {**self.index, "S": len(self.index)}
        )
        self._discards = [self.index[id] for id in home if self._zone_of[id].kind is Kind.DISCARD]
        self._alike = [[self.index[id] for id in expand(ids)] for ids in self.alike]
        self.rearranges = bool({*self.taken_up} - {"W"})
        """Whether a re-deal takes up more than the talon."""
        gathered = {self.index[id] for id in self.taken_up if id in self.index}
        self._ever_alike = [group for group in self._alike if not gathered & {*group}]
        self.tableau_ids = tuple(
            id for zone in self.zones if zone.kind is Kind.TABLEAU for id in zone.ids
        )
        self.routing = Routing(
            self.routes,
            self.index,
            [r for r in self.routes if r.target_ids[0] in self.home and not self.spaces_differ],
        )

    # --- the four functions --------------------------------------------------------------------

    def start(self, deal: str, *, kept: bool = False) -> Position:
        """The first position of a deal; `DealError` when the label can't be one.

        `kept`: the label is from a record and means what it always has, however it is written.
        """
        deal = check_label(deal) if kept else label_of(deal)
        laid = {id: parse_pile(cards) for id, cards in self.bases.items()}
        out = [card for pile in laid.values() for card in pile]
        cards = shuffled(pack(self.packs, [*out, *parse_pile(self.aside)]), deal, 0)
        piles = tuple(laid.get(id, ()) for id in self.pile_ids)
        table = self.table(Position(piles, self.redeals, self.first_phase, deal))
        table["S"] = cards[::-1]
        self.setup(table)
        return table.position()

    def moves(self, position: Position) -> list[Move]:
        """All legal moves; of equal empty foundations only the first is named."""
        if self.won(position):
            return []
        moves = self.card_moves(position)
        if self.deals and not self.no_deal(position):
            moves.append(DEAL)
        if self.redeals != 0 and not self.no_redeal(position):
            moves.append(REDEAL)
        return moves

    def apply(self, position: Position, move: Move) -> Position:
        """The position after a move and all that follows by itself; `IllegalMove` says why not."""
        if not self.legal(position, move):
            raise IllegalMove(self.why_not(position, move))
        return self.after(position, move)

    def won(self, position: Position) -> bool:
        """Whether every foundation is complete."""
        piles = position.piles
        for i, full in self._full:  # noqa: SIM110 - asked for every position; `all` takes twice as long
            if len(piles[i]) < full:
                return False
        return True

    # --- what a game module fills in -----------------------------------------------------------

    def setup(self, table: Table) -> None:
        """Deal; the shuffled pack is in ``S``, the bases lie."""

    def odd_moves(self, position: Position) -> list[Move]:
        """Moves that no route describes."""
        return []

    def carry_out(self, table: Table, move: Move) -> None:
        """Make a move, without what follows from it."""
        match move.verb:
            case "":
                table.move(move.source, move.target, move.count)
            case "d":
                self.deal(table)
            case "redeal":
                self.redeal(table)
            case "pair":
                table.move(move.source, "X")
                table.move(move.target, "X")
            case "swap":
                a, b = table[move.source], table[move.target]
                table[move.source], table[move.target] = b, a
            case _:
                raise AssertionError(f"{self.id} has no way to {move.verb}")

    def settle(self, table: Table, move: Move) -> None:
        """All that follows by itself from a move, until nothing is left to happen."""

    def deal(self, table: Table) -> None:
        """``d``: the next card of the pack goes on the talon."""
        table.move("S", "W")

    def redeal(self, table: Table) -> None:
        """``redeal``: the talon is turned over and becomes the pack."""
        table.turn_over()

    def no_deal(self, position: Position) -> str:
        """Why ``d`` is not legal; "" when it is."""
        return "" if self.pile(position, "S") else "The pack is dealt out."

    def no_redeal(self, position: Position) -> str:
        """Why ``redeal`` is not legal; "" when it is."""
        if position.redeals_left == 0:
            return "No re-deal is left."
        if "S" in self.index and self.pile(position, "S"):
            return "A re-deal comes only when the pack is dealt out."
        if any(self.pile(position, id) for id in self.taken_up):
            return ""
        return f"There is {'no talon' if 'W' in self.taken_up else 'nothing'} to deal again."

    def stock_waits(self, position: Position) -> bool:
        """Whether dealing can wait until a card of the talon is wanted.

        That is so if `d` and `redeal` change only pack and talon, or else what these alone decide,
        and if no move of another card has anything to do with the two.
        """
        return False

    def refusal(self, position: Position, move: Move) -> str:
        """A reason of this game's own why a move is not legal; "" leaves it to the routes."""
        return ""

    def hopeless(self, position: Position) -> str:
        """Why the game can't be won any more though there are moves, in a sentence; "" where that
        isn't seen at a glance.
        """
        return ""

    def inclination(self, position: Position, move: Move) -> int:
        """Which of two moves of the same merit a hint prefers: the greater one."""
        return 0

    def caption(self, position: Position) -> str:
        """What the table should say of this game's own affairs, or ""."""
        return ""

    def remark(self, position: Position) -> str:
        """What the caption has no room for, and the board in words has; or ""."""
        return ""

    def next_places(self, position: Position) -> tuple[str, ...]:
        """Piles with which the next command begins, where the table should point at them."""
        return ()

    def gaps(self, position: Position) -> Mapping[str, int]:
        """How many places after the last card of a fanned pile are open, where that matters."""
        return {}

    def wanted(self, position: Position, id: str) -> str:
        """What a foundation takes next (see `next_card`), or "" where everybody would expect it.

        That is the next rank up in the suit of its top card, and nothing when it is complete.
        """
        if id not in self.home:
            return ""
        pile = self.pile(position, id)
        # Where cards go home by themselves in another phase, they go on as well.
        cards = self.takes(position, id) or self.routing.takes(position.piles, None, id)
        if pile and cards == NEXT_UP[face(pile[-1])]:
            return ""
        return cards_symbol(cards)

    def next_card(self, position: Position, id: str) -> str:
        """What a pile takes now: a card (``3♠``), a rank (``3``) or ``3♥♦``; "" unless one rank."""
        return cards_symbol(self.takes(position, id))

    def seen(self, position: Position, id: str) -> int:
        """How many cards of a pile, counted from the top, players may look at."""
        return min(self._zone_of[id].seen, len(self.pile(position, id)))

    # --- looking -------------------------------------------------------------------------------

    def pile(self, position: Position, id: str) -> Pile:
        """The cards of a pile, the top one last."""
        return position.piles[self.index[id]]

    def zone_of(self, id: str) -> Zone:
        """The zone that a pile belongs to."""
        return self._zone_of[id]

    def phase_of(self, position: Position) -> str:
        """The first word of the phase."""
        return stage(position.phase)

    def placed(self, position: Position) -> int:
        """How many cards lie where they belong for good."""
        return sum(len(position.piles[i]) for i, _ in self._full)

    @property
    def goal(self) -> int:
        """How many cards lie there when the game is won."""
        return sum(full for _, full in self._full)

    def progress(self, position: Position, what: str = " up") -> str:
        """How far the game has come: ``12 of 52 up``; "" where no cards are put away for good."""
        return f"{self.placed(position)} of {self.goal}{what}" if self.goal else ""

    def fold(self, position: Position) -> bytes:
        """A key that positions share if they go on alike, whatever the deal.

        They may differ in the order of piles that are alike, in which order cards were discarded,
        and in suits where these don't matter.
        """
        piles = list(map(bytes, position.piles))
        if self.ranks_only:
            piles = [pile.translate(RANKS_ALONE) for pile in piles]
        left = -1 if position.redeals_left is None else position.redeals_left
        for group in self._alike if left == 0 else self._ever_alike:
            for i, pile in zip(group, sorted([piles[i] for i in group]), strict=True):
                piles[i] = pile
        for i in self._discards:
            piles[i] = b""
        state = f"{left} {position.shuffles} {position.phase}".encode()
        return BETWEEN.join((*piles, state))

    def table(self, position: Position) -> Table:
        """The position, to be changed."""
        return Table(self._table_index, len(self.pile_ids), position)

    # --- moving --------------------------------------------------------------------------------

    def after(self, position: Position, move: Move) -> Position:
        """Like `apply`, for moves that are known to be legal."""
        table = self.table(position)
        self.carry_out(table, move)
        if move.verb == "redeal" and table.redeals_left is not None:
            table.redeals_left -= 1
        self.settle(table, move)
        return table.position()

    def legal(self, position: Position, move: Move) -> bool:
        """Whether the move, or an equal one with another name, is in `moves`."""
        moves = self.moves(position)
        return move in moves or self.twin(position, move) in moves

    def twin(self, position: Position, move: Move) -> Move:
        """The move by which `moves` names this one.

        Places of a verb stand in the order of the game's piles, and of empty foundations that
        want the same cards the first one is named.
        """
        if move.others and {*move.piles} <= self.index.keys():
            return naming(move.verb, sorted(move.piles, key=self.index.__getitem__))
        if move.verb in TWO_PLACES and {move.source, move.target} <= self.index.keys():
            if self.index[move.source] > self.index[move.target]:
                return move._replace(source=move.target, target=move.source)
        elif self.spaces_differ:
            return move
        elif move.target in self.home and not self.pile(position, move.target):
            wants = self.takes(position, move.target)
            for id in self._zone_of[move.target].ids:
                if not self.pile(position, id) and self.takes(position, id) == wants:
                    return move._replace(target=id)
        return move

    def card_moves(self, position: Position) -> list[Move]:
        """The moves of cards from pile to pile, and the game's odd ones."""
        moves = self.routing.moves(position.piles, position.phase)
        moves += self.odd_moves(position)
        return moves

    def available(self, position: Position) -> tuple[str, ...]:
        """The piles of which a card may be taken now, wherever it fits."""
        free = self.routing.sources(position.piles, position.phase)
        return tuple(id for id in self.pile_ids if self.index[id] in free)

    def takes(self, position: Position, id: str) -> Mask:
        """The cards that some route may bring to this pile now."""
        return self.routing.takes(position.piles, position.phase, id)

    def leading(self, position: Position, move: Move) -> Card:
        """The card that decides where the cards of a legal move fit, and that names them."""
        pile = self.pile(position, move.source)
        if move.count > 1:
            for route in self.routes:
                if move.source in route.source.ids and move.target in route.target_ids:
                    return route.source.leading(pile, move.count)
        return pile[-move.count]

    # --- saying why not ------------------------------------------------------------------------

    def why_not(self, position: Position, move: Move) -> str:
        """One sentence that says why a move is not legal here."""
        for id in move.piles:
            if id not in self.index:
                return f"{self.title} has no pile {id}."
        if self.won(position):
            return "This game is won; start another one."
        if move.verb in TWO_PLACES and not move.target:
            return f"“{move.verb}” takes two piles, such as `{move.verb} 1 2`."
        if move.verb and move.count != 1:
            return f"“{move._replace(count=1)}” takes no number behind it."
        return self.refusal(position, move) or reason(self, position, move)

    def both(self, position: Position, move: Move) -> tuple[Card, Card] | None:
        """The top cards of the two piles that a move names; None unless both have one."""
        if move.source == move.target or not {move.source, move.target} <= self.index.keys():
            return None
        a, b = self.pile(position, move.source), self.pile(position, move.target)
        return (a[-1], b[-1]) if a and b else None

    # --- text form -----------------------------------------------------------------------------

    def dump(self, position: Position) -> dict[str, Any]:
        """The position in scenario form, with what a re-shuffle needs; see `load`."""
        piles = zip(self.pile_ids, position.piles, strict=True)
        data: dict[str, Any] = {"piles": {id: pile_text(pile) for id, pile in piles if pile}}
        if position.redeals_left is not None and self.redeals != 0:
            data["redeals_left"] = position.redeals_left
        if position.phase:
            data["phase"] = position.phase
        if position.deal:
            data["deal"] = position.deal
        if position.shuffles:
            data["shuffles"] = position.shuffles
        return data

    def load(self, data: Mapping[str, Any], *, counted: bool = True) -> Position:
        """The inverse of `dump`; what is not given has its starting value.

        Raises `ValueError` in one sentence when piles or cards are unknown or, where cards are
        `counted`, more than the packs have, or a value is of the wrong kind.
        """
        if fault := form_fault(data):
            raise ValueError(fault)
        phase = data.get("phase", self.first_phase)
        if not re.fullmatch(self.phases, phase):
            raise ValueError(f"{self.title} has no phase {phase!r}")
        piles = {id: parse_pile(text) for id, text in data["piles"].items()}
        for id in piles:
            if id not in self.index:
                raise ValueError(f"{self.title} has no pile {id!r}")
        cards = sorted(face(card) for pile in piles.values() for card in pile)
        for card in set(cards):
            if counted and cards.count(card) > self.packs:
                raise ValueError(f"{card_symbol(card)} lies there {cards.count(card)} times")
        left = data.get("redeals_left")
        return Position(
            tuple(piles.get(id, ()) for id in self.pile_ids),
            self.redeals if left is None else left,
            phase,
            data.get("deal", ""),
            data.get("shuffles") or 0,
        )
