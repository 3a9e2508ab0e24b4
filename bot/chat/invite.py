"""The link with which people add the bot to a server of theirs."""

from __future__ import annotations

import discord

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""All that it needs."""


def invite(application: int) -> str:
    """The address where Discord asks to which server."""
    return discord.utils.oauth_url(
        application, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
    )


def invitation(info: discord.AppInfo | None) -> str:
    """The link in words, for the end of a text; "" where only its owner may add the bot."""
    if info is None or not info.bot_public:
        return ""
    return f"\n-# [Add to your server](<{invite(info.id)}>)"
