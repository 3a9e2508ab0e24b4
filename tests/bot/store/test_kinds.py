"""A Cluster, Sentinels, a Redis that is late, and one that refuses."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.store.connect import connect
from bot.store.errors import Misconfigured, StoreUnavailable, Trouble
from bot.store.ids import ChannelTable
from bot.store.tables import Committed, Stale, TableStore
from tests.bot.store.servers import Cluster, Server, Watched, closing, needs_server, until

pytestmark = needs_server


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three primaries; tests use channels of their own."""
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    with closing(*made.nodes):
        yield made


async def play(store: TableStore, channel: int, until_set: asyncio.Event) -> tuple[int, int]:
    """Commit moves one after the other until told to stop: the last acknowledged version, and
    how many attempts met a Redis that was away.
    """
    version, trouble, number = 0, 0, 0
    while not until_set.is_set():
        number += 1
        try:
            outcome = await store.commit(
                ChannelTable(channel), version, f"e{number}", b"%d" % (version + 1)
            )
        except StoreUnavailable:
            trouble += 1
            await asyncio.sleep(0.05)
            continue
        if isinstance(outcome, Committed):
            assert outcome.version == version + 1
            version += 1
        elif isinstance(outcome, Stale):  # done before the answer got lost
            stored = await store.load(ChannelTable(channel))
            assert stored
            assert stored.version in (version, version + 1)
            version = stored.version
        await asyncio.sleep(0)
    return version, trouble


async def test_a_cluster_keeps_tables_of_all_slots(cluster: Cluster, tmp_path: Path) -> None:
    database = await connect(cluster.url, tmp_path)
    assert database.where.startswith("redis+cluster://127.0.0.1:")
    store = TableStore(database)
    channels = range(1, 40)
    assert {await store.commit(ChannelTable(c), 0, "e", b"%d" % c) for c in channels} == {
        Committed(1)
    }
    holding = [node.ask.dbsize() for node in cluster.nodes]
    assert all(holding)
    keys = {key async for key in database.scan("patience:{c:*}:table")}
    assert keys == {f"patience:{{c:{c}}}:table" for c in channels}
    for c in channels:
        await store.delete(ChannelTable(c))
    assert [key async for key in database.scan("patience:{c:*}:table")] == []
    await database.aclose()


async def test_moves_go_on_through_a_migration_and_forgotten_scripts(
    cluster: Cluster, tmp_path: Path
) -> None:
    database = await connect(cluster.url, tmp_path)
    store, over = TableStore(database), asyncio.Event()
    channels = (1001, 1002, 1003)
    playing = [asyncio.create_task(play(store, c, over)) for c in channels]
    for c in channels:
        slot = cluster.nodes[0].say("CLUSTER", "KEYSLOT", f"patience:{{c:{c}}}:t")
        await asyncio.to_thread(cluster.move_slot, slot)
        for node in cluster.nodes:
            await asyncio.to_thread(node.say, "SCRIPT", "FLUSH")
    await asyncio.sleep(0.2)
    over.set()
    for c, (version, _) in zip(channels, await asyncio.gather(*playing), strict=True):
        assert version > 3
        stored = await store.load(ChannelTable(c))
        assert stored
        assert stored[:2] == (version, b"%d" % version)
    await database.aclose()


async def test_a_failover_loses_nothing_that_the_replica_has(tmp_path: Path) -> None:
    watched = await asyncio.to_thread(Watched, tmp_path)
    with closing(*watched.servers):
        database = await connect(watched.url, tmp_path)
        store = TableStore(database)
        before, _ = await play_for(store, 7, 0.3)
        await asyncio.to_thread(watched.primary.say, "WAIT", 1, 5000)
        await asyncio.to_thread(watched.primary.kill)
        # The old primary is gone: until the Sentinel has chosen, moves are refused in words.
        await asyncio.to_thread(
            until, lambda: watched.replica.ask.info("replication")["role"] == "master"
        )
        made, told = 0, set[str]()
        while not made:
            try:
                outcome = await store.commit(ChannelTable(7), before, "next", b"next")
            except StoreUnavailable as error:
                told.add(str(error))
                await asyncio.sleep(0.1)
                continue
            if isinstance(outcome, Stale):  # the last move was made, and its answer got lost
                assert outcome.stored
                assert outcome.stored.version == before + 1
                before += 1
            else:
                made = outcome.version
        assert told <= {trouble.value for trouble in Trouble}
        assert made == before + 1
        await database.aclose()


