"""A game's routes, bound to functions: what a position allows, and what its piles take.

Listing the legal moves is what players, hints and the solver wait for, so the routes of each stage
of a game are written out once as one plain function, without loops over piles that can't change;
that is twice as fast as going through the tables and says the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.cards import ANY, Card, Mask
from engine.moves import Move
from engine.position import stage
from engine.rules import BITS, EMPTY, FitTable, Offer, Offers, Piles, Route, Tops, Wants

MANY = 12
"""With more piles than that it is quicker to note where each card lies than to look through all."""

Lister = Callable[[Piles], list[Move]]


class Routing:
    """The routes of one game.

    `index` tells where each pile stands in a position.  Of the empty piles of a route in `alike`
    that take the same card, only the first is named.
    """

    def __init__(
        self, routes: Sequence[Route], index: Mapping[str, int], alike: Iterable[Route]
    ) -> None:
        self.routes = routes
        self._index = index
        self._alike = set(map(id, alike))
        self._words = {word for route in routes for word in route.phases}
        self._bound: dict[int, Wants] = {}
        self._offers: dict[int, Offers] = {}
        self._takers: dict[tuple[str | None, str], Callable[[Piles], Mask]] = {}
        self._listers: dict[str, Lister] = {}

    def now(self, phase: str) -> list[Route]:
        """The routes that are open in a phase."""
        word = stage(phase)
        return [route for route in self.routes if not route.phases or word in route.phases]

    def moves(self, piles: Piles, phase: str) -> list[Move]:
        """All moves along the routes that are open."""
        word = self._word(phase)
        lister = self._listers.get(word)
        if lister is None:
            lister = self._listers[word] = self._write(self.now(phase))
        return lister(piles)

    def _word(self, phase: str) -> str:
        """The first word of a phase, if there are routes for which it counts."""
        if not self._words:
            return ""
        word = stage(phase)
        return word if word in self._words else ""

    def takes(self, piles: Piles, phase: str | None, id: str) -> Mask:
        """The cards that some open route may bring to a pile; None stands for whatever phase."""
        word = self._word(phase) if phase else phase
        taker = self._takers.get((word, id))
        if taker is None:
            taker = self._takers[word, id] = self._taker(phase, id)
        return taker(piles)

    def table(self, phase: str | None, id: str) -> FitTable | None:
        """What a pile takes, for each card lying on top; None where that isn't all that decides."""
        found = [0] * (EMPTY + 1)
        for route in self.routes if phase is None else self.now(phase):
            for k, target in enumerate(route.target_ids):
                if target == id:
                    table = route.fit.table(k)
                    if table is None or route.fit.guards(k):
                        return None
                    found = [a | b & route.cards for a, b in zip(found, table, strict=True)]
        return tuple(found)

    def _taker(self, phase: str | None, id: str) -> Callable[[Piles], Mask]:
        at, table = self._index[id], self.table(phase, id)
        if table is not None:

            def by_table(piles: Piles) -> Mask:
                pile = piles[at]
                return table[pile[-1] if pile else EMPTY]

            return by_table

        open_now = self.routes if phase is None else self.now(phase)
        wants = [(self.wants(r), r.cards) for r in open_now if id in r.target_ids]

        def by_routes(piles: Piles) -> Mask:
            cards = 0
            for want, limit in wants:
                cards |= want(piles, at) & limit
            return cards

        return by_routes

    def sources(self, piles: Piles, phase: str) -> set[int]:
        """Where the piles stand of which some open route may take a card, fit or not."""
        found: set[int] = set()
        for source in {id(route.source): route.source for route in self.now(phase)}.values():
            if id(source) not in self._offers:
                self._offers[id(source)] = source.bind(self._index)
            found.update(at for _, at, _ in self._offers[id(source)](piles))
        return found

    def wants(self, route: Route) -> Wants:
        """What the targets of a route take."""
        found = self._bound.get(id(route))
        if found is None:  # not before it is asked for: a list of all games needs none of this
            targets = [self._index[id] for id in route.target_ids]
            found = self._bound[id(route)] = route.fit.bind(self._index, targets)
        return found

    # --- writing the function ------------------------------------------------------------------

    def _write(self, routes: Sequence[Route]) -> Lister:
        names: dict[str, Any] = {"B": BITS}
        tops: set[int] = set()
        lines: list[str] = []
        for number, group in enumerate(_by_source(routes)):
            lines += self._group(number, group, names, tops)
        used = sorted(tops)
        head = ["def moves(piles):", "    found = []"]
        head += [f"    p{i} = piles[{i}]" for i in used]
        head += [f"    t{i} = p{i}[-1] if p{i} else {EMPTY}" for i in used]
        source = "\n".join([*head, *("    " + line for line in lines), "    return found"])
        exec(source, names)  # noqa: S102 - written above from the game's own data, nothing else
        lister: Lister = names["moves"]
        return lister

    def _group(
        self, number: int, routes: Sequence[Route], names: dict[str, Any], tops: set[int]
    ) -> list[str]:
        """The lines for routes that share a source."""
        source = routes[0].source
        where = [self._index[id] for id in source.ids]
        plain = type(source) is Tops
        lines = []
        if plain:
            tops.update(where)
            lines.append("free = " + " | ".join(f"B[t{i}]" for i in where))
            shown = "(" + "".join(f"t{i}, " for i in where) + ")"
            if len(where) > MANY:
                names |= {"spots": _spots, f"where{number}": tuple(where)}
                lines.append(f"spots{number} = spots(where{number}, {shown})")
                shown = f"spots{number}"
                names[f"list{number}"] = _spot_lister(self._singles(routes))
            else:
                names[f"list{number}"] = _top_lister(where, self._singles(routes))
        else:
            names |= {"offer_free": _offer_free, f"offer{number}": source.bind(self._index)}
            lines.append(f"offers, free = offer_free(offer{number}, piles)")
            names[f"list{number}"] = _unit_lister(list(self._index), self._singles(routes))
            shown = "offers"
        for k, route in enumerate(routes):
            targets = [self._index[id] for id in route.target_ids]
            tops.update(targets)
            wants = self._wants(f"{number}_{k}", route, targets, names, tops)
            if f"w{number}_{k}" in names:
                lines += [
                    f"w{number}_{k}_{j} = w{number}_{k}(piles, {t})" for j, t in enumerate(targets)
                ]
            limit = "" if route.cards == ANY else f" & {route.cards}"
            lines.append(f"wanted = {' | '.join(wants)}")
            lines.append(f"if wanted & free{limit}:")
            lines.append(f"    open = free{limit}")
            if id(route) in self._alike:
                lines.append("    named = 0")
            for t, want in zip(targets, wants, strict=True):
                lines += [f"    hits = {want} & open", "    if hits:"]
                if id(route) in self._alike:
                    lines.append(f"        if not p{t}: hits &= ~named; named |= hits")
                lines.append(f"        list{number}(found, hits, {t}, {shown})")
        return lines

    def _wants(
        self,
        name: str,
        route: Route,
        targets: Sequence[int],
        names: dict[str, Any],
        tops: set[int],
    ) -> list[str]:
        """An expression for each target: what it takes."""
        wants = []
        for k, t in enumerate(targets):
            table = route.fit.table(k)
            if table is None:
                names[f"w{name}"] = self.wants(route)
                wants.append(f"w{name}_{k}")
            else:
                names[f"f{name}_{k}"] = table
                want = f"f{name}_{k}[t{t}]"
                if guards := [self._index[id] for id in route.fit.guards(k)]:
                    tops.update(guards)
                    want = f"(0 if {' or '.join(f'p{i}' for i in guards)} else {want})"
                wants.append(want)
        return wants

    def _singles(self, routes: Sequence[Route]) -> dict[tuple[int, int], Move]:
        return {
            (self._index[s], self._index[t]): Move("", s, t)
            for route in routes
            for s in route.source.ids
            for t in route.target_ids
            if s != t
        }


