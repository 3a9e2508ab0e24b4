"""A position on the table: every card, outline, count and mark with its pixels, nothing drawn.

Tests look at scenes to prove that no index is covered; `board` paints them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.cards import Card, card_symbol, is_hidden
from engine.game import Game
from engine.layout import Place
from engine.moves import Move
from engine.position import Position
from render import text
from render.cards import BACK, Cut, Side, index_box
from render.frame import Frame, Rect, Spot, cut_for, frame, offsets, side_left_free, spot
from render.labels import Plan, base, plan
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


class Badge(NamedTuple):
    """A small text on a card: a count, the lowest card, what is wanted next."""

    pile: str
    text: str
    rect: Rect
    size: int
    dark: bool = False


class Empty(NamedTuple):
    """What an empty place waits for."""

    pile: str
    text: str
    rect: Rect
    size: int


class Ring(NamedTuple):
    """A mark round cards: `kind` says what for, and so its shape."""

    kind: str
    rect: Rect
    tilt: int = 0


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


def scene(game: Game, position: Position, look: Look, marks: Marks, size: int) -> Scene:
    """The scene of a position."""
    measures, fixed = frame(game, look, size), plan(game, look, size)
    cards: list[Shown] = []
    empties: list[Empty] = []
    badges: list[Badge] = []
    last: dict[str, list[Shown]] = {}
    for id, pile in zip(game.pile_ids, position.piles, strict=True):
        if pile:
            shown = show_pile(game, position, id, look, size)
            cards += shown
            last[id] = shown
            badges += _badges(game, position, id, measures, fixed, shown)
        elif wish := game.wanted(position, id):
            empties.append(_empty(measures, game.places[id], id, wish))
        if id in fixed.inside:
            label = fixed.inside[id]
            badges.append(Badge(id, label.text, label.rect, label.size, dark=True))
    rings = _rings(game, measures, last, marks)
    return Scene(measures, fixed, tuple(cards), tuple(empties), tuple(badges), tuple(rings))


# --- piles -------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _exposures(game: Game, look: Look, size: int) -> dict[str, tuple[Side, int | None]]:
    """For each pile, where its cards show when the pile laid over it, if any, is there too."""
    measures = frame(game, look, size)
    rects = [(id, base(measures, place).rect) for id, place in game.places.items()]
    found: dict[str, tuple[Side, int | None]] = {}
    for i, (id, rect) in enumerate(rects):
        found[id] = ("top", None)
        for _, other in rects[i + 1 :]:
            if rect.meets(other) and game.places[id].turn == 0:
                dx, dy = other.left - rect.left, other.top - rect.top
                if dx >= 0.9 * measures.card or dy >= 0.9 * measures.high:
                    continue  # a hair's overlap in a weave
                found[id] = side_left_free(measures, dx, dy)
                break
    return found


def fanned(game: Game, position: Position, id: str) -> int:
    """How many cards of a fanned pile lie spread: those that are seen, and backs among them."""
    pile = game.pile(position, id)
    count = game.seen(position, id)
    while count < len(pile) and is_hidden(pile[-count - 1]):
        count += 1
    return count


def show_pile(game: Game, position: Position, id: str, look: Look, size: int) -> list[Shown]:
    """The cards of one pile that are drawn, the lowest first; the pile is not empty."""
    measures, place, pile = frame(game, look, size), game.places[id], game.pile(position, id)
    side, reach = _exposures(game, look, size)[id]
    seen = game.seen(position, id)
    if place.fan is None:
        return _squared(measures, place, id, pile, seen, side, reach)
    spread = fanned(game, position, id)
    depth = max(0, len(pile) - spread)
    if spread == 0:
        depth, spread = len(pile) - 1, 1
    cards = pile[depth:]
    ends = offsets(measures, place, cards)
    shown: list[Shown] = []
    for i, card in enumerate(cards):
        face = card if depth + i >= len(pile) - seen and not is_hidden(card) else BACK
        dx, dy = ends[i]
        clip = None
        if i + 1 < len(cards):
            step = ends[i + 1][0] - dx, ends[i + 1][1] - dy
            card_side, card_reach = side_left_free(measures, *step)
            cut = cut_for(measures, place, card_side, card_reach)
        else:
            across = place.fan.dx and not place.fan.dy
            last_side: Side = side if not across else "left" if place.fan.dx > 0 else "right"
            cut = cut_for(measures, place, last_side, reach if not across else None)
        shown.append(Shown(id, face, depth + i, spot(measures, place, cut, dx, dy), clip))
    return [*map(_clipped, shown, shown[1:]), shown[-1]]


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
    pile: tuple[Card, ...],
    seen: int,
    side: Side,
    reach: int | None,
) -> list[Shown]:
    def face(depth: int) -> Card:
        card = pile[depth]
        return BACK if depth < len(pile) - seen or is_hidden(card) else card

    top = len(pile) - 1
    cut = cut_for(measures, place, side, reach)
    shown: list[Shown] = []
    rise = round(place.peep * measures.high)
    if rise and top:
        shown.append(Shown(id, face(top - 1), top - 1, spot(measures, place, cut)))
    lift = -rise if shown else 0
    shown.append(Shown(id, face(top), top, spot(measures, place, cut, 0, lift)))
    return shown


# --- texts -------------------------------------------------------------------------------------


def _badges(
    game: Game, position: Position, id: str, measures: Frame, fixed: Plan, shown: list[Shown]
) -> list[Badge]:
    """Count, lowest card and wish, along the foot of a pile's top card."""
    pile, place = game.pile(position, id), game.places[id]
    squared = place.fan is None
    stub = shown[0].depth if not squared else 0
    texts: list[tuple[str, bool]] = []
    if wish := game.wanted(position, id):
        texts.append((f"▸{wish}", True))
    if squared and place.peep and len(pile) > 1 and game.seen(position, id) == len(pile):
        texts.append((f"{card_symbol(pile[0])}…", True))
    if squared and len(pile) > 1:
        texts.append((f"×{len(pile)}", False))
    if stub:
        texts.append((f"+{stub}", False))
    size = measures.px(19)
    inset = measures.px(3)
    rect = shown[-1].spot.rect
    if shown[-1].card == BACK and squared:
        return [_centred(id, f"{len(pile)}", rect, measures.px(30))]
    left = fixed.inside[id].rect.right + inset if id in fixed.inside else rect.left + inset
    right = rect.right - inset
    badges: list[Badge] = []
    for words, leading in texts:
        wide, high = text.pill_size(words, size)
        y = rect.bottom - inset - high
        x = left if leading else right - wide
        badges.append(Badge(id, words, Rect(x, y, x + wide, y + high), size))
        left, right = (left + wide + inset, right) if leading else (left, right - wide - inset)
    return badges


