"""Why a move is not legal, in words: who may go where, and why not this one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol

from engine.cards import DECK, HIDDEN, Card, Pile, card_symbol, face
from engine.moves import TWO_PLACES, Move
from engine.position import Position
from engine.routing import Routing
from engine.rules import Route
from engine.zones import Zone


class Described(Protocol):
    """What a refusal needs to know of a `Game`, which stands above and asks for it."""

    title: ClassVar[str]
    verbs: ClassVar[tuple[str, ...]]
    deals: ClassVar[bool]
    redeals: ClassVar[int | None]
    routes: ClassVar[tuple[Route, ...]]
    index: dict[str, int]
    home: frozenset[str]
    routing: Routing

    def pile(self, position: Position, id: str) -> Pile: ...

    def zone_of(self, id: str) -> Zone: ...

    def legal(self, position: Position, move: Move) -> bool: ...

    def next_card(self, position: Position, id: str) -> str: ...

    def no_deal(self, position: Position) -> str: ...

    def no_redeal(self, position: Position) -> str: ...


def reason(game: Described, position: Position, move: Move) -> str:
    """One sentence that the game's description alone gives; the game has spoken for itself before.

    `game.refusal` had nothing to say, and the piles named exist.
    """
    if move.verb == "d":
        return game.no_deal(position) if game.deals else f"{game.title} has no deal."
    if move.verb == "redeal":
        return game.no_redeal(position) if game.redeals != 0 else f"{game.title} has no re-deal."
    if move.verb and move.verb not in game.verbs:
        return f"{game.title} knows no “{move.verb}”."
    if move.source and not game.pile(position, move.source):
        return f"There is no card on {move.source}."
    if move.verb in TWO_PLACES:
        if move.source == move.target:
            return f"“{move.verb}” takes two different piles."
        if not game.pile(position, move.target):
            return f"There is no card on {move.target}."
    if move.verb:
        return f"“{move}” is not possible here."
    return _card_reason(game, position, move)


def _card_reason(game: Described, position: Position, move: Move) -> str:
    source, target = move.source, move.target
    pile = game.pile(position, source)
    if source == target:
        return f"The card lies on {source} already."
    name = game.zone_of(source).name
    ever = [route for route in game.routes if source in route.source.ids]
    if not ever:
        if source in game.home:
            return "No card leaves the foundations."
        return f"Cards of {name} ({source}) are not moved by hand."
    there = [route for route in ever if target in route.target_ids]
    if not there:
        ids = dict.fromkeys(id for route in ever for id in route.target_ids)
        ways = sorted({game.zone_of(id).name for id in ids})
        if game.zone_of(target).name in ways:
            ways = list(ids)
        return f"From {name} ({source}) cards go only to {' or '.join(ways)}."
    now = [route for route in there if route in game.routing.now(position.phase)]
    if not now:
        return f"Cards don't go from {source} to {target} at this stage of the game."
    if pile[-1] >= HIDDEN:
        return f"The top card of {source} lies face down."
    units = {
        n: face(route.source.leading(pile, n))
        for route in now
        for _, s, n in route.source.bind(game.index)(position.piles)
        if s == game.index[source]
    }
    if not units:
        return f"{card_symbol(pile[-1])} on {source} is not available: {now[0].source.words}."
    count = move.count
    if count == 1 and len(units) == 1 and not game.legal(position, move._replace(count=min(units))):
        count = min(units)  # the only one there is; people seldom type how many
    if count not in units:
        cards = "one card" if count == 1 else f"{count} cards"
        return f"From {source} moves {now[0].source.words}, not {cards}."
    return _fit_reason(game, position, units[count], target, now)


def _fit_reason(
    game: Described, position: Position, card: Card, target: str, routes: Sequence[Route]
) -> str:
    at = game.index[target]
    places = [game.routing.wants(route) for route in routes if route.cards >> card & 1]
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
        next_card = game.next_card(position, target) if target in game.home else ""
        words = "; ".join(dict.fromkeys(route.fit.words for route in routes))
        rule = f"{target} takes {next_card} next" if next_card else words
        return f"{card_symbol(card)} doesn't go on {here} ({rule})."
    goes = " or ".join([", ".join(lower[:-1]), lower[-1]] if lower[1:] else lower)
    return f"{card_symbol(card)} goes on {goes}, not on {here}."
