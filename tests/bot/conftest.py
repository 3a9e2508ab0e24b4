"""Tables by themselves, on the tests' server."""

import pytest

from bot.store.database import Database
from bot.store.tables import TableStore
from bot.tables.tables import Tables
from tests.bot.room import Clock, Room


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(database: Database, clock: Clock) -> TableStore:
    return TableStore(database, clock)


@pytest.fixture
def tables(store: TableStore, clock: Clock) -> Tables:
    return Tables(store, clock, lambda game: "7")


@pytest.fixture
def room(tables: Tables) -> Room:
    return Room(tables)
