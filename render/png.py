"""A palette PNG from a canvas of indices, written band by band.

Each band of rows is deflated on its own and kept for a while: from move to move most of a board
stays the same, and only bands that have changed are deflated again.
"""

from __future__ import annotations

import contextlib
import importlib
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


def _first(*names: str) -> ModuleType:
    """The first of these modules that is installed; everything works without the others."""
    for name in names:
        with contextlib.suppress(ImportError):
            return importlib.import_module(name)
    raise ImportError(f"none of {names} is installed")


QUICK, SMALL, SMALLER, LEAST = "quick", "small", "smaller", "least"
"""Ways to deflate, from the quickest on: the fullest bands of a picture that would come out too
large are pressed again.

PNG's filters would cost as much time as they save in bytes: cards are flat.
"""
_MODULES = {
    QUICK: _first("isal.isal_zlib", "zlib_ng.zlib_ng", "zlib"),
    SMALL: _first("zlib_ng.zlib_ng", "zlib"),
    SMALLER: _first("zlib_ng.zlib_ng", "zlib"),
    LEAST: _first("zlib_ng.zlib_ng", "zlib"),
}
_LEVELS = {
    QUICK: 2 if _MODULES[QUICK].__name__ == "zlib_ng.zlib_ng" else 1,
    SMALL: 5,
    SMALLER: 6,
    LEAST: 9,
}
BAND = 46
"""Rows to a band: a board has fifteen, and each loses little by starting afresh."""
LARGEST, ONE_PACK = 59_000, 30_200
"""Bytes of picture that are well spent on speed: only very full boards need more.

Games of one pack have half as many cards to show.
"""
_NEARLY = 1.16
"""How much too large a picture may be for the slowest way, which takes so much off."""
KEPT = 2048
"""How many deflated bands are remembered, two or three kilobytes each."""

_LAST_BLOCK = b"\x03\x00"  # an empty final block of a deflate stream
_ADLER = 65521


class Band(NamedTuple):
    """Deflate blocks that end on a byte and refer to nothing before them."""

    pressed: bytes
    adler: int
    length: int


_kept: OrderedDict[tuple[int, int, int, str], Band] = OrderedDict()
_lock = threading.Lock()


class Canvas(NamedTuple):
    """An image of palette indices and its pixels, row by row in the same memory.

    The first column is no part of the picture: always 0, it is PNG's filter byte for plain rows.
    """

    image: Image.Image
    rows: bytearray

    @classmethod
    def of(cls, size: tuple[int, int], pixels: bytes) -> Canvas:
        """A canvas of its own that begins with these pixels."""
        rows = bytearray(pixels)
        image = Image.frombuffer("L", size, rows, "raw", "L", 0, 1)
        image.readonly = 0  # so that Pillow paints here instead of on a copy
        return cls(image, rows)

    def picture(self) -> Image.Image:
        """The picture without the first column, as palette indices."""
        return self.image.crop((1, 0, *self.image.size))


def encode(canvas: Canvas, palette: Sequence[Colour], packs: int = 2) -> bytes:
    """A game's canvas as PNG. Where isal is missing the bytes are others, the pixels never."""
    wide, high = canvas.image.size
    rows = memoryview(canvas.rows)
    step = wide * BAND
    parts = [rows[start : start + step] for start in range(0, len(rows), step)]
    press = _Press()
    bands = [_band(part, QUICK, press) for part in parts]
    size = sum(len(band.pressed) for band in bands)
    largest = ONE_PACK if packs == 1 else LARGEST
    for way in (SMALLER, LEAST) if packs == 1 else (SMALL,):
        if way == LEAST and size > largest * _NEARLY:
            break
        for i in sorted(range(len(bands)), key=lambda i: -len(bands[i].pressed)):
            if size <= largest:
                break
            size -= len(bands[i].pressed)
            bands[i] = _band(parts[i], way, press)
            size += len(bands[i].pressed)
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
    check = _MODULES[QUICK].crc32(data, _MODULES[QUICK].crc32(kind))
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", check)))


@lru_cache(maxsize=32)
def _palette_chunk(palette: tuple[Colour, ...]) -> bytes:
    return chunk(b"PLTE", bytes(part for colour in palette for part in colour))


def forget() -> None:
    """Drop what is remembered: benchmarks start from nothing."""
    with _lock:
        _kept.clear()


def _band(rows: memoryview, way: str, press: _Press) -> Band:
    """Rows deflated, or remembered under two check sums that would have to fail together."""
    adler = _MODULES[QUICK].adler32(rows)
    key = (_MODULES[QUICK].crc32(rows), adler, len(rows), way)
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    band = Band(press(rows, way), adler, len(rows))
    with _lock:
        _kept[key] = band
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return band


class _Press:
    """Deflates bands of one picture; the interpreter's lock is free meanwhile."""

    def __init__(self) -> None:
        self._streams: dict[str, Any] = {}

    def __call__(self, rows: memoryview, way: str) -> bytes:
        module = _MODULES[way]
        if way not in self._streams:
            self._streams[way] = module.compressobj(_LEVELS[way], zlib.DEFLATED, -zlib.MAX_WBITS)
        stream = self._streams[way]
        # A full flush forgets all that went before.
        pressed: bytes = stream.compress(rows) + stream.flush(module.Z_FULL_FLUSH)
        return pressed


def _joined(adler: int, band: Band) -> int:
    """The Adler-32 sum of some bytes and a band after them."""
    low, high = adler & 0xFFFF, adler >> 16
    more_low, more_high = band.adler & 0xFFFF, band.adler >> 16
    # A band's own sum starts from 1, which the bytes before it replace.
    high = (high + more_high + band.length * (low - 1)) % _ADLER
    low = (low + more_low - 1) % _ADLER
    return high << 16 | low
