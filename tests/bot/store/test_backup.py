"""Backups: whole, portable, private, and never half."""

from __future__ import annotations

import asyncio
import gzip
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import main
from bot.store import backup
from bot.store.connect import connect
from bot.store.database import Database
from bot.store.ids import ChannelTable
from bot.store.owner import Owner
from bot.store.tables import Committed, TableStore
from tests.bot.store.all_keys import all_keys, write
from tests.bot.store.servers import Cluster, closing, needs_server

MANY = 1200
"""More than one piece."""


async def fill(database: Database) -> None:
    """Something of each type, bytes that are no text, long and short lives."""
    store = TableStore(database)
    for channel in range(1, 30):
        assert await store.commit(ChannelTable(channel), 0, "e1", bytes(range(256))) == Committed(1)
        assert await store.commit(ChannelTable(channel), 1, "e2", None, archive=True)
    await database.run(lambda r: r.set("patience:{daily}:secret", b"\x00\xff"))
    await database.run(
        lambda r: r.hset("patience:{g:1}:daily:names", mapping={f"{n}": "Zoë" for n in range(MANY)})
    )
    await database.run(lambda r: r.sadd("patience:{daily}:posts", *range(MANY)))
    await database.run(lambda r: r.zadd("patience:idle", {f"{n}": n + 0.5 for n in range(MANY)}))
    await database.run(lambda r: r.rpush("patience:{c:999}:shelf", *range(MANY)))
    await database.run(lambda r: r.set("patience:{c:999}:event:1", "x", px=600_000))
    await database.run(lambda r: r.set("patience:{c:999}:event:2", "x", px=1))
    await asyncio.sleep(0.01)


async def content(database: Database) -> dict[str, tuple[str, bool, object]]:
    """All keys as they are compared: an order where there is one, and whether they expire."""
    return {
        item.key: (item.kind, bool(item.expires), told(item))
        async for item in backup._items(database)
    }


def told(item: backup.Item) -> object:
    """A value, without the order of what has none."""
    if isinstance(item.value, bytes):
        return item.value
    if item.kind == "list":
        return item.value
    step = 1 if item.kind == "set" else 2
    return sorted(zip(*(item.value[n::step] for n in range(step)), strict=True))


async def test_everything_comes_back(database: Database, tmp_path: Path) -> None:
    await fill(database)
    before = await content(database)
    assert len(before) > 60
    file = tmp_path / "all.backup"
    assert await backup.save(database, file) == len(before)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with pytest.raises(backup.BackupError, match="holds tables already"):
        await backup.load(database, file)
    assert await content(database) == before
    await database.run(lambda r: r.set("patience:{c:5}:other", "goes"))
    assert await backup.load(database, file, replace=True) == len(before)
    assert await content(database) == before


async def test_every_key_that_has_a_name_comes_back(database: Database, tmp_path: Path) -> None:
    keys = all_keys()
    for name, kind, _ in keys:
        await write(database, name, kind)
    left_out = {key.name for key in keys if key.name.startswith((backup.LOCKS, backup.OWED))}
    assert {backup.LOCKS, backup.OWED} == {":".join(name.split(":")[:2]) + ":" for name in left_out}
    before = await content(database)
    assert before.keys() == {key.name for key in keys} - left_out
    file = tmp_path / "all.backup"
    await backup.save(database, file)
    for name in left_out:
        await database.run(lambda r, name=name: r.delete(name))  # type: ignore[misc]
    assert await backup.load(database, file, replace=True) == len(before)
    assert await content(database) == before


@needs_server
async def test_a_backup_moves_to_a_cluster_and_back(database: Database, tmp_path: Path) -> None:
    await fill(database)
    before = await content(database)
    first, second = tmp_path / "first", tmp_path / "second"
    await backup.save(database, first)
    made = await asyncio.to_thread(Cluster, tmp_path / "cluster")
    with closing(*made.nodes):
        cluster = await connect(made.url, tmp_path)
        await backup.load(cluster, first)
        assert await content(cluster) == before
        await backup.save(cluster, second)
        await cluster.aclose()
    await backup.load(database, second, replace=True)
    assert await content(database) == before


async def test_no_game_is_missing_from_a_backup_that_is_made_meanwhile(
    database: Database, tmp_path: Path
) -> None:
    store, channels = TableStore(database), range(1, 40)
    versions = dict.fromkeys(channels, 0)
    over = asyncio.Event()

    async def play(channel: int) -> None:
        while not over.is_set():
            version = versions[channel]
            kept = None if version and version % 2 else b"%d" % version
            outcome = await store.commit(
                ChannelTable(channel),
                version if kept is None else 0,
                f"e{version}",
                kept,
                archive=kept is None,
            )
            assert isinstance(outcome, Committed)
            versions[channel] = outcome.version

    for channel in channels:
        outcome = await store.commit(ChannelTable(channel), 0, "first", b"0")
        assert isinstance(outcome, Committed)
        versions[channel] = outcome.version
    playing = [asyncio.create_task(play(channel)) for channel in channels]
    file = tmp_path / "meanwhile"
    await backup.save(database, file)
    over.set()
    await asyncio.gather(*playing)
    games: dict[str, int] = {}
    for item in backup.read(file):
        if item.key.endswith((":table", ":records")):
            held = (
                b"r" in item.value if item.kind == "hash" and item.key.endswith("table") else True
            )
            tag = item.key.rpartition(":")[0]
            games[tag] = games.get(tag, 0) + held
    assert len(games) == len(channels)
    assert all(games.values())


@pytest.mark.parametrize("damage", ["cut", "cut in gzip", "other", "other version", "more"])
async def test_half_a_file_changes_nothing(database: Database, tmp_path: Path, damage: str) -> None:
    await fill(database)
    file = tmp_path / "all.backup"
    await backup.save(database, file)
    whole = gzip.decompress(file.read_bytes())
    file.write_bytes(
        {
            "cut": gzip.compress(whole[: len(whole) // 2]),
            "cut in gzip": file.read_bytes()[:-20],
            "other": b"something else",
            "other version": gzip.compress(whole.replace(b"backup 1", b"backup 9")),
            "more": gzip.compress(whole + b"\0"),
        }[damage]
    )
    before = await content(database)
    with pytest.raises(backup.BackupError):
        await backup.load(database, file, replace=True)
    assert await content(database) == before


async def test_a_bot_that_runs_keeps_its_tables(database: Database, tmp_path: Path) -> None:
    await fill(database)
    file = tmp_path / "all.backup"
    await backup.save(database, file)
    owner = Owner(database)
    await owner.take(1, [0])
    with pytest.raises(backup.BackupError, match="Stop it first"):
        await backup.load(database, file, replace=True)
    await owner.leave()
    assert await backup.load(database, file, replace=True)


async def test_the_commands(database: Database, redis_url: str, tmp_path: Path) -> None:
    await fill(database)
    before = await content(database)
    run, file = CliRunner(env={"PATIENCE_REDIS_URL": redis_url}), str(tmp_path / "b")
    made = await asyncio.to_thread(run.invoke, main, ["backup", file])
    assert (made.exit_code, f"{len(before)} keys" in made.output) == (0, True)
    refused = await asyncio.to_thread(run.invoke, main, ["restore", file])
    assert (refused.exit_code, "Traceback" in refused.output) == (2, False)
    back = await asyncio.to_thread(run.invoke, main, ["restore", file, "--replace"])
    assert back.exit_code == 0
    assert await content(database) == before
    nowhere = await asyncio.to_thread(run.invoke, main, ["backup", "/nowhere/b"])
    assert nowhere.exit_code == 2
    assert len(nowhere.output.splitlines()) == 1
