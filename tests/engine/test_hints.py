"""Hints, the safe finish, and what a table says of a game that hardly goes on."""

import pytest

from engine.cards import parse_pile
from engine.game import Game
from engine.games.catalogue import find
from engine.hints import State, finish, hint, is_barren, is_homeward, is_open, outlook
from engine.moves import DEAL, REDEAL, Move
from engine.position import Position
from engine.record import Record
from engine.zones import Kind
from tests.depth import much
from tests.engine.endgames import brute_force, endgames, won_record
from tests.engine.walks import every_game, sample

MOST = much(800)


def at(game: Game, position: Position) -> Record:
    """A record that stands in this position, as if it were a deal's first."""
    return Record(game, "1", (), 0, (position,))


# --- finish --------------------------------------------------------------------------------------


@pytest.mark.thorough
@every_game
def test_finishing_loses_nothing(game: Game) -> None:
    for position in endgames(game):
        record = at(game, position)
        moves = finish(record)
        for move in moves:
            assert is_homeward(game, move)
            record = record.play(move)
        if moves and not game.won(record.position) and brute_force(game, position, MOST):
            assert brute_force(game, record.position, MOST) is not False


@every_game
def test_a_game_that_plays_itself_is_finished(game: Game) -> None:
    record = won_record(game).undo()
    if is_open(game, record.position) and is_homeward(game, won_record(game).moves[-1]):
        moves = finish(record)
        assert moves
        for move in moves:
            record = record.play(move)
        assert game.won(record.position)


ACES_TO_KNAVES = {
    f"F{k}": f"A{s} 2{s} 3{s} 4{s} 5{s} 6{s} 7{s} 8{s} 9{s} T{s} J{s}"
    for k, s in zip(range(3, 9), "HHDDCC", strict=True)
}
REST = "JS TS TS 9S 9S 8S 8S 7S 7S 6S 6S 5S 5S"


def test_a_card_is_left_alone_when_its_twin_has_to_go_first() -> None:
    game = find("constitution")
    piles = {"F1": "AS 2S", "F2": "AS", "1": "JS 3S", "2": "4S 4S 2S 3S", "3": REST}
    position = game.load({"piles": ACES_TO_KNAVES | piles})
    wrong, right = Move("", "1", "F1"), Move("", "2", "F1")
    assert {wrong, right} <= set(game.moves(position))
    assert brute_force(game, game.apply(position, wrong), 5000) is False
    assert brute_force(game, game.apply(position, right), 5000) is True
    assert finish(at(game, position)) == []


def test_nothing_is_finished_while_something_is_hidden() -> None:
    game = find("klondike")
    position = game.load({"piles": {"F1": "AS", "1": "(KH) 2S", "S": ""}})
    assert finish(at(game, position)) == []
    seen = game.load({"piles": {"F1": "AS", "1": "KH 2S", "S": ""}})
    assert finish(at(game, seen)) == [Move("", "1", "F1")]


def test_a_card_that_something_may_be_laid_on_stays() -> None:
    game = find("flower-garden")
    clubs = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC"
    piles = {"F1": "AS 2S", "F4": clubs, "1": "KC 3S", "2": "KD 2H"}
    assert finish(at(game, game.load({"piles": piles}))) == []


def test_the_last_move_is_never_taken_back_by_finishing() -> None:
    game = find("la-nivernaise")
    piles = {"F1": "AS 2S 3S", "F5": "KS QS JS TS 9S 8S 7S 6S 5S 4S", "1": "KH"}
    record = at(game, game.load({"piles": piles, "redeals_left": 0}))
    record = record.play(Move("", "F1", "F5"))
    back = Move("", "F5", "F1")
    assert back in game.moves(record.position)
    assert back not in finish(record)


# --- hints ---------------------------------------------------------------------------------------


@every_game
def test_hints_come_to_an_end(game: Game) -> None:
    for position in endgames(game)[:6]:
        record = at(game, position)
        seen = {position}
        while (move := hint(record)) and len(seen) < 80:
            record = record.play(move)
            assert record.position not in seen
            seen.add(record.position)


