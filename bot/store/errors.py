"""What goes wrong between Patience and its Redis."""

from __future__ import annotations

from enum import Enum

from redis.exceptions import (
    AuthenticationError,
    AuthorizationError,
    BusyLoadingError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
)

UNREACHABLE = (
    "The tables can't be reached right now. Nothing is lost; please try again in a moment."
)
_TOLD = "Nothing is lost; whoever runs this bot finds the cause in its log."


class StoreUnavailable(Exception):
    """Redis can't be found, started, reached or written; `str(error)` is a sentence for people."""


class Misconfigured(StoreUnavailable):
    """Waiting is no use: the address or the password is wrong, or there is no server at all."""


class Trouble(Enum):
    """Why Redis doesn't do what it is asked; the value is what players are told."""

    UNREACHABLE = UNREACHABLE
    LOADING = "The tables are being loaded and will be there in a moment. Please try again then."
    FULL = f"The tables' memory is full, so nothing can be changed just now. {_TOLD}"
    READONLY = f"The tables can only be read just now, so nothing was changed. {_TOLD}"
    DISK = f"The tables can't be written to disk just now, so nothing was changed. {_TOLD}"
    DENIED = f"The tables don't let this bot in just now, so nothing was changed. {_TOLD}"
    REFUSED = f"The tables refused this, so nothing was changed. {_TOLD}"

    @classmethod
    def of(cls, error: BaseException) -> Trouble:
        """The trouble behind an error of the client's."""
        for types, trouble in _TYPES:
            if isinstance(error, types):
                return trouble
        words = str(error)
        for sign, trouble in _SIGNS:
            if words.startswith(sign):
                return trouble
        return cls.REFUSED if isinstance(error, ResponseError) else cls.UNREACHABLE


_TYPES: tuple[tuple[type[Exception] | tuple[type[Exception], ...], Trouble], ...] = (
    (BusyLoadingError, Trouble.LOADING),
    (OutOfMemoryError, Trouble.FULL),
    (ReadOnlyError, Trouble.READONLY),
    ((AuthenticationError, AuthorizationError, NoPermissionError), Trouble.DENIED),
)
# Errors that the client has no class for come with the server's own first word.
_SIGNS = (
    ("MISCONF", Trouble.DISK),
    ("NOREPLICAS", Trouble.READONLY),
    ("OOM", Trouble.FULL),
    ("READONLY", Trouble.READONLY),
    ("-READONLY", Trouble.READONLY),
    ("NOAUTH", Trouble.DENIED),
    ("NOPERM", Trouble.DENIED),
    ("WRONGPASS", Trouble.DENIED),
    ("LOADING", Trouble.LOADING),
    ("CLUSTERDOWN", Trouble.UNREACHABLE),
    ("MASTERDOWN", Trouble.UNREACHABLE),
    ("TRYAGAIN", Trouble.UNREACHABLE),
)
