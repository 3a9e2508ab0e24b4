"""Names of the Redis keys.

The part in braces is the hash tag: keys with the same tag lie in one slot of a Redis Cluster, so
that one script may touch all keys of a channel. IDLE is one key for all channels, lies elsewhere
and is therefore never part of a channel's script.
"""

from typing import NamedTuple

IDLE = "patience:idle"  # sorted set: channel -> unix seconds of the last commit, or a little later


class ChannelKeys(NamedTuple):
    """Keys of one channel's tables."""

    table: str  # hash: v version, r record, t unix milliseconds of the last commit
    shelf: str  # list of the ids of archived tables, newest first
    records: str  # hash: id of an archived table -> "milliseconds:record"


def channel_keys(channel: int) -> ChannelKeys:
    tag = f"patience:{{c:{channel}}}"
    return ChannelKeys(f"{tag}:table", f"{tag}:shelf", f"{tag}:records")


def event_key(channel: int, event: str) -> str:
    """String "version:token:answer": what was answered to this event; expires."""
    return f"patience:{{c:{channel}}}:event:{event}"


def guild_look_key(guild: int) -> str:
    """String, JSON: how a server likes its boards."""
    return f"patience:{{g:{guild}}}:look"


def person_look_key(person: int) -> str:
    """String, JSON: how somebody likes their own boards."""
    return f"patience:{{u:{person}}}:look"
