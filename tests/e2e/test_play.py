"""Playing in a channel: commands, chat lines and buttons, each answered with a fresh picture."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.chat import updates
from bot.demo import Loopback
from bot.demo.model import Channel, Message
from bot.demo.people import Person
from bot.store.ids import ChannelTable
from engine.record import Record
from engine.shuffle import MAX_LABEL
from tests.e2e.conftest import (
    Boot,
    Running,
    board_at,
    board_says,
    has_buttons,
    is_board,
    silence,
    version,
    whisper,
)

WIN = Record.parse((Path(__file__).parent.parent / "data/wins/anna.txt").read_text("utf-8"))


async def begin(discord: Loopback, table: Channel, deal: str = "1", game: str = "anna") -> Message:
    """Anna starts a game; its board."""
    anna = discord.person("Anna")
    started = await anna.slash(table, "patience start", game=game, deal=deal)
    assert started.answered
    return await board_at(table, 1)


async def deal_once(discord: Loopback, table: Channel) -> Person:
    """Anna starts a game and deals; she."""
    anna = discord.person("Anna")
    await begin(discord, table)
    anna.say(table, "d")
    await board_at(table, 2)
    return anna


def add_button(board: Message, label: str, custom_id: str) -> None:
    """A button as somebody's client still shows it."""
    button = {"type": 2, "style": 2, "label": label, "custom_id": custom_id, "id": 91}
    board.components.append({"type": 1, "id": 90, "components": [button]})


async def test_a_game_begins_and_is_shown(discord: Loopback, bot: Running, table: Channel) -> None:
    anna = discord.person("Anna")
    started = await anna.slash(table, "patience start", game="Anna", deal="1")
    await silence(started)
    board = await board_at(table, 1)
    assert "Anna starts" in board.text
    assert board.attachments[0].filename == "board-1.png"
    assert board.attachments[0].size is not None
    assert board.attachments[0].size[0] == 1100
    assert board.alt_texts[0].startswith("Anna, ")
    labels = [part["label"] for part in board.parts if part["type"] == 2]
    assert labels == ["Deal", "Undo", "Hint", "Move…", "More…", "Another deal"]
    anna.say(table, "d")
    board = await board_at(table, 2)
    assert "Anna: deal" in board.text
    assert board.attachments[0].filename == "board-2.png"
    assert board.alt_texts[0].startswith("Anna: deal.")
    figures = bot.client.chat.metrics.registry
    assert figures.get_sample_value("patience_commit_seconds_count") == 2
    assert (figures.get_sample_value("patience_render_seconds_count") or 0) >= 2


async def move_by(way: int, who: Person, table: Channel, board: Message, move: str) -> None:
    """One of the ways in which people move: typing, a command, a button, the menu."""
    if way == 0:
        who.say(table, move)
    elif way == 1:
        done = await who.slash(table, "patience move", move=move)
        assert done.answered
    elif move in ("d", "redeal"):
        pressed = await who.click(board, {"d": "Deal", "redeal": "Redeal"}[move])
        assert pressed.answered
    else:
        picked = await who.select(board, "What can be played", move)
        assert picked.answered


