"""Moves at a table, against a real Redis."""

import pytest

from bot.tables.tables import Offer, Tables
from engine.cards import card_text
from engine.games.catalogue import find
from engine.hints import greedy
from engine.record import Record
from tests.bot.room import ANNA, BEN, CHANNEL, Clock, Room

COVER_WON = 30
"""Deals of Cover among which one is won by following the hints."""


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
    # A deal and its undo mean the same as before, and would be done.
    stale = [(what, ANNA) for what in ("deal_on", "stop")] + [("undo", BEN), ("redo", BEN)]
    for what, who in stale:
        answer = await room.do(what, who, version=old)
        assert answer.error == "stale", what
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


async def test_a_won_table_makes_room_without_asking_and_is_not_kept(
    room: Room, tables: Tables
) -> None:
    record = won_cover()
    await room.do("start", ANNA, "cover", deal=record.deal)
    for move in map(str, record.moves):
        await room.do("play", ANNA, move)
    answer = await room.do("start", BEN, "anna")
    assert answer.changed
    assert "kept" not in answer.text
    assert "No games are kept" in (await tables.archive(CHANNEL)).text


async def test_a_stuck_game_says_what_is_possible(room: Room) -> None:
    answer = await room.do("start", ANNA, "klondike", deal="1")
    assert "Type `d` to deal." in answer.text
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
    assert not (await room.view()).won
    assert "lost" in text
    assert "`undo`" in text
    assert [offer.command for offer in offers] == ["another", "restart", "games", "stop"]
    again = await room.tables.board(room.channel)
    assert again.offers == offers
