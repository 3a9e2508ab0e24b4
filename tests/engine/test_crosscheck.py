"""All that says whether a position can be won, side by side: nothing may contradict anything else.

Small positions of every game (its recorded end, the same with cards that changed places, and
shortened packs) are asked about by brute force, by the recorded line, by every way of searching,
by the whole solver, and by what is told at a glance.
"""

from collections.abc import Callable
from itertools import count, islice

import pytest

from engine.beam import Beam
from engine.deadlock import Deadlock
from engine.game import Game
from engine.hints import State, outlook
from engine.position import Position
from engine.promise import Foresight
from engine.proof import Proof
from engine.record import Record
from engine.sampling import Hinted, Judging, SearchWay, Trying
from engine.solver import Verdict, check, solve
from tests.depth import SHARE, much
from tests.engine.endgames import brute_force, endgames, won_record
from tests.engine.small import SHORTENED, small_positions
from tests.engine.walks import every_game

WAYS: tuple[type[SearchWay], ...] = (Proof, Hinted, Trying, Judging, Beam)
MOST = much(600)
"""Positions for brute force."""
LOOKS = much(1500)
"""Bits of work for each way."""
ENDS, SHORT = (28, 120) if SHARE == 1 else (3, 10)
"""Positions of a game: ends, and shortened packs."""
Says = dict[str, bool]
"""Who says that a position can be won, or that it can't; whoever doesn't know is missing."""


def verdicts(game: Game, position: Position) -> Says:
    """What each of them says; a line that is found is played before it counts."""
    says = Says()
    if (truth := brute_force(game, position, MOST)) is not None:
        says["brute force"] = truth
    if Deadlock(game)(position):
        says["deadlock"] = False
    if outlook(Record(game, "1", (), 0, (position,))).state is State.LOST:
        says["outlook"] = False
    foresight = Foresight(game)
    for kind in WAYS:
        way = kind(foresight, position)
        line = next(filter(None, islice(way.work(), LOOKS)), None)
        if line:
            check(game, position, line)
            says[kind.__name__] = True
        elif isinstance(way, Proof) and way.exhausted:
            says[kind.__name__] = False
    for prove in (False, True):
        found = solve(game, position, stop=after_turns(LOOKS // 100), prove=prove)
        if found.verdict is not Verdict.UNKNOWN:
            says[f"solve {prove=}"] = found.verdict is Verdict.WON
    return says


def after_turns(most: int) -> Callable[[], bool]:
    """Stops a search when it has asked so often."""
    turns = count()
    return lambda: next(turns) > most


def agree(game: Game, position: Position, says: Says) -> None:
    assert len(set(says.values())) < 2, (says, game.dump(position))


@pytest.mark.thorough
@every_game
def test_nothing_contradicts_anything_at_the_end_of_a_game(game: Game) -> None:
    along = set(won_record(game).positions)
    positions = endgames(game, ENDS)
    known = 0
    for position in positions:
        says = verdicts(game, position)
        if position in along:
            says["the recorded line"] = True
        agree(game, position, says)
        known += len(says) > 1
    assert known


@pytest.mark.thorough
@pytest.mark.parametrize("game", SHORTENED, ids=lambda game: game.id)
def test_nothing_contradicts_anything_with_a_shortened_pack(game: Game) -> None:
    found = []
    for position in small_positions(game, SHORT, seed=4):
        says = verdicts(game, position)
        agree(game, position, says)
        found += list(says.values())[:1]
    assert len(found) > SHORT // 2
