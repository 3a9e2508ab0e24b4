"""Boards of all games: legible, within the canvas, small, the same everywhere, and discreet."""

from __future__ import annotations

import dataclasses
import io
import itertools
import os
import random
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from engine.cards import DECK
from engine.game import Game
from engine.games.catalogue import find, games
from engine.moves import Move
from engine.position import Position
from render import board, png
from render.cards import BACK
from render.frame import WIDTH
from render.scene import NOTHING, Scene, ShownCard, changes, desk, desk_for, scene
from render.theme import Look, palette
from render.titles import Heading
from tests.depth import every, much
from tests.engine.endgames import won_record
from tests.render.boards import playout

ROOT = Path(__file__).parents[2]
LOOKS = (Look(), Look("slate", four_colours=True, large_index=True))
GAMES = games()
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def shown(game: Game, position: Position, look: Look) -> Scene:
    return scene(desk_for(game, look, WIDTH, position), position, NOTHING)


def opened(picture: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(picture))
    image.load()
    return image


def indexed(game: Game, table: Scene) -> list[tuple[int, ShownCard]]:
    """The cards that must be read, with their number in the order of painting."""
    tops = {card.pile: i for i, card in enumerate(table.cards)}
    return [
        (i, card)
        for i, card in enumerate(table.cards)
        if card.card != BACK
        and not card.spot.cut.tilt
        # Under the top of a squared packet only a sliver of the next card peeps out.
        and (game.places[card.pile].fan is not None or tops[card.pile] == i)
    ]


@pytest.mark.parametrize("look", LOOKS, ids=str)
@every_game
def test_no_index_is_covered(game: Game, look: Look) -> None:
    for position in playout(game)[0][:: every(2) if look == LOOKS[0] else every(6)]:
        table = shown(game, position, look)
        texts = [badge.rect for badge in table.badges] + [label.rect for label in table.plan.felt]
        for i, card in indexed(game, table):
            index = card.index_rect
            for over in table.cards[i + 1 :]:
                if not over.spot.cut.tilt:
                    assert not index.meets(over.spot.rect), (str(card), str(over))
            for rect in texts:
                assert not index.meets(rect), (str(card), rect)


@pytest.mark.parametrize("look", LOOKS, ids=str)
@every_game
def test_everything_lies_on_the_canvas(game: Game, look: Look) -> None:
    for position in playout(game)[0][:: every(2) if look == LOOKS[0] else every(6)]:
        table = shown(game, position, look)
        felt = table.frame.size._replace(top=table.frame.title.bottom)
        for card in table.cards:
            assert card.spot.rect.within(felt), str(card)
        rects = [badge.rect for badge in table.badges] + [empty.rect for empty in table.empties]
        rects += [label.rect for label in table.plan.felt]
        assert all(rect.within(felt) for rect in rects)


@every_game
def test_every_pile_has_its_label(game: Game) -> None:
    plan = desk(game, Look(), WIDTH).plan
    named = {label.text for label in plan.felt} | plan.inside.keys()
    for id in game.pile_ids:
        assert id in named or {id[0], id[1:]} <= named, id
    for one, other in itertools.combinations(plan.felt, 2):
        assert not one.rect.meets(other.rect), (one, other)


@every_game
def test_size_of_the_picture(game: Game) -> None:
    position = game.start("1")
    image = opened(board.draw(game, position))
    assert image.width == WIDTH
    assert image.height <= WIDTH * 7 // 11
    assert image.mode == "P"


@pytest.mark.parametrize("id", ["klondike", "great-thirteen", "house-in-the-wood"])
def test_a_smaller_picture(id: str) -> None:
    game = find(id)
    smaller = opened(board.draw(game, game.start("1"), size=550))
    assert smaller.width == 550
    assert smaller.height <= 550 * 7 // 11


@every_game
def test_bytes_are_few(game: Game) -> None:
    limit = {1: 38, 2: 58.5, 4: 90}[
        game.packs
    ]  # the fans of La Belle Lucie need more than Klondike
    limit += sum(place.turn % 90 != 0 for place in game.places.values())  # edges in many greys
    for position in playout(game)[0][:: every(8)]:
        assert len(board.draw(game, position)) <= limit * 1024


def test_klondike_stays_under_thirty_kilobytes() -> None:
    game = find("klondike")
    positions = won_record(game).positions
    for number, (before, position) in enumerate(itertools.pairwise(positions), start=1):
        picture = board.draw(game, position, before=before, deal="20261130", moves=number)
        assert len(picture) <= 30 * 1024, number


@every_game
def test_hidden_cards_leave_no_trace(game: Game) -> None:
    """Whatever lies where players can't see, the picture is the same to the last byte."""
    for position in playout(game)[0][: 40 : every(2)]:
        piles = []
        for id, pile in zip(game.pile_ids, position.piles, strict=True):
            open_from = len(pile) - game.seen(position, id)
            piles.append(
                tuple(
                    (card & 64) | (card % 13 + 1 if card & 64 or depth < open_from else card & 63)
                    for depth, card in enumerate(pile)
                )
            )
        other = position._replace(piles=tuple(piles), deal="another")
        if all(game.wanted(position, id) == game.wanted(other, id) for id in game.pile_ids):
            assert board.draw(game, position) == board.draw(game, other)


@every_game
def test_a_covered_board_tells_nothing_of_the_cards(game: Game) -> None:
    choose = random.Random(game.id)
    for position in playout(game)[0][:60:15]:
        cards = [card for pile in position.piles for card in pile]
        choose.shuffle(cards)
        piles = tuple(tuple(cards.pop() for _ in pile) for pile in position.piles)
        other = position._replace(piles=piles, deal="another")
        seen, unseen = (board.draw(game, each, moves=3, covered=True) for each in (position, other))
        assert sha256(seen).digest() == sha256(unseen).digest()


