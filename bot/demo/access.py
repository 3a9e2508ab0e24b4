"""What the bot can reach, and the errors that Discord gives it for the rest."""

from __future__ import annotations

from bot.demo import errors
from bot.demo.model import Channel, Guild, Message
from bot.demo.world import World


def channel(world: World, number: int) -> Channel:
    """Raises ApiError: 10003 when there is none, 50001 when the bot can't see it."""
    found = world.channels.get(number)
    if found is None:
        raise errors.unknown_channel()
    require(world, found, "view_channel")
    return found


def message(place: Channel, number: int) -> Message:
    """Raises ApiError 10008."""
    found = place.messages.get(number)
    if found is None:
        raise errors.unknown_message()
    return found


def guild(world: World, number: int) -> Guild:
    """Raises ApiError 10004, also for a server that the bot is not on."""
    found = world.guilds.get(number)
    if found is None or world.bot.id not in found.members:
        raise errors.unknown_guild()
    return found


def require(world: World, place: Channel, *names: str) -> None:
    """Raises ApiError 50001, 50013 or 50007 when the bot lacks one of the permissions here."""
    if place.guild is None:
        if place.recipient and not place.recipient.dms_open and "send_messages" in names:
            raise errors.closed_dm()
        return
    permissions = place.permissions(world.bot)
    if not permissions.view_channel:
        raise errors.missing_access()
    if not all(getattr(permissions, name) for name in names):
        raise errors.missing_permissions()
