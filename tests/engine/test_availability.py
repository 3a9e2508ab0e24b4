"""Which cards may be taken, zone by zone, and that a covered or hidden one never is."""

from __future__ import annotations

import contextlib
import random

import pytest

from engine.cards import HIDDEN, Card, card_text, is_hidden, pile_text
from engine.game import Game
from engine.games.catalogue import find
from engine.moves import IllegalMove, Move, MoveError
from engine.position import Position
from engine.reading import read
from engine.record import Record
from engine.rules import expand
from engine.telling import describe
from tests.depth import much
from tests.engine.expected import expected, hides, made, ways
from tests.engine.walks import every_game, guided, sample, spread, wander

pytestmark = pytest.mark.thorough


@every_game
def test_cards_go_where_the_book_lets_them_and_nowhere_else(game: Game) -> None:
    known = expected(game)
    assert set(ways(game, made(game, known.late))) == set(known.ways.split())


@every_game
def test_only_top_cards_move_but_in_games_of_runs(game: Game) -> None:
    runs = expected(game).runs
    for position in sample(game):
        for move in game.moves(position):
            cards = game.pile(position, move.source)[-move.count :] if move.source else ()
            assert not any(map(is_hidden, cards))
            assert move.count == 1 or runs
    if not runs:
        for position in sample(game)[::3]:
            for move in spread(game.moves(position)):
                if not move.verb:
                    assert not game.legal(position, move._replace(count=2))


@every_game
def test_a_covered_card_that_is_named_is_refused_and_nothing_else_is_moved(game: Game) -> None:
    choose = random.Random(game.id)
    for position in sample(game, much(30, 6)):
        free = {card for move in game.moves(position) for card in named(game, position, move)}
        covered: list[Card] = [
            card
            for id in game.pile_ids
            for card in game.pile(position, id)[-game.seen(position, id) : -1]
            if not is_hidden(card) and card not in free
        ]
        for card in choose.sample(covered, min(6, len(covered))):
            target = choose.choice([id for id in game.pile_ids if game.pile(position, id)])
            for text in (f"{card_text(card)} {target}", f"{card_text(card)} f", card_text(card)):
                with pytest.raises(MoveError):
                    read(game, position, text)


@every_game
def test_a_named_card_is_the_one_that_moves(game: Game) -> None:
    choose = random.Random(f"named {game.id}")
    for position in sample(game, much(30, 6)):
        tops = [pile[-1] for pile in position.piles if pile and not is_hidden(pile[-1])]
        for card in choose.sample(tops, min(8, len(tops))):
            target = choose.choice(game.pile_ids)
            with contextlib.suppress(MoveError):
                move = read(game, position, f"{card_text(card)} {target}")
                assert game.legal(position, move)
                assert card in named(game, position, move)
                assert target in (move.source, move.target)


def named(game: Game, position: Position, move: Move) -> list[Card]:
    """The cards by which people may name a move."""
    if not move.source:
        return []
    others = game.pile(position, move.target)[-1:] if move.verb and move.target else ()
    return [game.leading(position, move), *others]


# --- hidden cards --------------------------------------------------------------------------------


@every_game
def test_cards_lie_face_down_only_where_the_game_hides_them(game: Game) -> None:
    assert hides(game) == expected(game).hidden


@pytest.mark.parametrize("count", [3, 4])
def test_a_hidden_card_is_no_part_of_a_run(count: int) -> None:
    game = find("klondike")
    piles = {"1": "(9D) (8H) 7S 6D", "2": "9C", "3": "8D", "4": "TS"}
    position = game.load({"piles": piles})
    assert set(map(str, game.moves(position))) == {"1 3 2", "3 2"}
    for target in "234":
        with pytest.raises(IllegalMove, match="all face-up cards together"):
            game.apply(position, Move("", "1", target, count))
    after = game.apply(position, Move("", "1", "3", 2))
    assert pile_text(game.pile(after, "1")) == "(9D) 8H"


def test_hints_and_telling_never_take_a_hidden_card() -> None:
    game = find("klondike")
    for deal in range(12):
        position = game.start(str(deal))
        for move, after in guided(game, str(deal)):
            cards = game.pile(position, move.source)[-move.count :] if move.source else ()
            assert all(card < HIDDEN for card in cards)
            assert "▒" not in describe(game, position, move)
            position = after


# --- zone by zone --------------------------------------------------------------------------------


