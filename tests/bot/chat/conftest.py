"""Tables without Discord or Redis."""

from __future__ import annotations

import pytest

from bot.store.ids import ChannelTable
from bot.tables.record import FORMAT, Entry, Seat, TableRecord
from bot.tables.views import TableView
from engine.games.catalogue import find
from engine.record import Record


class Table:
    """Makes views of tables."""

    def __call__(self, record: Record, version: int = 1, channel: int = 77) -> TableView:
        """The record as Anna's table."""
        table = TableRecord(
            FORMAT, 1, record.game.id, record.deal, "1", 0, (Seat("1", "Anna *", 0),),
            tuple(Entry(str(move), 0, 0, 1) for move in record.moves), record.done,
        )  # fmt: skip
        return TableView(ChannelTable(channel), version, table, record, 0.0)

    def new(self, game: str, version: int = 1, channel: int = 77) -> TableView:
        """A first position."""
        return self(Record.begin(find(game), "1"), version, channel)


@pytest.fixture
def table() -> Table:
    """Makes views of tables."""
    return Table()
