"""Sprites kept on disk between processes; without a writable folder they live in memory only."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from functools import lru_cache
from pathlib import Path

import PIL
from PIL import Image

_HERE = Path(__file__).parent
_SOURCES = (
    "backs.py",
    "cards.py",
    "courts.py",
    "figures.py",
    "numerals.py",
    "ornaments.py",
    "shapes.py",
    "theme.py",
)

_folder: list[Path | None] = []  # one entry once chosen


def keep_in(folder: Path | None) -> None:
    """Keep sprites in this folder from now on; None keeps nothing on disk."""
    _folder[:] = [folder]


def folder() -> Path | None:
    """Where sprites are kept: as told by `keep_in`, else in the user's cache folder."""
    if not _folder:
        base = os.environ.get("XDG_CACHE_HOME", "")
        with contextlib.suppress(RuntimeError):  # no home folder is known
            _folder.append((Path(base) if base else Path.home() / ".cache") / "patience")
    return _folder[0] if _folder else None


@lru_cache(maxsize=1)
def version() -> str:
    """A key that changes whenever the same card could be drawn differently."""
    digest = hashlib.sha256(PIL.__version__.encode())
    for path in [_HERE / name for name in _SOURCES] + sorted((_HERE / "fonts").glob("*.ttf")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def load(name: str, size: tuple[int, int]) -> Image.Image | None:
    """The sheet kept under a name, or None when there is none that can be read."""
    place = folder()
    if place is None:
        return None
    try:
        with Image.open(place / version() / f"{name}.png", formats=("PNG",)) as image:
            image.load()
    except (OSError, SyntaxError, ValueError):  # Pillow's words for a damaged file
        return None
    return image.copy() if image.mode == "L" and image.size == size else None


def save(name: str, image: Image.Image) -> None:
    """Keep a sheet: whole or not at all, whoever else writes it at the same time."""
    place = folder()
    if place is None:
        return
    target = place / version() / f"{name}.png"
    with contextlib.suppress(OSError):  # read-only or full: it is drawn again next time
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=target.parent, suffix=".tmp")
        try:
            with os.fdopen(handle, "wb") as file:
                image.save(file, "PNG", compress_level=1)
            Path(draft).replace(target)
        except BaseException:
            Path(draft).unlink(missing_ok=True)
            raise
