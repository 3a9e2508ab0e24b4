"""Deals that somebody has thrown to others, and how far each of them got."""

from dataclasses import dataclass

from bot.store.database import Database
from bot.store.keys import duel_key, dueling_key

KEPT_SECONDS = 30 * 24 * 3600
"""How long a duel is kept after the last result."""
_RESULT = "p:"


@dataclass(frozen=True)
class Duel:
    """A deal, the message that throws it to the readers of a channel, and results by person."""

    id: int
    by: int
    """Whoever has thrown it."""
    game: str
    deal: str
    channel: int
    message: int
    head: str
    """The message's first lines."""
    results: dict[int, bytes]


def result_field(person: int) -> str:
    """Where somebody's result stands."""
    return f"{_RESULT}{person}"


class DuelStore:
    """Every method raises StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._run = database.run
        self._database = database

    async def make(self, duel: Duel) -> None:
        """Keep a new one."""
        key = duel_key(duel.id)
        fields: dict[str, str | bytes] = {
            "by": str(duel.by),
            "game": duel.game,
            "deal": duel.deal,
            "channel": str(duel.channel),
            "message": str(duel.message),
            "head": duel.head,
        }
        fields |= {result_field(who): result for who, result in duel.results.items()}
        items = [part for field in fields.items() for part in field]
        await self._run(lambda r: r.hset(key, items=items))
        await self._run(lambda r: r.expire(key, KEPT_SECONDS))

    async def get(self, id: int) -> Duel | None:
        """The one with that number, None when its time is over."""
        found = await self._run(lambda r: r.hgetall(duel_key(id)))
        fields = {name.decode(): value for name, value in found.items()}
        if "message" not in fields:
            return None
        results = {
            int(name.removeprefix(_RESULT)): value
            for name, value in fields.items()
            if name.startswith(_RESULT)
        }
        game, deal, head = (fields[name].decode() for name in ("game", "deal", "head"))
        by, channel, message = (int(fields[name]) for name in ("by", "channel", "message"))
        return Duel(id, by, game, deal, channel, message, head, results)

    async def of(self, person: int) -> list[Duel]:
        """Those that somebody has thrown or played, for whoever asks what is kept."""
        ids = [
            int(key.split(":")[-1].rstrip("}")) async for key in self._database.scan(duel_key("*"))
        ]
        found = [duel for id in sorted(ids) if (duel := await self.get(id))]
        return [duel for duel in found if duel.by == person or person in duel.results]

    async def put_result(self, id: int, person: int, result: bytes) -> None:
        """How far somebody is."""
        key = duel_key(id)
        await self._run(lambda r: r.hset(key, result_field(person), result))
        await self._run(lambda r: r.expire(key, KEPT_SECONDS))

    async def played_by(self, person: int) -> int | None:
        """The duel that somebody plays at their own table."""
        found = await self._run(lambda r: r.get(dueling_key(person)))
        return None if found is None else int(found)

    async def begin(self, person: int, id: int) -> None:
        """They play this one now."""
        await self._run(lambda r: r.set(dueling_key(person), str(id), ex=KEPT_SECONDS))

    async def end(self, person: int) -> None:
        """They play none any more."""
        await self._run(lambda r: r.delete(dueling_key(person)))
