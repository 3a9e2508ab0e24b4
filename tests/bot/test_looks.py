"""How boards look: whose wish counts, how it is kept, and what a lost Redis costs."""

from __future__ import annotations

import pytest

from bot.looks import FRESH, USUAL, Looks, Wish
from bot.store.database import Database
from bot.store.errors import StoreUnavailable
from bot.store.keys import look_key
from render.theme import THEMES, Look
from tests.bot.room import Clock

ANNA, HOME = 11, 22


@pytest.fixture
def looks(database: Database, clock: Clock) -> Looks:
    return Looks(database, clock)


async def test_a_person_s_wish_goes_before_the_server_s(looks: Looks) -> None:
    assert await looks.for_person(ANNA, HOME) == await looks.in_server(HOME) == Look()
    await looks.choose_for_guild(HOME, Wish("slate", four_colours=True))
    await looks.choose_for_person(ANNA, Wish(four_colours=False, large_index=True))
    assert await looks.in_server(HOME) == Look("slate", four_colours=True)
    assert await looks.for_person(ANNA, HOME) == Look("slate", large_index=True)
    assert await looks.for_person(ANNA) == Look(large_index=True)
    assert await looks.for_person(ANNA + 1, HOME) == Look("slate", four_colours=True)


async def test_wishes_are_kept_and_forgotten(looks: Looks, database: Database) -> None:
    wish = Wish("light", large_index=False)
    await looks.choose_for_person(ANNA, wish)
    await looks.choose_for_guild(HOME, wish)
    again = Looks(database)
    assert await again.of_person(ANNA) == await again.of_guild(HOME) == wish
    await again.choose_for_person(ANNA, USUAL)
    await again.forget_guild(HOME)
    assert not await database.run(lambda r: r.exists(look_key("u", ANNA), look_key("g", HOME)))


async def test_what_another_process_chose_is_seen_soon(
    looks: Looks, database: Database, clock: Clock
) -> None:
    assert await looks.of_guild(HOME) == USUAL
    await Looks(database).choose_for_guild(HOME, Wish("slate"))
    assert await looks.of_guild(HOME) == USUAL
    clock.now += FRESH
    assert await looks.of_guild(HOME) == Wish("slate")


async def test_without_redis_boards_look_as_they_did(
    looks: Looks, database: Database, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await looks.choose_for_person(ANNA, Wish("slate"))

    async def lost(command: object) -> None:
        raise StoreUnavailable("gone")

    monkeypatch.setattr(database, "run", lost)
    clock.now += FRESH
    assert await looks.for_person(ANNA, HOME) == Look("slate")


@pytest.mark.parametrize(
    ("kept", "wish"),
    [
        (b"{}", USUAL),
        (b'{"theme": "light", "four_colours": true, "more": 1}', Wish("light", four_colours=True)),
        (b'{"theme": "of a later version", "large_index": 1}', USUAL),
        (b'{"theme": []}', USUAL),
        (b"[]", USUAL),
        (b"\xff", USUAL),
    ],
)
def test_what_is_not_known_is_left_out(kept: bytes, wish: Wish) -> None:
    assert Wish.read(kept) == wish


def test_every_theme_can_be_wished_for() -> None:
    for theme in THEMES:
        assert Wish(theme).look == Look(theme)
