"""Which positions a search has been to, in little room."""

from __future__ import annotations

import hashlib
import struct
from array import array

SMALLEST = 1 << 10
MOST = 1 << 25
"""Places in the largest table: 512 MB, for some twenty million positions."""


class Seen:
    """Keys, kept as two independent 64-bit hashes each (the halves of a BLAKE2b digest).

    Two keys are taken for one only if both agree, so that of a billion billion tables of ten
    million keys hardly one would hold a fault.  An open-addressing table with linear probing:
    24 to 48 bytes a key, a fifth of what a set of numbers takes.
    """

    def __init__(self) -> None:
        self._count = 0
        self._make(SMALLEST)

    def __len__(self) -> int:
        return self._count

    @property
    def full(self) -> bool:
        """Whether there is no room for more."""
        return self._count >= self._limit and len(self._first) >= MOST

    def add(self, key: bytes) -> bool:
        """Whether the key is new; then it is kept."""
        first, second = _HALVES.unpack(hashlib.blake2b(key, digest_size=16).digest())
        first = first or 1  # 0 is a free place
        firsts, seconds, mask = self._first, self._second, self._mask
        at = first & mask
        while there := firsts[at]:
            if there == first and seconds[at] == second:
                return False
            at = (at + 1) & mask
        firsts[at], seconds[at] = first, second
        self._count += 1
        if self._count >= self._limit and len(firsts) < MOST:
            self._grow()
        return True

    def _make(self, size: int) -> None:
        self._first, self._second = array("Q", bytes(8 * size)), array("Q", bytes(8 * size))
        self._mask, self._limit = size - 1, size * 2 // 3

    def _grow(self) -> None:
        old = self._first, self._second
        self._make(2 * len(self._first))
        firsts, seconds, mask = self._first, self._second, self._mask
        for first, second in zip(*old, strict=True):
            if first:
                at = first & mask
                while firsts[at]:
                    at = (at + 1) & mask
                firsts[at], seconds[at] = first, second


_HALVES = struct.Struct("=QQ")
