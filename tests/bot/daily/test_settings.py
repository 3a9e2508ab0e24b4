"""What a server sets for itself, and that nothing is left of one that is gone."""

from __future__ import annotations

import pytest

from bot.daily.owners import Owners
from bot.daily.service import Daily
from bot.daily.settings import GuildSettings
from bot.store.daily import DailyStore
from bot.store.database import Database
from engine.games.catalogue import find
from tests.bot.daily.conftest import (
    ANNA,
    BEN,
    CHANNEL,
    FIRST,
    GUILD,
    Clock,
    Evening,
)


def test_settings_are_read_back() -> None:
    settings = GuildSettings(5, 7, ("anna",), ("sly", "kings"), 9, public=True, language="fr")
    stored = {key.encode(): value.encode() for key, value in settings.stored().items()}
    assert GuildSettings.read(stored) == settings
    assert GuildSettings.read({}) == GuildSettings()
    odd = {b"hour": b"99", b"channel": b"x", b"language": b"tlh", b"public": b"\xff"}
    assert GuildSettings.read(odd) == GuildSettings(hour=23)


async def test_other_games_come_from_tomorrow_on(
    daily: Daily, store: DailyStore, clock: Clock
) -> None:
    owners = Owners(store, daily.days)
    today = await daily.days.game_for(GUILD, FIRST)
    [other] = {"nestor", "fourteenth"} - {today.id}
    told = await owners.change(GUILD, "x", games=f"{find(other).title}, {other}")
    assert "From tomorrow" in told.text
    assert await daily.days.game_for(GUILD, FIRST) == today
    for day in range(FIRST + 1, FIRST + 5):
        clock.to(day)
        assert (await daily.days.game_for(GUILD, day)).id == other
    await owners.change(GUILD, "x", games="all")
    assert (await owners.show(GUILD)).text.count("all") >= 1


@pytest.mark.parametrize(
    ("games", "says"),
    [("nestr", "Did you mean nestor"), ("cover", "not in the competition"), ("*x*", "No game")],
)
async def test_games_that_will_not_do(
    daily: Daily, store: DailyStore, games: str, says: str
) -> None:
    told = await Owners(store, daily.days).change(GUILD, "x", games=games)
    assert told.error
    assert says in told.text


async def test_a_server_that_is_gone_leaves_nothing(
    evening: Evening, daily: Daily, store: DailyStore, database: Database
) -> None:
    await Owners(store, daily.days).change(GUILD, "Gone", channel=5, public=True)
    begun = await daily.together(GUILD, CHANNEL, ANNA, "1")
    assert begun.table
    await evening.move(begun.table.id, ANNA, 2)
    await evening.win(BEN)
    await daily.tick()
    await store.forget_guild(GUILD)
    assert [key async for key in database.client.scan_iter(f"patience:{{g:{GUILD}}}*")] == []
    assert await store.public_names() == {}
    assert await store.posting() == []
