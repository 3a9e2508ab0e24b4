"""A position on the table: every card, outline, count and mark with its pixels, nothing drawn.

Tests look at scenes to prove that no index is covered; `board` paints them.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.cards import Card
from engine.game import Game
from engine.layout import Fan, Place
from engine.moves import Move
from engine.position import Position
from render.badges import Badge, Empty, badges, empty
from render.cards import BACK, Side, index_box
from render.cloth import fall
from render.frame import (
    Frame,
    Rect,
    Spot,
    cut_for,
    frame,
    most_fanned,
    offsets,
    side_left_free,
    spot,
    turned,
)
from render.labels import Plan, base, plan
from render.roomy import roomier
from render.sight import sight
from render.spills import spilled
from render.spread import Row, lying, open_piles, rows
from render.theme import Look

MANY = 12  # when more cards than this have changed places, nothing is singled out


class ShownCard(NamedTuple):
    """A card that is drawn: `card` is `BACK` where its face isn't seen; `depth` from the bottom."""

    pile: str
    card: Card
    depth: int
    spot: Spot
    clip: Rect | None = None
    """The part of the sprite that is not covered by the pile's next card."""

    @property
    def index_rect(self) -> Rect:
        """Where rank and suit stand on the table; meaningless for backs and tilted cards."""
        return Rect(*index_box(self.spot.cut)).moved(self.spot.x, self.spot.y)


class Ring(NamedTuple):
    """A mark round cards of a pile: `kind` says what for, and so its shape."""

    kind: str
    pile: str
    rect: Rect
    tilt: int
    free: Rect
    """What is seen of the top card between its index and the texts at its foot."""


@dataclass(frozen=True, eq=False)
class Desk:
    """A game's table in one look and size: what stays while games come and go."""

    game: Game
    look: Look
    frame: Frame
    plan: Plan
    exposures: Mapping[str, tuple[Side, int | None]]
    """For each pile, where its cards show when the pile laid over it, if any, is there too."""
    alone: frozenset[str]
    """Piles whose cards never meet anything else."""
    over: Mapping[str, tuple[str, ...]]
    """For each pile, those painted later that may cover it."""
    feet: Mapping[str, int]
    """For a pile whose foot lies under places painted later, the row where the first begins."""
    rows: tuple[Row, ...]
    """Piles that share their room from left to right."""
    open: Mapping[str, int]
    """Piles of which every card must be seen, with the number that fits into their own room."""


def desk_for(game: Game, look: Look, size: int, position: Position) -> Desk:
    """The desk that a position is shown on: with larger cards while there is room."""
    return desk(roomier(game, position), look, size)


@lru_cache(maxsize=256)
def desk(game: Game, look: Look, size: int) -> Desk:
    """The desk, one for all who ask."""
    measures = frame(game, look, size)
    fixed = plan(game, look, size)
    exposures, feet = _exposures(game, measures), _feet(game, measures)
    alone, over = _alone(game, measures, fixed), _over(game, fixed)
    lines = tuple(row for row in rows(game, measures) if fixed.beside.keys() >= set(row.ids))
    fitting = {id: most_fanned(measures, game.places[id]) for id in open_piles(game)}
    return Desk(game, look, measures, fixed, exposures, alone, over, feet, lines, fitting)


def _feet(game: Game, measures: Frame) -> dict[str, int]:
    rects = [(id, base(measures, place).rect) for id, place in game.places.items()]
    found: dict[str, int] = {}
    for i, (id, rect) in enumerate(rects):
        tops = [o.top for _, o in rects[i + 1 :] if o.meets(rect) and o.top > rect.top]
        if tops and game.places[id].fan is None:
            found[id] = min(tops)
    return found


def _alone(game: Game, measures: Frame, fixed: Plan) -> frozenset[str]:
    def meeting(id: str) -> int:
        own = fixed.corridors[id]
        reach = own.joined(own.moved(*fall(measures)))
        return sum(rect.meets(reach) for rect in fixed.taken)

    return frozenset(id for id in game.pile_ids if meeting(id) == 1)


def _over(game: Game, fixed: Plan) -> dict[str, tuple[str, ...]]:
    reach, ids = fixed.corridors, game.pile_ids
    return {
        id: tuple(other for other in ids[i:] if reach[other].meets(reach[id]))
        for i, id in enumerate(ids, start=1)
    }


