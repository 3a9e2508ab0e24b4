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