def _centred(id: str, words: str, rect: Rect, size: int) -> Badge:
    wide, high = text.pill_size(words, size)
    x, y = (rect.left + rect.right - wide) // 2, (rect.top + rect.bottom - high) // 2
    return Badge(id, words, Rect(x, y, x + wide, y + high), size)


def _empty(measures: Frame, place: Place, id: str, wish: str) -> Empty:
    rect = base(measures, place).rect
    size = measures.px(34)
    while size > measures.px(16) and text.width(wish, size) > (rect.right - rect.left) * 0.86:
        size -= 1
    wide, high = text.width(wish, size), text.line_height(size)
    x, y = (rect.left + rect.right - wide) // 2, (rect.top + rect.bottom - high) // 2
    return Empty(id, wish, Rect(x, y, x + wide, y + high), size)


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


def named(last: Move | Collection[str] | None) -> Marks:
    """The marks for a move, or for piles, when the position before it is not known."""
    if last is None:
        return Marks()
    if not isinstance(last, Move):
        return Marks(tuple((id, 1) for id in last))
    if last.verb:
        return Marks(tuple((id, 1) for id in (last.source, last.target) if id))
    return Marks(((last.target, last.count),), (last.source,))


def _rings(game: Game, measures: Frame, cards: dict[str, list[Shown]], marks: Marks) -> list[Ring]:
    def round_top(id: str, count: int = 1) -> tuple[Rect, int]:
        shown = [card for card in cards.get(id, []) if not card.spot.cut.tilt]
        if not shown:
            tilted = cards.get(id)
            spot = tilted[-1].spot if tilted else base(measures, game.places[id])
            return spot.rect, spot.cut.tilt
        rect = shown[-1].spot.rect
        top = shown[-1].depth
        for card in shown:
            if card.depth > top - count:
                rect = rect.joined(card.spot.rect)
        return rect, 0

    rings = [
        Ring("arrived", *round_top(id, count)) for id, count in marks.arrived if id in game.index
    ]
    rings += [Ring("left", *round_top(id)) for id in marks.left if id in game.index]
    rings += [Ring("available", *round_top(id)) for id in game.pile_ids if id in marks.available]
    if marks.hint is not None:
        move = marks.hint
        source = move.source or ("S" if move.verb == "d" and "S" in game.index else "")
        if source in game.index:
            rings.append(Ring("from", *round_top(source, move.count)))
        if move.target in game.index:
            rings.append(Ring("to", *round_top(move.target)))
    return rings


def cuts(scene: Scene) -> set[Cut]:
    """The makes of card that a scene needs."""
    return {card.spot.cut for card in scene.cards}
