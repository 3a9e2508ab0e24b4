"""Which deal a day has: fixed by a secret, promised by a hash, open to everybody afterwards.

The day's key is an HMAC of the master secret, so that a revealed key tells nothing of others.
Its SHA-256 is published while the day runs.  The deal is either the first private one (labels
made from the key, in order) that the solver has won, or that one of the pool's unused labels
which the key ranks lowest.
"""

import hashlib
import hmac
from collections.abc import Collection, Iterator
from typing import Literal, Protocol

Sitting = Literal["alone", "together"]
"""The two tables of a day have different deals, so that neither gives the other away."""
MODES: tuple[Sitting, ...] = ("alone", "together")
PRIVATE_DIGITS = 15
"""Of a private deal's label; those of the pool have eight."""


class Pool(Protocol):
    """Deals that are proven winnable."""

    def deals(self, game_id: str) -> tuple[str, ...]:
        """Their labels, () for games without any."""
        ...

    def line(self, game_id: str, label: str) -> tuple[str, ...]:
        """Moves that win one of them, in canonical form."""
        ...


def day_key(secret: bytes, day: int) -> bytes:
    """The day's key, 32 bytes."""
    return _hmac(secret, f"patience day|{day}")


def commitment(key: bytes) -> str:
    """What is published while the day runs: the key's SHA-256 in hex."""
    return hashlib.sha256(key).hexdigest()


def from_pool(key: bytes, game_id: str, mode: Sitting, labels: Collection[str]) -> str:
    """The label that the key ranks lowest; ValueError when there is none."""
    return min(labels, key=lambda label: _hmac(key, f"pool|{game_id}|{mode}|{label}"))


def private_label(key: bytes, game_id: str, mode: Sitting, number: int) -> str:
    """The private deal of that number, from 0: so many digits that nobody can guess it."""
    digest = _hmac(key, f"private|{game_id}|{mode}|{number}")
    least = 10 ** (PRIVATE_DIGITS - 1)
    return str(least + int.from_bytes(digest, "big") % (9 * least))


def may_be_private(label: str) -> bool:
    """Whether a deal has the form of a private one."""
    return len(label) == PRIVATE_DIGITS and label.isdecimal()


def private_labels(key: bytes, game_id: str, mode: Sitting, most: int) -> Iterator[tuple[int, str]]:
    """Private deals in the order in which they are tried."""
    for number in range(most):
        yield number, private_label(key, game_id, mode, number)


def _hmac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")
