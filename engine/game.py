"""A game: its description as data, and the functions that play it.

A game module subclasses `Game`, lists zones and routes, and adds one small named method for each
oddity of its rules.  Positions are values; a game keeps nothing between calls.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar

from engine.cards import (
    DECK,
    HIDDEN,
    Card,
    Mask,
    Pile,
    card_symbol,
    face,
    pack,
    parse_pile,
    pile_text,
    rank,
    rank_symbol,
    suit,
)
from engine.cards import SYMBOLS as SUIT_SYMBOLS
from engine.layout import Place
from engine.moves import DEAL, REDEAL, TWO_PLACES, IllegalMove, Move
from engine.position import Position
from engine.routing import Routing
from engine.rules import Route, expand
from engine.shuffle import check_label, shuffled
from engine.table import Table

MOST_PHASES = 1000
"""How many different phase texts are prepared for; games with more pay a little time."""
ALL_SEEN = 10**6
"""More cards than any pile holds."""


class Kind(Enum):
    """What a zone is for; the first two kinds are where cards go for good."""

    FOUNDATION = "foundation"
    DISCARD = "discard"
    STOCK = "stock"
    TALON = "talon"
    HAND = "hand"
    TABLEAU = "tableau"
    RESERVE = "reserve"
    ORNAMENT = "ornament"


HOME = (Kind.FOUNDATION, Kind.DISCARD)


@dataclass(frozen=True)
class Zone:
    """Piles of one kind under the book's name.

    `capacity` is the size of a finished foundation or discard (0 for other kinds).  `seen` is
    how many cards, counted from the top, players may look at.
    """

    ids: tuple[str, ...]
    name: str
    kind: Kind
    places: tuple[Place, ...]
    capacity: int = 0
    seen: int = ALL_SEEN

    def __post_init__(self) -> None:
        if len(self.ids) != len(self.places):
            raise ValueError(f"{self.name}: {len(self.ids)} piles, {len(self.places)} places")


def stock(x: float, y: float, name: str = "the pack") -> Zone:
    """The pack ``S``, of which only the number of cards is seen."""
    return Zone(("S",), name, Kind.STOCK, (Place(x, y),), seen=0)


def talon(x: float, y: float, name: str = "the talon") -> Zone:
    """The talon ``W``."""
    return Zone(("W",), name, Kind.TALON, (Place(x, y),))


def hand(x: float, y: float, name: str = "the card in hand") -> Zone:
    """The dealt card in hand, ``H``."""
    return Zone(("H",), name, Kind.HAND, (Place(x, y),))


def foundations(
    ids: str, places: tuple[Place, ...], capacity: int = 13, name: str = "the foundations"
) -> Zone:
    """Piles that are built up and never taken from."""
    return Zone(expand(ids), name, Kind.FOUNDATION, places, capacity)


def tableau(ids: str, places: tuple[Place, ...], name: str, seen: int = ALL_SEEN) -> Zone:
    """The piles that are played most."""
    return Zone(expand(ids), name, Kind.TABLEAU, places, seen=seen)


def reserve(ids: str, places: tuple[Place, ...], name: str, seen: int = ALL_SEEN) -> Zone:
    """Cards that wait to be played."""
    return Zone(expand(ids), name, Kind.RESERVE, places, seen=seen)


def discard(x: float, y: float, capacity: int, name: str = "the pairs") -> Zone:
    """The pile ``X`` of cards that are out of play for good."""
    return Zone(("X",), name, Kind.DISCARD, (Place(x, y),), capacity)


@dataclass(frozen=True)
class Weights:
    """What makes a position look far from a win, for the solver: points for every card that is not
    home, lies face down, or lies over a lower one; empty piles take points off.
    """

    placed: float = 10.0
    hidden: float = 6.0
    blocked: float = 4.0
    empty: float = 3.0


def laid(ids: str, cards: str) -> dict[str, str]:
    """Cards laid out before the shuffle, one to each pile: ``laid("F1-F4", "AS AH AD AC")``."""
    return dict(zip(expand(ids), cards.split(), strict=True))


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
    daily: ClassVar[bool] = True
    rules_version: ClassVar[int] = 1
    """Raised whenever the same moves could lead elsewhere than before."""

    object: ClassVar[str]
    """What a won game looks like, in a sentence or two."""
    advice: ClassVar[str] = ""
    """What the routes and numbers don't say: effects, vacancies, oddities, in plain words."""
    example: ClassVar[str]
    """A line that players of this game might type."""

    zones: ClassVar[tuple[Zone, ...]]
    board: ClassVar[tuple[float, float]]
    bases: ClassVar[Mapping[str, str]] = {}
    """Cards laid out before the shuffle: pile id to cards, top card last."""
    aside: ClassVar[str] = ""
    """Cards that are not in the game at all."""
    routes: ClassVar[tuple[Route, ...]] = ()
    verbs: ClassVar[tuple[str, ...]] = ()
    """The game's own verbs besides moving, ``d`` and ``redeal``."""
    spaces_differ: ClassVar[bool] = False
    """Whether it matters which of two empty foundations takes a card that both want."""
    first_phase: ClassVar[str] = ""
    deals: ClassVar[bool] = True
    """Whether there is a ``d``."""
    redeals: ClassVar[int | None] = 0
    """Re-deals at the start; None for as many as one likes."""

    weights: ClassVar[Weights] = Weights()
    alike: ClassVar[tuple[str, ...]] = ()
    """Groups of piles that could change places without any difference to the game, as long as
    nothing is gathered again."""

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
        self._alike = [[self.index[id] for id in expand(ids)] for ids in self.alike]
        self.tableau_ids = tuple(
            id for zone in self.zones if zone.kind is Kind.TABLEAU for id in zone.ids
        )
        self._routing = Routing(
            self.routes,
            self.index,
            [r for r in self.routes if r.target_ids[0] in self.home and not self.spaces_differ],
        )

    # --- the four functions --------------------------------------------------------------------

    def start(self, deal: str) -> Position:
        """The first position of a deal; `DealError` when the label can't be one."""
        deal = check_label(deal)
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
        if self.pile(position, "S"):
            return "A re-deal comes only when the pack is dealt out."
        return "" if self.pile(position, "W") else "There is no talon to deal again."

    def refusal(self, position: Position, move: Move) -> str:
        """A reason of this game's own why a move is not legal; "" leaves it to the routes."""
        return ""

    def caption(self, position: Position) -> str:
        """What the table should say of this game's own affairs, or ""."""
        return ""

    def wanted(self, position: Position, id: str) -> str:
        """What an empty foundation is waiting for (``A♠``), or ""."""
        if id not in self.home or self.pile(position, id):
            return ""
        return self.next_card(position, id)

    def next_card(self, position: Position, id: str) -> str:
        """The one card (``3♠``) or rank (``3``) that a pile takes now; "" unless it is one."""
        cards = self.takes(position, id)
        ranks = {rank(card) for card in DECK if cards >> card & 1}
        suits = {suit(card) for card in DECK if cards >> card & 1}
        if len(ranks) != 1:
            return ""
        symbol = rank_symbol(ranks.pop())
        return symbol + SUIT_SYMBOLS[suits.pop()] if len(suits) == 1 else symbol

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
        return position.phase.partition(" ")[0]

    def placed(self, position: Position) -> int:
        """How many cards lie where they belong for good."""
        return sum(len(position.piles[i]) for i, _ in self._full)

    @property
    def goal(self) -> int:
        """How many cards lie there when the game is won."""
        return sum(full for _, full in self._full)

    def fold(self, position: Position) -> Hashable:
        """The same for positions that differ only in the order of piles that are alike."""
        if not self._alike or position.redeals_left:
            return position
        piles = list(position.piles)
        for group in self._alike:
            for i, pile in zip(group, sorted(piles[i] for i in group), strict=True):
                piles[i] = pile
        return (*piles, position.phase)

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

        Two places stand in the order of the game's piles, and of empty foundations that want the
        same cards the first one is named.
        """
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
        moves = self._routing.moves(position.piles, position.phase)
        moves += self.odd_moves(position)
        return moves

    def takes(self, position: Position, id: str) -> Mask:
        """The cards that some route may bring to this pile now."""
        return self._routing.takes(position.piles, position.phase, id)

    # --- saying why not ------------------------------------------------------------------------

    def why_not(self, position: Position, move: Move) -> str:
        """One sentence that says why a move is not legal here."""
        if self.won(position):
            return "This game is won; start another one."
        return self.refusal(position, move) or self._command_reason(position, move)

    def both(self, position: Position, move: Move) -> tuple[Card, Card] | None:
        """The top cards of the two piles that a move names; None unless both have one."""
        if move.source == move.target or not {move.source, move.target} <= self.index.keys():
            return None
        a, b = self.pile(position, move.source), self.pile(position, move.target)
        return (a[-1], b[-1]) if a and b else None

    def _command_reason(self, position: Position, move: Move) -> str:
        if move.verb == "d":
            return self.no_deal(position) if self.deals else f"{self.title} has no deal."
        if move.verb == "redeal":
            return (
                self.no_redeal(position) if self.redeals != 0 else (f"{self.title} has no re-deal.")
            )
        if move.verb and move.verb not in self.verbs:
            return f"{self.title} knows no “{move.verb}”."
        for id in (move.source, move.target):
            if id and id not in self.index:
                return f"{self.title} has no pile {id}."
        if move.source and not self.pile(position, move.source):
            return f"There is no card on {move.source}."
        if move.verb in TWO_PLACES:
            if move.source == move.target:
                return f"“{move.verb}” takes two different piles."
            if not self.pile(position, move.target):
                return f"There is no card on {move.target}."
        if move.verb:
            return f"“{move}” is not possible here."
        return self._card_reason(position, move)

    def _card_reason(self, position: Position, move: Move) -> str:
        source, target = move.source, move.target
        pile = self.pile(position, source)
        if source == target:
            return f"The card lies on {source} already."
        name = self._zone_of[source].name
        ever = [route for route in self.routes if source in route.source.ids]
        if not ever:
            if source in self.home:
                return "No card leaves the foundations."
            return f"Cards of {name} ({source}) are not moved by hand."
        there = [route for route in ever if target in route.target_ids]
        if not there:
            ways = sorted({self._zone_of[id].name for route in ever for id in route.target_ids})
            return f"From {name} ({source}) cards go only to {' or '.join(ways)}."
        now = [route for route in there if route in self._routing.now(position.phase)]
        if not now:
            return f"Cards don't go from {source} to {target} at this stage of the game."
        if pile[-1] >= HIDDEN:
            return f"The top card of {source} lies face down."
        units = {
            n: face(pile[-n])
            for route in now
            for _, s, n in route.source.bind(self.index)(position.piles)
            if s == self.index[source]
        }
        if not units:
            return f"{card_symbol(pile[-1])} on {source} is not available: {now[0].source.words}."
        if move.count not in units:
            return f"From {source} moves {now[0].source.words}, not {move.count} cards."
        return self._fit_reason(position, units[move.count], target, now)

    def _fit_reason(
        self, position: Position, card: Card, target: str, routes: Sequence[Route]
    ) -> str:
        at = self.index[target]
        places = [self._routing.wants(route) for route in routes if route.cards >> card & 1]
        probe = list(position.piles)
        lower: list[str] = []
        for below in DECK:
            probe[at] = (below,)
            if any(wants(probe, at) >> card & 1 for wants in places):
                lower.append(card_symbol(below))
        probe[at] = ()
        if any(wants(probe, at) >> card & 1 for wants in places):
            lower.append("an empty place")
        pile = position.piles[at]
        here = card_symbol(pile[-1]) if pile else f"the empty place {target}"
        if not lower or len(lower) > 5:
            next_card = self.next_card(position, target) if target in self.home else ""
            words = "; ".join(dict.fromkeys(route.fit.words for route in routes))
            rule = f"{target} takes {next_card} next" if next_card else words
            return f"{card_symbol(card)} doesn't go on {here} ({rule})."
        goes = " or ".join([", ".join(lower[:-1]), lower[-1]] if lower[1:] else lower)
        return f"{card_symbol(card)} goes on {goes}, not on {here}."

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

    def load(self, data: Mapping[str, Any]) -> Position:
        """The inverse of `dump`; what is not given has its starting value.

        Raises `ValueError` in one sentence when piles or cards are unknown or too many.
        """
        piles = {str(id): parse_pile(text) for id, text in dict(data["piles"]).items()}
        for id in piles:
            if id not in self.index:
                raise ValueError(f"{self.title} has no pile {id!r}")
        cards = sorted(face(card) for pile in piles.values() for card in pile)
        for card in set(cards):
            if cards.count(card) > self.packs:
                raise ValueError(f"{card_symbol(card)} lies there {cards.count(card)} times")
        return Position(
            tuple(piles.get(id, ()) for id in self.pile_ids),
            data.get("redeals_left", self.redeals),
            str(data.get("phase", self.first_phase)),
            str(data.get("deal", "")),
            int(data.get("shuffles", 0)),
        )
