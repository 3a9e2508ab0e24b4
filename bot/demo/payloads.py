"""The records of the loopback Discord as the JSON that Discord sends.

Field names and shapes follow Discord's API v10; ids are strings, times ISO 8601 in UTC.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from bot.demo.model import (
    COMMAND,
    THREAD,
    Attachment,
    Channel,
    Guild,
    Interaction,
    Json,
    Message,
    Role,
    User,
)

SIZE_LIMIT = 10 * 1024 * 1024
"""Largest uploaded file in bytes."""

DISCORD_EPOCH = 1_420_070_400
"""Snowflakes count from the first second of 2015."""


def time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def created(snowflake: int) -> float:
    """When the thing with this id was made, in seconds since the epoch."""
    return (snowflake >> 22) / 1000 + DISCORD_EPOCH


def user(who: User) -> Json:
    return {
        "id": str(who.id),
        "username": who.name.lower(),
        "global_name": None if who.bot else who.name,
        "discriminator": "0",
        "avatar": None,
        "bot": who.bot,
        "flags": 0,
        "public_flags": 0,
        "primary_guild": None,
    }


def own_user(who: User) -> Json:
    """The bot's account as it sees itself."""
    return user(who) | {"mfa_enabled": False, "locale": "en-US", "verified": True, "email": None}


def member(guild: Guild, who: User) -> Json:
    return {
        "user": user(who),
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": [str(role) for role in sorted(guild.roles_of[who.id])],
        "joined_at": time(created(guild.id)),
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }


def role(what: Role, position: int) -> Json:
    return {
        "id": str(what.id),
        "name": what.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": position,
        "permissions": str(what.permissions.value),
        "managed": what.bot is not None,
        "mentionable": False,
        "flags": 0,
        "icon": None,
        "unicode_emoji": None,
        "description": None,
        **({"tags": {"bot_id": str(what.bot.id)}} if what.bot else {}),
    }


def roles(guild: Guild) -> list[Json]:
    return [role(what, position) for position, what in enumerate(guild.roles.values())]


def channel(what: Channel) -> Json:
    last = what.last
    base = {
        "id": str(what.id),
        "type": what.kind,
        "flags": 0,
        "last_message_id": str(last.id) if last else None,
    }
    if what.guild is None:
        return base | {"recipients": [user(what.recipient)] if what.recipient else []}
    base |= {
        "guild_id": str(what.guild.id),
        "name": what.name,
        "parent_id": str(what.parent.id) if what.parent else None,
        "rate_limit_per_user": what.slow_mode,
    }
    if what.kind == THREAD:
        return base | _thread(what)
    return base | {
        "position": list(what.guild.channels).index(what.id),
        "topic": None,
        "nsfw": False,
        "permission_overwrites": [
            {
                "id": str(overwrite.target.id),
                "type": 1 if isinstance(overwrite.target, User) else 0,
                "allow": str(overwrite.allow.value),
                "deny": str(overwrite.deny.value),
            }
            for overwrite in what.overwrites.values()
        ],
    }


def _thread(what: Channel) -> Json:
    return {
        "owner_id": str(what.starter.id if what.starter else 0),
        "message_count": len(what.messages),
        "total_message_sent": len(what.messages),
        "member_count": 1,
        "thread_metadata": {
            "archived": what.archived,
            "locked": what.locked,
            "auto_archive_duration": 1440,
            "archive_timestamp": time(created(what.id)),
            "create_timestamp": time(created(what.id)),
        },
    }


def guild(what: Guild) -> Json:
    """The guild as REST gives it."""
    return {
        "id": str(what.id),
        "name": what.name,
        "icon": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "description": None,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": roles(what),
        "owner_id": str(what.owner.id),
        "application_id": None,
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw": False,
        "nsfw_level": 0,
        "max_presences": None,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": "en-US",
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "incidents_data": None,
    }


