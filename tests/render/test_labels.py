"""Labels, counts and names: together, clear of each other, and beside what they stand for."""

from __future__ import annotations

import dataclasses
import itertools
import re
from pathlib import Path

import pytest
from PIL import Image

from engine.cards import parse_pile
from engine.game import Game
from engine.games.catalogue import find, games
from engine.position import Position
from engine.record import Record
from render import board, names, titles
from render.board import ground
from render.cards import BACK
from render.cloth import cloth
from render.frame import WIDTH, Rect
from render.labels import base
from render.scene import NOTHING, Scene, changes, desk, desk_for, rings, scene
from render.theme import Look, nearest
from render.titles import Heading, paint_heading
from tests.render.boards import playout

WINS = Path(__file__).parents[1] / "data" / "wins"
every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.id)


def shown(game: Game, position: Position) -> Scene:
    return scene(desk_for(game, Look(), WIDTH, position), position, NOTHING)


def with_piles(game: Game, **piles: str) -> Position:
    start = game.start("1")
    cards = {id.removeprefix("_"): parse_pile(text) for id, text in piles.items()}
    return start._replace(piles=tuple(cards.get(id, ()) for id in game.pile_ids))


@every_game
def test_texts_on_cards_keep_clear_of_each_other(game: Game) -> None:
    for position in playout(game)[0][::10]:
        table = shown(game, position)
        tops = {card.pile: card.spot.rect for card in table.cards}
        for one, other in itertools.combinations(table.badges, 2):
            assert not one.rect.meets(other.rect), (one, other)
        for badge in table.badges:
            if not badge.dark:
                assert badge.rect.within(tops[badge.pile].grown(12, 0)), badge


@every_game
def test_labels_of_squared_piles_stay_together(game: Game) -> None:
    """All on the cards or all beside them: eyes that have found one find the others."""
    plan = desk(game, Look(), WIDTH).plan
    for zone in game.zones:
        if zone.places[0].fan is None:
            assert len({id in plan.inside for id in zone.ids}) == 1, zone.name


@every_game
def test_labels_stand_close_to_their_piles(game: Game) -> None:
    place = desk(game, Look(), WIDTH)
    for id, label in place.plan.beside.items():
        first = base(place.frame, game.places[id]).rect
        assert label.rect.meets(first.grown(12, 12)), label


@every_game
def test_labels_on_cards_lie_on_the_first_card_of_their_own_pile(game: Game) -> None:
    """And no pile that is painted later can reach there."""
    place = desk(game, Look(), WIDTH)
    for id, label in place.plan.inside.items():
        assert label.rect.within(base(place.frame, game.places[id]).rect), label
        for other in game.pile_ids[game.pile_ids.index(id) + 1 :]:
            assert not label.rect.meets(place.plan.corridors[other]), (label, other)


@every_game
def test_no_label_lies_where_a_column_of_its_own_cards_comes(game: Game) -> None:
    for id in desk(game, Look(), WIDTH).plan.inside:
        fan = game.places[id].fan
        assert fan is None or fan.path or fan.dx or not fan.dy, id


@every_game
def test_names_by_themselves_stand_nearest_to_their_zone(game: Game) -> None:
    """Those that stand elsewhere say which piles they mean."""
    plan = desk(game, Look(), WIDTH).plan
    for label in plan.felt:
        if label.quiet and len(label.piles) and label.text == _name(game, label.piles[0]):
            zone = [plan.corridors[id] for id in label.piles]
            zone += [plan.beside[id].rect for id in label.piles if id in plan.beside]
            others = [plan.corridors[id] for id in game.pile_ids if id not in label.piles]
            near = min(names.distance(label.rect, rect) for rect in zone)
            assert all(names.distance(label.rect, rect) > near for rect in others), label


def _name(game: Game, id: str) -> str:
    return game.zone_of(id).name.removeprefix("the ")


def test_pack_and_talon_are_named_at_once() -> None:
    """On the line of their letter."""
    for id in ("klondike", "rouge-et-noir", "blondes-and-brunettes"):
        plan = desk(find(id), Look(), WIDTH).plan
        for pile in ("S", "W"):
            (called,) = [one for one in plan.felt if one.quiet and one.piles == (pile,)]
            assert 0 < called.rect.left - plan.beside[pile].rect.right < 20
            assert abs(called.rect.bottom - plan.beside[pile].rect.bottom) <= 4


