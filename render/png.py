"""A palette PNG from rows of indices, through zlib-ng where it is installed."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Sequence

from render.theme import Colour

Deflate = Callable[[bytes], bytes]


def _fast_deflate() -> Deflate:
    """zlib-ng's level that is both quick and small on our boards, or the standard library's."""
    try:
        from zlib_ng import zlib_ng  # noqa: PLC0415  # the fallback is the point
    except ImportError:
        return lambda rows: zlib.compress(rows, 3)
    return lambda rows: zlib_ng.compress(rows, 2)


deflate: Deflate = _fast_deflate()
"""Pictures from different machines may differ in bytes, never in pixels."""


def encode(rows: bytes, width: int, height: int, palette: Sequence[Colour]) -> bytes:
    """A PNG of `height` rows, each a filter byte 0 and `width` indices into `palette`."""
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            chunk(b"PLTE", bytes(part for colour in palette for part in colour)),
            chunk(b"IDAT", deflate(rows)),
            chunk(b"IEND", b""),
        )
    )


def chunk(kind: bytes, data: bytes) -> bytes:
    """A PNG chunk with its length and check sum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
