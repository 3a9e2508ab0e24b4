"""Everything of the daily challenge put together, with the ordinary tables that it keeps out of."""

import time
from collections.abc import Callable

from bot.daily.attempts import Attempts
from bot.daily.choose import Pool
from bot.daily.days import Days
from bot.daily.pool import ShippedPool
from bot.daily.service import Daily
from bot.store.daily import DailyStore
from bot.store.daily_attempts import AttemptStore
from bot.store.database import Database
from bot.store.tables import TableStore
from bot.tables.tables import Tables


def shipped_pool() -> Pool:
    """The deals that come with the program; `PoolError` unless every game that needs some has them.

    All files are read, which takes a moment.
    """
    pool = ShippedPool()
    pool.check()
    return pool


def set_up(
    database: Database,
    pool: Pool,
    clock: Callable[[], float] = time.time,
    secret: bytes | None = None,
) -> tuple[Tables, Daily]:
    """Tables at which running challenges aren't played, and the challenges."""
    store = DailyStore(database)
    days = Days(store, pool, clock, secret)
    tables = Tables(TableStore(database, clock), clock, may_deal=days.reserved)
    attempts = Attempts(AttemptStore(database, clock), clock)
    return tables, Daily(store, days, attempts, tables.view)
