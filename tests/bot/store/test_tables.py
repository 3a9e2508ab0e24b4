"""TableStore against a real server: versions, events, the shelf, the index."""

import asyncio
import shutil
import tempfile
from collections import Counter
from pathlib import Path

from bot.store.connect import in_memory
from bot.store.database import Database, client_for
from bot.store.ids import ChannelTable
from bot.store.keys import IDLE, channel_keys, event_key
from bot.store.server import OwnServer
from bot.store.tables import (
    EVENT_SECONDS,
    SHELF_SIZE,
    Committed,
    Duplicate,
    Stale,
    Stored,
    TableStore,
)
from tests.bot.room import Clock

CHANNEL = ChannelTable(1_234_567_890_123_456_789)  # a snowflake: above 2**53
ANYTHING = bytes(range(256))


async def test_a_channel_without_a_table(store: TableStore) -> None:
    assert await store.load(CHANNEL) is None
    assert await store.begin(CHANNEL, "e1") is None
    assert await store.archived(CHANNEL) == []


async def test_what_is_committed_is_loaded(store: TableStore, clock: Clock) -> None:
    assert await store.commit(CHANNEL, 0, "e1", ANYTHING) == Committed(1)
    assert await store.load(CHANNEL) == Stored(1, ANYTHING, clock.now)
    clock.now += 0.5
    assert await store.commit(CHANNEL, 1, "e2", b"two") == Committed(2)
    assert await store.load(CHANNEL) == Stored(2, b"two", clock.now)
    assert await store.load(ChannelTable(CHANNEL.channel + 1)) is None


async def test_a_stale_commit_changes_nothing_and_shows_what_is_there(
    store: TableStore, clock: Clock
) -> None:
    assert await store.commit(CHANNEL, 3, "e0", b"x") == Stale(None)
    await store.commit(CHANNEL, 0, "e1", b"one")
    there = Stored(1, b"one", clock.now)
    assert await store.commit(CHANNEL, 0, "e2", b"x") == Stale(there)
    assert await store.commit(CHANNEL, 2, "e2", b"x") == Stale(there)
    assert await store.load(CHANNEL) == there
    # The event of a refused commit may be tried again.
    assert await store.commit(CHANNEL, 1, "e2", b"two") == Committed(2)


async def test_an_event_counts_once_and_has_one_answer(store: TableStore) -> None:
    answer = b"played 7\xe2\x99\xa5: fine"
    await store.commit(CHANNEL, 0, "e1", b"one", answer=answer)
    await store.commit(CHANNEL, 1, "e2", b"two")
    assert await store.commit(CHANNEL, 2, "e1", b"x", answer=b"x") == Duplicate(1, answer)
    assert await store.begin(CHANNEL, "e1") == Duplicate(1, answer)
    begun = await store.begin(CHANNEL, "e3")
    assert isinstance(begun, Stored)
    assert begun.blob == b"two"


async def test_events_are_remembered_for_a_day(store: TableStore, database: Database) -> None:
    await store.commit(CHANNEL, 0, "e1", b"one")
    await store.note(CHANNEL, "e2")
    for event in ("e1", "e2"):
        key = event_key(CHANNEL.channel, event)
        left = await database.client.ttl(key)
        assert EVENT_SECONDS - 60 < left <= EVENT_SECONDS


async def test_a_noted_event_counts_as_answered(store: TableStore) -> None:
    assert await store.note(CHANNEL, "e1", b"not legal here") is None
    assert await store.note(CHANNEL, "e1", b"x") == Duplicate(0, b"not legal here")
    assert await store.commit(CHANNEL, 0, "e1", b"x") == Duplicate(0, b"not legal here")
    assert await store.load(CHANNEL) is None


async def test_of_a_hundred_commits_at_once_one_wins_per_version(store: TableStore) -> None:
    for version in range(3):
        outcomes = await asyncio.gather(
            *(store.commit(CHANNEL, version, f"e{version}.{n}", b"%d" % n) for n in range(100))
        )
        kinds = Counter(type(outcome) for outcome in outcomes)
        assert kinds == {Committed: 1, Stale: 99}
        winner = next(n for n, o in enumerate(outcomes) if isinstance(o, Committed))
        stored = await store.load(CHANNEL)
        assert stored
        assert stored[:2] == (version + 1, b"%d" % winner)