def guild_create(what: Guild, bot: User) -> Json:
    """The guild as the gateway announces it: all its channels, and the threads the bot can see."""
    channels = [c for c in what.channels.values() if c.kind != THREAD]
    threads = [c for c in what.channels.values() if c.kind == THREAD and not c.archived]
    return guild(what) | {
        "unavailable": False,
        "joined_at": time(created(what.id)),
        "large": False,
        "member_count": len(what.members),
        "members": [member(what, who) for who in what.members.values()],
        "channels": [channel(c) for c in channels],
        "threads": [channel(c) for c in threads if c.permissions(bot).view_channel],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def attachment(what: Attachment, ephemeral: bool = False) -> Json:
    result: Json = {
        "id": str(what.id),
        "filename": what.filename,
        "size": len(what.data),
        "url": what.url,
        "proxy_url": what.url,
        "content_type": what.content_type,
    }
    if what.size:
        result["width"], result["height"] = what.size
    if what.description is not None:
        result["description"] = what.description
    if ephemeral:
        result["ephemeral"] = True
    return result


def message(what: Message) -> Json:
    """The message as REST gives it; `gateway_message` adds what only the gateway says."""
    result: Json = {
        "id": str(what.id),
        "channel_id": str(what.channel.id),
        "type": what.kind,
        "author": user(what.author),
        "content": what.content,
        "timestamp": time(created(what.id)),
        "edited_timestamp": time(what.edited) if what.edited else None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [user(who) for who in what.mentions],
        "mention_roles": [],
        "attachments": [attachment(a, not what.visible_to(what.author)) for a in what.attachments],
        "embeds": what.embeds,
        "components": what.components,
        "pinned": what.pinned,
        "flags": what.flags,
    }
    if what.nonce is not None:
        result["nonce"] = what.nonce
    if what.reactions:
        result["reactions"] = [
            {
                "emoji": {"id": None, "name": emoji},
                "count": len(people),
                "count_details": {"burst": 0, "normal": len(people)},
                "burst_colors": [],
                "me_burst": False,
                "me": any(who.bot for who in people),
            }
            for emoji, people in what.reactions.items()
        ]
    if what.reply_to is not None:
        answered = what.channel.messages.get(what.reply_to)
        result["message_reference"] = {
            "type": 0,
            "channel_id": str(what.channel.id),
            "message_id": str(what.reply_to),
            **({"guild_id": str(what.channel.guild.id)} if what.channel.guild else {}),
        }
        result["referenced_message"] = _without_reference(answered) if answered else None
    if what.interaction is not None:
        result["interaction_metadata"] = _metadata(what.interaction)
        result["application_id"] = result["webhook_id"] = str(what.author.id)
    return result


def _without_reference(what: Message) -> Json:
    result = message(what)
    result.pop("referenced_message", None)
    return result


def _metadata(what: Interaction) -> Json:
    result: Json = {
        "id": str(what.id),
        "type": what.kind,
        "user": user(what.user),
        "authorizing_integration_owners": {
            "0": str(what.channel.guild.id if what.channel.guild else 0)
        },
    }
    if what.kind == COMMAND:
        result |= {"name": what.data["name"], "command_type": what.data["type"]}
    elif what.asked_by is not None:
        result["triggering_interaction_metadata"] = _metadata(what.asked_by)
    elif what.message is not None:
        result["interacted_message_id"] = str(what.message.id)
    return result


def gateway_message(what: Message) -> Json:
    result = message(what)
    guild = what.channel.guild
    if guild is not None:
        result["guild_id"] = str(guild.id)
        if what.author.id in guild.members:
            result["member"] = member(guild, what.author)
            del result["member"]["user"]
        for entry, who in zip(result["mentions"], what.mentions, strict=True):
            if who.id in guild.members:
                entry["member"] = member(guild, who)
                del entry["member"]["user"]
    return result


def interaction(what: Interaction, bot: User) -> Json:
    """INTERACTION_CREATE."""
    guild, place = what.channel.guild, what.channel
    result: Json = {
        "id": str(what.id),
        "application_id": str(bot.id),
        "type": what.kind,
        "token": what.token,
        "version": 1,
        "data": what.data,
        "channel_id": str(place.id),
        "channel": channel(place) | {"permissions": str(place.permissions(what.user).value)},
        "app_permissions": str(place.permissions(bot).value),
        "locale": "en-US",
        "entitlements": [],
        "context": 0 if guild else 1,
        "attachment_size_limit": SIZE_LIMIT,
        "authorizing_integration_owners": {"0": str(guild.id if guild else 0)},
    }
    if guild is None:
        result["user"] = user(what.user)
    else:
        result |= {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "features": [], "locale": "en-US"},
            "guild_locale": "en-US",
            "member": member(guild, what.user)
            | {"permissions": str(place.permissions(what.user).value)},
        }
    if what.message is not None:
        result["message"] = message(what.message)
    return result


def application(bot: User, owner: User, flags: int, guilds: int) -> Json:
    return {
        "id": str(bot.id),
        "name": bot.name,
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot": user(bot),
        "owner": user(owner),
        "team": None,
        "verify_key": "0" * 64,
        "flags": flags,
        "flags_new": str(flags),
        "bot_public": True,
        "bot_require_code_grant": False,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "approximate_guild_count": guilds,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
    }


def error(code: int, message: str, **more: Any) -> Json:
    return {"code": code, "message": message, **more}
