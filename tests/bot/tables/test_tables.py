"""Tables that begin and end, and who may say so, against a real Redis."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from bot.store.connect import in_memory
from bot.store.tables import TableStore
from bot.tables.record import TableRecord, decode, encode
from bot.tables.tables import IDLE_SECONDS, Offer, Player, Tables
from bot.tables.terms import FreeTerms
from engine.game import Game
from engine.games.catalogue import games
from engine.moves import DEAL
from tests.bot.room import ANNA, BEN, BOSS, CARA, CHANNEL, Clock, Room

# --- starting another, stopping, resuming --------------------------------------------------------


async def test_starting_while_a_game_is_on_asks_first(room: Room, tables: Tables) -> None:
    await room.do("start", ANNA, "klondike", deal="1")
    await room.do("play", ANNA, "d")
    before = await room.view()
    answer = await room.do("start", ANNA, "anna", deal="5")
    assert answer.error == "busy"
    assert answer.offers == (
        Offer("Keep playing", "board"),
        Offer("Start anyway", "start anna 5 anyway"),
    )
    assert await room.view() == before
    answer = await room.do("start", ANNA, "anna", deal="5", replace=True)
    assert answer.table
    assert answer.table.record.game.id == "anna"
    what = f"**Canfield or Klondike**, deal {before.record.deal}"
    assert f"\n{what} is kept as number 2 with its 1 move: `resume 2`." in answer.text
    kept = await tables.archive(CHANNEL)
    assert kept.offers == (Offer("Resume 2: Canfield or Klondike", "resume 2"),)
    answer = await room.do("resume", ANNA, 2, replace=True)
    assert answer.table
    assert answer.table.entries == before.entries
    assert answer.table.record == before.record


async def test_a_table_without_a_move_makes_room_silently(room: Room, tables: Tables) -> None:
    await room.do("start", ANNA, "klondike")
    answer = await room.do("start", BEN, "anna")
    assert answer.changed
    assert (await tables.archive(CHANNEL)).offers == ()


async def test_others_cannot_push_a_running_game_away(room: Room) -> None:
    await room.do("start", ANNA, "klondike")
    await room.do("play", ANNA, "d")
    answer = await room.do("start", BEN, "anna", replace=True)
    assert answer.error == "not-allowed"
    assert answer.offers == (Offer("Vote to stop", "vote stop"),)
    assert (await room.do("start", BOSS, "anna", replace=True)).changed


async def test_a_stopped_game_is_resumed_where_it_was(room: Room, clock: Clock) -> None:
    await room.do("start", ANNA, "klondike", deal="1")
    await room.do("play", BEN, "d, d, d")
    await room.do("undo", BEN)
    before = await room.view()
    answer = await room.do("stop", ANNA)
    assert answer.table is None
    assert answer.changed
    assert f"`resume {before.version}`" in answer.text
    assert await room.view() is None
    clock.now += 100_000
    answer = await room.do("resume", CARA)
    assert answer.table
    assert answer.table.record == before.record
    assert answer.table.starter == ANNA.id
    assert answer.table.version > before.version
    assert (await room.do("redo", BEN)).changed


async def test_resuming_what_is_not_kept(room: Room) -> None:
    assert (await room.do("resume", ANNA)).error == "not-kept"
    await room.do("start", ANNA, "klondike")
    await room.do("play", ANNA, "d")
    await room.do("stop", ANNA)
    assert (await room.do("resume", ANNA, 99)).error == "not-kept"


async def test_resuming_while_a_game_is_on_asks_first(room: Room, tables: Tables) -> None:
    await room.do("start", ANNA, "klondike")
    await room.do("play", ANNA, "d")
    await room.do("stop", ANNA)
    await room.do("start", ANNA, "anna")
    await room.do("play", ANNA, "d")
    answer = await room.do("resume", ANNA, 2)
    assert answer.error == "busy"
    assert answer.offers[1] == Offer("Start anyway", "resume 2 anyway")
    await room.do("resume", ANNA, 2, replace=True)
    assert (await room.view()).record.game.id == "klondike"
    assert "Anna" in (await tables.archive(CHANNEL)).offers[0].label


async def test_a_full_shelf_says_what_has_to_go(room: Room, tables: Tables) -> None:
    for _ in range(20):
        await room.do("start", ANNA, "klondike")
        await room.do("play", ANNA, "d")
        assert "had to go" not in (await room.do("stop", ANNA)).text
    assert len((await tables.archive(CHANNEL)).offers) == 20
    assert len((await tables.archive(CHANNEL)).text) < 2000
    await room.do("start", ANNA, "klondike")
    await room.do("play", ANNA, "d")
    assert "the oldest had to go" in (await room.do("stop", ANNA)).text


async def test_idle_tables_are_put_away_once(room: Room, tables: Tables, clock: Clock) -> None:
    await room.do("start", ANNA, "klondike")
    await room.do("play", ANNA, "d")
    clock.now += IDLE_SECONDS - 1
    assert await tables.archive_idle() == []
    clock.now += 2
    assert await tables.archive_idle() == [CHANNEL]
    assert await tables.archive_idle() == []
    assert await room.view() is None
    assert (await room.do("resume", BEN)).changed


async def test_a_deleted_channel_is_forgotten(room: Room, tables: Tables) -> None:
    await room.do("start", ANNA, "klondike", deal="1")
    await room.do("play", ANNA, "d")
    await tables.forget(CHANNEL)
    assert await room.view() is None
    await room.do("start", ANNA, "klondike", deal="2")
    assert (await room.view()).record.deal == "2"


async def test_a_reserved_deal_is_refused(store: TableStore, clock: Clock) -> None:
    async def may_deal(game: Game, deal: str) -> str:
        return "That is today's challenge." if deal == "daily" else ""

    room = Room(Tables(store, clock, lambda game: "7", terms=lambda _: FreeTerms(may_deal)))
    answer = await room.do("start", ANNA, "klondike", deal="daily")
    assert (answer.error, answer.text) == ("reserved", "That is today's challenge.")
    assert (await room.do("start", ANNA, "klondike")).changed


# --- modes and votes -----------------------------------------------------------------------------


async def test_only_the_starter_and_moderators_set_the_mode(room: Room) -> None:
    await room.do("start", ANNA, "klondike")
    assert (await room.do("set_mode", BEN, "starter")).error == "not-allowed"
    assert (await room.do("set_mode", ANNA, "starter")).changed
    assert (await room.do("set_mode", BOSS, "turns")).changed
    assert (await room.view()).mode == "turns"


async def test_only_the_starter_plays(room: Room) -> None:
    await room.do("start", ANNA, "klondike")
    await room.do("set_mode", ANNA, "starter")
    for what, args in (("play", ["d"]), ("undo", []), ("deal_on", []), ("finish", [])):
        assert (await room.do(what, BEN, *args)).error == "not-allowed"
    assert (await room.do("play", ANNA, "d")).changed


async def test_in_turns_nobody_plays_twice_in_a_row(room: Room, clock: Clock) -> None:
    await room.do("start", ANNA, "klondike", deal="1")
    await room.do("set_mode", ANNA, "turns")
    assert (await room.do("play", BEN, "d, d")).changed
    assert (await room.do("play", BEN, "d")).error == "turn"
    assert (await room.do("undo", CARA)).error == "turn"
    assert (await room.do("undo", BEN)).changed
    assert (await room.do("play", ANNA, "d")).changed
    assert (await room.do("play", BEN, "d")).changed
    clock.now += 31 * 60
    assert (await room.do("play", BEN, "d")).changed, "the others have gone"


async def test_alone_one_plays_on_in_turns(room: Room) -> None:
    await room.do("start", ANNA, "klondike")
    await room.do("set_mode", ANNA, "turns")
    assert (await room.do("play", ANNA, "d")).changed
    assert (await room.do("play", ANNA, "d")).changed


async def test_others_stop_and_restart_by_a_majority(room: Room) -> None:
    await room.do("start", ANNA, "klondike")
    for player in (BEN, CARA):
        await room.do("play", player, "d")
    answer = await room.do("restart", BEN)
    assert answer.offers == (Offer("Vote to restart", "vote restart"),)
    assert "1 of 2 votes" in answer.text
    assert (await room.view()).record.done == 2
    assert (await room.do("vote", BEN, "restart")).error == "voted"
    assert (await room.do("vote", Player("8", "Stranger"), "restart")).error == "not-allowed"
    answer = await room.do("vote", CARA, "restart")
    assert answer.table
    assert answer.table.record.done == 0
    assert answer.table.table.votes == ()
    await room.do("play", BEN, "d")
    await room.do("stop", BEN)
    assert (await room.do("vote", CARA, "stop")).table is None


async def test_votes_expire(room: Room, clock: Clock) -> None:
    await room.do("start", ANNA, "klondike")
    for player in (BEN, CARA):
        await room.do("play", player, "d")
    await room.do("stop", BEN)
    clock.now += 11 * 60
    answer = await room.do("vote", CARA, "stop")
    assert "1 of 2 votes" in answer.text
    assert await room.view()


async def test_the_votes_of_those_who_left_do_not_count(room: Room, clock: Clock) -> None:
    await room.do("start", ANNA, "klondike")
    await room.do("play", BEN, "d")
    clock.now += 25 * 60
    for player in (ANNA, CARA, Player("4", "Dan"), Player("5", "Eve")):
        await room.do("play", player, "d")
    await room.do("stop", BEN)
    clock.now += 6 * 60
    answer = await room.do("vote", CARA, "stop")
    assert "1 of 3 votes" in answer.text


async def test_whoever_is_left_may_stop(room: Room, clock: Clock) -> None:
    await room.do("start", ANNA, "klondike")
    await room.do("play", ANNA, "d")
    clock.now += 31 * 60
    assert (await room.do("stop", BEN)).table is None


async def test_a_vote_of_the_starter_decides_at_once(room: Room) -> None:
    await room.do("start", ANNA, "klondike")
    await room.do("play", BEN, "d")
    await room.do("stop", BEN)
    assert (await room.do("vote", ANNA, "stop")).table is None


# --- versions ------------------------------------------------------------------------------------


async def _rewrite(store: TableStore, change: Callable[[TableRecord], bytes]) -> bytes:
    stored = await store.load(CHANNEL)
    assert stored
    blob = change(decode(stored.blob)[0])
    await store.commit(CHANNEL, stored.version, "rewrite", blob)
    return blob


@pytest.mark.parametrize("field", ["format", "rules", "game", "rubbish"])
async def test_what_this_version_does_not_know_is_left_alone(
    room: Room, tables: Tables, store: TableStore, field: str
) -> None:
    await room.do("start", ANNA, "klondike")
    await room.do("play", ANNA, "d")
    changes: dict[str, Callable[[TableRecord], bytes]] = {
        "format": lambda table: encode(replace(table, format=99)),
        "rules": lambda table: encode(replace(table, rules=99)),
        "game": lambda table: encode(replace(table, game="whist")),
        "rubbish": lambda table: b"\x00not a table",
    }
    blob = await _rewrite(store, changes[field])
    for what in ("play", "undo", "redo", "restart", "finish", "stop", "deal_on"):
        answer = await room.do(what, ANNA, *(["d"] if what == "play" else []))
        assert answer.error == "unreadable"
        assert "as it is" in answer.text
    assert (await tables.board(CHANNEL)).error == "unreadable"
    assert (await room.do("start", ANNA, "anna")).error == "busy"
    assert (await room.do("start", ANNA, "anna", replace=True)).error == "not-allowed"
    stored = await store.load(CHANNEL)
    assert stored
    assert stored.blob == blob
    assert (await room.do("start", BOSS, "anna", replace=True)).changed
    assert [kept.blob for kept in await store.archived(CHANNEL)] == [blob]
    answer = await room.do("resume", BOSS, replace=True)
    assert answer.error == "unreadable"
    assert [kept.blob for kept in await store.archived(CHANNEL)] == [blob]


async def test_a_moderator_puts_an_unreadable_table_away(room: Room, store: TableStore) -> None:
    await room.do("start", ANNA, "klondike")
    blob = await _rewrite(store, lambda table: b"\x00")
    assert (await room.do("stop", BOSS)).table is None
    assert [kept.blob for kept in await store.archived(CHANNEL)] == [blob]


@pytest.mark.parametrize("game", [game.id for game in games()])
async def test_every_game_is_dealt_on_finished_and_taken_back(game: str) -> None:
    """In memory, since a server adds nothing here."""
    database = in_memory()
    room = Room(Tables(TableStore(database)))
    first = await room.do("start", ANNA, game, deal="1")
    assert first.table
    answer = await room.do("deal_on", ANNA)
    assert answer.changed == (DEAL in first.table.record.game.moves(first.table.record.position))
    if answer.changed:
        assert (await room.do("undo", ANNA)).changed
        assert (await room.view()).record.position == first.table.record.position
    for ask in (room.tables.hint, room.tables.board, room.tables.text, room.tables.rules):
        said = (await ask(CHANNEL)).text
        assert said
        assert len(said) <= 2000
    assert (await room.do("stop", ANNA)).table is None
    await database.aclose()