async def test_the_same_event_a_hundred_times_at_once(store: TableStore) -> None:
    outcomes = await asyncio.gather(
        *(store.commit(CHANNEL, 0, "e", b"%d" % n, answer=b"%d" % n) for n in range(100))
    )
    winner = next(n for n, o in enumerate(outcomes) if isinstance(o, Committed))
    assert Counter(outcomes) == {Committed(1): 1, Duplicate(1, b"%d" % winner): 99}


async def test_two_hundred_channels_at_once(store: TableStore) -> None:
    async def game(channel: int) -> None:
        for version in range(10):
            outcome = await store.commit(
                ChannelTable(channel), version, f"e{version}", b"%d" % channel
            )
            assert outcome == Committed(version + 1)

    await asyncio.gather(*(game(channel) for channel in range(200)))
    for channel in range(200):
        stored = await store.load(ChannelTable(channel))
        assert stored
        assert stored[:2] == (10, b"%d" % channel)


async def test_a_commit_repeated_by_the_connection_is_still_the_first(
    database: Database, redis_server: OwnServer
) -> None:
    """The script ran, its answer was lost with the connection, the client sent it again."""
    lost = 0
    relays: set[asyncio.Task[None]] = set()

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal lost
        if task := asyncio.current_task():
            relays.add(task)
        answers, server = await asyncio.open_unix_connection(redis_server.socket)
        while command := await reader.read(65536):
            server.write(command)
            answer = await answers.read(65536)
            if b"EVALSHA" in command and answer.startswith(b"*2") and not lost:
                lost += 1
                break
            writer.write(answer)
        for end in (server, writer):
            end.close()
            await end.wait_closed()

    address = Path(tempfile.mkdtemp(prefix="patience-")) / "relay.sock"
    async with await asyncio.start_unix_server(relay, address):
        database = Database(client_for(f"unix://{address}"), "through the relay")
        store = TableStore(database)
        assert await store.commit(CHANNEL, 0, "e1", b"one") == Committed(1)
        assert lost == 1
        assert await store.commit(CHANNEL, 1, "e1", b"two") == Duplicate(1, b"")
        await database.aclose()
        await asyncio.wait(relays)
    shutil.rmtree(address.parent)


async def test_a_cancelled_caller_does_not_cut_its_commit(
    store: TableStore, database: Database
) -> None:
    callers = [
        asyncio.create_task(store.commit(ChannelTable(channel), 0, "e", b"%d" % channel))
        for channel in range(100)
    ]
    await asyncio.sleep(0.005)
    for caller in callers:
        caller.cancel()
    await asyncio.gather(*callers, return_exceptions=True)
    # No connection was left with another command's reply in it.
    for channel in range(100):
        stored = await store.load(ChannelTable(channel))
        assert stored is None or stored.blob == b"%d" % channel
    await database.aclose()


async def test_scripts_forgotten_by_the_server_are_sent_again(
    store: TableStore, database: Database
) -> None:
    await store.commit(CHANNEL, 0, "e1", b"one")
    await database.run(lambda r: r.script_flush())
    assert await store.commit(CHANNEL, 1, "e2", b"two") == Committed(2)


async def test_stopping_archives_and_the_version_goes_on(store: TableStore, clock: Clock) -> None:
    played = clock.now
    await store.commit(CHANNEL, 0, "e1", ANYTHING)
    clock.now += 10
    assert await store.commit(CHANNEL, 1, "stop", None, archive=True) == Committed(2)
    assert await store.load(CHANNEL) is None
    assert await store.archived(CHANNEL) == [(1, ANYTHING, played)]
    # A button of the stopped table carries version 1; the next table never has that.
    assert await store.commit(CHANNEL, 1, "button", b"x") == Stale(None)
    assert await store.commit(CHANNEL, 0, "e2", b"next") == Committed(3)


async def test_ending_without_the_shelf(store: TableStore) -> None:
    await store.commit(CHANNEL, 0, "e1", b"won")
    assert await store.commit(CHANNEL, 1, "e2", None) == Committed(2)
    assert await store.load(CHANNEL) is None
    assert await store.archived(CHANNEL) == []


