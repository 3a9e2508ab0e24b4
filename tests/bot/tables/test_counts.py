"""A move is computed once: one line of chat counts what it asks the engine and the store for."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from bot.store.tables import TableStore
from bot.tables.tables import Tables
from engine import reading
from engine.game import Game
from engine.games.catalogue import find
from engine.position import Position
from engine.talk import is_meant
from tests.bot.room import ANNA, CHANNEL, Room


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each is called."""
    found: Counter[str] = Counter()

    def count(of: object, name: str, word: str) -> None:
        real: Callable[..., Any] = getattr(of, name)

        def counting(*args: Any, **options: Any) -> Any:
            found[word] += 1
            return real(*args, **options)

        monkeypatch.setattr(of, name, counting)

    count(TableStore, "load", "loaded")
    count(TableStore, "begin", "begun")
    count(TableStore, "commit", "committed")
    count(reading, "phrases", "read")
    count(Game, "moves", "listed")
    count(Game, "after", "applied")
    count(Game, "start", "dealt")
    return found


@pytest.mark.parametrize("chat", [True, False])
@pytest.mark.parametrize("line", ["d", "d, d, d", "deal"])
async def test_each_move_of_a_line_is_computed_once(
    room: Room, tables: Tables, counts: Counter[str], line: str, chat: bool
) -> None:
    await room.do("start", ANNA, "klondike")
    counts.clear()
    answer = await tables.play(CHANNEL, ANNA, line, "e1", chat=chat)
    assert answer
    assert not answer.error
    moves = line.count(",") + 1
    assert counts == {
        "begun": 1, "committed": 1,  # one look at the table, with the event's answer
        "read": moves, "applied": moves,
        "listed": moves,  # of each position that is new: the one before was known
    }  # fmt: skip


async def test_a_second_process_deals_and_applies_what_it_has_not_seen(
    room: Room, store: TableStore, counts: Counter[str]
) -> None:
    await room.do("start", ANNA, "klondike")
    await room.do("play", ANNA, "d, d")
    other = Tables(store)
    counts.clear()
    assert await other.play(CHANNEL, ANNA, "d", "e1")
    assert (counts["begun"], counts["dealt"], counts["read"]) == (1, 1, 1)
    assert counts["applied"] == 1 + 2  # the new one, and the two of the record
    counts.clear()
    await room.do("play", ANNA, "d")  # here only the other's move is new
    assert (counts["dealt"], counts["read"], counts["applied"]) == (0, 1, 2)


async def test_talk_is_looked_at_once_and_computes_nothing(
    room: Room, tables: Tables, counts: Counter[str]
) -> None:
    await room.do("start", ANNA, "klondike")
    counts.clear()
    assert await tables.play(CHANNEL, ANNA, "how are you today", "e1", chat=True) is None
    assert counts == {"begun": 1, "read": 1}
    assert await tables.play(CHANNEL, ANNA, "d", "e1", chat=True)  # the event was not answered


def test_a_line_is_read_against_the_moves_that_are_known(counts: Counter[str]) -> None:
    game = find("klondike")
    position = game.start("7")
    moves = game.moves(position)
    counts.clear()
    line = reading.Line(game, "d")
    assert is_meant(line, position, moves)
    [step] = line.read(position, moves)
    assert isinstance(step.after, Position)
    assert counts == {"read": 1, "applied": 1}
