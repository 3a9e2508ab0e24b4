"""The written-down shuffle: a deal label means the same cards for ever, in any program.

Random words are the big-endian 32-bit words of SHAKE-256 over ``patience/1|{deal}|{shuffle}``; a
word that would favour small numbers is passed over; the cards are exchanged as Fisher and Yates
did, from the last down to the second.
"""

from __future__ import annotations

import hashlib
import re
import struct
import unicodedata
from collections.abc import Iterator

from engine.cards import Card

MAX_LABEL = 64


class DealError(ValueError):
    """The text is no deal label."""


def label_of(text: str) -> str:
    """The label that somebody has typed: what looks alike is the same.  DealError as below.

    Accents are joined with their letters, wide letters and digits are the usual ones, and a run of
    spaces is one.
    """
    joined = unicodedata.normalize("NFC", text)
    usual = "".join(
        unicodedata.normalize("NFKC", char)
        if unicodedata.decomposition(char).startswith(("<wide>", "<narrow>", "<noBreak>"))
        else char
        for char in joined
    )
    return check_label(re.sub(" +", " ", unicodedata.normalize("NFC", usual)))


def check_label(text: str) -> str:
    """The deal label as it was kept, numbers without leading zeros; `DealError` unless it has 1 to
    64 printable characters.
    """
    label = text.strip()
    if not 1 <= len(label) <= MAX_LABEL or not label.isprintable():
        raise DealError(f"A deal is a number, or 1 to {MAX_LABEL} printable characters.")
    if label.isascii() and label.isdigit():
        return label.lstrip("0") or "0"
    return label


def shuffled(cards: list[Card], deal: str, shuffle: int) -> list[Card]:
    """The cards in dealing order; `shuffle` counts the game's shuffles from 0."""
    words = _words(f"patience/1|{deal}|{shuffle}".encode())
    cards = list(cards)
    for n in range(len(cards), 1, -1):
        limit = 2**32 - 2**32 % n
        while (word := next(words)) >= limit:
            pass
        j = word % n
        cards[n - 1], cards[j] = cards[j], cards[n - 1]
    return cards


def _words(seed: bytes) -> Iterator[int]:
    """An endless stream; SHAKE's longer digests begin with its shorter ones."""
    count, start = 256, 0
    while True:
        digest = hashlib.shake_256(seed).digest(4 * count)
        yield from struct.unpack(f">{count}I", digest)[start:]
        start, count = count, 2 * count
