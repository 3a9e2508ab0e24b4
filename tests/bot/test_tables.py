"""The use cases of a table, against a real Redis."""

import itertools
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.store.connect import in_memory
from bot.store.database import Database
from bot.store.tables import TableStore
from bot.table_record import TableRecord, decode, encode
from bot.tables import IDLE_SECONDS, Answer, Offer, Player, Tables
from engine.cards import card_symbol, card_text, face
from engine.game import Game
from engine.games.catalogue import find, games
from engine.hints import greedy
from engine.moves import DEAL
from engine.record import Record

CHANNEL = 1_234_567_890_123_456_789
ANNA, BEN, CARA = Player("1", "Anna"), Player("2", "Ben"), Player("3", "Cara")
BOSS = Player("9", "Boss", moderator=True)
COVER_WON = 30
"""Deals of Cover among which one is won by following the hints."""


class Clock:
    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


class Room:
    """A channel in which every call is an event of its own."""

    def __init__(self, tables: Tables, channel: int = CHANNEL) -> None:
        self.tables, self.channel = tables, channel
        self._events = itertools.count(1)

    async def do(self, what: str, player: Player, *args: Any, **options: Any) -> Answer:
        event = f"event {next(self._events)}"
        use_case: Callable[..., Awaitable[Answer]] = getattr(self.tables, what)
        if what in ("start", "play"):
            return await use_case(self.channel, player, *args, event, **options)
        return await use_case(self.channel, player, event, *args, **options)

    async def view(self) -> Any:
        return await self.tables.view(self.channel)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(database: Database, clock: Clock) -> TableStore:
    return TableStore(database, clock)


@pytest.fixture
def tables(store: TableStore, clock: Clock) -> Tables:
    return Tables(store, clock, lambda game: "7")


@pytest.fixture
def room(tables: Tables) -> Room:
    return Room(tables)


# --- starting and playing ------------------------------------------------------------------------


async def test_a_game_begins_with_the_cards_of_its_deal(room: Room) -> None:
    answer = await room.do("start", ANNA, "Canfield", deal="20261130")
    assert answer.changed
    assert not answer.error
    assert answer.table
    assert answer.table.record.game.id == "klondike"
    assert answer.table.record.deal == "20261130"
    assert answer.table.starter == "1"
    assert answer.table.starter_name == "Anna"
    assert answer.table.attempts == 1
    assert "Anna starts **Canfield or Klondike**, deal 20261130" in answer.text


async def test_without_a_deal_one_is_chosen(room: Room) -> None:
    answer = await room.do("start", ANNA, "anna")
    assert answer.table
    assert answer.table.record.deal == "7"


@pytest.mark.parametrize(
    ("game", "deal", "error"),
    [("anna karenina", None, "unknown-game"), ("anna", "x" * 65, "no-deal")],
)
async def test_what_cannot_be_dealt_is_refused(
    room: Room, game: str, deal: str | None, error: str
) -> None:
    answer = await room.do("start", ANNA, game, deal=deal)
    assert (answer.error, answer.changed, answer.private) == (error, False, True)
    assert await room.view() is None


async def test_a_name_that_is_no_game_is_said_without_markdown(room: Room) -> None:
    answer = await room.do("start", ANNA, "**@everyone** <@1>")
    assert "@everyone" not in answer.text.replace("@\u200b", "")
    assert "**" not in answer.text
    assert "<@1>" not in answer.text


async def test_moves_are_kept_with_their_players(room: Room, clock: Clock) -> None:
    await room.do("start", ANNA, "klondike", deal="1")
    clock.now += 60
    answer = await room.do("play", BEN, "d")
    assert answer.text.startswith("Ben: deal.")
    view = await room.view()
    assert [(e.move, e.id, e.name, e.at) for e in view.entries] == [
        ("d", "2", "Ben", int(clock.now))
    ]
    assert view.last_mover == "Ben"