def sources(game: Game, position: Position) -> set[str]:
    """The piles from which some route may take the top card now."""
    found = {
        game.pile_ids[at]
        for route in game.routing.now(position.phase)
        for _, at, _ in route.source.bind(game.index)(position.piles)
    }
    assert all(game.pile(position, id) for id in found)
    return found


def test_all_flowers_of_the_bouquet_are_free_and_none_is_laid_there() -> None:
    game = find("flower-garden")
    for position, _ in wander(game, "bouquet", 200):
        full = {id for id in game.pile_ids if game.pile(position, id)} - game.home
        assert sources(game, position) == full
        assert not any(move.target.startswith("R") for move in game.moves(position))


def test_the_rug_gives_cards_with_a_free_narrow_end() -> None:
    game = find("japanese-rug")
    for position, _ in wander(game, "ends", 200):
        expected = {"W"} if game.pile(position, "W") else set()
        for column, letter in enumerate("abcdefgh"):
            for row in range(1, 9):
                upright = (column + row) % 2 == 1  # a1 stands upright
                near = (
                    (f"{letter}{row - 1}", f"{letter}{row + 1}")
                    if upright
                    else (f"{chr(ord(letter) - 1)}{row}", f"{chr(ord(letter) + 1)}{row}")
                )
                if game.pile(position, f"{letter}{row}") and any(
                    id not in game.index or not game.pile(position, id) for id in near
                ):
                    expected.add(f"{letter}{row}")
        assert sources(game, position) == expected


def test_the_garden_of_babette_gives_cards_with_nothing_below_them() -> None:
    game = find("babette")
    for position in sample(game, 200):
        expected = {
            id
            for id in game.pile_ids
            if id[0] in "abcdefgh" and game.pile(position, id)
            if id.endswith("13") or not game.pile(position, f"{id[0]}{int(id[1:]) + 1}")
        }
        assert sources(game, position) == expected


def test_the_kings_give_their_outermost_cards_only_and_only_after_the_deal() -> None:
    game = find("kings")
    position = game.load({"piles": {"1": "3S 5H 2D", "6": "8C", "F1": "AS"}, "phase": "play"})
    assert set(map(str, game.moves(position))) >= {"1 F1", "1 2", "6 2"}
    after = game.apply(position, Move("", "1", "F1"))
    assert Move("", "1", "F1") not in game.moves(after), "the three lies under the five"
    with pytest.raises(IllegalMove, match="lies on 1 under"):
        read(game, after, "3s f1")
    dealing = position._replace(piles=game.start("1").piles, phase="deal:left")
    assert list(map(str, game.moves(dealing))) == ["d"]


def test_the_assembly_of_the_clans_gives_its_last_card_only() -> None:
    game = find("gathering-of-the-clans")
    piles = {"F1": "5H", "A": "6H 5S 9C", "W": "5C 2D", "1": "5D", "2": "KS"}
    position = game.load({"piles": piles})
    assert set(map(str, game.moves(position))) == {"1 F2", "redeal"}
    for text in ("5s f", "6h f1", "5c f"):
        with pytest.raises(IllegalMove):
            read(game, position, text)


def test_army_and_navy_are_all_free_at_once() -> None:
    game = find("empress-of-india")
    position = game.start("1")
    moves = {str(move) for move in game.moves(position) if not move.verb}
    army, navy = expand("A1-A24"), expand("N1-N24")
    assert moves == {f"{a} {n}" for a in army for n in navy} | {
        f"{n} {a}" for a in army for n in navy
    }


def test_married_cards_stay_together() -> None:
    game = find("empress-of-india")
    record = Record.begin(game, "1").play(Move("", "A1", "N1"))
    red, black = (
        record.positions[0].piles[game.index["A1"]],
        record.positions[0].piles[game.index["N1"]],
    )
    assert game.pile(record.position, "N1") == black + red
    assert not any(
        "N1" in (move.source, move.target) and move.verb != "play"
        for move in game.moves(record.position)
    )


def test_the_reserve_of_nestor_is_closed_while_columns_match() -> None:
    game = find("nestor")
    for position, _ in wander(game, "reserve", 300):
        moves = game.moves(position)
        columns = [move for move in moves if not {move.source[0], move.target[0]} & {"R"}]
        assert columns == moves or not columns


def test_the_rivers_of_the_congress_give_their_last_cards_only() -> None:
    game = find("congress")
    position = game.load({"piles": {"F1": "AS", "R1": "2S 9D", "R2": "5H 2S", "1": "KC"}})
    assert [str(move) for move in game.moves(position) if move.target == "F1"] == ["R2 F1"]
