"""Whether a game can still be won: asked once for a position, in turn, in another process."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.store.ids import ChannelTable
from bot.store.tables import TableStore
from bot.tables import odds as odds_module
from bot.tables.odds import Odds, search_apart
from bot.tables.tables import Tables
from bot.tables.texts import NO_TABLE, ODDS, WON
from engine.games.catalogue import find
from engine.position import Position
from engine.solver import Verdict
from tests.bot.room import ANNA, CHANNEL, Clock, Room
from tests.engine.endgames import won_record

KLONDIKE = find("klondike")
STARTS = [KLONDIKE.start(str(deal)) for deal in range(6)]


class Searching:
    """Stands in for the search; answers when it is told to, and keeps what it was asked."""

    def __init__(self, verdict: Verdict = Verdict.LOST) -> None:
        self.verdict = verdict
        self.asked: list[Position] = []
        self.may_end = asyncio.Semaphore(0)
        self.at_once = self.most_at_once = 0

    async def __call__(self, game_id: str, position: Position) -> Verdict:
        self.asked.append(position)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await self.may_end.acquire()
        finally:
            self.at_once -= 1
        return self.verdict

    def end(self, searches: int) -> None:
        for _ in range(searches):
            self.may_end.release()


async def all_of(odds: Odds, asks: Sequence[tuple[int, Position]]) -> list[asyncio.Task[Verdict]]:
    """Ask for positions at tables, one after the other, and wait for nothing."""
    tasks = []
    for table, position in asks:
        tasks.append(asyncio.create_task(odds.of(ChannelTable(table), KLONDIKE, position)))
        await asyncio.sleep(0)
    return tasks


async def test_a_position_is_searched_once_however_often_it_is_asked() -> None:
    searching = Searching()
    odds = Odds(searching)
    tasks = await all_of(odds, [(table, STARTS[0]) for table in (1, 2, 1, 3)])
    searching.end(1)
    assert await asyncio.gather(*tasks) == [Verdict.LOST] * 4
    assert await odds.of(ChannelTable(4), KLONDIKE, STARTS[0]) is Verdict.LOST
    assert searching.asked == STARTS[:1]


async def test_a_table_that_asks_often_keeps_only_itself_waiting() -> None:
    searching = Searching()
    odds = Odds(searching)
    greedy = [(1, position) for position in STARTS[:4]]
    tasks = await all_of(odds, [*greedy, (2, STARTS[4]), (3, STARTS[5])])
    searching.end(len(tasks))
    await asyncio.gather(*tasks)
    assert searching.asked[:4] in (
        [STARTS[0], STARTS[4], STARTS[5], STARTS[1]],
        [STARTS[0], STARTS[4], STARTS[1], STARTS[5]],
    )
    assert searching.most_at_once == 1


async def test_whoever_gives_up_waiting_holds_up_nobody() -> None:
    searching = Searching()
    odds = Odds(searching)
    first, second = await all_of(odds, [(1, STARTS[0]), (2, STARTS[1])])
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    searching.end(1)
    assert await second is Verdict.LOST
    assert searching.at_once == 0


async def test_old_answers_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_module, "KEPT", 2)
    searching = Searching()
    searching.end(20)
    odds = Odds(searching)
    for position in (*STARTS[:3], STARTS[2], STARTS[0]):
        await odds.of(ChannelTable(1), KLONDIKE, position)
    assert searching.asked == [*STARTS[:3], STARTS[0]]


async def test_the_search_itself_is_another_process() -> None:
    record = won_record(KLONDIKE)
    assert await search_apart("klondike", KLONDIKE.start("1")) is Verdict.LOST
    assert await search_apart("klondike", record.positions[-5]) is Verdict.WON


@pytest.mark.parametrize("verdict", Verdict)
async def test_a_table_says_what_is_known(
    store: TableStore, clock: Clock, verdict: Verdict
) -> None:
    searching = Searching(verdict)
    searching.end(1)
    tables = Tables(store, clock, lambda game: "7", odds=Odds(searching))
    assert (await tables.odds(CHANNEL)).text == NO_TABLE
    await Room(tables).do("start", ANNA, "klondike")
    answer = await tables.odds(CHANNEL)
    assert answer.text == ODDS[verdict]
    assert answer.private
    assert not answer.offers  # nor is it said how
    assert answer.error is None


async def test_a_game_that_is_won_needs_no_search(store: TableStore, clock: Clock) -> None:
    searching = Searching()
    searching.end(1)  # it is told, not waited for, if there is a search after all
    record = won_record(find("nestor"))
    tables = Tables(store, clock, lambda game: record.deal, odds=Odds(searching))
    room = Room(tables)
    await room.do("start", ANNA, "nestor")
    for move in record.moves:
        await room.do("play", ANNA, str(move))
    answer = await tables.odds(CHANNEL)
    assert (answer.text, answer.error) == (WON, None)
    assert not searching.asked
