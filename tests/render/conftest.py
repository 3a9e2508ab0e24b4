"""Sprites of the tests are kept in a folder of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from render import keep


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest tests/render --redraw` takes what is drawn now for right."""
    parser.addoption("--redraw", action="store_true", help="write the snapshots of boards anew")


@pytest.fixture(scope="session", autouse=True)
def sprites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder, for the whole run."""
    folder = tmp_path_factory.mktemp("sprites")
    keep.keep_in(folder)
    yield folder
    keep.keep_in(None)
