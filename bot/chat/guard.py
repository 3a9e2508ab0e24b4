"""Every call to Discord passes here: what may fail is known, has a reason, and is said in words.

Alarms ring only for what is not in the table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from enum import Enum
from typing import TypeVar

import aiohttp
import discord

from bot import logs
from bot.chat.emoji import CARDS

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


class Reason(Enum):
    """Why Discord says no."""

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
    10003: Reason.NO_CHANNEL,  # unknown channel
    10004: Reason.NO_CHANNEL,  # unknown guild
    10008: Reason.NO_MESSAGE,  # unknown message
    10015: Reason.LATE,  # unknown webhook: the token of an interaction that was never acknowledged
    10062: Reason.LATE,  # unknown interaction: more than 3 s
    50027: Reason.LATE,  # the token is older than 15 minutes
    40060: Reason.ANSWERED,  # already acknowledged
    50001: Reason.FORBIDDEN,  # missing access
    50013: Reason.FORBIDDEN,  # missing permissions
    40333: Reason.FORBIDDEN,  # blocked by the guild's settings
    50007: Reason.CLOSED_DM,
    50278: Reason.CLOSED_DM,  # no server in common any more
    50083: Reason.ARCHIVED,
    160005: Reason.ARCHIVED,  # the thread is locked
    30046: Reason.OLD,  # too many edits of messages older than an hour
    20016: Reason.BUSY,  # slow-mode
    20028: Reason.BUSY,  # the channel's write limit
    40005: Reason.TOO_LARGE,
}
"""Discord's error codes that a healthy bot meets."""

STATUSES = {403: Reason.FORBIDDEN, 413: Reason.TOO_LARGE, 429: Reason.BUSY}
"""For answers without a code of the table."""

CLOSED = "Session is closed"
"""How aiohttp, without an error of its own, says that the program is ending."""

WORDS = {
    Reason.NO_MESSAGE: "The message is gone; `/patience board` shows the table again.",
    Reason.NO_CHANNEL: "This channel is gone or hidden from me.",
    Reason.LATE: "That took too long for Discord. Please try again.",
    Reason.ANSWERED: "That was answered already.",
    Reason.FORBIDDEN: "I'm not allowed to show the board here. I need **View Channel**, "
    "**Send Messages** and **Attach Files**.",
    Reason.CLOSED_DM: "I can't send you direct messages; you can allow them in this server's "
    "privacy settings.",
    Reason.ARCHIVED: "This thread is closed, so I can't show the board in it. Open it again first.",
    Reason.OLD: "That message is too old to be changed just now.",
    Reason.BUSY: "Discord asks me to slow down here. The board follows in a moment.",
    Reason.DOWN: "Discord can't be reached just now. The board follows when it is back.",
    Reason.TOO_LARGE: "The picture is too large for this place.",
}


class Refused(Exception):
    """Discord said no, for a reason that is known; the text is a sentence for people."""

    def __init__(self, reason: Reason, text: str = "", retry_after: float = 0.0) -> None:
        super().__init__(text or WORDS[reason])
        self.reason = reason
        self.retry_after = retry_after


def reason_of(error: BaseException) -> Reason | None:
    """Which refusal an error of discord.py is; None when it is none that is expected."""
    if isinstance(error, discord.RateLimited):
        return Reason.BUSY
    if isinstance(error, discord.InteractionResponded):
        return Reason.ANSWERED
    if isinstance(error, discord.HTTPException):
        if error.code in CODES:
            return CODES[error.code]
        return Reason.DOWN if error.status >= 500 else STATUSES.get(error.status)
    if isinstance(error, aiohttp.ClientError | TimeoutError | OSError):
        return Reason.DOWN
    if isinstance(error, RuntimeError) and str(error) == CLOSED:
        return Reason.DOWN
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
        reason = reason_of(error)
        if reason is None and _lacks_emoji(error):
            reason = Reason.DOWN
        if reason is None:
            raise
        log.info("refused", what=what, kind=reason.value, reason=str(error)[:200])
        after = error.retry_after if isinstance(error, discord.RateLimited) else 0.0
        raise Refused(reason, retry_after=after) from error


def _lacks_emoji(error: Exception) -> bool:
    """Whether an emoji is gone that the bot took to be there: from now on cards are written."""
    if not isinstance(error, discord.HTTPException) or "invalid emoji" not in str(error).casefold():
        return False
    log.warning("emoji are gone; cards are written until the next start")
    CARDS.learn([])
    return True


def age_of(id: int) -> float:
    """Seconds since Discord made what has this id."""
    return (discord.utils.utcnow() - discord.utils.snowflake_time(id)).total_seconds()