def test_a_hint_prefers_cards_to_dealing() -> None:
    game = find("klondike")
    assert hint(at(game, game.load({"piles": {"S": "9C", "1": "8H", "2": "9S"}}))) != DEAL
    assert hint(at(game, game.load({"piles": {"S": "9C", "1": "8H", "2": "9H"}}))) == DEAL


@every_game
def test_of_equal_cards_a_hint_moves_the_one_that_frees_a_place(game: Game) -> None:
    for position in sample(game, 40):
        move = hint(at(game, position))
        if not move or move.verb or len(game.pile(position, move.source)) == move.count:
            continue
        cards = game.pile(position, move.source)[-move.count :]
        for twin in game.moves(position):
            if (twin.verb, twin.target, twin.count) == ("", move.target, move.count):
                frees = game.zone_of(twin.source).kind is Kind.TABLEAU
                assert not (frees and game.pile(position, twin.source) == cards)


@pytest.mark.parametrize("alone", ["2", "9"])
def test_the_twin_that_is_alone_in_its_column_goes_first(alone: str) -> None:
    game = find("napoleon-at-st-helena")
    columns = {str(n): "KS" for n in range(1, 11)} | {"4": "9H AS", alone: "AS"}
    piles = [parse_pile(columns.get(id, "")) for id in game.pile_ids]
    position = game.start("1")._replace(piles=tuple(piles))
    assert hint(at(game, position)) == Move("", alone, "F1")


def test_a_hint_says_redeal_when_that_is_all() -> None:
    game = find("perseverance")
    record = Record.begin(game, "1")
    while outlook(record).state is State.OPEN and (move := hint(record)) and move != REDEAL:
        record = record.play(move)
    if game.moves(record.position) == [REDEAL]:
        assert hint(record) == REDEAL


def test_after_a_barren_pass_there_is_no_hint() -> None:
    game = find("anna")
    record = at(game, game.load({"piles": {"W": "5H 7C", "F1": "JS"}, "redeals_left": 1}))
    steps = 0
    while move := hint(record):
        record = record.play(move)
        steps += 1
        assert steps < 50
    assert outlook(record).state in (State.LOST, State.OPEN)


# --- outlook -------------------------------------------------------------------------------------


@pytest.mark.thorough
@every_game
def test_lost_is_said_only_of_lost_games(game: Game) -> None:
    for position in endgames(game):
        state = outlook(at(game, position)).state
        if state is State.LOST:
            assert brute_force(game, position, much(5000)) is not True
        if game.moves(position) == [] and not game.won(position):
            assert state is State.LOST


@every_game
def test_a_recorded_win_is_never_called_lost(game: Game) -> None:
    record = won_record(game)
    step = max(1, record.done // 25)
    for done in range(0, record.done, step):
        earlier = record.undo(record.done - done) if done < record.done else record
        assert outlook(earlier).state not in (State.LOST, State.WON)
    assert outlook(record).state is State.WON


def test_a_long_search_leaves_the_question_open() -> None:
    game = find("flower-garden")
    position = game.start("1")
    assert not is_barren(game, position, 50)
    assert outlook(at(game, position)).state is State.OPEN


def test_dealing_is_offered_when_it_is_all_there_is() -> None:
    game = find("klondike")
    stuck = outlook(at(game, game.load({"piles": {"S": "9C 4D", "1": "8H"}})))
    assert stuck.state is State.STUCK
    assert "`d`" in stuck.text


def test_no_command_at_all_is_lost() -> None:
    game = find("klondike")
    beds = {"1": "AS KS", "2": "KH", "3": "KD", "4": "KC", "5": "QS", "6": "QH"}
    lost = outlook(at(game, game.load({"piles": beds})))
    assert lost.state is State.LOST
    assert lost.text.endswith(".")


@every_game
def test_moves_that_bring_cards_home_are_known(game: Game) -> None:
    record = won_record(game)
    for before, after, move in zip(
        record.positions, record.positions[1:], record.moves, strict=False
    ):
        more = game.placed(after) > game.placed(before)
        if is_homeward(game, move):
            assert more, move
        elif move.verb in ("pair", "play"):
            assert not more, move
