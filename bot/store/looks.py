"""How servers and people like their boards, as text that only `bot.looks` reads."""

from typing import Literal, NamedTuple

from bot.store.database import Database
from bot.store.keys import look_key


class LookOwner(NamedTuple):
    """A server (g) or a person (u)."""

    kind: Literal["g", "u"]
    id: int


class LookStore:
    """Every method raises StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self, whose: LookOwner) -> bytes | None:
        """What was saved, None if nothing was."""
        key = look_key(*whose)
        found: bytes | None = await self._database.run(lambda r: r.get(key))
        return found

    async def save(self, whose: LookOwner, text: str | None) -> None:
        """Keep it; None deletes what was kept."""
        key = look_key(*whose)
        if text is None:
            await self._database.run(lambda r: r.delete(key))
        else:
            await self._database.run(lambda r: r.set(key, text))
