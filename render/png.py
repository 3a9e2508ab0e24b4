"""A palette PNG from rows of indices, written band by band.

Each band of rows is deflated on its own and kept for a while: from move to move most of a board
stays the same, and only bands that have changed are deflated again.
"""

from __future__ import annotations

import struct
import threading
import zlib
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from types import ModuleType

from render.theme import Colour

deflater: ModuleType
try:
    from zlib_ng import zlib_ng

    deflater, LEVEL = zlib_ng, 5
except ImportError:  # everything works without it, more slowly
    deflater, LEVEL = zlib, 4

BAND = 46
"""Rows to a band: a board has fifteen, and each loses little by starting afresh."""
KEPT = 2048
"""How many deflated bands are remembered, three kilobytes each."""

_LAST_BLOCK = b"\x03\x00"  # an empty final block of a deflate stream
_kept: OrderedDict[tuple[int, int, int], bytes] = OrderedDict()
_lock = threading.Lock()


def encode(rows: bytes, width: int, height: int, palette: Sequence[Colour]) -> bytes:
    """A PNG of `height` rows, each a filter byte 0 and `width` indices into `palette`.

    Where zlib-ng is missing the bytes are others, the pixels never.
    """
    step = (width + 1) * BAND
    view = memoryview(rows)
    bands = [_deflated(view[start : start + step]) for start in range(0, len(rows), step)]
    stream = b"".join((b"\x78\x9c", *bands, _LAST_BLOCK, struct.pack(">I", deflater.adler32(rows))))
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            _palette_chunk(tuple(palette)),
            chunk(b"IDAT", stream),
            chunk(b"IEND", b""),
        )
    )


@lru_cache(maxsize=32)
def _palette_chunk(palette: tuple[Colour, ...]) -> bytes:
    return chunk(b"PLTE", bytes(part for colour in palette for part in colour))


def chunk(kind: bytes, data: bytes) -> bytes:
    """A PNG chunk with its length and check sum."""
    sum_ = deflater.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", sum_)


def _deflated(band: memoryview) -> bytes:
    """Rows as deflate blocks that end on a byte and refer to nothing before them."""
    key = (deflater.crc32(band), deflater.adler32(band), len(band))
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    pressed = deflate(band)
    with _lock:
        _kept[key] = pressed
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return pressed


def deflate(band: bytes | memoryview) -> bytes:
    """`_deflated` without a memory; the interpreter's lock is free meanwhile."""
    press = deflater.compressobj(LEVEL, zlib.DEFLATED, -15)
    pressed: bytes = press.compress(band) + press.flush(zlib.Z_FULL_FLUSH)
    return pressed


def forget() -> None:
    """Drop what is remembered: benchmarks start from nothing."""
    with _lock:
        _kept.clear()