@dataclass(frozen=True)
class Scene:
    """All that is drawn for a position, from back to front: cards, texts, rings."""

    frame: Frame
    plan: Plan
    cards: tuple[ShownCard, ...]
    empties: tuple[Empty, ...]
    badges: tuple[Badge, ...]
    rings: tuple[Ring, ...]
    spills: tuple[Badge, ...]
    """The names of cards that have no room in their packets, on free felt."""


@dataclass(frozen=True)
class Marks:
    """What is singled out: cards that came last (pile id and how many on top), and so on."""

    arrived: tuple[tuple[str, int], ...] = ()
    left: tuple[str, ...] = ()
    hint: Move | None = None
    available: frozenset[str] = frozenset()


NOTHING = Marks()


class PileScene(NamedTuple):
    """What one pile adds to a scene."""

    cards: tuple[ShownCard, ...]
    badges: tuple[Badge, ...]
    empty: Empty | None


def scene(desk: Desk, position: Position, marks: Marks) -> Scene:
    """The scene of a position."""
    cards: list[ShownCard] = []
    empties: list[Empty] = []
    texts: list[Badge] = []
    places = lying(desk.game, desk.rows, position)
    for id in desk.game.pile_ids:
        seen, wish = sight(desk.game, position, id), desk.game.wanted(position, id)
        part = pile_scene(desk, id, seen, wish, places.get(id))
        cards += part.cards
        texts += part.badges
        if part.empty:
            empties.append(part.empty)
    return Scene(
        desk.frame,
        desk.plan,
        tuple(cards),
        tuple(empties),
        tuple(texts),
        rings(desk, position, marks),
        spills(desk, position, places),
    )


def spills(desk: Desk, position: Position, places: Mapping[str, Place | None]) -> tuple[Badge, ...]:
    """What must be seen of packets and is not, named beside them; see `spilled`."""
    game = desk.game

    def part(id: str) -> PileScene:
        seen, wish = sight(game, position, id), game.wanted(position, id)
        return pile_scene(desk, id, seen, wish, places.get(id))

    packets = []
    for id, most in desk.open.items():
        if len(game.pile(position, id)) > most and (stub := (lowest := part(id).cards[0]).depth):
            hidden = [card for card in sight(game, position, id)[:stub] if card is not None]
            packets += [(id, lowest.spot.rect, hidden)] if hidden else []
    if not packets:
        return ()
    parts = {id: part(id) for id in game.pile_ids}
    solid = [card.spot.rect for one in parts.values() for card in one.cards]
    solid += [
        base(desk.frame, places.get(id) or game.places[id]).rect
        for id, one in parts.items()
        if not one.cards
    ]
    solid += [label.rect for label in desk.plan.felt]
    return tuple(spilled(desk.frame, packets, solid))


@lru_cache(maxsize=8192)
def pile_scene(
    desk: Desk, id: str, pile: tuple[Card | None, ...], wish: str, place: Place | None = None
) -> PileScene:
    """A pile as it is seen, at its own or another place; most are the same from move to move."""
    measures, fixed, place = desk.frame, desk.plan, place or desk.game.places[id]
    cards: list[ShownCard] = []
    texts: list[Badge] = []
    wanted = None
    if pile:
        for depth, at, clip in _lies(desk, id, place, tuple([card is not None for card in pile])):
            card = pile[depth]
            cards.append(ShownCard(id, BACK if card is None else card, depth, at, clip))
        top, label = cards[-1].spot, fixed.inside.get(id)
        foot = min(desk.feet.get(id, top.rect.bottom), top.rect.bottom)
        texts = badges(measures, place, id, pile, wish, top, cards[0].depth, label, foot)
    elif wish:
        wanted = empty(measures, place, id, wish)
    if id in fixed.inside:
        label = fixed.inside[id]
        texts.append(Badge(id, label.text, label.rect, label.size, dark=True))
    return PileScene(tuple(cards), tuple(texts), wanted)


# --- piles -------------------------------------------------------------------------------------


def _exposures(game: Game, measures: Frame) -> dict[str, tuple[Side, int | None]]:
    rects = [(id, base(measures, place).rect) for id, place in game.places.items()]
    found: dict[str, tuple[Side, int | None]] = {}
    for i, (id, rect) in enumerate(rects):
        found[id] = ("top", None)
        for _, other in rects[i + 1 :]:
            if rect.meets(other) and game.places[id].turn == 0:
                index = Rect(*index_box(cut_for(measures, game.places[id], "top")))
                if index.moved(rect.left, rect.top).meets(other):
                    dx, dy = other.left - rect.left, other.top - rect.top
                    found[id] = side_left_free(measures, dx, dy)
                    break
    return found


