"""How servers and people like their boards: a theme, four colours, a large index."""

import json
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from bot import logs
from bot.store.database import Database
from bot.store.errors import StoreUnavailable
from bot.store.looks import LookOwner, LookStore
from render.theme import THEMES, Look

FRESH = 30.0
"""Seconds for which a wish is believed without asking Redis: another process may change it."""
REMEMBERED = 20_000

log = logs.get(__name__)


@dataclass(frozen=True)
class Wish:
    """What somebody has chosen; None is left to others."""

    theme: str | None = None
    four_colours: bool | None = None
    large_index: bool | None = None

    def over(self, other: "Wish") -> "Wish":
        """This where it is decided, `other` where it isn't."""
        return Wish(**other.decided() | self.decided())

    @property
    def look(self) -> Look:
        """As it is drawn."""
        return Look(**self.decided())

    def decided(self) -> dict[str, Any]:
        """What has been chosen, by name."""
        return {name: value for name, value in asdict(self).items() if value is not None}

    @classmethod
    def read(cls, text: str | bytes) -> "Wish":
        """From JSON; what this version doesn't know is left out."""
        try:
            kept = json.loads(text)
        except ValueError:
            return USUAL
        if not isinstance(kept, dict):
            return USUAL
        theme, four, large = (kept.get(name) for name in asdict(USUAL))
        return cls(
            theme if isinstance(theme, str) and theme in THEMES else None,
            four if isinstance(four, bool) else None,
            large if isinstance(large, bool) else None,
        )


USUAL = Wish()
"""Of those who have decided nothing."""


class Looks:
    """All wishes.  A Redis that can't be reached costs the wish, never the board."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = LookStore(database)
        self._clock = clock
        self._known: OrderedDict[LookOwner, tuple[float, Wish]] = OrderedDict()

    async def at(self, guild: int, person: int) -> Look:
        """How boards are drawn: in a server alike for all, elsewhere (0) as the person likes."""
        return await (self.in_server(guild) if guild else self.for_person(person))

    async def in_server(self, guild: int) -> Look:
        """How boards of a server's channels are drawn."""
        return (await self.of_guild(guild)).look

    async def for_person(self, person: int, guild: int | None = None) -> Look:
        """How somebody's own boards are drawn: where they have no wish, as in that server."""
        wish = await self.of_person(person)
        return (wish.over(await self.of_guild(guild)) if guild else wish).look

    async def of_guild(self, guild: int) -> Wish:
        """What a server has chosen."""
        return await self._get(LookOwner("g", guild))

    async def of_person(self, person: int) -> Wish:
        """What somebody has chosen."""
        return await self._get(LookOwner("u", person))

    async def choose_for_guild(self, guild: int, wish: Wish) -> None:
        """This is what a server has chosen; raises StoreUnavailable."""
        await self._put(LookOwner("g", guild), wish)

    async def choose_for_person(self, person: int, wish: Wish) -> None:
        """This is what somebody has chosen; raises StoreUnavailable."""
        await self._put(LookOwner("u", person), wish)

    async def forget_guild(self, guild: int) -> None:
        """Delete what a server has chosen; raises StoreUnavailable."""
        await self._put(LookOwner("g", guild), USUAL)

    def drop(self, person: int) -> None:
        """Forget here what the store has forgotten of somebody."""
        self._known.pop(LookOwner("u", person), None)

    async def _get(self, whose: LookOwner) -> Wish:
        at, wish = self._known.get(whose, (0.0, None))
        if wish is not None and self._clock() - at < FRESH:
            return wish
        try:
            found = await self._store.load(whose)
        except StoreUnavailable as error:
            log.info("look not known", reason=str(error))
            return wish or USUAL
        wish = Wish.read(found) if found else USUAL
        self._remember(whose, wish)
        return wish

    async def _put(self, whose: LookOwner, wish: Wish) -> None:
        await self._store.save(whose, None if wish == USUAL else json.dumps(wish.decided()))
        self._remember(whose, wish)

    def _remember(self, whose: LookOwner, wish: Wish) -> None:
        self._known[whose] = (self._clock(), wish)
        self._known.move_to_end(whose)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