async def test_a_line_is_played_as_a_whole_or_not_at_all(room: Room) -> None:
    await room.do("start", ANNA, "klondike", deal="1")
    before = await room.view()
    answer = await room.do("play", ANNA, "d, d, 1 F9")
    assert answer.error == "not-a-move"
    assert await room.view() == before
    answer = await room.do("play", ANNA, "d, d, d")
    assert answer.table
    assert answer.table.record.done == 3
    assert answer.table.version == before.version + 1


async def test_each_move_of_a_line_is_one_undo(room: Room) -> None:
    await room.do("start", ANNA, "klondike", deal="1")
    await room.do("play", ANNA, "d, d, d")
    await room.do("undo", ANNA)
    assert (await room.view()).record.done == 2
    await room.do("undo", ANNA, 5)
    assert (await room.view()).record.done == 0
    await room.do("redo", ANNA)
    assert (await room.view()).record.done == 1
    await room.do("redo", ANNA, 2)
    assert (await room.view()).record.done == 3


async def test_refusals_change_nothing(room: Room) -> None:
    await room.do("start", ANNA, "klondike", deal="1")
    before = await room.view()
    for text, error in (("bla", "not-a-move"), ("7 F", "illegal"), ("redeal", "illegal")):
        answer = await room.do("play", ANNA, text)
        assert answer is not None
        assert (answer.error, answer.changed, answer.private) == (error, False, True)
    for what in ("undo", "redo", "finish", "restart"):
        answer = await room.do(what, ANNA)
        assert (answer.error, answer.changed) == ("nothing", False)
    assert await room.view() == before


async def test_an_ambiguous_move_offers_what_it_could_be(room: Room) -> None:
    await room.do("start", ANNA, "flower-garden", deal="1")
    view = await room.view()
    game, position = view.record.game, view.record.position
    tops = [game.pile(position, move.source)[-1] for move in game.moves(position)]
    card = next(card for card in tops if tops.count(card) > 1)
    answer = await room.do("play", ANNA, card_text(card))
    assert answer.error == "ambiguous"
    assert 2 <= len(answer.offers) <= 5
    assert (await room.do("play", ANNA, answer.offers[1].command)).changed


async def test_without_a_table_there_is_nothing_to_play(room: Room, tables: Tables) -> None:
    for what in ("play", "undo", "redo", "restart", "finish", "stop", "deal_on", "vote"):
        answer = await room.do(what, ANNA, *(["d"] if what == "play" else []))
        assert answer.error == "no-table"
    assert (await room.do("set_mode", ANNA, "turns")).error == "no-table"
    for ask in (tables.hint, tables.board, tables.text, tables.history, tables.rules):
        assert (await ask(CHANNEL)).error == "no-table"
    assert (await tables.look(CHANNEL, "7")).error == "no-table"
    assert await tables.play(CHANNEL, ANNA, "d", "e", chat=True) is None


@pytest.mark.parametrize(
    "talk", ["hello", "I am so proud of you", "3", "lol 5 5 5", "d'accord", "", "?!"]
)
async def test_talk_is_left_alone(room: Room, talk: str) -> None:
    await room.do("start", ANNA, "klondike", deal="1")
    assert await room.do("play", BEN, talk, chat=True) is None


async def test_talk_that_is_a_move_is_played(room: Room) -> None:
    await room.do("start", ANNA, "klondike", deal="1")
    answer = await room.do("play", BEN, "deal", chat=True)
    assert answer.changed
    answer = await room.do("play", BEN, "3 5", chat=True)
    assert answer.error == "illegal"


async def test_a_stale_board_does_nothing(room: Room) -> None:
    first = await room.do("start", ANNA, "klondike", deal="1")
    assert first.table
    old = first.table.version
    await room.do("play", ANNA, "d", version=old)
    before = await room.view()
    for what, args in (("play", ["d"]), ("undo", []), ("deal_on", []), ("stop", [])):
        answer = await room.do(what, ANNA, *args, version=old)
        assert answer.error == "stale"
        assert answer.table == before
    assert await room.view() == before


# --- every event once ----------------------------------------------------------------------------


