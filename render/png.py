"""A palette PNG from a canvas of indices, written band by band.

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
from typing import Any, NamedTuple

from PIL import Image

from render.theme import Colour

deflater: ModuleType
try:
    from zlib_ng import zlib_ng

    deflater = zlib_ng
except ImportError:  # everything works without it, more slowly
    deflater = zlib

QUICK, SMALL = 2, 5
"""Deflate levels; the second for bands so full of detail that bytes matter more than time.

PNG's filters would cost as much time as they save in bytes: cards are flat.
"""
BAND = 46
"""Rows to a band: a board has fifteen, and each loses little by starting afresh."""
DENSE = 4800
"""A band that comes out larger than this many bytes is worth the slower level."""
KEPT = 2048
"""How many deflated bands are remembered, two or three kilobytes each."""

_LAST_BLOCK = b"\x03\x00"  # an empty final block of a deflate stream
_ADLER = 65521


class Band(NamedTuple):
    """Deflate blocks that end on a byte and refer to nothing before them."""

    pressed: bytes
    adler: int
    length: int


_kept: OrderedDict[tuple[int, int, int], Band] = OrderedDict()
_lock = threading.Lock()


def encode(canvas: Image.Image, palette: Sequence[Colour]) -> bytes:
    """The canvas as PNG, without its first column, which is 0: PNG's filter byte for plain rows.

    Where zlib-ng is missing the bytes are others, the pixels never.
    """
    wide, high = canvas.size
    rows = memoryview(canvas.tobytes())
    step = wide * BAND
    press = _Press(wide)
    bands = [_band(rows[start : start + step], press) for start in range(0, len(rows), step)]
    adler = 1
    for band in bands:
        adler = _joined(adler, band)
    stream = (b"\x78\x9c", *(band.pressed for band in bands), _LAST_BLOCK, struct.pack(">I", adler))
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", struct.pack(">IIBBBBB", wide - 1, high, 8, 3, 0, 0, 0)),
            _palette_chunk(tuple(palette)),
            chunk(b"IDAT", b"".join(stream)),
            chunk(b"IEND", b""),
        )
    )


def chunk(kind: bytes, data: bytes) -> bytes:
    """A PNG chunk with its length and check sum."""
    check = deflater.crc32(data, deflater.crc32(kind))
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", check)))


@lru_cache(maxsize=32)
def _palette_chunk(palette: tuple[Colour, ...]) -> bytes:
    return chunk(b"PLTE", bytes(part for colour in palette for part in colour))


def forget() -> None:
    """Drop what is remembered: benchmarks start from nothing."""
    with _lock:
        _kept.clear()


def _band(rows: memoryview, press: _Press) -> Band:
    """Rows deflated, or remembered under two check sums that would have to fail together."""
    adler = deflater.adler32(rows)
    key = (deflater.crc32(rows), adler, len(rows))
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    band = Band(press(rows), adler, len(rows))
    with _lock:
        _kept[key] = band
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return band


class _Press:
    """Deflates bands of one picture; the interpreter's lock is free meanwhile."""

    def __init__(self, wide: int) -> None:
        self._wide = wide
        self._ways: dict[int, Any] = {}

    def __call__(self, rows: memoryview) -> bytes:
        pressed = self._deflate(rows, QUICK)
        if len(pressed) > DENSE * len(rows) // (self._wide * BAND):
            pressed = self._deflate(rows, SMALL)
        return pressed

    def _deflate(self, rows: memoryview, level: int) -> bytes:
        if level not in self._ways:
            self._ways[level] = deflater.compressobj(level, zlib.DEFLATED, -15)
        way = self._ways[level]
        # A full flush forgets all that went before.
        pressed: bytes = way.compress(rows) + way.flush(zlib.Z_FULL_FLUSH)
        return pressed


def _joined(adler: int, band: Band) -> int:
    """The Adler-32 sum of some bytes and a band after them."""
    low, high = adler & 0xFFFF, adler >> 16
    more_low, more_high = band.adler & 0xFFFF, band.adler >> 16
    # A band's own sum starts from 1, which the bytes before it replace.
    high = (high + more_high + band.length * (low - 1)) % _ADLER
    low = (low + more_low - 1) % _ADLER
    return high << 16 | low
