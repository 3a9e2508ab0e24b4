"""Open packets take the room that is free: rows of fans spread over places that stay empty."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.game import Game
from engine.layout import Fan, Place
from engine.position import Position
from engine.zones import Kind, Zone
from render.frame import LEAST_ACROSS, Frame

OPEN_KINDS = (Kind.TABLEAU, Kind.RESERVE)


class Row(NamedTuple):
    """Piles side by side that share their room, from left to right."""

    ids: tuple[str, ...]
    closing: bool
    """Whether a place that is empty stays so, and gives up its room."""
    step: float
    """From card to card, in card widths, if there is room for it."""


def open_piles(game: Game) -> tuple[str, ...]:
    """The piles whose cards the books want to be seen, all of them, side by side."""
    return tuple(
        id
        for zone in game.zones
        if zone.kind in OPEN_KINDS and zone.seen
        for id, place in zip(zone.ids, zone.places, strict=True)
        if place.fan is not None and place.fan.last is None and not place.fan.path
    )


def rows(game: Game, measures: Frame) -> tuple[Row, ...]:
    """The rows of fans to the right."""
    least = (LEAST_ACROSS + 0.5) * measures.unit / measures.card
    found: list[Row] = []
    for zone in game.zones:
        if zone.kind in OPEN_KINDS and all(map(_spreads, zone.places)):
            closing = _stays_empty(game, zone)
            lines = itertools.groupby(zone.ids, key=lambda id: game.places[id].y)
            step = max(least, *(place.fan.dx for place in zone.places if place.fan))
            found += [Row(row, closing, step) for _, ids in lines if len(row := tuple(ids)) > 1]
    return tuple(found)


def _spreads(place: Place) -> bool:
    fan = place.fan
    return fan is not None and fan.dx > 0 and not fan.dy and fan.limit is not None


def _stays_empty(game: Game, zone: Zone) -> bool:
    """Whether nothing is ever laid on an empty place, but by a re-deal of everything."""
    if game.deals or type(game).odd_moves is not Game.odd_moves:
        return False
    bare = Position(((),) * len(game.pile_ids))
    return not any(game.routing.takes(bare.piles, None, id) for id in zone.ids)


def lying(game: Game, lines: Iterable[Row], position: Position) -> Mapping[str, Place | None]:
    """Where piles lie that are not at their own place, and None for places that are given up."""
    found: dict[str, Place | None] = {}
    for line, closing, step in lines:
        lengths = [len(position.piles[game.index[id]]) for id in line]
        if closing and 0 in lengths:
            found |= {id: None for id, length in zip(line, lengths, strict=True) if not length}
        if max(lengths) > _own(game.places[line[0]], step):
            found |= _shared(game, line, [length or 1 - closing for length in lengths], step)
    return found


def _own(place: Place, step: float) -> int:
    """How many cards fit into a pile's own room."""
    return 1 + int(_limit(place) / step + 0.01)


def _limit(place: Place) -> float:
    return (place.fan.limit if place.fan else None) or 0.0


def _shared(
    game: Game, line: Sequence[str], lengths: Sequence[int], step: float
) -> dict[str, Place]:
    """Packets move over for a long one as little as can be, and all stay in their row."""
    first, second, last = (game.places[line[k]] for k in (0, 1, -1))
    limit = _limit(first)
    gap, end = second.x - first.x - 1 - limit, last.x + 1 + limit
    # What takes no room has been given up.
    live = [(game.places[id], id, n) for id, n in zip(line, lengths, strict=True) if n]
    room = end - first.x - len(live) - gap * (len(live) - 1)
    step = min(step, room / (sum(lengths) - len(live)))
    xs, x = [], first.x
    for place, _, n in live:
        xs.append(max(x, place.x))
        x = xs[-1] + 1 + step * (n - 1) + gap
    found = {}
    for i in reversed(range(len(live))):
        place, id, n = live[i]
        x = round(min(xs[i], end - 1 - step * (n - 1)), 4)
        longest = round(end - x - 1, 4)
        if x != place.x or n > _own(place, step) or longest < limit - 0.001:
            found[id] = replace(place, x=x, fan=replace(place.fan or Fan(), limit=longest))
        end = x - gap
    return found
