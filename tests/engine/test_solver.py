"""The solver against brute force, against itself under looser rules, and against the clock."""

import random
from itertools import count, islice

import pytest

from engine.beam import Beam
from engine.cards import KING, of_rank
from engine.game import Game
from engine.games.catalogue import find, games
from engine.games.flower_garden import FlowerGarden
from engine.moves import read_exact
from engine.position import Position
from engine.promise import FAR, Foresight, _least, _packed
from engine.proof import Proof
from engine.reading import read
from engine.rules import Building, Match, Route, Tops
from engine.sampling import Hinted, Judging, SearchWay, Trying
from engine.solver import Solution, Verdict, check, solve
from tests.depth import every
from tests.engine.endgames import brute_force, endgames, won_record
from tests.engine.walks import every_game

MOST = 800
"""Positions for brute force."""


def limited(game: Game, position: Position, looks: int) -> Solution:
    """A search that is stopped after so many turns."""
    turns = count()
    return solve(game, position, most=20_000, stop=lambda: next(turns) > looks)


@pytest.mark.parametrize("kind", [Hinted, Proof, Trying, Judging, Beam])
@every_game
def test_every_way_by_itself_tells_the_truth(game: Game, kind: type[SearchWay]) -> None:
    record = won_record(game)
    # From a card or two before the end any way must get there, but for a beam that has no deals.
    for back, must in ((1, kind is not Beam or "S" in game.index), (12, False)):
        position = record.positions[-min(back, record.done) - 1]
        work = kind(Foresight(game), position).work()
        line = next(filter(None, islice(work, 2000)), None)
        assert line or not must
        if line:
            check(game, position, line)


@every_game
def test_wins_can_be_typed(game: Game) -> None:
    record = won_record(game)
    found = limited(game, record.positions[-min(12, record.done)], 100)
    assert found.verdict is Verdict.WON
    position = record.positions[-min(12, record.done)]
    for move in found.moves:
        assert not game.won(position)
        assert read(game, position, str(move)) == move
        position = game.apply(position, read_exact(str(move)))
    assert game.won(position)


REDEALT = [game for game in games() if game.redeals]


@pytest.mark.thorough
@pytest.mark.parametrize("game", REDEALT, ids=lambda game: game.id)
def test_another_redeal_never_hurts(game: Game) -> None:
    for position in endgames(game):
        for left in range(game.redeals or 0):
            fewer = position._replace(redeals_left=left)
            if brute_force(game, fewer, MOST):
                more = position._replace(redeals_left=left + 1)
                assert limited(game, more, 60).verdict is not Verdict.LOST
                line = limited(game, fewer, 60)
                if line.verdict is Verdict.WON:
                    for move in line.moves:
                        more = game.apply(more, move)
                    assert game.won(more)


class StrictGarden(FlowerGarden):
    """Only kings begin an empty bed, and cards are built in suit."""

    routes = (
        FlowerGarden.routes[0],
        Route(Tops("1-6 R1-R16"), "1-6", Building((-1,), Match.SUIT, empty=of_rank(KING))),
    )


@pytest.mark.thorough
def test_what_wins_by_strict_rules_wins_by_loose_ones() -> None:
    strict, loose = StrictGarden(), find("flower-garden")
    for position in endgames(loose, 30):
        found = limited(strict, position, 60)
        if found.verdict is Verdict.WON:
            later = position
            for move in found.moves:
                later = loose.apply(later, move)
            assert loose.won(later)
            assert limited(loose, position, 60).verdict is Verdict.WON
        elif limited(loose, position, 60).verdict is Verdict.LOST:
            assert found.verdict is Verdict.LOST


@pytest.mark.thorough
def test_a_lost_deal_is_proven_lost() -> None:
    klondike = find("klondike")
    # most of the first deals are lost after a few moves
    verdicts = [limited(klondike, klondike.start(str(deal)), 120).verdict for deal in range(4)]
    assert Verdict.LOST in verdicts


def test_a_search_that_is_stopped_knows_nothing() -> None:
    game = find("st-louis")
    start = game.start("0")
    assert solve(game, start, stop=lambda: True) == Solution(Verdict.UNKNOWN, (), 0)
    found = solve(game, start, most=500)
    assert found.verdict is Verdict.UNKNOWN
    assert 500 <= found.positions < 20_000


def test_a_won_position_needs_no_moves() -> None:
    for game in games():
        end = won_record(game).position
        assert solve(game, end) == Solution(Verdict.WON, (), 1)


def test_the_same_search_finds_the_same_line() -> None:
    game = find("anna")
    lines = {solve(game, game.start("1"), most=200_000).moves for _ in range(2)}
    assert len(lines) == 1
    assert lines != {()}


def test_waits_tell_what_goes_home_before() -> None:
    game = find("flower-garden")
    position = game.load({"piles": {"F1": "AS 2S", "1": "KS 3S 5S"}})
    foresight = Foresight(game)
    (waits,) = foresight.waits(position, foresight.state(position))
    three, five, king, ace = 0x03, 0x05, 0x0D, 0x01
    assert [waits[three], waits[five], waits[king], waits[ace]] == [0, 2, 10, FAR]


def test_waits_are_compared_side_by_side() -> None:
    choose = random.Random(1)
    for _ in range(100):
        one, other = ([choose.randrange(FAR + 1) for _ in range(64)] for _ in range(2))
        least = _least(_packed(one), _packed(other)).to_bytes(64, "little")
        assert list(least) == list(map(min, one, other))


@every_game
def test_what_piles_take_is_what_their_routes_want(game: Game) -> None:
    for position in won_record(game).positions[:: every(4)]:
        for id in game.pile_ids:
            wanted = 0
            for route in game.routing.now(position.phase):
                if id in route.target_ids:
                    wants = game.routing.wants(route)
                    wanted |= wants(position.piles, game.index[id]) & route.cards
            assert game.routing.takes(position.piles, position.phase, id) == wanted


def test_waits_of_two_families_are_told_apart() -> None:
    game = find("sly")
    position = game.load({"piles": {"F1": "AS 2S", "F5": "KS QS"}, "phase": "play"})
    foresight = Foresight(game)
    nearest, up, down = foresight.waits(position, foresight.state(position))
    five, jack = 0x05, 0x0B
    assert [nearest[five], up[five], down[five]] == [2, 2, 6]
    assert [nearest[jack], up[jack], down[jack]] == [0, 8, 0]
