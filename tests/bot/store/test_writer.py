"""The embedded server's files are opened by the make that wrote them, or that make is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store import server
from bot.store.errors import StoreUnavailable
from bot.store.server import OwnServer


def binary(folder: Path, name: str) -> Path:
    """Something that can be run."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_the_maker_s_binary_comes_first_then_its_make_then_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = binary(tmp_path, "usr/redis-server")
    maker = binary(tmp_path, "old/valkey-server")
    other = binary(tmp_path, "new/valkey-server")
    own = OwnServer(tmp_path, first)
    assert own._writer() == first
    (tmp_path / "writer").write_text(f"{maker}\n")
    assert own._writer() == maker
    maker.unlink()  # the environment was made anew elsewhere
    monkeypatch.setattr(server, "_binaries", lambda: [first, other])
    assert own._writer() == other
    monkeypatch.setattr(server, "_binaries", lambda: [first])
    assert own._writer() == first


def test_files_that_can_t_be_read_name_who_wrote_them(
    redis_binary: Path, short_folder: Path
) -> None:
    (short_folder / "appendonlydir").mkdir()
    (short_folder / "appendonlydir" / "appendonly.aof.manifest").write_text("of another make\n")
    (short_folder / "writer").write_text("/gone/keydb-server")
    with pytest.raises(StoreUnavailable, match="written by /gone/keydb-server, which is gone"):
        OwnServer(short_folder, redis_binary).start()
    assert (short_folder / "writer").read_text() == "/gone/keydb-server"


def test_a_server_that_was_moved_still_opens_its_files(
    redis_binary: Path, short_folder: Path
) -> None:
    first = OwnServer(short_folder, redis_binary)
    first.start()
    first.stop()
    (short_folder / "writer").write_text(f"/gone/{redis_binary.name}")
    again = OwnServer(short_folder, redis_binary)
    again.start()
    again.stop()
    assert (short_folder / "writer").read_text() != f"/gone/{redis_binary.name}"