@pytest.mark.slow
async def test_a_press_that_is_overtaken_says_so_to_who_pressed(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna, ben = discord.person("Anna"), discord.person("Ben")
    board = await begin(discord, table)
    await anna.click(board, "Deal")
    board = await board_at(table, 2)
    add_button(board, "Old", "p:1:d")
    said = await whisper(await ben.click(board, "Old"))
    assert "has changed" in said.text
    assert not said.visible_to(anna)
    view = await bot.client.chat.tables.view(ChannelTable(table.id))
    assert view is not None
    assert view.record.done == 1


async def test_a_whole_game_of_anna_to_the_win(
    discord: Loopback, boot: Boot, table: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By chat lines, commands, buttons and the menu; the bot is restarted in mid-game."""
    monkeypatch.setattr(updates, "PAUSE", 0.0)
    bot = await boot()
    board = await begin(discord, table, WIN.deal)
    for number, move in enumerate(map(str, WIN.moves)):
        if number == len(WIN.moves) // 2:
            await bot.stop()
            bot = await boot()
        who = discord.people[number % 3]
        await move_by(number % 3, who, table, board, move)
        board = await board_at(table, number + 2)
        assert version(board) == number + 2
        assert [a.filename for a in board.attachments] == [f"board-{number + 2}.png"]
        assert board.alt_texts[0].startswith(f"{who.name}: ")
    assert "won" in board.text
    assert "Anna" in board.text
    assert "Ben" in board.text
    assert "Cleo" in board.text
    view = await bot.client.chat.tables.view(ChannelTable(table.id))
    assert view is not None
    assert view.won
    assert [entry.move for entry in view.entries] == list(map(str, WIN.moves))
    assert [entry.name for entry in view.entries[:4]] == ["Anna", "Ben", "Cleo", "Anna"]
    living = [m for m in table.messages.values() if is_board(m) and has_buttons(m)]
    assert living == [board]
    again = await discord.person("Ben").click(board, "Another deal")
    assert again.answered
    await board_says(table, "Ben starts")


async def test_the_deal_may_stand_behind_the_game(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = discord.person("Anna")
    await anna.slash(table, "patience start", game="klondike 7")
    await board_says(table, "deal 7")
    unknown = await (await anna.slash(table, "patience start", game="klondyke 7")).done()
    assert "Did you mean klondike" in unknown.text


async def test_undo_redo_hint_and_the_rest(discord: Loopback, bot: Running, table: Channel) -> None:
    anna, ben = discord.person("Anna"), discord.person("Ben")
    board = await begin(discord, table)
    await anna.slash(table, "patience deal")
    board = await board_at(table, 2)
    await ben.click(board, "Undo")
    board = await board_says(table, "Ben takes back 1 move")
    await ben.slash(table, "patience redo")
    board = await board_says(table, "makes 1 move again")
    hint = await whisper(await anna.click(board, "Hint"))
    assert hint.text.startswith("Try `")
    assert not hint.visible_to(ben)
    (alt,) = hint.alt_texts
    assert alt.startswith("Anna, with the hint marked: ")
    await anna.click(hint, next(p["label"] for p in hint.parts if p["type"] == 2))
    board = await board_at(table, version(board) + 1)
    for command in ("text", "rules", "history", "help", "archive"):
        said = await (await ben.slash(table, f"patience {command}")).done()
        assert len(said.text) > 20, command
        assert not said.visible_to(anna)
    seen = await (await ben.slash(table, "patience see", pile="w")).done()
    assert seen.text.startswith("W")
    games = await (await ben.slash(table, "patience games", find="two packs")).done()
    assert "**Anna**" in games.text
    await ben.slash(table, "patience finish")
    more = await whisper(await anna.click(board, "More…"))
    text = await whisper(await anna.click(more, "The board in words"))
    assert text.text.startswith("```")
    await anna.click(more, "Begin again")
    board = await board_says(table, "deals the same cards again")
    await anna.slash(table, "patience mode", who="only the starter")
    board = await board_says(table, "Anna plays")
    refused = await (await ben.slash(table, "patience deal")).done()
    assert "Only whoever started" in refused.text
    await anna.slash(table, "patience stop")
    told = await table.wait_for(lambda m: "Anna stops" in m.text)
    assert not has_buttons(board)
    assert board.attachments
    assert told.id > board.id
    await ben.slash(table, "patience resume")
    await board_says(table, "Ben goes on with")


async def test_players_vote_to_stop(discord: Loopback, bot: Running, table: Channel) -> None:
    """Cleo is neither the starter nor a moderator."""
    anna, cleo = discord.person("Anna"), discord.person("Cleo")
    await begin(discord, table)
    cleo.say(table, "d")
    await board_at(table, 2)
    await silence(await cleo.slash(table, "patience stop"))
    board = await board_says(table, "would like to stop: 1 of 2 votes")
    await anna.click(board, "Vote to stop")
    await table.wait_for(lambda m: "Anna stops" in m.text)
    await table.wait_for(lambda m: m is board and not has_buttons(m))


async def test_what_can_be_picked_while_typing(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = discord.person("Anna")
    games = await anna.complete(table, "patience start", "game", "kl")
    assert games[0]["value"] == "klondike"
    assert len(await anna.complete(table, "patience start", "game", "")) <= 25
    assert await anna.complete(table, "patience move", "move", "") == []
    await begin(discord, table, game="klondike")
    moves = await anna.complete(table, "patience move", "move", "")
    assert "d" in [choice["value"] for choice in moves]
    assert await anna.complete(table, "patience see", "pile", "f") != []


async def test_a_game_that_is_on_is_not_thrown_away(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = await deal_once(discord, table)
    asked = await (await anna.slash(table, "patience start", game="klondike")).done()
    assert "A game is on here" in asked.text
    await anna.click(asked, "Start anyway")
    board = await board_says(table, "Klondike")
    assert "kept" in board.text
    archive = await (await anna.slash(table, "patience archive")).done()
    assert "Anna" in archive.text


async def test_the_longest_label_is_kept_by_the_button_that_asks(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = await deal_once(discord, table)
    label = "Zoë’s table " * 5 + "at 9"
    assert len(label) == MAX_LABEL
    game = "napoleons-square-single"
    asked = await (await anna.slash(table, "patience start", game=game, deal=label)).done()
    await anna.click(asked, "Start anyway")
    await board_says(table, "Anna starts **Napoleon's Square")
    view = await bot.client.chat.tables.view(ChannelTable(table.id))
    assert view
    assert view.table.deal == label


async def test_buttons_that_nobody_knows_are_answered(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    board = await begin(discord, table)
    add_button(board, "Ancient", "deal/7")
    ben = discord.person("Ben")
    said = await (await ben.click(board, "Ancient")).done()
    assert "older version" in said.text
    # A command that is known, with less behind it than any version wrote.
    for number, line in enumerate(("duel", "duel throw", "duel take x", "daily", "daily zzz 5")):
        add_button(board, f"Odd {number}", f"p:0:{line}")
        assert (await whisper(await ben.click(board, f"Odd {number}"))).text
