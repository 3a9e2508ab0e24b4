"""What may import what, beyond the layers that import-linter checks."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# The engine has no I/O, no clock, and no randomness but the written-down shuffle and generators
# that are seeded by their caller.
IMPURE = {
    "asyncio", "io", "logging", "multiprocessing", "os", "pathlib", "secrets", "shutil",
    "socket", "sqlite3", "subprocess", "sys", "tempfile", "threading", "urllib",
}  # fmt: skip
DRAWING = {"PIL", "isal", "zlib_ng"}


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """Top-level names of all packages that a module imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]


@pytest.mark.parametrize("path", modules("engine"), ids=lambda path: path.stem)
def test_the_engine_needs_python_alone_and_is_pure(path: Path) -> None:
    found = set(imports(path))
    assert found <= sys.stdlib_module_names | {"engine"}
    assert not found & IMPURE
    global_random = re.findall(r"\brandom\.(?!Random\b)\w+|from random import", path.read_text())
    assert global_random == []


@pytest.mark.parametrize("path", modules("render"), ids=lambda path: path.stem)
def test_drawing_needs_the_engine_and_its_libraries_alone(path: Path) -> None:
    assert set(imports(path)) <= sys.stdlib_module_names | {"engine", "render"} | DRAWING


OUTSIDE_THE_STORE = [path for path in modules("bot") if "store" not in path.relative_to(ROOT).parts]


@pytest.mark.parametrize("path", OUTSIDE_THE_STORE, ids=lambda path: str(path.relative_to(ROOT)))
def test_redis_is_spoken_to_in_the_store_alone(path: Path) -> None:
    assert not set(imports(path)) & {"redis", "fakeredis"}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            assert not re.match(r"patience:[^ ]", node.value), "the store has the names of all keys"
        if isinstance(node, ast.Attribute):
            assert node.attr not in ("client_for", "eval"), "the store makes all calls"
