"""Any commands in any order: what must always hold, looked for by Hypothesis."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from engine.game import Game
from engine.games.catalogue import games
from engine.moves import SOME_PLACES, TWO_PLACES, VERBS, IllegalMove, Move, read_exact
from engine.record import NothingLeft, Record
from tests.depth import much
from tests.engine.walks import all_cards, cards_of

pytestmark = pytest.mark.thorough

MOST = 120
"""Moves of one game."""


class Sitting(RuleBasedStateMachine):
    """A game at which somebody types whatever comes to mind.

    `line` is what `record` must remember: for each position what it was, and what was shown.
    """

    record: Record
    line: list[tuple[object, str, list[Move]]]

    @initialize(game=st.sampled_from(games()), deal=st.integers(0, 10**9).map(str))
    def begin(self, game: Game, deal: str) -> None:
        self.record = Record.begin(game, deal)
        self.line = [self.shown()]
        self.whole = all_cards(game)

    def shown(self) -> tuple[object, str, list[Move]]:
        game, position = self.record.game, self.record.position
        return position, game.caption(position), game.moves(position)

    @precondition(lambda self: self.record.done < MOST)
    @rule(choice=st.integers(0, 10**6), count=st.integers(1, 9))
    def play(self, choice: int, count: int) -> None:
        for step in range(count):
            _, _, moves = self.line[self.record.done]
            if not moves:
                return
            self.record = self.record.play(moves[(choice + step) % len(moves)])
            self.line[self.record.done :] = [self.shown()]

    @rule(
        verb=st.sampled_from(["", "", *sorted(VERBS)]),
        numbers=st.tuples(st.integers(0, 200), st.integers(0, 200)),
        count=st.integers(1, 14),
    )
    def try_anything(self, verb: str, numbers: tuple[int, int], count: int) -> None:
        game, position = self.record.game, self.record.position
        ids = (*game.pile_ids, "?")
        source, target = (ids[number % len(ids)] for number in numbers)
        words = [source, target, str(count)] if not verb else [verb]
        words += [source] * (verb in SOME_PLACES) + [source, target] * (verb in TWO_PLACES)
        move = read_exact(" ".join(words))
        listed = self.line[self.record.done][2]
        if game.legal(position, move):
            assert game.twin(position, move) in listed
            assert self.record.play(move).undo().position == position
        else:
            assert move not in listed
            with pytest.raises(IllegalMove, match=r"^.{8,}[.?]$"):
                self.record.play(move)
            assert self.record.position == position

    @rule(count=st.integers(1, 20))
    def undo(self, count: int) -> None:
        before = self.record.done
        try:
            self.record = self.record.undo(count)
        except NothingLeft:
            assert before == 0
        else:
            assert self.record.done == max(0, before - count)

    @rule(count=st.integers(1, 20))
    def redo(self, count: int) -> None:
        before = self.record.done
        try:
            self.record = self.record.redo(count)
        except NothingLeft:
            assert before == len(self.record.moves)
        else:
            assert self.record.done == min(len(self.record.moves), before + count)

    @rule()
    def restart(self) -> None:
        self.record = self.record.restart()
        assert self.record.position == self.record.game.start(self.record.deal)

    @rule()
    def keep_and_read_again(self) -> None:
        """As moves, as a whole, and as text, which keeps what is played."""
        record = self.record
        again = Record.replay(
            record.game, record.deal, [str(move) for move in record.moves], record.done
        )
        assert again == record
        read = Record.parse(record.text())
        assert (read.position, read.played) == (record.position, record.played)
        game = record.game
        assert game.load(game.dump(record.position)) == record.position

    @invariant()
    def nothing_is_lost_and_all_is_as_it_was(self) -> None:
        if hasattr(self, "line"):
            assert cards_of(self.record.position) == self.whole
            assert len(self.line) == len(self.record.moves) + 1
            assert self.shown() == self.line[self.record.done]


Sitting.TestCase.settings = settings(max_examples=much(80), stateful_step_count=30, deadline=None)
TestSitting = Sitting.TestCase
