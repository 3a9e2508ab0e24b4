"""Names of the Redis keys of the daily challenge.

Keys with one hash tag (in braces) may be touched by one script: all of a server's, all of a
person's own, and what concerns everybody.
"""

from typing import Literal, NamedTuple

ALL = "patience:{daily}"
SECRET = f"{ALL}:secret"  # string: the master secret
UP = f"{ALL}:up"  # bitmap: 144 bits a day, one for each ten minutes in which the bot was up
POSTS = f"{ALL}:posts"  # set: servers with a daily post
CHOOSING = f"{ALL}:choosing"  # set: servers that have chosen games of their own
PUBLIC = f"{ALL}:public"  # hash: server -> name, of those that are ranked among all
VETTED = f"{ALL}:vetted"  # hash: "day:game:mode" -> private deal


def challenges_key(day: int) -> str:
    """Hash: game -> that day's deals."""
    return f"{ALL}:day:{day}"


def used_key(game: str) -> str:
    """Set: labels of the pool that have been played."""
    return f"{ALL}:used:{game}"


def teams_key(day: int) -> str:
    """Set: servers that play together on that day."""
    return f"{ALL}:teams:{day}"


def ranking_key(day: int | str, game: str) -> str:
    """Sorted set: server -> score of its table together."""
    return f"{ALL}:ranking:{day}:{game}"


class GuildKeys(NamedTuple):
    """Keys of one server."""

    settings: str  # hash of settings
    games: str  # hash: day -> game, as it was when the day was opened
    names: str  # hash: person -> name
    ever: str  # sorted set: person -> points of all days
    run: str  # string "day:count": a day on which it was played, and how many in a row by then
    tag: str

    def attempt(self, day: int | str, person: int) -> str:
        """Hash: v version, r record, t unix milliseconds; person 0 is everybody together."""
        return f"{self.tag}:attempt:{day}:{person}"

    def event(self, day: int | str, person: int, event: str) -> str:
        """String "version:token:answer", as for tables."""
        return f"{self.tag}:event:{day}:{person}:{event}"

    def board(self, day: int | str) -> str:
        """Sorted set: person -> score."""
        return f"{self.tag}:board:{day}"

    def week(self, monday: int | str) -> str:
        """Sorted set: person -> points of the best days."""
        return f"{self.tag}:week:{monday}"

    def person(self, person: int) -> str:
        """Hash: "day:field" -> value, see AttemptStore."""
        return f"{self.tag}:person:{person}"

    def place(self, day: int) -> str:
        """String: channel in which the server plays together."""
        return f"{self.tag}:place:{day}"

    def posted(self, day: int) -> str:
        """String: the daily post is claimed, or the id of its message."""
        return f"{self.tag}:posted:{day}"


class Board(NamedTuple):
    """A server's board: of a day, of the week from a Monday on, or of all days ever."""

    guild: int
    span: Literal["day", "week", "ever"]
    first: int = 0

    @property
    def key(self) -> str:
        """Sorted set: person -> score or points."""
        keys = guild_keys(self.guild)
        if self.span == "ever":
            return keys.ever
        return keys.board(self.first) if self.span == "day" else keys.week(self.first)


def guild_keys(guild: int | str) -> GuildKeys:
    """Keys of a server; 0 is for direct messages.  Here and below ``*`` makes a pattern."""
    tag = f"patience:{{g:{guild}}}:daily"
    return GuildKeys(
        *(f"{tag}:settings", f"{tag}:games", f"{tag}:names", f"{tag}:ever", f"{tag}:run", tag)
    )


def claims_key(person: int) -> str:
    """Hash: day -> server in which somebody plays that day's challenge."""
    return f"patience:{{u:{person}}}:days"


def pauses_key(person: int) -> str:
    """String: ``first-last`` of each pause from the daily challenge, with commas between."""
    return f"patience:{{u:{person}}}:pauses"


def attempts_key(person: int) -> str:
    """Pattern of a person's attempts everywhere; person 0 is everybody together."""
    return guild_keys("*").attempt("*", person)


def events_key(person: int) -> str:
    """Pattern of what was answered to events at these attempts."""
    return guild_keys("*").event("*", person, "*")


def route_key(channel: int | str) -> str:
    """String: number of the attempt that is played in a channel; expires."""
    return f"patience:{{c:{channel}}}:daily"


def gone_key(day: int) -> str:
    """Set: people who have deleted their data since they began that day, as nobody can read."""
    return f"{ALL}:gone:{day}"
