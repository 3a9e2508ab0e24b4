"""What the bot may do where boards are to be."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot.chat.guard import Place, Reason, Refused

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


def forbidden(permissions: Iterable[str]) -> Refused:
    """The refusal that names what is missing."""
    names = list(permissions)
    if not names:
        return Refused(Reason.FORBIDDEN)
    return Refused(
        Reason.FORBIDDEN,
        f"I can't show the board in this channel: I need {named(names)} here. "
        "Somebody who manages the channel can grant it in its settings.",
    )


def lacking(place: Place) -> list[str]:
    """Permissions without which no board can be shown there, as far as is known."""
    may = permissions_in(place)
    if may is None:
        return []
    send = "send_messages_in_threads" if isinstance(place, discord.Thread) else "send_messages"
    return [name for name in ("view_channel", send) if not getattr(may, name)]


def may_attach(place: Place) -> bool:
    """Whether pictures may be sent there, as far as is known."""
    may = permissions_in(place)
    return may is None or may.attach_files


def may_answer(place: Place) -> bool:
    """Whether a message may refer to another one there, as far as is known."""
    may = permissions_in(place)
    return may is None or may.read_message_history


def permissions_in(place: Place) -> discord.Permissions | None:
    """What the bot may do in a place; None where that isn't known."""
    guild = getattr(place, "guild", None)
    # A place that is known by its id only says that nothing is allowed in it.
    if guild is None or guild.me is None or isinstance(place, discord.PartialMessageable):
        return None
    try:
        return place.permissions_for(guild.me)
    except discord.ClientException:  # a thread whose parent isn't known
        return None