class Lie(NamedTuple):
    """Where a card of a pile lies, whichever it is."""

    depth: int
    spot: Spot
    clip: Rect | None = None

    @property
    def index_rect(self) -> Rect:
        """Where rank and suit would stand."""
        return Rect(*index_box(self.spot.cut)).moved(self.spot.x, self.spot.y)


@lru_cache(maxsize=8192)
def _lies(desk: Desk, id: str, place: Place, seen: tuple[bool, ...]) -> tuple[Lie, ...]:
    """The cards of a pile that are drawn, told which of all are seen, the lowest first."""
    lay = _squared if place.fan is None else _spread
    return tuple(lay(desk.frame, place, seen, *desk.exposures[id]))


def _spread(
    measures: Frame, place: Place, seen: Sequence[bool], side: Side, reach: int | None
) -> list[Lie]:
    """A fanned pile; what lies unseen beneath a seen card is squared up under it."""
    fan = place.fan or Fan()
    depth, most = _stub(fan, seen), most_fanned(measures, place)
    if fan.hidden == 1.0:
        depth = max(depth, len(seen) - most)
    else:
        shares = [1.0 if shown else fan.hidden for shown in seen[:-1]]
        while sum(shares[depth:]) > most - 1:
            depth += 1
    ends = offsets(measures, place, seen[depth:])
    lies: list[Lie] = []
    for i, (dx, dy) in enumerate(ends):
        place = turned(place, depth + i)
        if i + 1 < len(ends):
            over = side_left_free(measures, ends[i + 1][0] - dx, ends[i + 1][1] - dy)
            apart = over[1] == measures.high  # in a chain that turns corners
            cut = cut_for(measures, place, *over, bare=not apart)
        elif fan.dx and not fan.dy:
            cut = cut_for(measures, place, "left" if fan.dx > 0 else "right")
        else:
            cut = cut_for(measures, place, side, reach)
        lies.append(Lie(depth + i, spot(measures, place, cut, dx, dy)))
    if fan.path:
        lies = [_uncovered(lie, lies[i + 1 :]) for i, lie in enumerate(lies)]
    return [*map(_clipped, lies, lies[1:]), lies[-1]]


def _uncovered(card: Lie, later: Sequence[Lie]) -> Lie:
    """The card with its index made small enough for where a chain turns back over it.

    Of tilted cards only their layout knows what they cover.
    """
    cut = card.spot.cut
    rects = [over.spot.rect for over in later if not (cut.tilt or over.spot.cut.tilt)]
    while cut.cap > 10 and any(card.index_rect.meets(rect) for rect in rects):
        cut = cut._replace(cap=cut.cap - 2)
        card = card._replace(spot=card.spot._replace(cut=cut))
    return card


def _stub(fan: Fan, seen: Sequence[bool]) -> int:
    """How many of a fanned pile's lowest cards lie squared: unseen ones, unless backs fan out."""
    if fan.hidden != 1.0:
        return 0
    unseen = 0
    while unseen < len(seen) - 1 and not seen[unseen]:
        unseen += 1
    return unseen


def _clipped(card: Lie, over: Lie) -> Lie:
    """The card, less what the one over it covers, where that leaves a plain strip."""
    if card.spot.cut.tilt or over.spot.cut.tilt:
        return card
    wide, high = card.spot.cut.size
    corner = round(card.spot.cut.width * 0.08) + 1  # the next card's round corners let it show
    dx, dy = over.spot.x - card.spot.x, over.spot.y - card.spot.y
    if dx == 0 and dy > 0:
        return card._replace(clip=Rect(0, 0, wide, min(high, dy + corner)))
    if dy == 0 and dx > 0:
        return card._replace(clip=Rect(0, 0, min(wide, dx + corner), high))
    return card


def _squared(
    measures: Frame, place: Place, seen: Sequence[bool], side: Side, reach: int | None
) -> list[Lie]:
    """A packet: its top card, and a sliver of the next one where the place has a peep."""
    top = len(seen) - 1
    cut = cut_for(measures, place, side, reach)
    rise = round(place.peep * measures.high) if top else 0
    lies = [Lie(top, spot(measures, place, cut, 0, -rise))]
    if rise:
        lies.insert(0, Lie(top - 1, spot(measures, place, cut)))
    return lies


