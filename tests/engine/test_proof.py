"""The search that goes to the end, and each of its reductions, against brute force."""

import random
from itertools import islice

import pytest

from engine import seen as seen_module
from engine.cards import ANY
from engine.deadlock import Deadlock
from engine.families import Family
from engine.game import Game
from engine.games.catalogue import find
from engine.games.flower_garden import FlowerGarden
from engine.layout import row
from engine.position import Position
from engine.promise import Foresight
from engine.proof import Proof
from engine.rules import Building, Match, Route, Tops
from engine.seen import Seen
from engine.solver import Verdict, check
from engine.steps import Steps
from engine.table import Table
from engine.zones import reserve, tableau
from tests.depth import much
from tests.engine.endgames import brute_force, won_record
from tests.engine.small import SHORTENED, small_positions
from tests.engine.walks import every_game

MOST = much(1000, 400)
"""Positions for brute force."""
NUMBER = much(60, 30)


class NarrowGarden(FlowerGarden):
    """With so few beds that a small game can be lost."""

    id = "narrow-garden"
    zones = (
        tableau("1-2", row(2, 0, 0), "the Garden"),
        reserve("R1-R4", row(4, 0, 1), "the Bouquet"),
        *FlowerGarden.zones[2:],
    )
    routes = (
        Route(Tops("1-2 R1-R4"), "F1-F4", Family()),
        Route(Tops("1-2 R1-R4"), "1-2", Building((-1,), Match.ANY, empty=ANY)),
    )
    alike = ("1-2", "R1-R4")

    def setup(self, table: Table) -> None:
        table.deal_out(("1", "2"))


REDUCED = [*SHORTENED, NarrowGarden()]
reduced_game = pytest.mark.parametrize("short", REDUCED, ids=lambda game: game.id)


def proven(game: Game, position: Position, looks: int = 20_000) -> Verdict:
    """By the exhaustive search alone; a win is replayed."""
    if game.won(position):
        return Verdict.WON
    proof = Proof(Foresight(game), position)
    line = next(filter(None, islice(proof.work(), looks)), None)
    if line:
        check(game, position, line)
        return Verdict.WON
    return Verdict.LOST if proof.exhausted else Verdict.UNKNOWN


@pytest.mark.thorough
@reduced_game
def test_reductions_change_no_verdict(short: Game) -> None:
    verdicts = []
    for position in small_positions(short, NUMBER):
        winnable = brute_force(short, position, MOST, fold=True)
        if winnable is None:
            continue  # and the search would take longer for nothing
        found = proven(short, position)
        if found is not Verdict.UNKNOWN:
            assert (found is Verdict.WON) == winnable, short.dump(position)
            verdicts.append(winnable)
    assert len(verdicts) > NUMBER // 3
    # so few cards always come home where every bare place takes any of them
    assert set(verdicts) == {True, False} or short.id == "fortress"


@pytest.mark.thorough
@reduced_game
def test_each_reduction_by_itself_changes_no_verdict(
    short: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    off = {
        "home_first": False,
        "in_order": False,
        "by_routes": False,
        "space_waits": False,
        "stock_waits": lambda position: False,
    }
    alone = [{name} for name in off] + [{"home_first", "in_order"}]
    small = list(small_positions(short, NUMBER // 3, seed=2))
    truths = [brute_force(short, position, MOST, fold=True) for position in small]
    for kept in alone:
        with monkeypatch.context() as without:
            for name in off.keys() - kept:
                without.setattr(short, name, off[name])
            for position, winnable in zip(small, truths, strict=True):
                found = Verdict.UNKNOWN if winnable is None else proven(short, position)
                if found is not Verdict.UNKNOWN:
                    assert (found is Verdict.WON) == winnable, (kept, short.dump(position))


@every_game
def test_no_recorded_win_goes_through_a_deadlock(game: Game) -> None:
    deadlock = Deadlock(game)
    for position in won_record(game).positions:
        assert not deadlock(position)


@reduced_game
def test_a_step_is_what_its_moves_make_of_the_position(short: Game) -> None:
    for position in small_positions(short, 40, seed=3):
        for moves, after in Steps(short, position)(position):
            later = position
            for move in moves:
                later = short.apply(later, move)
            assert later == after


def test_blocked_cards_are_seen_at_a_glance() -> None:
    klondike = find("klondike")
    home = {"F1": "AS 2S 3S", "F2": "AH 2H 3H", "F3": "AD 2D 3D", "F4": "AC 2C 3C"}
    low = "4H 4D 4C 5S 5H 5D 5C 6S 6H 6D 6C 7S 7H 7D 7C 8S 8H 8D 8C 9H 9D 9C"
    high = "TS TC JS JH JD JC QS QH QD QC KS KH KD KC"
    # The nine goes on a red ten, or home after the four; all of these lie under it.
    blocked = klondike.load({"piles": {**home, "S": f"{low} {high}", "W": "TH TD 4S 9S"}})
    assert Deadlock(klondike)(blocked)
    free = klondike.load({"piles": {**home, "S": f"{low} {high}", "W": "TH 4S 9S", "1": "TD"}})
    assert not Deadlock(klondike)(free)


def test_cards_that_move_as_one_go_home_the_last_one_first() -> None:
    klondike = find("klondike")
    up = "A{0} 2{0} 3{0} 4{0} 5{0} 6{0} 7{0} 8{0} 9{0} T{0} J{0} Q{0} K{0}".format
    home = {"F1": up("S"), "F2": "AH 2H", "F3": up("D"), "F4": "AC 2C 3C 4C"}
    ends = {"2": "(3H) 6C", "3": "6H", "4": "KH", "5": "KC", "6": "QH", "7": "JH"}
    pack = "QC JC TC 9C 8C 7C TH 9H 8H 7H 5H"
    # The six waits for the five, which goes nowhere without the four, and that for the three.
    blocked = klondike.load({"piles": {**home, **ends, "1": "5C 4H", "S": pack}})
    assert Deadlock(klondike)(blocked)
    assert brute_force(klondike, blocked, 5000) is False
    free = klondike.load({"piles": {**home, **ends, "1": "5C", "S": f"{pack} 4H"}})
    assert not Deadlock(klondike)(free)


def test_games_with_other_ways_to_win_have_no_deadlocks() -> None:
    nestor = find("nestor")
    assert not Deadlock(nestor)(nestor.start("2"))


def test_the_first_deals_of_klondike_are_proven_lost() -> None:
    klondike = find("klondike")
    for deal in ("1", "3", "4", "9"):
        assert proven(klondike, klondike.start(deal)) is Verdict.LOST


def test_keys_that_were_seen_are_known_however_many_come() -> None:
    seen, known = Seen(), set[bytes]()
    choose = random.Random(1)
    for _ in range(20_000):
        key = choose.randrange(12_000).to_bytes(3)
        assert seen.add(key) == (key not in known)
        known.add(key)
        assert len(seen) == len(known)
    assert not seen.full


def test_a_search_without_room_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen_module, "MOST", seen_module.SMALLEST)
    game = find("flower-garden")
    proof = Proof(Foresight(game), game.start("1"))
    assert not any(islice(proof.work(), 100_000))
    assert proof.full
    assert not proof.exhausted
