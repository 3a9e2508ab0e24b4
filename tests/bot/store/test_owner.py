"""One process for each shard."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
import structlog

from bot.store import owner
from bot.store.database import Database
from bot.store.errors import StoreUnavailable
from bot.store.owner import Owner

BOT = 5


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything in a fiftieth of the time."""
    monkeypatch.setattr(owner, "EXPIRY", 0.4)
    monkeypatch.setattr(owner, "PERIOD", 0.1)


@pytest.fixture
def lines() -> Iterator[list[structlog.typing.EventDict]]:
    """What is logged."""
    with structlog.testing.capture_logs() as found:
        yield found


async def takes(one: Owner, *shards: int) -> bool:
    """Whether these shards can be had within a moment."""
    try:
        await asyncio.wait_for(one.take(BOT, shards), 0.25)
    except TimeoutError:
        return False
    return True


async def test_a_second_process_says_so_and_waits_until_the_first_leaves(
    database: Database, lines: list[structlog.typing.EventDict]
) -> None:
    first, second = Owner(database), Owner(database)
    assert await takes(first, 0, 1)
    keeping = asyncio.create_task(first.keep())
    waiting = asyncio.create_task(second.take(BOT, [1]))
    await asyncio.sleep(0.8)  # longer than anything lasts that isn't renewed
    assert not waiting.done()
    assert [line["event"] for line in lines] == [
        "another process serves this bot already; waiting until it ends"
    ]
    keeping.cancel()
    await first.leave()
    await asyncio.wait_for(waiting, 0.3)
    assert await takes(Owner(database), 0)


async def test_other_shards_and_other_bots_are_free(database: Database) -> None:
    assert await takes(Owner(database), 0)
    assert await takes(Owner(database), 1)
    assert not await takes(Owner(database), 0)
    await asyncio.wait_for(Owner(database).take(BOT + 1, [0]), 1)


async def test_who_was_killed_owns_nothing_for_long(database: Database) -> None:
    assert await takes(Owner(database), 0)
    second = Owner(database)
    await asyncio.wait_for(second.take(BOT, [0]), 2)
    assert await takes(second, 0)  # a new login of the same process


async def test_what_somebody_who_was_killed_held_can_be_freed(database: Database) -> None:
    assert await takes(Owner(database), 0, 1)
    await owner.free(database, BOT, 0)
    assert await takes(Owner(database), 0)
    assert not await takes(Owner(database), 1)


async def test_who_slept_too_long_learns_that_another_took_over(
    database: Database, lines: list[structlog.typing.EventDict]
) -> None:
    sleeper, other = Owner(database), Owner(database)
    assert await takes(sleeper, 0)
    await asyncio.wait_for(other.take(BOT, [0]), 2)
    await asyncio.wait_for(sleeper.keep(), 1)
    assert lines[-1]["event"] == "another process has taken over"
    await sleeper.leave()  # gives nothing back that isn't its own
    assert not await takes(sleeper, 0)


async def test_while_redis_is_away_owners_stay_what_they_are(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Owner(database)
    assert await takes(first, 0)

    async def lost(*_: object) -> None:
        raise StoreUnavailable("gone")

    with monkeypatch.context() as patch:
        patch.setattr(database, "eval", lost)
        keeping = asyncio.create_task(first.keep())
        await asyncio.sleep(0.3)
        assert not keeping.done()
        await first.leave()
    await database.run(lambda r: r.flushall())
    await asyncio.sleep(0.3)
    assert not keeping.done()
    assert not await takes(Owner(database), 0)  # it has been written anew
    keeping.cancel()