async def play_for(store: TableStore, channel: int, seconds: float) -> tuple[int, int]:
    """As `play`, for a while."""
    over = asyncio.Event()
    playing = asyncio.create_task(play(store, channel, over))
    await asyncio.sleep(seconds)
    over.set()
    return await playing


async def test_the_wrong_kind_of_address_is_told(cluster: Cluster, tmp_path: Path) -> None:
    node = cluster.nodes[0]
    for db in ("", "/0"):
        with pytest.raises(Misconfigured, match="part of a Cluster"):
            await connect(f"redis://127.0.0.1:{node.port}{db}", tmp_path)
    server = await asyncio.to_thread(Server, tmp_path / "one")
    with closing(server):
        with pytest.raises(Misconfigured, match="no Cluster"):
            await connect(f"redis+cluster://127.0.0.1:{server.port}", tmp_path)
        server.ask.config_set("requirepass", "marked")
        with pytest.raises(Misconfigured, match="user or password") as caught:
            await connect(f"redis://:wrong@127.0.0.1:{server.port}", tmp_path, wait=True)
        assert "wrong@" not in str(caught.value)


async def test_a_late_redis_is_waited_for(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    server = await asyncio.to_thread(Server, tmp_path / "late")
    server.kill()
    url = f"redis://127.0.0.1:{server.port}"
    with pytest.raises(StoreUnavailable, match="can't be used"):
        await connect(url, tmp_path)
    waiting = asyncio.create_task(connect(url, tmp_path, wait=True))
    while not any("waiting for Redis" in record.getMessage() for record in caplog.records):
        await asyncio.sleep(0.05)
        assert not waiting.done()
    with closing(server):
        server.begin()
        database = await waiting
        assert await TableStore(database).commit(ChannelTable(1), 0, "e", b"one") == Committed(1)
        await database.aclose()


@pytest.mark.parametrize("trouble", [Trouble.FULL, Trouble.READONLY, Trouble.DENIED, Trouble.DISK])
async def test_a_refusal_is_a_sentence_and_one_warning(
    trouble: Trouble, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server = await asyncio.to_thread(Server, tmp_path / "refusing", "--save", "3600 1")
    with closing(server):
        database = await connect(f"redis://127.0.0.1:{server.port}", tmp_path)
        counted: list[Trouble | None] = []
        database.count = counted.append
        store = TableStore(database)
        assert await store.commit(ChannelTable(1), 0, "e0", b"one") == Committed(1)
        refuse(server, trouble)
        for n in range(3):
            with pytest.raises(StoreUnavailable) as caught:
                await store.commit(ChannelTable(1), 1, f"e{n + 1}", b"two")
            assert str(caught.value) == trouble.value
        allow(server)
        assert await store.commit(ChannelTable(1), 1, "e9", b"two") == Committed(2)
        await database.aclose()
    warned = [r for r in caplog.records if "does not take commands" in r.getMessage()]
    assert len(warned) == 1
    assert trouble.name.lower() in str(vars(warned[0])) + warned[0].getMessage()
    assert counted.count(trouble) >= 3
    assert counted[-1] is None


def refuse(server: Server, trouble: Trouble) -> None:
    """Have a server refuse writes for that reason."""
    ask, say = server.ask, server.say
    if trouble is Trouble.FULL:
        ask.config_set("maxmemory", "1")
    elif trouble is Trouble.READONLY:
        say("REPLICAOF", "127.0.0.1", "1")
    elif trouble is Trouble.DENIED:
        say("ACL", "SETUSER", "default", "-@write", "-@scripting")
    else:
        # A snapshot can't take the place of a folder; then Redis stops taking writes.
        (server.folder / "dump.rdb").mkdir()
        say("BGSAVE")
        until(lambda: ask.info("persistence")["rdb_last_bgsave_status"] == "err")


def allow(server: Server) -> None:
    """The reason is gone."""
    ask, say = server.ask, server.say
    blocking = server.folder / "dump.rdb"
    if blocking.is_dir():
        blocking.rmdir()
        say("BGSAVE")
        until(lambda: ask.info("persistence")["rdb_last_bgsave_status"] == "ok")
    say("REPLICAOF", "NO", "ONE")
    ask.config_set("maxmemory", "0")
    say("ACL", "SETUSER", "default", "+@all")
