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
)
from render.labels import Plan, base, plan
from render.sight import sight
from render.theme import Look

MANY = 12  # when more cards than this have changed places, nothing is singled out


class Shown(NamedTuple):
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
    """A mark round cards: `kind` says what for, and so its shape."""

    kind: str
    rect: Rect
    tilt: int = 0


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


@lru_cache(maxsize=256)
def desk(game: Game, look: Look, size: int) -> Desk:
    """The desk, one for all who ask."""
    measures = frame(game, look, size)
    fixed = plan(game, look, size)
    return Desk(game, look, measures, fixed, _exposures(game, measures), _alone(game, fixed))


def _alone(game: Game, fixed: Plan) -> frozenset[str]:
    return frozenset(
        id
        for id in game.pile_ids
        if sum(rect.meets(fixed.corridors[id]) for rect in fixed.taken) == 1
    )


@dataclass(frozen=True)
class Scene:
    """All that is drawn for a position, from back to front: cards, texts, rings."""

    frame: Frame
    plan: Plan
    cards: tuple[Shown, ...]
    empties: tuple[Empty, ...]
    badges: tuple[Badge, ...]
    rings: tuple[Ring, ...]


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

    cards: tuple[Shown, ...]
    badges: tuple[Badge, ...]
    empty: Empty | None


def scene(desk: Desk, position: Position, marks: Marks) -> Scene:
    """The scene of a position."""
    cards: list[Shown] = []
    empties: list[Empty] = []
    texts: list[Badge] = []
    for id in desk.game.pile_ids:
        seen, wish = sight(desk.game, position, id), desk.game.wanted(position, id)
        part = pile_scene(desk, id, seen, wish)
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
    )


@lru_cache(maxsize=8192)
def pile_scene(desk: Desk, id: str, pile: tuple[Card | None, ...], wish: str) -> PileScene:
    """A pile as it is seen; most piles are the same from move to move."""
    measures, fixed, place = desk.frame, desk.plan, desk.game.places[id]
    cards: list[Shown] = []
    texts: list[Badge] = []
    wanted = None
    if pile:
        side, reach = desk.exposures[id]
        lay = _squared if place.fan is None else _spread
        cards = lay(measures, place, id, pile, side, reach)
        top, label = cards[-1].spot, fixed.inside.get(id)
        texts = badges(measures, place, id, pile, wish, top, cards[0].depth, label)
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


def _back_or(card: Card | None) -> Card:
    return BACK if card is None else card


def _spread(
    measures: Frame,
    place: Place,
    id: str,
    pile: Sequence[Card | None],
    side: Side,
    reach: int | None,
) -> list[Shown]:
    """A fanned pile; what lies unseen beneath a seen card is squared up under it."""
    fan = place.fan or Fan()
    depth = max(_stub(fan, pile), len(pile) - most_fanned(measures, place))
    cards = pile[depth:]
    ends = offsets(measures, place, cards)
    shown: list[Shown] = []
    for i, card in enumerate(cards):
        dx, dy = ends[i]
        if i + 1 < len(cards):
            over = side_left_free(measures, ends[i + 1][0] - dx, ends[i + 1][1] - dy)
            cut = cut_for(measures, place, *over)._replace(bare=True)
        elif fan.dx and not fan.dy:
            cut = cut_for(measures, place, "left" if fan.dx > 0 else "right")
        else:
            cut = cut_for(measures, place, side, reach)
        shown.append(Shown(id, _back_or(card), depth + i, spot(measures, place, cut, dx, dy)))
    if fan.path:
        shown = [_uncovered(card, shown[i + 1 :]) for i, card in enumerate(shown)]
    return [*map(_clipped, shown, shown[1:]), shown[-1]]


def _uncovered(card: Shown, later: Sequence[Shown]) -> Shown:
    """The card with its index made small enough for where a chain turns back over it."""
    cut = card.spot.cut
    rects = [over.spot.rect for over in later]
    while cut.cap > 10 and any(card.index_rect.meets(rect) for rect in rects):
        cut = cut._replace(cap=cut.cap - 2)
        card = card._replace(spot=card.spot._replace(cut=cut))
    return card


def _stub(fan: Fan, pile: Sequence[Card | None]) -> int:
    """How many of a fanned pile's lowest cards lie squared: unseen ones, unless backs fan out."""
    if fan.hidden != 1.0:
        return 0
    unseen = 0
    while unseen < len(pile) - 1 and pile[unseen] is None:
        unseen += 1
    return unseen


def _clipped(card: Shown, over: Shown) -> Shown:
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
    measures: Frame,
    place: Place,
    id: str,
    pile: Sequence[Card | None],
    side: Side,
    reach: int | None,
) -> list[Shown]:
    """A packet: its top card, and a sliver of the next one where the place has a peep."""
    top = len(pile) - 1
    cut = cut_for(measures, place, side, reach)
    rise = round(place.peep * measures.high) if top else 0
    shown = [Shown(id, _back_or(pile[top]), top, spot(measures, place, cut, 0, -rise))]
    if rise:
        shown.insert(0, Shown(id, _back_or(pile[top - 1]), top - 1, spot(measures, place, cut)))
    return shown


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
        return Marks(tuple((id, 1) for id in (last.source, last.target) if id))
    return Marks(((last.target, last.count),), (last.source,))


def rings(desk: Desk, position: Position, marks: Marks) -> tuple[Ring, ...]:
    """The marks on a board."""
    if marks == NOTHING:
        return ()
    game = desk.game

    def round_top(id: str, count: int = 1) -> tuple[Rect, int]:
        cards = pile_scene(desk, id, sight(game, position, id), game.wanted(position, id)).cards
        if not cards:
            outline = base(desk.frame, game.places[id])
            return outline.rect, outline.cut.tilt
        top = cards[-1]
        rects = [card.spot.rect for card in cards if card.depth > top.depth - count]
        return functools.reduce(Rect.joined, rects, top.spot.rect), top.spot.cut.tilt

    found = [Ring("arrived", *round_top(id, n)) for id, n in marks.arrived if id in game.index]
    found += [Ring("left", *round_top(id)) for id in marks.left if id in game.index]
    found += [Ring("available", *round_top(id)) for id in game.pile_ids if id in marks.available]
    if marks.hint is not None:
        move = marks.hint
        source = move.source or ("S" if move.verb == "d" else "")
        if source in game.index:
            found.append(Ring("from", *round_top(source, move.count)))
        if move.target in game.index:
            found.append(Ring("to", *round_top(move.target)))
    return tuple(found)
