"""A whole evening of two players at one table: they begin as strangers, talk, lose, stop, go on."""

from __future__ import annotations

from bot.demo import Loopback
from bot.demo.model import Channel, Message
from bot.store.ids import ChannelTable
from tests.e2e.conftest import Running, has_buttons, is_board, version
from tests.e2e.test_chat import replies


class Evening:
    """The table, and the version of its board that was seen last."""

    def __init__(self, table: Channel) -> None:
        self.table = table
        self.seen = 0

    async def board(self, text: str) -> Message:
        """The next living board that says this."""
        found = await self.table.wait_for(
            lambda m: is_board(m) and has_buttons(m) and version(m) > self.seen and text in m.text
        )
        self.seen = version(found)
        return found


async def test_an_evening(discord: Loopback, bot: Running, table: Channel) -> None:
    evening = Evening(table)
    await _begin_as_strangers(discord, bot, evening)
    await _lose(discord, bot, evening)
    board = await _stop_and_go_on(discord, evening)
    # One living board, at the end of the channel, with a picture and its words.
    await table.wait_for(lambda _: len(_living(table)) == 1)
    assert _living(table) == [board]
    assert board.attachments
    assert board.alt_texts


def _living(table: Channel) -> list[Message]:
    return [m for m in table.messages.values() if is_board(m) and has_buttons(m)]


async def _begin_as_strangers(discord: Loopback, bot: Running, evening: Evening) -> None:
    """An easy deal, a first move that can be made as it stands there, talk, and a hint."""
    anna, ben, table = discord.person("Anna"), discord.person("Ben"), evening.table
    anna.say(table, f"{discord.bot.mention} start")
    board = await evening.board("Anna starts")
    shown = board.text.split("such as `")[1].split("`")[0] if "such as" in board.text else "d"
    ben.say(table, shown)
    await evening.board("Ben: ")
    view = await bot.client.chat.tables.view(ChannelTable(table.id))
    assert view
    assert [entry.name for entry in view.entries] == ["Ben"]
    before = len(replies(table))
    for who, words in ((anna, "ah!"), (ben, "7 is better"), (anna, "2 to 1"), (ben, "again?")):
        who.say(table, words)
    asked = anna.say(table, "hint")
    hint = await table.wait_for(lambda m: m.reply_to == asked.id)
    assert len(replies(table)) == before + 1
    move = next(str(p["label"]) for p in hint.parts if str(p.get("label")).startswith("Play "))
    await ben.click(hint, move)
    await evening.board("")
    await table.wait_for(lambda m: m.id == hint.id and not has_buttons(m))


async def _lose(discord: Loopback, bot: Running, evening: Evening) -> None:
    """A deal that can't be won says so, once, and leads on."""
    anna, ben, table = discord.person("Anna"), discord.person("Ben"), evening.table
    anna.say(table, f"{discord.bot.mention} start nestor 2")
    question = await table.wait_for(lambda m: "A game is on here" in m.text)
    await anna.click(question, "Start anyway")
    await evening.board("can't be won")
    view = await bot.client.chat.tables.view(ChannelTable(table.id))
    assert view
    ben.say(table, str(view.moves[0]))
    board = await evening.board("Ben: ")
    assert "can't be won" not in board.text
    await ben.click(board, "Another deal")
    await evening.board("Ben starts **Nestor**")


async def _stop_and_go_on(discord: Loopback, evening: Evening) -> Message:
    """What is kept keeps its number; the buttons after a stop lead on.  The last board."""
    anna, ben, table = discord.person("Anna"), discord.person("Ben"), evening.table
    me = discord.bot.mention
    anna.say(table, f"{me} start klondike 3")
    await evening.board("Anna starts **Canfield")
    anna.say(table, "d, d, d")
    await evening.board("Anna: ")
    discord.people[2].say(table, "undo 50")
    refused = await table.wait_for(lambda m: "moves of others" in m.text)
    assert has_buttons(refused)
    anna.say(table, f"{me} give up")
    stopped = await table.wait_for(lambda m: "Anna stops" in m.text)
    number = stopped.text.split("resume ")[1].split("`")[0]
    labels = [part["label"] for part in stopped.parts if part["type"] == 2]
    assert labels == ["Another deal", "Same deal again", "Challenge others", "All games"]
    await ben.click(stopped, "Same deal again")
    await evening.board("Ben starts **Canfield")
    ben.say(table, f"resume {number}")
    await evening.board("Ben goes on")
    ben.say(table, "d")
    await evening.board("Ben: deal")
    anna.say(table, f"{me} surrender")
    again = await table.wait_for(lambda m: "Anna stops" in m.text and m.id > stopped.id)
    assert f"resume {number}`" in again.text
    ben.say(table, f"{me} new deal")
    return await evening.board("Ben starts **Canfield")