async def test_a_repeated_event_gets_the_same_answer_and_does_nothing(tables: Tables) -> None:
    started = await tables.start(CHANNEL, ANNA, "klondike", "e1", "1")
    assert (await tables.start(CHANNEL, ANNA, "klondike", "e1", "1")) == started
    played = await tables.play(CHANNEL, ANNA, "d", "e2")
    again = await tables.play(CHANNEL, ANNA, "d", "e2")
    assert played == again
    assert played
    assert played.table
    assert played.table.record.done == 1
    undone = await tables.undo(CHANNEL, ANNA, "e3")
    assert await tables.undo(CHANNEL, ANNA, "e3") == undone
    stopped = await tables.stop(CHANNEL, ANNA, "e4")
    assert await tables.stop(CHANNEL, ANNA, "e4") == stopped


async def test_a_repeated_refusal_stays_one(tables: Tables) -> None:
    await tables.start(CHANNEL, ANNA, "klondike", "e1", "1")
    refused = await tables.undo(CHANNEL, ANNA, "e2")
    assert refused.error == "nothing"
    await tables.play(CHANNEL, ANNA, "d", "e3")
    again = await tables.undo(CHANNEL, ANNA, "e2")
    assert again.error == "nothing"
    assert again.table
    assert again.table.record.done == 1


# --- taking back ---------------------------------------------------------------------------------


async def test_dealing_on_is_one_undo_or_many(room: Room) -> None:
    await room.do("start", ANNA, "klondike", deal="3")
    answer = await room.do("deal_on", ANNA)
    assert answer.table
    count = answer.table.record.done
    assert count == 4
    assert answer.text == "Anna: dealt 4 times; now something fits."
    await room.do("undo", ANNA)
    assert (await room.view()).record.done == 0
    await room.do("redo", ANNA)
    assert (await room.view()).record.done == count
    await room.do("undo", ANNA, 1)
    assert (await room.view()).record.done == count - 1
    await room.do("undo", ANNA)
    assert (await room.view()).record.done == 0


async def test_a_single_move_after_dealing_on_is_undone_alone(room: Room) -> None:
    await room.do("start", ANNA, "klondike", deal="3")
    await room.do("deal_on", ANNA)
    await room.do("play", ANNA, "d")
    await room.do("undo", ANNA)
    assert (await room.view()).record.done == 4


async def test_there_is_nothing_to_deal_on_without_a_deal(room: Room) -> None:
    await room.do("start", ANNA, "nestor")
    assert (await room.do("deal_on", ANNA)).error == "illegal"


async def test_a_new_move_forgets_what_was_taken_back(room: Room) -> None:
    await room.do("start", ANNA, "klondike", deal="1")
    await room.do("play", ANNA, "d, d, d")
    await room.do("undo", ANNA, 2)
    await room.do("play", BEN, "d")
    view = await room.view()
    assert view.record.done == len(view.record.moves) == len(view.table.entries) == 2
    assert (await room.do("redo", ANNA)).error == "nothing"


async def test_restart_deals_the_same_cards_and_redo_brings_moves_back(room: Room) -> None:
    first = await room.do("start", ANNA, "klondike", deal="1")
    await room.do("play", ANNA, "d, d")
    answer = await room.do("restart", ANNA)
    assert answer.table
    assert first.table
    assert answer.table.record.position == first.table.record.position
    assert answer.table.attempts == 2
    await room.do("redo", ANNA, 2)
    assert (await room.view()).record.done == 2


# --- won, lost, stuck ----------------------------------------------------------------------------


def won_cover() -> Record:
    """A won game of Cover, found by following the hints."""
    game = find("cover")
    for deal in range(COVER_WON):
        record = Record.begin(game, str(deal))
        for move, _ in greedy(game, record.position):
            record = record.play(move)
        if game.won(record.position):
            return record
    raise AssertionError("no deal of Cover is won")


