"""Whether a game can still be won: what search finds out in a short time, once for a position."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

from bot.store.ids import TableId
from bot.tables.apart import apart
from engine.game import Game
from engine.games.catalogue import find
from engine.position import Position
from engine.solver import Verdict, solve

SECONDS = 2.0
"""Of processor time, for a position."""
MOST = 10**9
"""Positions that are looked at: as many as the seconds allow."""
KEPT = 1000
"""Positions whose answer is kept."""

Search = Callable[[str, Position], Awaitable[Verdict]]
"""What is found out about a game's position."""


def search(game_id: str, position: Position) -> Verdict:
    """See `Search`; for a process of its own, since it keeps one busy.  All cards are seen."""
    game, end = find(game_id), time.process_time() + SECONDS
    return solve(game, position, most=MOST, stop=lambda: time.process_time() > end).verdict


async def search_apart(game_id: str, position: Position) -> Verdict:
    """See `search`."""
    return await apart(search, game_id, position)


class Odds:
    """Searches one position after the other.

    Tables wait for each other in the order in which they asked, each with one question at a time,
    so that a table that asks often keeps only itself waiting.
    """

    def __init__(self, search: Search = search_apart) -> None:
        self._search = search
        self._known: OrderedDict[tuple[str, Position], Verdict] = OrderedDict()
        self._tables: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()
        self._turn = asyncio.Lock()

    async def of(self, table: TableId, game: Game, position: Position) -> Verdict:
        """What is known of a position, or is found out now."""
        key = game.id, position
        if key not in self._known:
            own = self._tables.setdefault(table, asyncio.Lock())
            async with own, self._turn:
                if key not in self._known:  # others may have asked the same meanwhile
                    self._known[key] = await self._search(game.id, position)
        self._known.move_to_end(key)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        return self._known[key]
