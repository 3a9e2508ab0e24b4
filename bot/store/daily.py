"""What the daily challenge keeps in Redis besides the attempts themselves.

Values that are records pass through as bytes.  Every method raises StoreUnavailable.
"""

import secrets
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from bot.store import daily_keys as keys
from bot.store.daily_keys import Board, guild_keys
from bot.store.database import Database, script
from bot.store.ids import Attempt

OPEN = script("daily_open")
CLAIM = script("claim")
SECRET_BYTES = 32
SLOTS = 144
"""Parts of a day for which is noted whether the bot was up."""
DAY_SECONDS = 24 * 3600
RANKING_SECONDS = 90 * DAY_SECONDS
TIED = 50
"""Members of a board that are looked at to tell who of equal ones was first."""
POST_SECONDS = 120
"""For how long a process may take to post before another one tries."""


class DailyStore:
    """Days, servers, people, boards."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # --- the days ------------------------------------------------------------------------------

    async def secret(self) -> bytes:
        """The master secret, made when there is none."""
        run = self.database.run
        await run(lambda r: r.set(keys.SECRET, secrets.token_bytes(SECRET_BYTES), nx=True))
        return bytes(await run(lambda r: r.get(keys.SECRET)))

    async def challenge(self, day: int, game: str) -> bytes | None:
        """What was fixed for that day and game."""
        key = keys.challenges_key(day)
        found: bytes | None = await self.database.run(lambda r: r.hget(key, game))
        return found

    async def challenges(self, day: int) -> dict[str, bytes]:
        """All that was fixed for that day, by game."""
        key = keys.challenges_key(day)
        found = await self.database.run(lambda r: r.hgetall(key))
        return {game.decode(): value for game, value in found.items()}

    async def fix(
        self, day: int, game: str, challenge: bytes, labels: Iterable[str], *, anew: bool
    ) -> bytes:
        """Fix the day's deals, unless that is done; what holds.  `labels` are used up; `anew`:
        all others of the game's pool had been.
        """
        found: bytes = await self.database.eval(
            OPEN,
            [keys.challenges_key(day), keys.used_key(game)],
            [game, challenge, "1" if anew else "0", *labels],
        )
        return found

    async def used(self, game: str) -> set[str]:
        """Labels of the pool that have been played."""
        found = await self.database.run(lambda r: r.smembers(keys.used_key(game)))
        return {label.decode() for label in found}

    async def vetted(self, day: int, game: str, mode: str) -> bytes | None:
        """A private deal that was made ahead."""
        field = f"{day}:{game}:{mode}"
        found: bytes | None = await self.database.run(lambda r: r.hget(keys.VETTED, field))
        return found

    async def keep_vetted(self, day: int, game: str, mode: str, deal: bytes) -> None:
        """The first one stays."""
        field = f"{day}:{game}:{mode}"
        await self.database.run(lambda r: r.hsetnx(keys.VETTED, field, deal))

    async def drop_vetted(self, before: int) -> None:
        """Forget those of days that are over."""
        fields = await self.database.run(lambda r: r.hkeys(keys.VETTED))
        if old := [field for field in fields if int(field.split(b":")[0]) < before]:
            await self.database.run(lambda r: r.hdel(keys.VETTED, *old))

    async def mark_up(self, day: int, slot: int) -> None:
        """The bot is up in this part (0 to 143) of the day."""
        await self.database.run(lambda r: r.setbit(keys.UP, day * SLOTS + slot, 1))

    async def up_slots(self, first: int, last: int) -> dict[int, int]:
        """In how many parts of each day the bot was up."""
        size = SLOTS // 8
        bits = await self.database.run(
            lambda r: r.getrange(keys.UP, first * size, (last + 1) * size - 1)
        )
        days = range(first, last + 1)
        parts = (bits[i * size : (i + 1) * size] for i in range(len(days)))
        return {
            day: int.from_bytes(part, "big").bit_count()
            for day, part in zip(days, parts, strict=True)
        }

    # --- servers -------------------------------------------------------------------------------

    async def settings(self, guild: int) -> Mapping[bytes, bytes]:
        """A server's settings as they were put, {} if there are none."""
        key = guild_keys(guild).settings
        found: Mapping[bytes, bytes] = await self.database.run(lambda r: r.hgetall(key))
        return found

    async def put_settings(
        self,
        guild: int,
        fields: Mapping[str, str],
        *,
        posts: bool,
        chooses: bool,
        public_name: str,
    ) -> None:
        """Keep a server's settings; `public_name` is "" when it is not to be shown."""
        own, run = guild_keys(guild).settings, self.database.run
        values: dict[Any, Any] = dict(fields)
        await run(lambda r: r.hset(own, mapping=values))
        await self._list(keys.POSTS, guild, posts)
        await self._list(keys.CHOOSING, guild, chooses)
        if public_name:
            await run(lambda r: r.hset(keys.PUBLIC, str(guild), public_name))
        else:
            await run(lambda r: r.hdel(keys.PUBLIC, str(guild)))

    async def _list(self, key: str, guild: int, listed: bool) -> None:
        if listed:
            await self.database.run(lambda r: r.sadd(key, guild))
        else:
            await self.database.run(lambda r: r.srem(key, guild))

    async def posting(self) -> list[int]:
        """Servers that want a daily post."""
        return sorted(map(int, await self.database.run(lambda r: r.smembers(keys.POSTS))))

    async def choosing(self) -> list[int]:
        """Servers that have chosen games of their own."""
        return sorted(map(int, await self.database.run(lambda r: r.smembers(keys.CHOOSING))))

    async def public_names(self) -> dict[int, str]:
        """Servers that may be named elsewhere."""
        found = await self.database.run(lambda r: r.hgetall(keys.PUBLIC))
        return {int(guild): name.decode("utf-8", "replace") for guild, name in found.items()}

    async def pin_game(self, guild: int, day: int, game: str) -> str:
        """The server's game of that day, which is this one unless it was another before."""
        key = guild_keys(guild).games
        await self.database.run(lambda r: r.hsetnx(key, str(day), game))
        found: bytes = await self.database.run(lambda r: r.hget(key, str(day)))
        return found.decode()

    async def pinned_game(self, guild: int, day: int) -> str:
        """The server's game of that day, "" when nobody has asked for it."""
        key = guild_keys(guild).games
        found = await self.database.run(lambda r: r.hget(key, str(day)))
        return found.decode() if found else ""

    async def pinned_games(self, guild: int) -> dict[int, str]:
        """The server's game of each day on which somebody has asked for it."""
        key = guild_keys(guild).games
        found = await self.database.run(lambda r: r.hgetall(key))
        return {int(day): game.decode() for day, game in found.items()}

    async def note_team(self, guild: int, day: int) -> None:
        """The server plays together that day; to be called before its table begins."""
        key, run = keys.teams_key(day), self.database.run
        await run(lambda r: r.sadd(key, str(guild)))
        await run(lambda r: r.expire(key, RANKING_SECONDS))

    async def teams(self, day: int) -> list[int]:
        """Servers that play together that day."""
        key = keys.teams_key(day)
        return sorted(map(int, await self.database.run(lambda r: r.smembers(key))))

    async def team_result(self, guild: int, day: int) -> tuple[int, str] | None:
        """Score and game of the server's table; None while nothing has been played."""
        key = guild_keys(guild).attempt(day, 0)
        score, game = await self.database.run(lambda r: r.hmget(key, ["score", "game"]))
        return None if score is None or game is None else (int(score), game.decode())

    async def has_played(self, guild: int, day: int) -> bool:
        """Whether anybody of a server has a result of that day; known for as long as boards are."""
        board, together = guild_keys(guild).board(day), guild_keys(guild).attempt(day, 0)
        if await self.database.run(lambda r: r.exists(board)):
            return True
        return bool(await self.database.run(lambda r: r.hexists(together, "score")))

    async def run_kept(self, guild: int) -> tuple[int, int]:
        """A day on which the server played, and how many in a row it had by then; (0, 0) if that
        was never told.
        """
        found = await self.database.run(lambda r: r.get(guild_keys(guild).run))
        day, _, count = (found or b"0:0").partition(b":")
        return int(day), int(count)

    async def keep_run(self, guild: int, day: int, count: int) -> None:
        """See `run_kept`; it outlives the boards of the days."""
        await self.database.run(lambda r: r.set(guild_keys(guild).run, f"{day}:{count}"))

    async def rank_server(self, day: int, game: str, guild: int, score: int | None) -> None:
        """Put the server among all, or with None take it away; a lower score changes nothing."""
        key, run = keys.ranking_key(day, game), self.database.run
        if score is None:
            await self._leave_ranking(key, guild)
            return
        value: dict[Any, float] = {str(guild): score}
        await run(lambda r: r.zadd(key, value, gt=True))
        await run(lambda r: r.expire(key, RANKING_SECONDS))

    async def claim_post(self, guild: int, day: int) -> bool:
        """Whether this process is to post now; others wait whether it succeeds."""
        key = guild_keys(guild).posted(day)
        return bool(
            await self.database.run(lambda r: r.set(key, "claimed", nx=True, ex=POST_SECONDS))
        )

    async def posted(self, guild: int, day: int, message: int) -> None:
        """It is posted, for good."""
        key = guild_keys(guild).posted(day)
        await self.database.run(lambda r: r.set(key, str(message), ex=3 * DAY_SECONDS))

    async def forget_guild(self, guild: int) -> None:
        """Delete all that is kept of a server."""
        async for key in self.database.scan(f"{guild_keys(guild).tag}:*"):
            await self._delete(key)
        await self.database.run(lambda r: r.srem(keys.POSTS, guild))
        await self.database.run(lambda r: r.srem(keys.CHOOSING, guild))
        await self.database.run(lambda r: r.hdel(keys.PUBLIC, str(guild)))
        async for key in self.database.scan(keys.ranking_key("*", "*")):
            await self._leave_ranking(key, guild)

    # --- people --------------------------------------------------------------------------------

    async def claim(self, person: int, day: int, guild: int, instead_of: str = "") -> int:
        """The server in which somebody plays that day: this one, if they had none."""
        return int(
            await self.database.eval(CLAIM, [keys.claims_key(person)], [day, guild, instead_of])
        )

    async def claims(self, person: int) -> dict[int, int]:
        """Days somebody has played, and in which server."""
        found = await self.database.run(lambda r: r.hgetall(keys.claims_key(person)))
        return {int(day): int(guild) for day, guild in found.items()}

    async def claimed(self, person: int, day: int) -> int | None:
        """The server in which somebody plays that day."""
        key = keys.claims_key(person)
        found = await self.database.run(lambda r: r.hget(key, str(day)))
        return None if found is None else int(found)

    async def person(self, guild: int, person: int) -> dict[int, dict[str, str]]:
        """Somebody's results in a server: day -> score, points, game, won, finished, at."""
        key = guild_keys(guild).person(person)
        found: dict[int, dict[str, str]] = {}
        for field, value in (await self.database.run(lambda r: r.hgetall(key))).items():
            day, _, name = field.decode().partition(":")
            found.setdefault(int(day), {})[name] = value.decode()
        return found

    async def pauses(self, person: int) -> list[tuple[int, int]]:
        """First and last day of somebody's pauses."""
        found = await self.database.run(lambda r: r.get(keys.pauses_key(person)))
        pairs = (pair.split("-") for pair in (found or b"").decode().split(",") if pair)
        return [(int(first), int(last)) for first, last in pairs]

    async def put_pauses(self, person: int, pauses: Iterable[tuple[int, int]]) -> None:
        """These are all of them."""
        text = ",".join(f"{first}-{last}" for first, last in pauses)
        await self.database.run(lambda r: r.set(keys.pauses_key(person), text))

    async def keep_gone(self, day: int, ghost: str) -> None:
        """Remember until the day is long over that this person has played it."""
        key, run = keys.gone_key(day), self.database.run
        await run(lambda r: r.sadd(key, ghost))
        await run(lambda r: r.expire(key, 3 * DAY_SECONDS))

    async def is_gone(self, day: int, ghost: str) -> bool:
        """See `keep_gone`."""
        key = keys.gone_key(day)
        return bool(await self.database.run(lambda r: r.sismember(key, ghost)))

    # --- places --------------------------------------------------------------------------------

    async def route(self, channel: int) -> Attempt | None:
        """The attempt that is played in a channel."""
        found = await self.database.run(lambda r: r.get(keys.route_key(channel)))
        return None if found is None else Attempt.decode(found)

    async def set_route(self, channel: int, attempt: Attempt, seconds: int) -> None:
        """Lines of that channel are for this attempt."""
        key = keys.route_key(channel)
        await self.database.run(lambda r: r.set(key, attempt.encode(), ex=max(1, seconds)))

    async def place(self, guild: int, day: int, channel: int) -> int:
        """The channel in which a server plays together that day: this one, if it had none."""
        key, run = guild_keys(guild).place(day), self.database.run
        await run(lambda r: r.set(key, str(channel), nx=True, ex=3 * DAY_SECONDS))
        return int(await run(lambda r: r.get(key)) or channel)

    async def leave_place(self, guild: int, day: int) -> None:
        """The server has no such channel any more."""
        await self._delete(guild_keys(guild).place(day))

    async def end_route(self, channel: int) -> None:
        """They are for the channel's own table again."""
        await self.database.run(lambda r: r.delete(keys.route_key(channel)))

    # --- boards --------------------------------------------------------------------------------

    async def ranked(self, board: Board, most: int) -> list[tuple[str, int]]:
        """The best of a board with their scores, at most so many; equal ones as they came."""
        found = await self._ranked(board.key, max(most, TIED))
        scores = Counter(score for _, score in found)
        reached = {
            who: await self._reached(board, int(who)) for who, score in found if scores[score] > 1
        }
        return sorted(found, key=lambda item: (-item[1], reached.get(item[0], 0)))[:most]

    async def _reached(self, board: Board, person: int) -> int:
        """When somebody got as far as they are on a board, in unix milliseconds; 0 if that was
        before it was noted.
        """
        days = {"day": 1, "week": 7}.get(board.span)
        kept = await self.person(board.guild, person)
        moments = (
            int(fields.get("at", 0))
            for day, fields in kept.items()
            if days is None or board.first <= day < board.first + days
        )
        return max(moments, default=0)  # nothing of somebody who is being forgotten

    async def ranked_servers(self, day: int, game: str, most: int) -> list[tuple[int, int]]:
        """The best servers of a day with the scores of their tables together."""
        found = await self._ranked(keys.ranking_key(day, game), most)
        return [(int(guild), score) for guild, score in found]

    async def rank(self, board: Board, person: int) -> tuple[int, int] | None:
        """Place (equal scores share one) and score of somebody; None if they aren't there."""
        key = board.key
        score = await self.database.run(lambda r: r.zscore(key, str(person)))
        if score is None:
            return None
        above = await self.database.run(lambda r: r.zcount(key, f"({score!r}", "+inf"))
        return 1 + above, int(score)

    async def names(self, guild: int, people: list[str]) -> list[str]:
        """Names as they were last, "" for those that aren't kept."""
        if not people:
            return []
        key = guild_keys(guild).names
        found = await self.database.run(lambda r: r.hmget(key, people))
        return [name.decode("utf-8", "replace") if name else "" for name in found]

    # --- how it is done ------------------------------------------------------------------------

    async def _ranked(self, key: str, most: int) -> list[tuple[str, int]]:
        found = await self.database.run(
            lambda r: r.zrange(key, 0, most - 1, desc=True, withscores=True)
        )
        return [(member.decode(), int(score)) for member, score in found]

    async def _leave_ranking(self, key: str, guild: int) -> None:
        await self.database.run(lambda r: r.zrem(key, str(guild)))

    async def _delete(self, key: str) -> None:
        await self.database.run(lambda r: r.delete(key))
