"""Every call to Discord passes here: what may fail is known, has a kind, and is said in words.

Alarms ring only for what is not in the table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable
from enum import Enum
from typing import TypeVar

import aiohttp
import discord

from bot import logs

T = TypeVar("T")
Place = (
    discord.TextChannel
    | discord.VoiceChannel
    | discord.StageChannel
    | discord.Thread
    | discord.DMChannel
    | discord.PartialMessageable
)
"""Where boards can be."""

log = logs.get(__name__)


NOBODY = discord.AllowedMentions.none()
"""Whom messages may ping.  Posts have it from the client; edits have to say it."""


class Kind(Enum):
    """The ways in which Discord says no."""

    NO_MESSAGE = "no message"
    NO_CHANNEL = "no channel"
    LATE = "late"
    ANSWERED = "answered"
    FORBIDDEN = "forbidden"
    CLOSED_DM = "closed dm"
    ARCHIVED = "archived"
    OLD = "old"
    BUSY = "busy"
    DOWN = "down"
    TOO_LARGE = "too large"


CODES = {
    10003: Kind.NO_CHANNEL,  # unknown channel
    10004: Kind.NO_CHANNEL,  # unknown guild
    10008: Kind.NO_MESSAGE,  # unknown message
    10015: Kind.LATE,  # unknown webhook: the token of an interaction that was never acknowledged
    10062: Kind.LATE,  # unknown interaction: more than 3 s
    50027: Kind.LATE,  # the token is older than 15 minutes
    40060: Kind.ANSWERED,  # already acknowledged
    50001: Kind.FORBIDDEN,  # missing access
    50013: Kind.FORBIDDEN,  # missing permissions
    40333: Kind.FORBIDDEN,  # blocked by the guild's settings
    50007: Kind.CLOSED_DM,
    50278: Kind.CLOSED_DM,  # no server in common any more
    50083: Kind.ARCHIVED,
    160005: Kind.ARCHIVED,  # the thread is locked
    30046: Kind.OLD,  # too many edits of messages older than an hour
    20016: Kind.BUSY,  # slow-mode
    20028: Kind.BUSY,  # the channel's write limit
    40005: Kind.TOO_LARGE,
}
"""Discord's error codes that a healthy bot meets."""

STATUSES = {403: Kind.FORBIDDEN, 413: Kind.TOO_LARGE, 429: Kind.BUSY}
"""For answers without a code of the table."""

WORDS = {
    Kind.NO_MESSAGE: "The message is gone; `/patience board` shows the table again.",
    Kind.NO_CHANNEL: "This channel is gone or hidden from me.",
    Kind.LATE: "That took too long for Discord. Please try again.",
    Kind.ANSWERED: "That was answered already.",
    Kind.FORBIDDEN: "I'm not allowed to show the board here. I need **View Channel**, "
    "**Send Messages** and **Attach Files**.",
    Kind.CLOSED_DM: "I can't send you direct messages; you can allow them in this server's privacy "
    "settings.",
    Kind.ARCHIVED: "This thread is closed, so I can't show the board in it. Open it again first.",
    Kind.OLD: "That message is too old to be changed just now.",
    Kind.BUSY: "Discord asks me to slow down here. The board follows in a moment.",
    Kind.DOWN: "Discord can't be reached just now. The board follows when it is back.",
    Kind.TOO_LARGE: "The picture is too large for this place.",
}


class Refused(Exception):
    """Discord said no, for a reason that is known; the text is a sentence for people."""

    def __init__(self, kind: Kind, text: str = "", retry_after: float = 0.0) -> None:
        super().__init__(text or WORDS[kind])
        self.kind = kind
        self.retry_after = retry_after


def kind_of(error: BaseException) -> Kind | None:
    """What kind of refusal an error of discord.py is; None when it is none that is expected."""
    if isinstance(error, discord.RateLimited):
        return Kind.BUSY
    if isinstance(error, discord.InteractionResponded):
        return Kind.ANSWERED
    if isinstance(error, discord.HTTPException):
        if error.code in CODES:
            return CODES[error.code]
        return Kind.DOWN if error.status >= 500 else STATUSES.get(error.status)
    if isinstance(error, aiohttp.ClientError | TimeoutError | OSError):
        return Kind.DOWN
    return None


async def guarded(call: Awaitable[T], what: str) -> T:
    """The result of one call to Discord; `Refused` when it failed as calls may fail.

    `what` names the call in the log.
    """
    try:
        return await call
    except asyncio.CancelledError:
        raise
    except Exception as error:
        kind = kind_of(error)
        if kind is None:
            raise
        log.info("refused", what=what, kind=kind.value, reason=str(error)[:200])
        after = error.retry_after if isinstance(error, discord.RateLimited) else 0.0
        raise Refused(kind, retry_after=after) from error


NAMES = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
"""Permissions as Discord's own settings call them."""


def named(permissions: Iterable[str]) -> str:
    """``**Send Messages** and **Attach Files**``."""
    return " and ".join(f"**{NAMES[permission]}**" for permission in permissions)


def missing(given: discord.Permissions, *, thread: bool) -> list[str]:
    """Which of the permissions that a board can't do without are not given."""
    send = "send_messages_in_threads" if thread else "send_messages"
    return [name for name in ("view_channel", send) if not getattr(given, name)]


def forbidden(permissions: Iterable[str]) -> Refused:
    """The refusal that names what is missing."""
    lacking = list(permissions)
    if not lacking:
        return Refused(Kind.FORBIDDEN)
    return Refused(
        Kind.FORBIDDEN,
        f"I can't show the board in this channel: I need {named(lacking)} here. "
        "Somebody who manages the channel can grant it in its settings.",
    )
