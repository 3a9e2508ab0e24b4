"""One process for each shard."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
import structlog

from bot.store import owner
from bot.store.database import Database
from bot.store.errors import StoreUnavailable
from bot.store.keys import owner_key
from bot.store.owner import Owner

BOT = 5
TIMES = owner.EXPIRY, owner.PERIOD


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Locks are looked at often, and expire when a test says so: `lapse`."""
    monkeypatch.setattr(owner, "EXPIRY", 600.0)
    monkeypatch.setattr(owner, "PERIOD", 0.1)


@pytest.fixture
def lines() -> Iterator[list[structlog.typing.EventDict]]:
    """What is logged."""
    with structlog.testing.capture_logs() as found:
        yield found


async def takes(one: Owner, *shards: int, count: int = 2) -> bool:
    """Whether these shards can be had at once."""
    taking = asyncio.create_task(one.take(BOT, shards, count))
    waiting = asyncio.create_task(one.is_waiting.wait())
    await asyncio.wait((taking, waiting), return_when=asyncio.FIRST_COMPLETED)
    taken = taking.done()
    for task in (taking, waiting):
        task.cancel()
    await asyncio.gather(taking, waiting, return_exceptions=True)
    return taken


async def lapse(database: Database, milliseconds: int = 1) -> None:
    """All locks expire so soon, unless somebody renews them."""
    async for key in database.scan("patience:*"):
        await database.run(lambda r, key=key: r.pexpire(key, milliseconds))  # type: ignore[misc]


async def renewed(database: Database, shard: int) -> None:
    """Wait until the lock of a shard lasts long again."""
    await lapse(database, 60_000)
    while await database.run(lambda r: r.pttl(owner_key(BOT, shard))) <= 60_000:  # noqa: ASYNC110
        await asyncio.sleep(0.01)


async def test_a_second_process_says_so_and_waits_until_the_first_leaves(
    database: Database, lines: list[structlog.typing.EventDict]
) -> None:
    first, second = Owner(database), Owner(database)
    assert await takes(first, 0, 1)
    keeping = asyncio.create_task(first.keep())
    waiting = asyncio.create_task(second.take(BOT, [1], 2))
    await second.is_waiting.wait()
    for _ in range(2):
        await renewed(database, 1)
    assert not waiting.done()
    assert [line["event"] for line in lines] == [
        "another process serves this bot already; waiting until it ends"
    ]
    keeping.cancel()
    await first.leave()
    await waiting
    assert not second.waiting
    assert await takes(Owner(database), 0)


async def test_with_another_number_of_shards_nobody_answers_beside_those_who_do(
    database: Database, lines: list[structlog.typing.EventDict]
) -> None:
    """Shard 1 of 2 has servers that are shard 0's of 1."""
    first, beside, other = Owner(database), Owner(database), Owner(database)
    assert await takes(first, 0, count=1)
    keeping = asyncio.create_task(first.keep())
    waiting = asyncio.create_task(other.take(BOT, [1], 2))
    await other.is_waiting.wait()
    for _ in range(2):
        await renewed(database, 0)
    assert not waiting.done()
    assert "another number of shards" in other.waiting
    assert [line["event"] for line in lines] == [other.waiting]
    keeping.cancel()
    await first.leave()
    await lapse(database)  # nobody renews the number of shards any more
    await waiting
    assert await takes(beside, 0, count=2)
    assert not await takes(first, 0, count=1)


async def test_whoever_wakes_up_among_others_with_another_number_of_shards_ends(
    database: Database,
) -> None:
    sleeper, other = Owner(database), Owner(database)
    assert await takes(sleeper, 0, count=1)
    await lapse(database)
    await other.take(BOT, [1], 2)
    await sleeper.keep()


def test_a_killed_process_is_replaced_within_five_seconds() -> None:
    """At worst it had just renewed, and the other had just looked; the rest is for the login."""
    expiry, period = TIMES
    assert expiry + period <= 4
    assert period * 2 < expiry  # one late renewal loses nothing


async def test_other_shards_and_other_bots_are_free(database: Database) -> None:
    assert await takes(Owner(database), 0)
    assert await takes(Owner(database), 1)
    assert not await takes(Owner(database), 0)
    await Owner(database).take(BOT + 1, [0], 2)


async def test_who_was_killed_owns_nothing_for_long(database: Database) -> None:
    assert await takes(Owner(database), 0)
    second = Owner(database)
    assert not await takes(second, 0)
    await lapse(database)
    await second.take(BOT, [0], 2)
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
    await lapse(database)
    await other.take(BOT, [0], 2)
    await sleeper.keep()
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
    while not await database.run(lambda r: r.exists(owner_key(BOT, 0))):  # noqa: ASYNC110
        await asyncio.sleep(0.01)  # it is written anew
    assert not keeping.done()
    assert not await takes(Owner(database), 0)
    keeping.cancel()
