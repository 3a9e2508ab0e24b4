"""The Zodiac: packets that block each other are seen before the building off begins."""

from __future__ import annotations

import random

from engine.cards import KING, make
from engine.games.catalogue import find
from engine.games.zodiac import comes_off
from engine.hints import State, outlook
from engine.position import Position
from engine.record import Record
from tests.depth import much
from tests.engine.endgames import brute_force

GAME = find("zodiac")


def endgame(choose: random.Random) -> Position:
    """Three suits are home; of the fourth some cards lie in packets, the others free."""
    piles = {id: [make(r, s) for r in range(1, 14)] for s, id in enumerate(("F1", "F2", "F3"))}
    piles |= {id: [make(r, s) for r in range(13, 0, -1)] for s, id in enumerate(("F5", "F6", "F7"))}
    up, down = choose.randint(1, 9), choose.randint(4, 12)
    piles["F4"] = [make(r, 3) for r in range(1, up)]
    piles["F8"] = [make(r, 3) for r in range(KING, down, -1)]
    left = [make(r, 3) for r in (*range(up, 14), *range(1, down + 1))]
    choose.shuffle(left)
    for n in range(1, 25):
        if left:
            size = choose.choice((1, 2, 3, 4))
            piles[f"Z{n}"], left = left[:size], left[size:]
    return Position(tuple(tuple(piles.get(id, ())) for id in GAME.pile_ids), None, "2")


def test_what_is_said_to_block_blocks_and_nothing_else() -> None:
    choose, verdicts = random.Random(1), []
    for _ in range(much(150)):
        position = endgame(choose)
        winnable = brute_force(GAME, position, 3000)
        if winnable is not None:
            assert bool(GAME.hopeless(position)) != winnable, GAME.dump(position)
            verdicts.append(winnable)
    assert set(verdicts) == {True, False}


def test_cards_that_lie_free_need_no_packet() -> None:
    assert comes_off(((1, 2), (3, 2)), 1, 13)
    assert comes_off(((1, 2), (1, 2)), 1, 13)
    assert not comes_off(((1, 2), (1, 2), (13, 12), (13, 12)), 1, 13)


def test_a_game_that_is_blocked_is_lost_for_all_to_see() -> None:
    lost = GAME.load({"piles": {"Z1": "AS 2S", "Z2": "AS 2S", "Z3": "KS QS", "Z4": "KS QS"}})
    free = [make(r, s) for s in range(4) for r in range(1, 14) for _ in range(2)]
    for pile in lost.piles:
        for card in pile:
            free.remove(card)
    stock = GAME.index["S"]
    lost = lost._replace(piles=(*lost.piles[:stock], tuple(free), *lost.piles[stock + 1 :]))
    assert "The spades of the Zodiac" in GAME.hopeless(lost)
    assert outlook(Record(GAME, "1", (), 0, (lost,))).state is State.LOST