def test_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from render import board, keep;"
        "from engine.games.catalogue import find; keep.keep_in(Path(sys.argv[1]));"
        "game = find('klondike'); start = game.start('1');"
        "sys.stdout.buffer.write(board.draw(game, start, deal='1', moves=0))"
    )

    def drawn(seed: int) -> bytes:
        return subprocess.run(
            [sys.executable, "-c", program, str(tmp_path)],
            check=True,
            capture_output=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": str(seed)},
        ).stdout

    cold, *warm = [drawn(seed) for seed in (7, 8, 9)]
    for other in warm:
        assert ImageChops.difference(opened(other), opened(cold)).getbbox() is None
        assert sha256(other).digest() == sha256(cold).digest()  # short, should they ever differ
    assert list(tmp_path.rglob("*.png"))
    assert not list(tmp_path.rglob("*.tmp"))


def test_bytes_do_not_depend_on_what_was_drawn_before() -> None:
    game = find("house-in-the-wood")
    positions = playout(game)[0][:20]
    canvases = [
        board.compose(game, position, Look(), NOTHING, Heading("x"), WIDTH)
        for position in positions
    ]
    first = [png.encode(canvas, palette(Look())) for canvas in canvases]
    png.forget()
    again = [png.encode(canvas, palette(Look())) for canvas in reversed(canvases)]
    assert first == again[::-1]


def test_pixels_survive_the_writer() -> None:
    game = find("anna")
    canvas = board.compose(game, game.start("1"), Look(), NOTHING, Heading("x"), WIDTH)
    image = opened(png.encode(canvas, palette(Look())))
    assert image.tobytes() == canvas.picture().tobytes()


def test_the_last_move_is_marked() -> None:
    game = find("anna")
    positions, moves = playout(game)
    plain = board.draw(game, positions[5])
    assert board.draw(game, positions[5], before=positions[4]) != plain
    assert board.draw(game, positions[5], last=moves[4]) != plain
    assert board.draw(game, positions[5], hint=moves[5]) != plain
    assert board.draw(game, positions[5], available=("3",)) != plain
    assert board.draw(game, positions[5], last=("3",)) == board.draw(game, positions[5], last=["3"])


@every_game
def test_a_hint_of_every_kind_shows(game: Game) -> None:
    hints: dict[str, tuple[Position, Move]] = {}
    for position in (*playout(game)[0], *won_record(game).positions):
        for move in game.moves(position):
            hints.setdefault(move.verb, (position, move))
    for position, move in hints.values():
        plain, hinted = board.draw(game, position), board.draw(game, position, hint=move)
        assert hinted != plain, move


@every_game
def test_marks_hide_no_index_and_no_text(game: Game) -> None:
    record = won_record(game)
    steps = list(zip(record.positions, record.positions[1:], record.moves[1:], strict=False))
    for before, position, hint in steps[:: max(1, len(steps) // much(12, 4))]:
        marks = dataclasses.replace(changes(game, before, position), hint=hint)
        plain, marked = (
            board.compose(game, position, Look(), each, Heading("x"), WIDTH).picture()
            for each in (NOTHING, marks)
        )
        table = shown(game, position, Look())
        rects = [card.index_rect.grown(-1, -1) for _, card in indexed(game, table)]
        # Whatever lies under a text is seen at its round corners.
        rects += [badge.rect.grown(-4, -4) for badge in table.badges]
        rects += [label.rect for label in table.plan.felt]
        for rect in rects:
            assert plain.crop(rect).tobytes() == marked.crop(rect).tobytes(), (hint, rect)


def test_changes_tell_what_came_and_went() -> None:
    game = find("anna")
    positions, moves = playout(game)
    for before, after, move in zip(positions, positions[1:], moves, strict=False):
        marks = changes(game, before, after)
        if move.target and len(game.pile(after, move.target)) > len(game.pile(before, move.target)):
            assert (move.target, move.count) in marks.arrived


def test_every_card_of_a_run_that_came_is_marked() -> None:
    game = find("klondike")
    position = game.load({"piles": {"1": "8S", "2": "KC QH", "3": "9H"}})
    marks = changes(game, position, game.apply(position, Move("", "1", "3")))
    assert marks.arrived == (("3", 1),)
    position = game.load({"piles": {"1": "", "2": "(KC) QH JS", "3": "KS", "4": "QD"}})
    marks = changes(game, position, game.apply(position, Move("", "2", "3", 2)))
    assert ("3", 2) in marks.arrived  # beside the king that was turned up


def test_titles_by_people_are_drawn_whatever_they_say() -> None:
    game = find("anna")
    start = game.start("1")
    for label in ("Grüße, Anna", "🎉" * 64, "x" * 64, "\u202eabc", "漢字", "a\tb\n"):
        picture = board.draw(game, start, title=label, deal=label, moves=10**6)
        assert opened(picture).width == WIDTH


def test_a_won_game_is_celebrated() -> None:
    game = find("klondike")
    suits = {f"F{suit + 1}": DECK[13 * suit :][:13] for suit in range(4)}
    position = Position(tuple(suits.get(id, ()) for id in game.pile_ids))
    assert game.won(position)
    image = opened(board.draw(game, position, moves=24)).convert("RGB")
    assert image.getpixel((1, 300)) == Look().colours.mark