async def test_another_table_is_started_and_the_old_one_resumed(store: TableStore) -> None:
    await store.commit(CHANNEL, 0, "e1", b"anna")
    assert await store.commit(CHANNEL, 1, "e2", b"sly", archive=True) == Committed(2)
    (old,) = await store.archived(CHANNEL)
    assert (old.id, old.blob) == (1, b"anna")
    assert await store.commit(
        CHANNEL, 2, "e3", old.blob, archive=True, resumes=old.id
    ) == Committed(3)
    stored = await store.load(CHANNEL)
    assert stored
    assert stored[:2] == (3, b"anna")
    assert [table.blob for table in await store.archived(CHANNEL)] == [b"sly"]
    # Two people resume at once: for the second it is no longer there.
    gone = await store.commit(CHANNEL, 3, "e4", old.blob, archive=True, resumes=old.id)
    assert gone == Stale(stored)


async def test_the_shelf_is_bounded_and_newest_first(store: TableStore, database: Database) -> None:
    for n in range(SHELF_SIZE + 5):
        await store.commit(CHANNEL, n, f"e{n}", b"%d" % n, archive=True)
    names = [int(table.blob) for table in await store.archived(CHANNEL)]
    assert names == list(range(SHELF_SIZE + 3, 3, -1))
    keys = channel_keys(CHANNEL.channel)
    assert await database.run(lambda r: r.hlen(keys.records)) == SHELF_SIZE


async def test_idle_tables_are_archived_and_the_index_cleared(
    store: TableStore, database: Database, clock: Clock
) -> None:
    start = clock.now
    await store.commit(ChannelTable(1), 0, "e", b"idle")
    await store.commit(ChannelTable(2), 0, "e", b"stopped")
    await store.commit(ChannelTable(2), 1, "stop", None, archive=True)
    clock.now += 100
    await store.commit(ChannelTable(3), 0, "e", b"fresh")
    assert await store.idle_since(start) == [ChannelTable(1), ChannelTable(2)]
    assert await store.archive_idle(start) == [ChannelTable(1)]
    assert await store.load(ChannelTable(1)) is None
    assert [table.blob for table in await store.archived(ChannelTable(1))] == [b"idle"]
    assert await store.load(ChannelTable(3)) is not None
    assert await database.run(lambda r: r.zrange(IDLE, 0, -1)) == [b"3"]
    assert await store.archive_idle(start) == []


async def test_a_table_touched_while_it_is_archived_stays(
    store: TableStore, database: Database, clock: Clock
) -> None:
    await store.commit(ChannelTable(1), 0, "e1", b"one")
    before = clock.now
    clock.now += 100
    await store.commit(ChannelTable(1), 1, "e2", b"two")
    await database.run(lambda r: r.zadd(IDLE, {"1": before}))  # the index lags behind
    assert await store.archive_idle(before) == []
    assert await store.load(ChannelTable(1)) is not None


async def test_delete_forgets_the_channel(store: TableStore, database: Database) -> None:
    await store.commit(CHANNEL, 0, "e1", b"one")
    await store.commit(CHANNEL, 1, "e2", b"two", archive=True)
    await store.delete(CHANNEL)
    assert await store.load(CHANNEL) is None
    assert await store.archived(CHANNEL) == []
    left = await database.run(lambda r: r.keys("*"))
    assert sorted(left) == sorted(event_key(CHANNEL.channel, e).encode() for e in ("e1", "e2"))


async def test_all_keys_of_a_script_lie_in_one_slot(database: Database) -> None:
    from redis.crc import key_slot

    keys = (*channel_keys(CHANNEL.channel), event_key(CHANNEL.channel, "{x}:1"))
    assert len({key_slot(key.encode()) for key in keys}) == 1


async def test_the_same_in_memory(clock: Clock) -> None:
    database = in_memory()
    store = TableStore(database, clock)
    assert await store.commit(CHANNEL, 0, "e1", ANYTHING, answer=b"a") == Committed(1)
    assert await store.commit(CHANNEL, 1, "e1", b"x") == Duplicate(1, b"a")
    assert await store.commit(CHANNEL, 5, "e2", b"x") == Stale(Stored(1, ANYTHING, clock.now))
    assert await store.commit(CHANNEL, 1, "e2", b"two", archive=True) == Committed(2)
    assert await store.archived(CHANNEL) == [(1, ANYTHING, clock.now)]
    clock.now += 5
    assert await store.archive_idle(clock.now) == [CHANNEL]
    assert not database.kept
    await database.aclose()
