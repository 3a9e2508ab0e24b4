"""The one place that turns what goes wrong into words for people.

What is expected is said and not logged; the rest is logged with an id that people can pass on.
"""

from __future__ import annotations

import secrets

from discord.app_commands import CommandInvokeError, CommandNotFound, CommandSignatureMismatch

from bot import logs
from bot.chat.guard import Refused
from bot.store.errors import StoreUnavailable
from bot.tables.record import UnreadableTable
from engine.games.catalogue import UnknownGame
from engine.moves import MoveError
from engine.record import NothingLeft, RecordError
from engine.shuffle import DealError

EXPECTED = (
    MoveError,
    NothingLeft,
    RecordError,
    DealError,
    UnknownGame,
    StoreUnavailable,
    UnreadableTable,
)
"""Their texts are sentences for players."""
OUTDATED = "This command has changed since Discord showed it to you. Please try once more."

log = logs.get(__name__)


def explain(error: BaseException, **context: object) -> str:
    """What to tell the person whose command ended with this error; `context` goes to the log."""
    if isinstance(error, CommandInvokeError):
        error = error.original
    if isinstance(error, (*EXPECTED, Refused)):
        return str(error)
    if isinstance(error, CommandSignatureMismatch | CommandNotFound):
        return OUTDATED
    id = secrets.token_hex(3)
    log.error("unexpected", id=id, exc_info=error, **context)
    return f"Something went wrong on my side (error {id}). Your table is safe; please try again."