# --- marks -------------------------------------------------------------------------------------


def changes(game: Game, before: Position, after: Position) -> Marks:
    """What a move brought and took, automatic effects included; the pack is left out."""
    arrived: list[tuple[str, int]] = []
    left: list[str] = []
    for id, old, new in zip(game.pile_ids, before.piles, after.piles, strict=True):
        same = 0
        while same < min(len(old), len(new)) and old[same] == new[same]:
            same += 1
        if game.seen(after, id) and len(new) > same:
            arrived.append((id, len(new) - same))
        if len(old) > same and game.seen(before, id):
            left.append(id)
    if sum(count for _, count in arrived) > MANY:
        return Marks()
    return Marks(tuple(arrived), tuple(id for id in left if id not in dict(arrived)))


def named(game: Game, last: Move | Collection[str] | None) -> Marks:
    """The marks for a move, or for piles, when the position before it is not known."""
    if last is None:
        return Marks()
    if not isinstance(last, Move):
        return Marks(tuple((id, 1) for id in last))
    if last.verb == "d":  # most games deal to the hand or the talon
        return Marks(tuple((id, 1) for id in ("H", "W") if id in game.index)[:1])
    if last.verb:
        return Marks(tuple((id, 1) for id in last.piles))
    return Marks(((last.target, last.count),), (last.source,))


def gone(game: Game, position: Position) -> frozenset[str]:
    """The empty piles of a won game: nothing is told of them any more."""
    if not game.won(position):
        return frozenset()
    return frozenset(id for id in game.pile_ids if not position.piles[game.index[id]])


def rings(desk: Desk, position: Position, marks: Marks) -> tuple[Ring, ...]:
    """The marks on a board."""
    if marks == NOTHING:
        return ()
    game = desk.game
    places = lying(game, desk.rows, position)

    def ring(kind: str, id: str, count: int = 1) -> Ring:
        wish = game.wanted(position, id)
        part = pile_scene(desk, id, sight(game, position, id), wish, places.get(id))
        bare = base(desk.frame, places.get(id) or game.places[id])
        top = part.cards[-1].spot if part.cards else bare
        depth = len(position.piles[game.index[id]]) - count
        rects = [card.spot.rect for card in part.cards if card.depth >= depth]
        rect = functools.reduce(Rect.joined, rects, top.rect)
        return Ring(kind, id, rect, top.cut.tilt, free(id, part, top))

    def free(id: str, part: PileScene, top: Spot) -> Rect:
        room = top.rect
        if part.cards and part.cards[-1].card != BACK and not top.cut.sideways:
            room = room._replace(top=part.cards[-1].index_rect.bottom)
        solid = [badge.rect for badge in part.badges]
        for other in desk.over[id]:
            pile = pile_scene(desk, other, sight(game, position, other), "", places.get(other))
            solid += [card.spot.rect for card in pile.cards]
        for rect in filter(top.rect.meets, solid):
            if rect.top > top.rect.top:
                room = room._replace(bottom=min(room.bottom, rect.top))
            elif rect.left > top.rect.left:
                room = room._replace(right=min(room.right, rect.left))
            else:
                room = room._replace(left=max(room.left, rect.right))
        return room

    found = [ring("arrived", id, n) for id, n in marks.arrived if id in game.index]
    nothing = gone(game, position)
    found += [ring("left", id) for id in marks.left if id in game.index and id not in nothing]
    found += [ring("available", id) for id in game.pile_ids if id in marks.available]
    if marks.hint is not None:
        count = marks.hint.count
        sources, targets = ends(game, position, marks.hint)
        found += [ring("from", id, count) for id in sources if id in game.index]
        found += [ring("to", id) for id in targets if id in game.index]
    return tuple(found)


def ends(game: Game, position: Position, move: Move) -> tuple[Collection[str], Collection[str]]:
    """The piles from which a move takes cards, and those to which it brings them."""
    match move.verb:
        case "d":
            return ("S",) if "S" in game.index else game.next_places(position), ()
        case "redeal":
            taken = [id for id in game.taken_up if id in game.index] or game.tableau_ids
            return [id for id in taken if game.pile(position, id)], ()
        case "fill":
            return ("S",), game.gaps(position)
    if move.others:
        return move.piles, ()
    return (move.source,), (move.target,)