@pytest.mark.parametrize("id", ["babette", "japanese-rug"])
def test_row_numbers_stand_at_what_is_seen_of_their_row(id: str) -> None:
    game = find(id)
    place = desk(game, Look(), WIDTH)
    numbers = [label for label in place.plan.felt if label.text.isdecimal()]
    assert len(numbers) == 2 * len({name[1:] for name in game.pile_ids if name[0] == "a"})
    for label in numbers:
        cell, below = f"a{label.text}", f"a{int(label.text) + 1}"
        rect = base(place.frame, game.places[cell]).rect
        end = base(place.frame, game.places[below]).rect.top if below in game.index else rect.bottom
        assert rect.top - 2 <= label.rect.top
        assert label.rect.bottom <= max(end, rect.top + 24) + 2


@every_game
def test_grids_have_all_their_letters_and_numbers(game: Game) -> None:
    cells = [id for id in game.pile_ids if re.fullmatch(r"[a-z]\d+", id)]
    if cells:
        texts = [label.text for label in desk(game, Look(), WIDTH).plan.felt]
        for part in {id[0] for id in cells} | {id[1:] for id in cells}:
            assert texts.count(part) == 2, part


@every_game
def test_every_empty_place_has_an_outline(game: Game) -> None:
    """On its left edge at least, unless another place lies over that."""
    place = desk(game, Look(), WIDTH)
    table, slot = ground(place), nearest(Look(), Look().colours.slot)
    spots = [base(place.frame, where) for where in game.places.values()]
    for i, spot in enumerate(spots):
        if spot.cut.tilt:
            continue
        left = spot.rect.left
        over = [it.rect for it in spots[i + 1 :] if it.rect.left <= left < it.rect.right]
        edge = {
            table.getpixel((left + 1, y))
            for y in range(spot.rect.top + 12, spot.rect.bottom - 12)
            if not any(rect.top <= y < rect.bottom for rect in over)
        }
        assert not edge or slot in edge, list(game.places)[i]


@every_game
def test_pack_talon_and_hand_are_explained(game: Game) -> None:
    """By the book's name beside them, or by their letter and the name where there was room."""
    plan = desk(game, Look(), WIDTH).plan
    named = {label.text for label in plan.felt}
    for id in ("S", "W", "H"):
        if id in game.index:
            called = game.zone_of(id).name.removeprefix("the ")
            assert {called, f"{id} {called}"} & named, id


@every_game
def test_names_are_large_enough_for_phones(game: Game) -> None:
    """Eight pixels at a width of 375."""
    for label in desk(game, Look(), WIDTH).plan.felt:
        note = label.text in {game.zone_of(id).note(id) for id in label.piles}
        if label.quiet and not note:
            assert label.size * 375 / WIDTH >= 8, label


def test_the_books_letters_stand_beside_numbers() -> None:
    plan = desk(find("st-louis"), Look(), WIDTH).plan
    for number, letter in enumerate("abcdefghiklm", start=1):
        label = plan.beside[f"{number}"]
        (note,) = [one for one in plan.felt if one.text == letter]
        assert note.quiet
        assert 0 < note.rect.left - label.rect.right < 12
        assert note.rect.top == label.rect.top


# --- fans --------------------------------------------------------------------------------------


def test_only_the_last_cards_of_a_talon_spread() -> None:
    game = find("fascination")
    table = shown(game, with_piles(game, W="2C 3C 4C 5C 6C 7C 8C"))
    assert [card.depth for card in table.cards if card.pile == "W"] == [4, 5, 6]
    assert [badge.text for badge in table.badges if badge.pile == "W"] == ["×7"]


def test_cards_that_peep_out_leave_the_top_card_in_its_place() -> None:
    game = find("la-nivernaise")
    flank = {f"L{n}": "" for n in range(1, 9)}
    for line in ("2C", "2C 3C", "2C 3C 4C 5C 6C 7C"):
        table = shown(game, with_piles(game, _1=line, **flank))
        top = [card for card in table.cards if card.pile == "1"][-1]
        outline = base(table.frame, game.places["1"]).rect
        assert top.spot.rect == outline


def test_a_card_of_a_chain_that_lies_apart_covers_nothing() -> None:
    game = find("empress-of-india")
    table = shown(game, game.start("1"))
    queen = next(card for card in table.cards if card.pile == "X")
    assert queen.spot.cut.side == "top"
    assert queen.spot.cut.cap == table.frame.cap


# --- what is wanted, and what comes next -------------------------------------------------------


def test_numerals_always_say_what_they_want() -> None:
    game = find("great-thirteen")
    for position in playout(game)[0][::7]:
        table = shown(game, position)
        said = {badge.pile for badge in table.badges if badge.text.startswith("▸")}
        said |= {empty.pile for empty in table.empties}
        for id in ("N1", "N4", "N8"):
            assert (id in said) == bool(game.wanted(position, id))


