"""What holds for every game, by being registered: long walks through all of them."""

from __future__ import annotations

import random
import re
from itertools import chain, combinations, islice

import pytest

from engine.cards import card_text
from engine.game import Game
from engine.games.catalogue import find, shortest_name
from engine.hints import State, finish, greedy, hint, outlook
from engine.moves import (
    ALONE,
    DEAL,
    FILL,
    REDEAL,
    AmbiguousMove,
    Move,
    naming,
    read_exact,
)
from engine.position import Position
from engine.reading import read
from engine.record import NothingLeft, Record
from tests.depth import much
from tests.engine.walks import affordable, all_cards, cards_of, every_game, guided, wander

pytestmark = pytest.mark.thorough

TRIED = much(60_000)
"""Commands that are tried in one game, legal or not."""


@every_game
def test_cards_are_conserved(game: Game) -> None:
    whole = all_cards(game)
    for position, _ in wander(game, "conserved", much(1500)):
        assert cards_of(position) == whole


@every_game
def test_apply_accepts_exactly_what_moves_lists(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids, left = game.pile_ids, TRIED
    for position, _ in islice(wander(game, "listed", 40 * 7), 0, None, 7):
        listed = game.moves(position)
        assert len(set(listed)) == len(listed)
        deepest = max(move.count for move in listed) if listed else 1
        tried = [DEAL, REDEAL, FILL, *(Move("play", id) for id in ids)]
        tried += [Move("play", a, b) for a in ids for b in ids if "play" in game.verbs]
        if game.most_named > 2:
            tried += [naming("play", some) for some in combinations(game.tableau_ids, 4)]
        tried += [
            Move(verb, source, target, count)
            for verb, most_cards in (("", deepest + 1), ("pair", 1), ("swap", 1))
            if not verb or verb in game.verbs
            for source in ids
            for target in ids
            for count in range(1, most_cards + 1)
        ]
        with monkeypatch.context() as patch:  # thousands of questions, and one answer
            patch.setattr(game, "moves", {position: frozenset(listed)}.__getitem__)
            accepted = {game.twin(position, move) for move in tried if game.legal(position, move)}
        assert accepted == set(listed)
        for move in [*accepted][:3]:
            assert game.apply(position, move) == game.after(position, move)
        left -= len(tried)
        if left < 0:
            break


@every_game
def test_moves_that_are_equal_lead_to_equal_positions(game: Game) -> None:
    for position, move in wander(game, "twins", much(300)):
        for other in equal_moves(game, position, move):
            after = game.apply(position, other)
            assert cards_of(after) == cards_of(position)
            assert game.placed(after) == game.placed(game.apply(position, move))


def equal_moves(game: Game, position: Position, move: Move) -> list[Move]:
    """Other names for a listed move."""
    others = [move._replace(target=id) for id in game.home if id != move.target and move.target]
    others.append(move._replace(source=move.target, target=move.source))
    return [
        other
        for other in others
        if game.twin(position, other) == move and game.legal(position, other)
    ]


@every_game
def test_undo_and_redo_restore_everything(game: Game) -> None:
    choose = random.Random(game.id)
    record = Record.begin(game, "undo")
    line = [record.position]
    at = 0
    for _ in range(much(10_000)):
        moves = game.moves(record.position) if at < 300 else []
        step = choose.random()
        if step < 0.6 and moves:
            record = record.play(choose.choice(moves))
            at += 1
            line[at:] = [record.position]
        elif step < 0.8 or not moves:
            if at == 0:
                with pytest.raises(NothingLeft):
                    record.undo()
                continue
            record = record.undo()
            at -= 1
        elif at < len(line) - 1:
            record = record.redo()
            at += 1
        assert record.position == line[at]
    again = Record.replay(game, record.deal, [str(move) for move in record.moves], record.done)
    assert again.positions == record.positions
    assert again.position == line[at]
    assert game.moves(again.position) == game.moves(line[at])


@every_game
def test_text_forms_round_trip(game: Game) -> None:
    for position, move in wander(game, "round trip", much(200)):
        assert game.load(game.dump(position)) == position
        assert read_exact(str(move)) == move
    record = Record.begin(game, "Grüße, Anna")
    for move, _ in islice(greedy(game, record.position), 60):
        record = record.play(move)
    again = Record.parse(record.text())
    assert (again.game, again.deal, again.positions) == (game, record.deal, record.positions)
    assert again.text() == record.text()


@every_game
def test_phases_are_those_that_the_game_has(game: Game) -> None:
    followed = (position for _, position in guided(game))
    for position in chain((p for p, _ in wander(game, "phases", much(1500))), followed):
        assert re.fullmatch(game.phases, position.phase)
    piles = game.dump(game.start("1"))["piles"]
    assert game.load({"piles": piles}).phase == game.first_phase
    for phase in ("nonsense", "play 99", "next 0", "deal 21", f"{game.first_phase} "):
        with pytest.raises(ValueError, match="has no phase"):
            game.load({"piles": piles, "phase": phase})


@every_game
def test_a_label_means_one_deal_for_ever(game: Game) -> None:
    start = game.start("20261130")
    assert game.start("0020261130") == start
    assert find(game.id).start("20261130") == start
    record = Record.begin(game, "20261130")
    for _, move in islice(wander(game, "20261130", 40), 30):
        if game.legal(record.position, move):
            record = record.play(move)
    assert record.restart().position == start
    assert len({game.start(str(deal)).piles for deal in range(much(1000))}) == much(1000)


@every_game
def test_what_is_typed_means_the_move(game: Game) -> None:
    for position, move in wander(game, "typed", much(150)):
        assert read(game, position, str(move)) == move
        assert read(game, position, f"  {str(move).lower()} ") == move
        way = f"{move.source} {move.target}"
        assert read(game, position, str(move).replace(way, way.replace(" ", " -> "))) == move
        if move.verb in ALONE or move.verb == "play":
            continue
        card = game.leading(position, move)
        if game.seen(position, move.source) < move.count:
            continue
        meant = candidates(game, position, f"{move.verb} {card_text(card)} {move.target}")
        assert all(one.target == move.target or one.verb for one in meant)
        assert all(game.leading(position, one) == card or one.verb for one in meant)
        assert move in meant or len(meant) == 1


def candidates(game: Game, position: Position, text: str) -> tuple[Move, ...]:
    """The move that was typed, or the ones that it could be."""
    try:
        return (read(game, position, text),)
    except AmbiguousMove as error:
        return error.candidates


@every_game
def test_playing_on_ends(game: Game) -> None:
    for deal in range(affordable(game, much(300)) // 100 or 1):
        moves = list(greedy(game, game.start(str(deal)), most=4000))
        assert len(moves) < 4000


@every_game
def test_hints_are_accepted_and_never_go_back(game: Game) -> None:
    record = Record.begin(game, "hints")
    seen, most = {record.position}, affordable(game, much(250))
    while len(seen) < most and (move := hint(record)):
        record = record.play(move)
        assert record.position not in seen
        seen.add(record.position)
    if len(seen) < most and not game.won(record.position):
        assert all(
            game.after(record.position, move) in seen for move in game.moves(record.position)
        )


@every_game
def test_finishing_only_brings_cards_home(game: Game) -> None:
    record = Record.begin(game, "1")
    for number, (move, _) in enumerate(guided(game)):
        moves = finish(record)
        assert moves == [] or number % 3 or finish(record) == moves
        later = record
        for step in moves:
            later = later.play(step)
        assert game.placed(later.position) >= game.placed(record.position) + len(moves)
        record = record.play(move)


@every_game
def test_a_game_is_lost_only_when_nothing_is_left(game: Game) -> None:
    record = Record.begin(game, "1")
    choose = random.Random(game.id)
    for number, (move, _) in enumerate(guided(game)[: much(60)]):
        if number % 5 == 0 and outlook(record).state is State.LOST:
            for _ in range(much(50)):
                position = record.position
                for _ in range(100):
                    moves = game.moves(position)
                    if not moves:
                        break
                    position = game.after(position, choose.choice(moves))
                assert not game.won(position)
        record = record.play(move)


@every_game
def test_deals_give_something_to_play(game: Game) -> None:
    """In nearly every deal a card can be moved, and play by chance reaches the foundations."""
    placed = alive = 0
    for deal in range(200):
        position = game.start(str(deal))
        before = game.placed(position)
        choose = random.Random(deal)
        moved = False
        for _ in range(60):
            moves = game.moves(position)
            cards = [move for move in moves if move.verb not in ALONE]
            moved |= bool(cards) or game.placed(position) > before
            if not moves or (moved and placed):
                break
            position = game.after(position, choose.choice(cards or moves))
            placed = max(placed, game.placed(position) - before)
        alive += moved
    if not placed:  # The Zodiac's foundations open only when the whole pack lies
        starts = (game.start(str(deal)) for deal in range(5))
        placed = sum(game.placed(after) for start in starts for _, after in greedy(game, start))
    assert placed > 0 or not game.home
    assert alive > 160  # a tenth of Cover's deals and a few of Perseverance's are lost as they lie


@every_game
def test_the_layout_lies_on_the_board(game: Game) -> None:
    width, height = game.board
    assert width / (height * 1.4) < 3
    for id, place in game.places.items():
        sideways = place.turn % 180 == 90
        wider, lower = (0.2, 1 / 7) if sideways else (0, 0)  # turned about its centre
        assert wider - 0.01 <= place.x <= width - wider - 0.99, id
        assert -lower - 0.01 <= place.y <= height + lower - 0.99, id


@every_game
def test_descriptions_are_complete(game: Game) -> None:
    assert game.kind in ("skill", "mixed", "luck")
    assert game.length in ("short", "medium", "long")
    assert 1880 <= game.year <= 2026
    for text in (game.title, game.book, game.object, game.example):
        assert text
        assert text == text.strip()
    assert game.object.endswith(".")
    assert game.difficulty in ("easy", "fair", "hard")
    for name in (game.id, game.title, *game.aliases):
        assert find(name.upper()).id == game.id
    short = shortest_name(game)
    assert find(short) is game
    assert len(short) <= 18
    assert " " not in short
    assert sum(cards_of(game.start("1")).values()) == sum(all_cards(game).values())
