"""What the doctor says of a Redis, each of whose faults is a real one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.store.connect import connect
from bot.store.database import Database
from bot.store.health import examine
from tests.bot.store.servers import Cluster, Server, closing, needs_server

pytestmark = needs_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as we recommend it."""
    made = Server(tmp_path_factory.mktemp("well"), "--appendonly", "yes", "--save", "")
    with closing(made):
        yield made


@pytest.fixture
async def database(server: Server, tmp_path: Path) -> AsyncIterator[Database]:
    """A connection to it."""
    made = await connect(f"redis://127.0.0.1:{server.port}", tmp_path)
    yield made
    await made.aclose()


async def test_a_good_one_is_approved_of(database: Database, server: Server) -> None:
    found = await examine(database)
    assert not found.faults
    assert "append-only file, a crash may lose its last second" in found.facts
    assert not server.ask.keys("*")


FAULTS = [
    ({"maxmemory-policy": "allkeys-lru"}, "deletes keys when its memory is full"),
    ({"maxmemory-policy": "volatile-ttl"}, "deletes keys when its memory is full"),
    ({"appendfsync": "no"}, "may lose half a minute"),
    ({"appendonly": "no"}, "keeps nothing"),
    ({"appendonly": "no", "save": "3600 1"}, "loses the last minutes"),
    ({"maxmemory": "1"}, "memory is full"),
    ({"min-replicas-to-write": "3"}, "can only be read"),
]


@pytest.mark.parametrize(("settings", "sentence"), FAULTS)
async def test_a_fault_is_named(
    database: Database, server: Server, settings: dict[str, str], sentence: str
) -> None:
    before = {name: str(server.ask.config_get(name)[name]) for name in settings}
    for name, value in settings.items():
        server.ask.config_set(name, value)
    try:
        found = await examine(database)
    finally:
        for name, value in before.items():
            server.ask.config_set(name, value)
    assert any(sentence in fault for fault in found.faults), found


async def test_a_memory_that_is_nearly_full_is_a_fault(database: Database, server: Server) -> None:
    used = int(server.ask.info("memory")["used_memory"])
    server.ask.config_set("maxmemory", int(used * 1.05))
    found = await examine(database)
    server.ask.config_set("maxmemory", 0)
    assert any("full to 9" in fault for fault in found.faults), found


async def test_a_replica_is_a_fault(database: Database, server: Server) -> None:
    server.say("REPLICAOF", "127.0.0.1", "1")
    found = await examine(database)
    server.say("REPLICAOF", "NO", "ONE")
    assert found.faults


async def test_a_wrong_clock_is_a_fault(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.health.time.time", lambda: 1_000_000.0)
    found = await examine(database)
    assert any("clock" in fault for fault in found.faults)


@pytest.mark.parametrize("right", ["info", "config", "time"])
async def test_a_user_who_may_not_ask_is_no_fault(
    database: Database, server: Server, right: str
) -> None:
    server.say("ACL", "SETUSER", "default", f"-{right}")
    try:
        found = await examine(database)
    finally:
        server.say("ACL", "SETUSER", "default", f"+{right}")
    assert not found.faults
    assert any("INFO" in fact or "CONFIG" in fact for fact in found.facts) or right == "time"


async def test_all_nodes_of_a_cluster_are_looked_at(tmp_path: Path) -> None:
    cluster = await asyncio.to_thread(Cluster, tmp_path / "cluster")
    with closing(*cluster.nodes):
        database = await connect(cluster.url, tmp_path)
        for node in cluster.nodes:
            node.ask.config_set("appendonly", "yes")
        assert not (await examine(database)).faults
        cluster.nodes[2].ask.config_set("maxmemory-policy", "allkeys-lru")
        found = await examine(database)
        assert len(found.faults) == 1
        await database.aclose()
