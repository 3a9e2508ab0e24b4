"""How games begin, end and are begun again, against a real Redis."""

import re
from pathlib import Path

import pytest

from bot.tables.beginning import is_hopeless
from bot.tables.rights import OF_OTHERS
from bot.tables.tables import IDLE_SECONDS, Tables
from bot.tables.texts import begun
from engine.game import Game
from engine.games.catalogue import find, games
from engine.hints import greedy
from engine.reading import Line
from engine.record import Record
from engine.talk import is_meant
from engine.telling import describe
from tests.bot.room import ANNA, BEN, CARA, CHANNEL, Clock, Room

WINS = Path(__file__).parents[2] / "data/wins"
LOST_DEALS = {"nestor": "2", "fortress": "1"}
"""Open deals that can't be won."""


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_the_first_move_that_is_shown_can_be_made(game: Game) -> None:
    for deal in "123":
        record = Record.begin(game, deal)
        steps = begun("Anna", record).split("\n")[1]
        shown = re.findall(r"`([^`]+)`", steps.removesuffix("`rules` explains the game."))
        moves = game.moves(record.position)
        assert shown
        for text in shown:
            line = Line(game, text)
            assert text == "hint" or is_meant(line, record.position, moves)
            if text != "hint":
                [step] = line.read(record.position, moves)
                assert step.move in moves
        assert "d" not in shown or "d" in map(str, moves)


async def test_a_newcomers_deal_is_won_by_the_hints(room: Room) -> None:
    for number in range(3):
        begun = await room.do("start", ANNA, "")
        assert not begun.error
        assert [offer.command for offer in begun.offers] == ["start"], number
        view = begun.table
        assert view
        game = view.record.game
        assert (game.difficulty, game.length) == ("easy", "short")
        assert any(game.won(after) for _, after in greedy(game, view.record.position))


@pytest.mark.parametrize(("game", "deal"), LOST_DEALS.items())
async def test_a_deal_that_cannot_be_won_says_so_once(
    room: Room, tables: Tables, game: str, deal: str
) -> None:
    assert is_hopeless(find(game), deal)
    begun = await room.do("start", ANNA, game, deal=deal)
    assert begun.text.count("can't be won") == 1
    assert "`undo`" not in begun.text
    assert begun.offers[0].command == "another"
    hint = await tables.hint(CHANNEL)
    assert "can't be won" in hint.text
    assert hint.offers[-1].command in ("stop", "another")
    move = hint.offers[0].command
    assert (await room.do("play", ANNA, move)).text.count("can't be won") == 0
    assert (await room.do("undo", ANNA)).text.count("can't be won") == 0
    assert "another" in [offer.command for offer in (await tables.board(CHANNEL)).offers]
    other = await room.do("another", BEN)
    assert not other.error
    assert other.table
    assert other.table.record.game.id == game


async def test_nothing_is_told_of_a_deal_that_is_hidden() -> None:
    assert not is_hopeless(find("klondike"), "1")
    assert not is_hopeless(find("nestor"), "1")


async def test_another_deal_asks_first_where_a_game_is_on(room: Room) -> None:
    await room.do("start", ANNA, "klondike", deal="3")
    assert not (await room.do("another", BEN)).error  # nobody has moved
    await room.do("play", BEN, "d")
    asked = await room.do("another", BEN)
    assert asked.error == "busy"
    assert asked.offers[-1].command == "another anyway"
    assert not (await room.do("another", BEN, replace=True)).error


async def test_after_a_stop_the_same_game_goes_on(room: Room) -> None:
    await room.do("start", ANNA, "klondike", deal="3")
    stopped = await room.do("stop", ANNA)
    assert [o.command for o in stopped.offers] == [
        "start klondike", "start klondike 3", "duel throw klondike 3", "games",
    ]  # fmt: skip
    again = await room.do("again", BEN)
    assert again.table
    assert (again.table.table.game, again.table.table.deal) == ("klondike", "3")
    await room.do("play", BEN, "d")
    await room.do("stop", BEN)
    other = await room.do("another", BEN)
    assert other.table
    assert (other.table.table.game, other.table.table.deal) == ("klondike", "7")


async def test_where_nothing_was_played_there_is_nothing_to_begin_again(room: Room) -> None:
    for what in ("again", "another"):
        assert (await room.do(what, ANNA)).error == "no-table"


# --- numbers, votes and taking back --------------------------------------------------------------


async def test_a_kept_game_keeps_its_number(room: Room, tables: Tables) -> None:
    await room.do("start", ANNA, "klondike", deal="3")
    await room.do("play", ANNA, "d")
    number = (await room.view()).version
    assert f"`resume {number}`" in (await room.do("stop", ANNA)).text
    for _ in range(2):
        await room.do("resume", BEN, number)
        await room.do("play", BEN, "d")
        assert f"`resume {number}`" in (await room.do("stop", ANNA)).text
    await room.do("resume", BEN, number)
    pushed = await room.do("start", ANNA, "anna", replace=True)
    assert f"`resume {number}`" in pushed.text
    assert [o.command for o in (await tables.archive(CHANNEL)).offers] == [f"resume {number}"]


async def test_a_game_put_away_idle_keeps_its_number_and_a_won_one_is_dropped(
    room: Room, tables: Tables, clock: Clock
) -> None:
    won = Record.parse((WINS / "cover.txt").read_text("utf-8"))
    await room.do("start", ANNA, "cover", deal=won.deal)
    for move in map(str, won.moves):
        await room.do("play", ANNA, move)
    clock.now += IDLE_SECONDS + 1
    assert await tables.archive_idle() == [CHANNEL]
    assert "No games are kept" in (await tables.archive(CHANNEL)).text
    await room.do("start", ANNA, "klondike", deal="3")
    await room.do("play", ANNA, "d")
    number = (await room.view()).version
    await room.do("stop", ANNA)
    await room.do("resume", ANNA, number)
    clock.now += IDLE_SECONDS + 1
    await tables.archive_idle()
    assert [o.command for o in (await tables.archive(CHANNEL)).offers] == [f"resume {number}"]