def _by_source(routes: Sequence[Route]) -> list[list[Route]]:
    groups: dict[object, list[Route]] = {}
    for route in routes:
        source = route.source
        key = source.ids if type(source) is Tops else id(source)
        groups.setdefault(key, []).append(route)
    return list(groups.values())


def _top_lister(
    where: Sequence[int], single: Mapping[tuple[int, int], Move]
) -> Callable[[list[Move], Mask, int, Sequence[int]], None]:
    def add(found: list[Move], hits: Mask, target: int, tops: Sequence[int]) -> None:
        for i, top in zip(where, tops, strict=True):
            if BITS[top] & hits and i != target:
                found.append(single[i, target])

    return add


def _spot_lister(
    single: Mapping[tuple[int, int], Move],
) -> Callable[[list[Move], Mask, int, Mapping[Card, Sequence[int]]], None]:
    def add(
        found: list[Move], hits: Mask, target: int, spots: Mapping[Card, Sequence[int]]
    ) -> None:
        while hits:
            card = hits.bit_length() - 1
            hits ^= 1 << card
            found += [single[i, target] for i in spots[card] if i != target]

    return add


def _spots(where: Sequence[int], tops: Sequence[Card]) -> dict[Card, list[int]]:
    """On which piles each card lies."""
    spots: dict[Card, list[int]] = {}
    for i, top in zip(where, tops, strict=True):
        spots.setdefault(top, []).append(i)
    return spots


def _unit_lister(
    ids: Sequence[str], single: Mapping[tuple[int, int], Move]
) -> Callable[[list[Move], Mask, int, Sequence[Offer]], None]:
    def add(found: list[Move], hits: Mask, target: int, offers: Sequence[Offer]) -> None:
        for card, i, n in offers:
            if card & hits and i != target:
                found.append(single[i, target] if n == 1 else Move("", ids[i], ids[target], n))

    return add


def _offer_free(offers: Callable[[Piles], list[Offer]], piles: Piles) -> tuple[list[Offer], Mask]:
    found = offers(piles)
    free = 0
    for cards, _, _ in found:
        free |= cards
    return found, free
