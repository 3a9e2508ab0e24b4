"""A position as a picture: PNG bytes in a small palette, drawn in about a millisecond.

Everything is painted as palette indices, and what is the same from move to move is remembered.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from PIL import Image

from engine.cards import Card
from engine.game import Game
from engine.layout import Place
from engine.moves import Move
from engine.position import Position
from render import png, text
from render.badges import Badge
from render.books import book
from render.cards import BACK, BACKS, piece, shape
from render.cloth import but_felt, cloth, fall, print_on, shadow
from render.finale import announced, table_for
from render.frame import WIDTH, Rect, offsets
from render.labels import base
from render.marks import outline, paint_pointer, paint_ring
from render.scene import (
    Desk,
    Marks,
    PileScene,
    Ring,
    changes,
    gone,
    named,
    pile_scene,
    rings,
    spills,
)
from render.sight import sight
from render.spread import lying
from render.tags import tag
from render.theme import Look, palette
from render.titles import Heading, paint_heading
from render.triumph import paint_plaque

if TYPE_CHECKING:
    from PIL import _imaging as core

Layer = tuple[int, int, Image.Image, Image.Image | None]
"""An image in palette indices with its corner and its mask."""


def draw(  # noqa: PLR0913 - all by name, and rarely given
    game: Game,
    position: Position,
    *,
    look: Look | None = None,
    last: Move | Collection[str] | None = None,
    before: Position | None = None,
    hint: Move | None = None,
    available: Collection[str] = (),
    title: str = "",
    deal: str = "",
    moves: int | None = None,
    size: int = WIDTH,
    covered: bool = False,
) -> bytes:
    """The board as a PNG, `size` pixels wide.

    The last move is marked from the position `before` it, which shows its effects too, or else
    from `last`: the move, or ids of piles.  `deal` and `moves` stand in the title line when given;
    `title` replaces the game's own.  `covered`: every card lies face down, and nothing is told
    that depends on what it is, for showing how far a game got without giving it away.
    """
    marks = named(game, last) if before is None else changes(game, before, position)
    marks = dataclasses.replace(marks, hint=hint, available=frozenset(available))
    heading = Heading(title or game.title, deal, moves)
    return _picture(game, position, look or Look(), marks, heading, size, covered)


@lru_cache(maxsize=128)
def _picture(
    game: Game,
    position: Position,
    look: Look,
    marks: Marks,
    heading: Heading,
    size: int,
    covered: bool,
) -> bytes:
    """`draw`, for arguments that can be looked up."""
    canvas = compose(game, position, look, marks, heading, size, covered=covered)
    return png.encode(canvas, palette(look), game.packs)


def forget() -> None:
    """Drop all that is remembered of boards, but not the sprites: benchmarks start from nothing."""
    for remembered in (_picture, _pile_picture, pile_scene):
        remembered.cache_clear()
    png.forget()


def compose(
    game: Game,
    position: Position,
    look: Look,
    marks: Marks,
    heading: Heading,
    size: int,
    *,
    covered: bool = False,
) -> png.Canvas:
    """The board as a canvas."""
    table = table_for(game, look, size, position)
    won, nothing = game.won(position), gone(game, position)
    board = png.Canvas.of(ground(table).size, _ground_rows(table, nothing))
    canvas = board.image
    if not covered and not won:
        _paint_gaps(canvas, table, position)
    pointers = () if covered or won else game.next_places(position)
    for id in pointers:
        paint_pointer(canvas, table.plan.beside.get(id), look)
    places = lying(table.game, table.rows, position)
    _clear(canvas, table, position, places)
    _paint_shadows(canvas, table, position, places, covered=covered)
    _paint_piles(canvas, table, position, places, rings(table, position, marks), covered=covered)
    if not covered:
        for badge in spills(table, position, places):
            x, y, words, mask = _badge(look, badge)
            canvas.paste(words, (x + 1, y), mask)
    for id in pointers:
        paint_pointer(canvas, table.plan.inside.get(id), look)
    if won and (found := announced(table, position)):
        paint_plaque(canvas, table.frame, look, found, book(game).kind)
    paint_heading(canvas, table.frame, look, game, position, heading, covered=covered)
    return board


def _paint_shadows(
    canvas: Image.Image,
    table: Desk,
    position: Position,
    places: Mapping[str, Place | None],
    *,
    covered: bool,
) -> None:
    """Shadows of cards that may meet others, on which none shall fall; the rest bring theirs."""
    for id in table.game.pile_ids:
        place = places.get(id)
        if (id in table.alone and place is None) or not table.game.pile(position, id):
            continue
        seen, wish = sight(table.game, position, id), table.game.wanted(position, id)
        if covered:
            seen, wish = (None,) * len(seen), ""
        for x, y, image, mask in _shadows(table, pile_scene(table, id, seen, wish, place)):
            canvas.paste(image, (x + 1, y), mask)


def _paint_piles(
    canvas: Image.Image,
    table: Desk,
    position: Position,
    places: Mapping[str, Place | None],
    marked: Collection[Ring],
    *,
    covered: bool,
) -> None:
    """All piles, each with its marks on its cards and its texts on both."""
    game, look = table.game, table.look
    nothing = gone(game, position)
    for id in (id for id in game.pile_ids if id not in nothing):
        seen, wish = sight(game, position, id), game.wanted(position, id)
        if covered:
            seen, wish = (None,) * len(seen), ""
        place = places.get(id)
        picture = _pile_picture(table, id, seen, wish, place)
        if picture is not None:
            # Pillow's own method checks and copies more than the drawing itself takes.
            image, box, cover = picture
            if cover is None:
                canvas.im.paste(image, box)
            else:
                canvas.im.paste(image, box, cover)
        if own := [ring for ring in marked if ring.pile == id]:
            for ring in own:
                paint_ring(canvas, table.frame, ring, look)
            for x, y, words, mask in _texts(look, pile_scene(table, id, seen, wish, place)):
                canvas.paste(words, (x + 1, y), mask)


def _clear(
    canvas: Image.Image, table: Desk, position: Position, places: Mapping[str, Place | None]
) -> None:
    """Bare felt where places are given up; labels and outlines where others have moved to."""
    empty = {id for id in places if not table.game.pile(position, id)}
    look, colours = table.look, table.look.colours
    for id in places:
        for felt, box in _bared(table, id):
            canvas.im.paste(felt.im, box)
    for id, place in places.items():
        if place is not None:
            label = table.plan.beside[id]
            shift = base(table.frame, place).x - base(table.frame, table.game.places[id]).x
            words = text.tight(look, label.text, label.size, colours.text, colours.felt)
            print_on(canvas, look, words, (label.rect.left + shift + 1, label.rect.top))
            if id in empty:
                spot = base(table.frame, place)
                rim, mask = outline(look, spot.cut, table.frame.px(2))
                canvas.paste(rim, (spot.x + 1, spot.y), mask)


@lru_cache(maxsize=512)
def _bared(table: Desk, id: str) -> tuple[tuple[Image.Image, Rect], ...]:
    """The felt under a place and its label, each with its box on the canvas."""
    bare = cloth(table.look, table.frame)
    rects = base(table.frame, table.game.places[id]).rect, table.plan.beside[id].rect
    boxes = [rect.moved(1, 0) for rect in rects]
    return tuple((bare.crop(box), box) for box in boxes)


def _paint_gaps(canvas: Image.Image, table: Desk, position: Position) -> None:
    """Outlines where cards will lie at the ends of fanned piles."""
    game, measures = table.game, table.frame
    for id, count in game.gaps(position).items():
        place, length = game.places[id], len(game.pile(position, id))
        for dx, dy in offsets(measures, place, [True] * (length + count))[length:]:
            at = base(measures, place)
            rim, mask = outline(table.look, at.cut, measures.px(2))
            canvas.paste(rim, (at.x + round(dx) + 1, at.y + round(dy)), mask)


Stamp = tuple["core.ImagingCore", tuple[int, int, int, int], "core.ImagingCore | None"]


@lru_cache(maxsize=2048)
def _pile_picture(
    table: Desk, id: str, pile: tuple[Card | None, ...], wish: str, place: Place | None
) -> Stamp | None:
    """All that is drawn for a pile as one image, its box on the canvas, and its mask.

    A pile that meets no other brings the felt round its corners along and needs no mask.
    """
    part = pile_scene(table, id, pile, wish, place)
    layers = [*_cards(table, part), *_texts(table.look, part)]
    if alone := id in table.alone and place is None:
        layers[:0] = _shadows(table, part)
    if not layers:
        return None
    box = functools.reduce(
        Rect.joined, (Rect(x, y, x + im.width, y + im.height) for x, y, im, _ in layers)
    ).moved(1, 0)
    image = ground(table).crop(box)
    cover = None if alone else Image.new("1", image.size)
    for x, y, layer, mask in layers:
        left, top = x + 1 - box.left, y - box.top
        where = (left, top, left + layer.width, top + layer.height)
        for under, over in (
            ((image.im, layer.im), (cover.im, 1)) if cover else ((image.im, layer.im),)
        ):
            if mask is None:
                under.paste(over, where)
            else:
                under.paste(over, where, mask.im)
    return image.im, box, cover.im if cover else None


def _shadows(table: Desk, part: PileScene) -> Iterator[Layer]:
    dx, dy = fall(table.frame)
    for _, _, _, (cut, x, y), clip in part.cards:
        yield x + dx, y + dy, *shadow(table.look, cut, clip)


def _cards(table: Desk, part: PileScene) -> Iterator[Layer]:
    back = BACKS[book(table.game).kind]
    for _, card, _, (cut, x, y), clip in part.cards:
        yield x, y, *piece(table.look, cut, back if card == BACK else card, clip)


def _texts(look: Look, part: PileScene) -> Iterator[Layer]:
    table = look.colours
    if part.empty:
        _, words, rect, size = part.empty
        letters = text.lettering(look, words, size, table.quiet, table.felt)
        yield rect.left, rect.top, letters, but_felt(look, letters)
    yield from (_badge(look, badge) for badge in part.badges)


def _badge(look: Look, badge: Badge) -> Layer:
    _, words, rect, size, dark = badge
    if dark:
        table = look.colours
        return rect.left, rect.top, *text.pill(look, words, size, table.chip_text, table.chip)
    return rect.left, rect.top, *tag(look, words, size)


# --- the fixed ground --------------------------------------------------------------------------


@lru_cache(maxsize=128)
def _ground_rows(table: Desk, nothing: frozenset[str]) -> bytes:
    return ground(table, nothing).tobytes()


@lru_cache(maxsize=128)
def ground(table: Desk, nothing: frozenset[str] = frozenset()) -> Image.Image:
    """Felt, outlines of all places, labels and names: everything that no move changes.

    It has the first column of a `png.Canvas`.  Of piles in `nothing` there is no trace.
    """
    look, colours, measures = table.look, table.look.colours, table.frame
    bare = cloth(look, measures)
    canvas = bare.copy()
    for id, place in table.game.places.items():  # each covers what lies below, as its cards will
        if id in nothing:
            continue
        spot = base(measures, place)
        box = spot.rect.moved(1, 0)
        canvas.paste(bare.crop(box), box, shape(spot.cut))
        rim, mask = outline(look, spot.cut, measures.px(2))
        canvas.paste(rim, box, mask)
    for label in table.plan.felt:
        if nothing.issuperset(label.piles):
            continue
        ink = colours.quiet if label.quiet else colours.text
        words = text.tight(look, label.text, label.size, ink, colours.felt)
        print_on(canvas, look, words, (label.rect.left + 1, label.rect.top))
    return canvas