@pytest.mark.parametrize("moves", [2, 3, 9])
async def test_others_do_not_wipe_a_shared_game_without_a_vote(room: Room, moves: int) -> None:
    await room.do("start", ANNA, "klondike", deal="3")
    for _ in range(moves):
        await room.do("play", ANNA, "d")
    refused = await room.do("undo", BEN, 50)
    assert refused.error == "not-allowed"
    assert [offer.command for offer in refused.offers] == ["vote restart"]
    assert (await room.view()).record.done == moves
    assert (await room.do("undo", BEN)).table.record.done == moves - 1  # type: ignore[union-attr]
    for _ in range(3):
        await room.do("play", BEN, "d")
    assert (await room.do("undo", BEN, 3)).table.record.done == moves - 1  # type: ignore[union-attr]
    assert (await room.do("undo", ANNA, 50)).table.record.done == 0  # type: ignore[union-attr]


async def test_a_few_moves_of_others_are_taken_back_and_one_more_takes_a_vote(room: Room) -> None:
    await room.do("start", ANNA, "klondike", deal="3")
    for _ in range(9):
        await room.do("play", ANNA, "d")
    refused = await room.do("undo", BEN, OF_OTHERS + 1)
    assert refused.error == "not-allowed"
    assert f"take back {OF_OTHERS + 1} moves of others" in refused.text
    await room.do("undo", BEN, OF_OTHERS)
    assert (await room.view()).record.done == 9 - OF_OTHERS


async def test_a_vote_stays_in_sight_until_it_is_over(room: Room, tables: Tables) -> None:
    vote = "vote stop"
    await room.do("start", ANNA, "klondike", deal="3")
    for player in (BEN, CARA):
        await room.do("play", player, "d")
    await room.do("stop", BEN)
    for answer in (
        await room.do("play", ANNA, "d"),
        await tables.board(CHANNEL),
        await room.do("undo", ANNA),
        await room.do("restart", ANNA),
    ):
        assert vote in [offer.command for offer in answer.offers]
    assert (await room.do("vote", CARA, "stop")).table is None


# --- presses on boards that were overtaken -------------------------------------------------------


async def test_presses_on_an_overtaken_board_that_mean_the_same_are_done(room: Room) -> None:
    begun = await room.do("start", ANNA, "klondike", deal="3")
    version = begun.table.version  # type: ignore[union-attr]
    pressed = [
        (await room.do("play", player, "d", version=version)).error
        for player in (ANNA, ANNA, BEN, ANNA, BEN)
    ]
    # What Ben wanted of the board that he saw, Anna has done.
    assert pressed == [None, None, "stale", None, "stale"]
    assert (await room.view()).record.done == 3
    assert (await room.do("finish", ANNA)).error == "nothing"


async def test_a_press_on_a_board_that_somebody_else_overtook_is_done_if_nobody_did_it(
    room: Room,
) -> None:
    begun = await room.do("start", ANNA, "fortress", deal="1")
    assert begun.table
    first, *others = begun.table.moves
    piles = {first.source, first.target}
    other = next(move for move in others if piles.isdisjoint({move.source, move.target}))
    await room.do("play", ANNA, str(first), version=begun.table.version)
    for player, error in ((BEN, None), (CARA, "stale")):
        answer = await room.do("play", player, str(other), version=begun.table.version)
        assert answer.error == error
    made = [entry.move for entry in (await room.view()).entries]
    assert made == [str(first), str(other)]


async def test_a_press_that_would_do_something_else_now_is_not(room: Room) -> None:
    begun = await room.do("start", ANNA, "klondike", deal="3")
    version = begun.table.version  # type: ignore[union-attr]
    for _ in range(4):
        await room.do("play", ANNA, "d")
    view = await room.view()
    shown = describe(view.record.game, view.record.position, view.moves[0])
    await room.do("play", BEN, "d")
    later = await room.view()
    now = {str(m): describe(later.record.game, later.record.position, m) for m in later.moves}
    move = str(view.moves[0])
    pressed = await room.do("play", ANNA, move, version=view.version)
    assert bool(pressed.error) is (now.get(move) != shown)
    undone = await room.do("undo", ANNA, version=version)
    assert undone.error == "stale"  # Ben has moved since
    assert (await room.do("restart", ANNA, version=version)).error == "stale"


async def test_undo_pressed_again_and_again_by_one_player_is_meant(room: Room) -> None:
    await room.do("start", ANNA, "klondike", deal="3")
    for _ in range(4):
        await room.do("play", ANNA, "d")
    version = (await room.view()).version
    for _ in range(3):
        assert not (await room.do("undo", BEN, version=version)).error
    assert (await room.view()).record.done == 1
    assert (await room.do("undo", ANNA, version=version)).error == "stale"


async def test_a_vote_on_an_overtaken_board_counts(room: Room) -> None:
    await room.do("start", ANNA, "klondike", deal="3")
    for player in (BEN, CARA):
        await room.do("play", player, "d")
    version = (await room.do("stop", BEN)).table.version  # type: ignore[union-attr]
    await room.do("play", ANNA, "d")
    assert (await room.do("vote", CARA, "stop", version)).table is None
