"""Fixtures for all tests: a real Redis, started once for a test process."""

import os
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import hypothesis
import pytest

from bot.store import database as database_module
from bot.store.connect import NO_SERVER
from bot.store.database import Database, client_for
from bot.store.server import OwnServer, find_binary
from engine.game import Game
from tests.depth import THOROUGH
from tests.engine.expected import known
from tests.order import ordered

# No deadlines, since machines are busy; other examples for the same code only where much is tried.
hypothesis.settings.register_profile("patience", deadline=None, derandomize=not THOROUGH)
hypothesis.settings.load_profile("patience")


PATIENCE = 120.0
"""Seconds that a busy machine may take for anything."""


def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are cores, since many tests wait for a wire or a browser."""
    return (os.cpu_count() or 2) + 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what the file of a game says doesn't hold for it, with a reason."""
    items[:] = [item for item in items if not _exempt(item)]
    if processes := int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "0")):
        items[:] = ordered(items, processes)


def _exempt(item: pytest.Item) -> bool:
    if not isinstance(item, pytest.Function) or not hasattr(item, "callspec"):
        return False
    game = item.callspec.params.get("game")
    kept = known(game) if isinstance(game, Game) else None
    return kept is not None and item.originalname in kept.exempt


@pytest.fixture(scope="session")
def redis_binary() -> Path:
    """A Redis or Valkey server. There is always one, or the tests fail: nothing is skipped."""
    binary = find_binary()
    assert binary, NO_SERVER
    return binary


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """An empty folder with a path that is short enough for a socket, unlike tmp_path's at times."""
    with tempfile.TemporaryDirectory(prefix="patience-") as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def redis_server(redis_binary: Path) -> Iterator[OwnServer]:
    """A real server on a unix socket, for one test process."""
    with tempfile.TemporaryDirectory(prefix="patience-redis-") as folder:
        server = OwnServer(Path(folder), redis_binary)
        server.start()
        yield server
        server.stop()


@pytest.fixture
def redis_url(redis_server: OwnServer) -> str:
    """Address of the real server, for programs under test. Its data may be another test's; ask
    for `database` too to have it empty.
    """
    return f"unix://{redis_server.socket}?socket_timeout={PATIENCE:.0f}"


@pytest.fixture
async def database(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Database]:
    """The real server, emptied; on a busy machine it is waited for."""
    monkeypatch.setattr(database_module, "POOL_SECONDS", PATIENCE)
    database = Database(client_for(redis_url), "the tests' server")
    await database.run(lambda r: r.flushall())
    yield database
    await database.aclose()
