"""Everything of the daily challenge put together, with the tables that keep its deals apart."""

import time
from collections.abc import Callable

from bot.daily.attempts import AttemptTerms
from bot.daily.choose import Pool
from bot.daily.days import Days
from bot.daily.pool import ShippedPool
from bot.daily.service import Daily
from bot.store.daily import DailyStore
from bot.store.database import Database
from bot.store.ids import Attempt, TableId
from bot.store.tables import TableStore
from bot.tables.tables import Tables, any_label
from bot.tables.terms import FreeTerms, Reserved, Terms
from engine.game import Game


def shipped_pool() -> Pool:
    """The deals that come with the program."""
    return ShippedPool()


def terms_by_id(reserved: Reserved) -> Callable[[TableId], Terms]:
    """The terms of every table: attempts have theirs, at others `reserved` deals aren't played."""
    free, challenge = FreeTerms(reserved), AttemptTerms()
    return lambda id: challenge if isinstance(id, Attempt) else free


def set_up(
    database: Database,
    pool: Pool,
    clock: Callable[[], float] = time.time,
    secret: bytes | None = None,
    new_label: Callable[[Game], str] = any_label,
) -> tuple[Tables, Daily]:
    """All tables, and the challenges that are played at some of them.

    `secret` is the master secret, None for the one in the store.
    """
    store = DailyStore(database)
    days = Days(store, pool, clock, secret)
    terms = terms_by_id(days.reserved)
    tables = Tables(TableStore(database, clock), clock, new_label, terms=terms)
    return tables, Daily(store, days, tables)