@every_game
def test_the_table_points_at_the_place_that_comes_next(game: Game) -> None:
    gold = nearest(Look(), Look().colours.mark)
    for position in playout(game)[0][::20]:
        place = desk_for(game, Look(), WIDTH, position)
        canvas = board.compose(game, position, Look(), NOTHING, Heading("x"), WIDTH).picture()
        for id in game.next_places(position):
            label = place.plan.beside.get(id) or place.plan.inside[id]
            assert gold in {index for _, index in canvas.crop(label.rect).getcolors() or []}, id


@every_game
def test_stars_hide_no_text_and_no_index(game: Game) -> None:
    for position in playout(game)[0][::40]:
        table = shown(game, position)
        tops = {
            card.pile: card
            for i, card in enumerate(table.cards)
            if card.card != BACK
            and not any(card.spot.rect.meets(over.spot.rect) for over in table.cards[i + 1 :])
        }
        marks = dataclasses.replace(NOTHING, available=frozenset(tops))
        plain, starred = (
            board.compose(game, position, Look(), one, Heading("x"), WIDTH).picture()
            for one in (NOTHING, marks)
        )
        rects = [badge.rect for badge in table.badges if badge.pile in tops]
        rects += [
            card.index_rect
            for card in tops.values()
            if card.spot.cut.side == "top" and not card.spot.cut.tilt
        ]
        for rect in rects:
            assert plain.crop(rect).tobytes() == starred.crop(rect).tobytes(), rect


# --- won games, and the title line -------------------------------------------------------------


@pytest.mark.parametrize("file", sorted(WINS.glob("*.txt")), ids=lambda file: file.stem)
def test_of_empty_piles_nothing_is_left_on_a_won_table(file: Path) -> None:
    record = Record.parse(file.read_text(encoding="utf-8"))
    game, before, position = record.game, record.positions[-2], record.position
    place = desk(game, Look(), WIDTH)
    empty = {id for id in game.pile_ids if not game.pile(position, id)}
    marks = changes(game, before, position)
    assert not empty & {ring.pile for ring in rings(place, position, marks)}
    bare, table = cloth(Look(), place.frame), ground(place, frozenset(empty))

    def is_bare(rect: Rect) -> bool:
        return bare.crop(rect.moved(1, 0)).tobytes() == table.crop(rect.moved(1, 0)).tobytes()

    for label in place.plan.felt:
        assert is_bare(label.rect) == (set(label.piles) <= empty), label
    labels = [label.rect for label in place.plan.felt]
    full = [place.plan.corridors[id] for id in game.pile_ids if id not in empty]
    for id in empty:
        rect = base(place.frame, game.places[id]).rect
        if not any(rect.meets(other) for other in (*full, *labels)):
            assert is_bare(rect), id


LONG = ("", "1", "Grüße, Anna", "x" * 64, "🎉漢字\u202e" * 16, "W" * 64, "1 2 3 4 5 6 7 8 9 0 " * 3)


@pytest.mark.parametrize("size", [WIDTH, 550, 360])
@every_game
def test_title_lines_never_overflow(game: Game, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    place = desk(game, Look(), size)
    written: list[tuple[int, int]] = []
    write = titles._write

    def watched(canvas: Image.Image, *rest: object) -> int:
        wide = write(canvas, *rest)  # type: ignore[arg-type]  # passed on as they came
        x = rest[4]
        assert isinstance(x, int)
        written.append((x, x + wide))
        return wide

    monkeypatch.setattr(titles, "_write", watched)
    line = playout(game)[0]
    for title, deal, position in itertools.product(
        (game.title, "Napoleon's Square, Single Cards, and more" * 2), LONG, (line[0], line[-1])
    ):
        written.clear()
        canvas = Image.new("L", (size + 1, place.frame.size.bottom))
        paint_heading(canvas, place.frame, Look(), game, position, Heading(title, deal, 10**5))
        spans = sorted(span for span in written if span[0] != span[1])
        assert spans[0][0] >= 4
        assert spans[-1][1] <= size
        assert all(one[1] <= other[0] for one, other in itertools.pairwise(spans)), (title, deal)


@every_game
def test_the_deal_is_always_told(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[object] = []
    write = titles._write

    def watched(canvas: Image.Image, *rest: object) -> int:
        written.append(rest[2])
        return write(canvas, *rest)  # type: ignore[arg-type]  # passed on as they came

    monkeypatch.setattr(titles, "_write", watched)
    place, heading = desk(game, Look(), WIDTH), Heading(game.title, "20261130", 100)
    for position in playout(game)[0][::20]:
        written.clear()
        canvas = Image.new("L", (WIDTH + 1, place.frame.size.bottom))
        paint_heading(canvas, place.frame, Look(), game, position, heading)
        assert "deal 20261130" in written