async def test_a_won_table_says_so_once_with_who_played_how_many_moves(room: Room) -> None:
    record = won_cover()
    await room.do("start", ANNA, "cover", deal=record.deal)
    *moves, last = map(str, record.moves)
    for number, move in enumerate(moves):
        answer = await room.do("play", BEN if number == 3 else ANNA, move)
        assert "won" not in answer.text
    answer = await room.do("play", ANNA, last)
    assert answer.table
    assert answer.table.won
    total = len(record.moves)
    assert f"is won, in {total} moves (Anna {total - 1} and Ben 1)!" in answer.text
    assert (await room.do("play", ANNA, "pair 1 2")).error == "illegal"
    await room.do("undo", ANNA)
    answer = await room.do("play", ANNA, last)
    assert "in 24 moves" not in answer.text
    assert answer.text.endswith("The game is won once more.")


async def test_a_won_table_makes_room_without_asking(room: Room, tables: Tables) -> None:
    record = won_cover()
    await room.do("start", ANNA, "cover", deal=record.deal)
    for move in map(str, record.moves):
        await room.do("play", ANNA, move)
    answer = await room.do("start", BEN, "anna")
    assert answer.changed
    assert "won" in (await tables.archive(CHANNEL)).text


async def test_a_stuck_game_says_what_is_possible(room: Room) -> None:
    answer = await room.do("start", ANNA, "klondike", deal="1")
    assert "`d` deals; then type moves" in answer.text
    await room.do("play", ANNA, "d")
    answer = await room.do("undo", ANNA)
    assert "`d` deals on" in answer.text


async def test_a_lost_game_says_so(room: Room) -> None:
    await room.do("start", ANNA, "cover", deal="1")
    text = ""
    offers: tuple[Offer, ...] = ()
    for _ in range(30):
        view = await room.view()
        moves = view.record.game.moves(view.record.position)
        if not moves:
            break
        answer = await room.do("play", ANNA, str(moves[0]))
        text, offers = answer.text, answer.offers
    if not (await room.view()).won:
        assert "lost" in text
        assert "`undo`" in text
        assert [offer.command for offer in offers] == ["restart", "stop"]


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
    async def may_deal(player: Player, game: Game, deal: str) -> str:
        return "That is today's challenge." if deal == "daily" else ""

    room = Room(Tables(store, clock, lambda game: "7", may_deal=may_deal))
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


# --- asking --------------------------------------------------------------------------------------


async def test_answers_to_questions(room: Room, tables: Tables) -> None:
    await room.do("start", ANNA, "klondike", deal="3")
    await room.do("play", BEN, "d, d, d, d")
    hint = await tables.hint(CHANNEL)
    assert hint.text.startswith("Try `W 1`: ")
    assert hint.offers == (Offer("Play W 1", "W 1"),)
    assert "counters" in (await tables.board(CHANNEL)).text
    assert "the talon" in (await tables.text(CHANNEL)).text
    assert "6 of them can't be seen" in (await tables.look(CHANNEL, "7")).text
    assert (await tables.look(CHANNEL, "*99")).error == "no-pile"
    assert "3\\. Ben: `d`" in (await tables.history(CHANNEL)).text
    assert (await tables.rules(CHANNEL)).text == (await tables.rules("klondike")).text
    assert (await tables.rules("whist")).error == "unknown-game"


async def test_no_question_tells_a_hidden_card(room: Room, tables: Tables) -> None:
    await room.do("start", ANNA, "klondike", deal="1")
    view = await room.view()
    hidden = view.record.game.pile(view.record.position, "7")[0]
    texts = [
        (await tables.look(CHANNEL, "7")).text,
        (await tables.text(CHANNEL)).text,
        (await tables.board(CHANNEL)).text,
        str(tables.move_choices(view)),
    ]
    for text in texts:
        assert card_symbol(face(hidden)) not in text


async def test_choices_are_legal_and_short(room: Room, tables: Tables) -> None:
    await room.do("start", ANNA, "house-on-the-hill")
    view = await room.view()
    choices = tables.move_choices(view)
    assert 0 < len(choices) <= 25
    assert all(len(label) <= 100 and len(value) <= 100 for label, value in choices)
    hint = await tables.hint(CHANNEL)
    assert choices[0][1] == hint.offers[0].command
    legal = set(map(str, view.record.game.moves(view.record.position)))
    assert {value for _, value in choices} <= legal
    for _, value in choices:
        assert tables.move_choices(view, value)[0][1] == value


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
