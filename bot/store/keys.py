"""Names of the Redis keys; those of the daily challenge are in `daily_keys`.

The part in braces is the hash tag: keys with the same tag lie in one slot of a Redis Cluster, so
that one script may touch all keys of a channel. Keys for all channels (IDLE, PLACES) lie elsewhere
and are therefore never part of a channel's script.
"""

from typing import Literal, NamedTuple

IDLE = "patience:idle"  # sorted set: channel -> unix seconds of the last commit, or a little later
PLACES = "patience:places"  # sorted set: "server:channel" -> unix seconds of its newest board
SEEN = "patience:seen"  # hash: shard -> unix seconds until which it has listened
LEFT = "patience:left"  # sorted set: server that was left -> unix seconds when it may be deleted

WELCOMED = "patience:welcomed"  # set: servers in which the bot has said hello


class ChannelKeys(NamedTuple):
    """Keys of one channel's tables."""

    table: str  # hash: v version, r record, t unix milliseconds of the last commit
    shelf: str  # list of the ids of archived tables, newest first
    records: str  # hash: id of an archived table -> "milliseconds:record"


def channel_keys(channel: int | str) -> ChannelKeys:
    """Keys of a channel's tables; with ``*`` the pattern of all."""
    tag = f"patience:{{c:{channel}}}"
    return ChannelKeys(f"{tag}:table", f"{tag}:shelf", f"{tag}:records")


def event_key(channel: int | str, event: str) -> str:
    """String "version:token:answer": what was answered to this event; expires."""
    return f"patience:{{c:{channel}}}:event:{event}"


def board_key(channel: int | str) -> str:
    """String, msgpack of a `Pointer`: which message is the channel's board; expires."""
    return f"patience:{{c:{channel}}}:board"


def everything_key(channel: int) -> str:
    """Pattern of all keys of a channel."""
    return f"patience:{{c:{channel}}}:*"


def look_key(whose: Literal["g", "u"], id: int) -> str:
    """String, JSON: how a server (g) or a person (u) likes the boards."""
    return f"patience:{{{whose}:{id}}}:look"


def duel_key(id: int | str) -> str:
    """Hash: a deal thrown to others, and how far each of them got; expires."""
    return f"patience:{{duel:{id}}}"


def dueling_key(person: int | str) -> str:
    """String: which duel somebody plays; expires."""
    return f"patience:{{u:{person}}}:duel"


def left_channels_key(guild: int) -> str:
    """Set: the channels of a server that was left."""
    return f"patience:left:{guild}"


def owner_key(bot: int, shard: int) -> str:
    """String: token of the process that serves a shard; expires."""
    return f"patience:owner:{bot}:{shard}"


def handover_key(bot: int, shard: int) -> str:
    """List of one string, JSON: what the process that served a shard tells the next; expires."""
    return f"patience:owner:{bot}:{shard}:handover"


def next_key(bot: int, shard: int) -> str:
    """String: a process waits to serve a shard; expires."""
    return f"patience:owner:{bot}:{shard}:next"


def shards_key(bot: int) -> str:
    """String: how many shards the processes that serve a bot agree on; expires."""
    return f"patience:owner:{bot}:of"


def owed_key(bot: int, shard: int, interaction: int | str) -> str:
    """String, JSON: an interaction that is being answered, with its token; expires.  With ``*`` the
    pattern of all.
    """
    return f"patience:owed:{bot}:{shard}:{interaction}"


def identify_key(bot: int, bucket: int) -> str:
    """String: a process has just begun a new session in one of Discord's buckets; expires."""
    return f"patience:identify:{bot}:{bucket}"


def players_key(day: int) -> str:
    """HyperLogLog: who has played on that day (since 1970), as a number and no more; expires."""
    return f"patience:players:{day}"


def commands_key(bot: int) -> str:
    """String: hash of the slash commands that Discord was told last."""
    return f"patience:commands:{bot}"
