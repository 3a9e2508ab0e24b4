"""The days: which game and deal each has, what is promised of them, what is kept apart."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from bot.daily import calendar, choose
from bot.daily.calendar import closed_at, day_of, iso
from bot.daily.choose import MODES, Pool, Sitting
from bot.daily.dates import written
from bot.daily.settings import GuildSettings
from bot.store.daily import DailyStore
from engine.game import Game
from engine.games.catalogue import find, games
from engine.shuffle import DealError, label_of

NOTHING = (
    "There is no daily challenge just now: no deals are at hand that are proven to be winnable."
)


class NoChallenge(LookupError):
    """There is no such challenge; the text is a sentence for people."""

    def __str__(self) -> str:
        return str(self.args[0])


class Deal(msgspec.Struct, frozen=True, array_like=True):
    """A deal, how it was chosen, and a line that wins it (canonical moves).

    `number` is that of a private deal, -1 for one of the pool's `candidates`.
    """

    label: str
    number: int
    candidates: tuple[str, ...]
    line: tuple[str, ...]


class Challenge(msgspec.Struct, frozen=True):
    """The deals of a day in one game."""

    day: int
    game: str
    rules: int
    key: bytes
    alone: Deal
    together: Deal

    def deal(self, mode: Sitting) -> Deal:
        """The one for that way to play."""
        return self.alone if mode == "alone" else self.together


class Vetted(msgspec.Struct, frozen=True, array_like=True):
    """A private deal that the solver has won."""

    number: int
    label: str
    rules: int
    line: tuple[str, ...]


@dataclass(frozen=True)
class Checked:
    """How a day's deals were chosen: `candidates` is a text with all deals of the pool among which
    the key chose, for those who want to do the sums themselves.
    """

    text: str
    candidates: str


_challenge = msgspec.msgpack.Decoder(Challenge)
_vetted = msgspec.msgpack.Decoder(Vetted)


class Days:
    """What is known of days.  `secret` is the master secret, None for the one in the store."""

    def __init__(
        self,
        store: DailyStore,
        pool: Pool,
        clock: Callable[[], float],
        secret: bytes | None = None,
    ) -> None:
        self.store = store
        self.pool = pool
        self.clock = clock
        self._secret = secret

    @property
    def today(self) -> int:
        """The day that is on."""
        return day_of(self.clock())

    def playable(self) -> list[Game]:
        """Games that can be a day's challenge."""
        return [game for game in games() if game.daily and self.pool.deals(game.id)]

    async def key(self, day: int) -> bytes:
        """The day's key; never shown before the day is closed.

        Once a deal is chosen it stays as it was, even if another secret is set.
        """
        for known in (await self.store.challenges(day)).values():
            return _challenge.decode(known).key
        if self._secret is None:
            self._secret = await self.store.secret()
        return choose.day_key(self._secret, day)

    async def commitment(self, day: int) -> str:
        """What is promised of a day."""
        return choose.commitment(await self.key(day))

    async def settings(self, guild: int) -> GuildSettings:
        """What a server's owners have decided."""
        return GuildSettings.read(await self.store.settings(guild)) if guild else GuildSettings()

    async def written(self, guild: int, day: int) -> str:
        """The day in the language of the server."""
        return written(day, (await self.settings(guild)).language)

    async def game_for(self, guild: int, day: int) -> Game:
        """A server's game of a day; `NoChallenge` of past days that nobody played."""
        pinned = await self.store.pinned_game(guild, day)
        if not pinned:
            if day != self.today:
                raise NoChallenge(f"Nobody here has played the challenge of {iso(day)}.")
            pinned = await self.store.pin_game(guild, day, (await self.proposed(guild, day)).id)
        return find(pinned)

    async def proposed(self, guild: int, day: int) -> Game:
        """The general game of the day, or if the server doesn't want it one of its own, which is
        not what it has played the day before, or will play the day after; `NoChallenge`.

        Until the day has begun it may still become another.
        """
        everything = self.playable()
        if not everything:
            raise NoChallenge(NOTHING)
        general = calendar.game_of(day, everything)
        wanted = (await self.settings(guild)).games_on(day)
        chosen = [game for game in everything if game.id in wanted]
        if not chosen or general in chosen:
            return general
        near = {
            await self.store.pinned_game(guild, day - 1),
            calendar.game_of(day + 1, everything).id,
        }
        turns = [calendar.game_of(day + n, chosen) for n in range(len(chosen))]
        return next((game for game in turns if game.id not in near), turns[0])

    async def challenge(self, day: int, game: Game) -> Challenge:
        """The deals of a day in a game, fixed for all servers when the first one asks."""
        known = await self.store.challenge(day, game.id)
        if known is not None:
            return _challenge.decode(known)
        if day != self.today:
            raise NoChallenge(f"Nobody has played {game.title} on {iso(day)}.")
        return await self._fix(day, game)

    async def _fix(self, day: int, game: Game) -> Challenge:
        key, labels = await self.key(day), set(self.pool.deals(game.id))
        used = await self.store.used(game.id)
        deals: dict[Sitting, Deal] = {}
        taken: list[str] = []
        anew = False
        for mode in MODES:
            if vetted := await self._private(day, game, mode):
                deals[mode] = Deal(vetted.label, vetted.number, (), vetted.line)
                continue
            fresh = labels - used - set(taken)
            if not fresh:
                used, anew = set(), True
                fresh = labels - set(taken) or labels
            if not fresh:
                raise NoChallenge(NOTHING)
            label = choose.from_pool(key, game.id, mode, fresh)
            line = await asyncio.to_thread(self.pool.line, game.id, label)  # it is played again
            deals[mode] = Deal(label, -1, tuple(sorted(fresh)), line)
            taken.append(label)
        made = Challenge(
            *(day, game.id, game.rules_version, key), deals["alone"], deals["together"]
        )
        fixed = await self.store.fix(day, game.id, msgspec.msgpack.encode(made), taken, anew=anew)
        return _challenge.decode(fixed)

    async def _private(self, day: int, game: Game, mode: Sitting) -> Vetted | None:
        known = await self.store.vetted(day, game.id, mode)
        found = _vetted.decode(known) if known else None
        return found if found and found.rules == game.rules_version else None

    async def reserved(self, game: Game, deal: str) -> str:
        """Why a deal can't be played freely, "" when it can.

        While a game is a day's challenge its whole pool is kept apart: a refusal of one deal alone
        would give that deal away.
        """
        label, pool = _label(deal), set(self.pool.deals(game.id))
        if label not in pool and not choose.may_be_private(label):
            return ""  # as nearly always
        playable = self.playable()
        for day in (self.today, self.today - 1):
            running = await self.store.challenges(day)
            general = bool(playable) and calendar.game_of(day, playable) == game
            known = running.get(game.id)
            if known is None and not (general and day == self.today):
                continue
            kept = pool.copy()
            if known is not None:
                challenge = _challenge.decode(known)
                kept |= {challenge.alone.label, challenge.together.label}
            if label in kept:
                return (
                    f"That deal is kept for the daily challenge, as {game.title} is on. It can be "
                    f"played freely again <t:{closed_at(day)}:R>; any other deal can be now."
                )
        return ""

    async def verify(self, day: int) -> Checked:
        """What can be told of how a day's deals were chosen; after the day, all of it."""
        key = await self.key(day)
        head = f"**How the deals of {iso(day)} were chosen**\nPromise: `{choose.commitment(key)}`"
        now = self.clock()
        if now < closed_at(day):
            return Checked(
                f"{head}\nIt is the SHA-256 of a key that fixes the deals. The key is opened here "
                f"<t:{closed_at(day)}:R>, when nobody can play that day any more.",
                "",
            )
        lines = [head, f"Key: `{key.hex()}`, whose SHA-256 is the promise above."]
        found = [_challenge.decode(known) for known in (await self.store.challenges(day)).values()]
        for challenge in found:
            lines += [f"- {self._checked(key, challenge, mode)}" for mode in MODES]
        candidates = [
            f"pool|{challenge.game}|{mode}|{label}"
            for challenge in found
            for mode in MODES
            for label in challenge.deal(mode).candidates
        ]
        if not found:
            lines.append("No deal was chosen: nobody played.")
        lines.append(
            "A private deal is 10¹⁴ plus the HMAC-SHA-256 by that key of "
            "`private|game|alone or together|number`, modulo 9·10¹⁴, for the first number whose "
            "deal the solver has won in time; a deal of the pool is the one for which the HMAC of "
            "`pool|game|alone or together|deal` is lowest."
        )
        return Checked("\n".join(lines), "".join(f"{line}\n" for line in candidates))

    def _checked(self, key: bytes, challenge: Challenge, mode: Sitting) -> str:
        deal, game = challenge.deal(mode), challenge.game
        if deal.number >= 0:
            right = choose.private_label(key, game, mode, deal.number) == deal.label
            how = f"private deal number {deal.number}"
        else:
            right = choose.from_pool(key, game, mode, deal.candidates) == deal.label
            how = f"the lowest of the pool's {len(deal.candidates)} unused deals"
        sign = "✅" if right else "❌ doesn't fit:"
        return f"{sign} {find(game).title}, {mode}: deal `{deal.label}`, {how}"


def _label(deal: str) -> str:
    try:
        return label_of(deal)
    except DealError:
        return deal
