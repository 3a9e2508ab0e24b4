"""Messages between people and a real client: posting, editing, uploads, what bots may read."""

from __future__ import annotations

import aiohttp
import discord as library
import pytest

from bot.demo import Loopback
from bot.demo.model import REPLY
from tests.bot.demo.conftest import Login, eventually
from tests.bot.demo.small_bot import SmallBot, board, picture


def channel_of(bot: SmallBot, discord: Loopback, name: str = "table") -> library.TextChannel:
    channel = bot.get_channel(discord.channel(name).id)
    assert isinstance(channel, library.TextChannel)
    return channel


async def test_the_bot_logs_in_and_hears_people(discord: Loopback, bot: SmallBot) -> None:
    anna, table = discord.person("Anna"), discord.channel("table")
    said = anna.say(table, "hello")
    answer = await table.wait_for(lambda m: m.author is discord.bot)
    assert answer.text == "hello to you"
    assert answer.kind == REPLY
    assert answer.reply_to == said.id
    assert answer.mentions == []
    assert bot.heard == ["hello"]
    assert bot.user is not None
    assert bot.user.id == discord.bot.id


async def test_a_board_with_picture_alt_text_and_controls(discord: Loopback, bot: SmallBot) -> None:
    anna, table = discord.person("Anna"), discord.channel("table")
    anna.say(table, "board")
    shown = await table.wait_for(lambda m: bool(m.components))
    assert shown.text == "dealt **0** times\nMore"
    assert shown.alt_texts == ["A green table"]
    assert [a.size for a in shown.attachments] == [(110, 70)]
    assert shown.control("Deal")["custom_id"] == "deal:0"
    gallery = next(part for part in shown.parts if part["type"] == 12)
    url = gallery["items"][0]["media"]["url"]
    async with aiohttp.ClientSession() as http, http.get(url) as got:
        assert got.status == 200
        assert got.content_type == "image/png"
        assert await got.read() == shown.attachments[0].data


async def test_edits_replace_the_picture(discord: Loopback, bot: SmallBot) -> None:
    table = discord.channel("table")
    sent = await channel_of(bot, discord).send(view=board(0), file=picture())
    assert await sent.attachments[0].read() == table.messages[sent.id].attachments[0].data
    await sent.edit(
        view=board(1, "red"),
        attachments=[picture("red")],
        allowed_mentions=library.AllowedMentions.none(),
    )
    shown = await table.wait_for(lambda m: m.edited is not None)
    assert shown.alt_texts == ["A red table"]
    assert [a.filename for a in shown.attachments] == ["red.png"]
    await sent.delete()
    assert table.last is None


async def test_peoples_edits_deletions_and_typing_reach_the_bot(
    discord: Loopback, bot: SmallBot
) -> None:
    anna, table = discord.person("Anna"), discord.channel("table")
    said = anna.say(table, "7h g")
    anna.edit(said, "7h f")
    anna.delete(said)
    anna.start_typing(table)
    await eventually(lambda: "TYPING_START" in bot.events)
    assert bot.events[-4:] == ["MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE", "TYPING_START"]


async def test_history_is_paged(discord: Loopback, bot: SmallBot) -> None:
    anna, table = discord.person("Anna"), discord.channel("table")
    said = [anna.say(table, str(n)) for n in range(120)]
    channel = channel_of(bot, discord)
    everything = [message.content async for message in channel.history(limit=None)]
    assert everything == [str(n) for n in reversed(range(120))]
    before = library.Object(said[50].id)
    assert [m.id async for m in channel.history(limit=2, before=before)] == [
        said[49].id,
        said[48].id,
    ]
    after = [m.content async for m in channel.history(limit=3, after=before, oldest_first=True)]
    assert after == ["51", "52", "53"]


async def test_the_same_nonce_makes_one_message(discord: Loopback, bot: SmallBot) -> None:
    channel = channel_of(bot, discord)
    first = await channel.send("once", nonce="a1")
    second = await channel.send("once", nonce="a1")
    third = await channel.send("once", nonce="a2")
    assert first.id == second.id != third.id
    assert len(discord.channel("table").messages) == 2


async def test_direct_messages(discord: Loopback, bot: SmallBot) -> None:
    anna, cleo = discord.person("Anna"), discord.person("Cleo")
    anna.say(anna.dm(), "hello")
    await anna.dm().wait_for(lambda m: m.author is discord.bot)
    user = await bot.fetch_user(cleo.id)
    await user.send("news")
    assert (cleo.dm().last or pytest.fail("nothing came")).content == "news"
    cleo.dms_open = False
    with pytest.raises(library.Forbidden) as refused:
        await user.send("more news")
    assert refused.value.code == 50007


async def test_threads(discord: Loopback, bot: SmallBot) -> None:
    anna, table = discord.person("Anna"), discord.channel("table")
    thread = anna.start_thread(table, "a quiet game")
    anna.say(thread, "board")
    shown = await thread.wait_for(lambda m: bool(m.components))
    made = await channel_of(bot, discord).create_thread(
        name="another", type=library.ChannelType.public_thread
    )
    assert discord.channel("another").parent is table
    thread.archived = True
    discord.world.changed(thread)
    place = bot.get_partial_messageable(thread.id, guild_id=discord.guild.id)
    with pytest.raises(library.HTTPException) as refused:
        await place.get_partial_message(shown.id).edit(content="x")
    assert refused.value.code == 50083
    await place.send("posting opens it again")
    assert not thread.archived
    discord.world.remove_channel(table)
    await eventually(lambda: bot.get_channel(made.id) is None)
    assert "THREAD_DELETE" in bot.events
    assert "CHANNEL_DELETE" in bot.events


async def test_pins_and_reactions(discord: Loopback, bot: SmallBot) -> None:
    table = discord.channel("table")
    sent = await channel_of(bot, discord).send("look")
    await sent.add_reaction("👍")
    assert table.messages[sent.id].reactions == {"👍": [discord.bot]}
    with pytest.raises(library.Forbidden) as refused:
        await sent.pin()
    assert refused.value.code == 50013
    discord.world.allow(table, "pin_messages")
    await sent.pin()
    assert table.messages[sent.id].pinned


@pytest.mark.parametrize(
    ("taken", "code"), [("send_messages", 50013), ("attach_files", 50013), ("view_channel", 50001)]
)
async def test_missing_permissions(discord: Loopback, bot: SmallBot, taken: str, code: int) -> None:
    table, channel = discord.channel("table"), channel_of(bot, discord)
    discord.world.deny(table, taken)
    await eventually(lambda: "CHANNEL_UPDATE" in bot.events)
    assert not getattr(channel.permissions_for(channel.guild.me), taken)
    with pytest.raises(library.Forbidden) as refused:
        await channel.send(view=board(0), file=picture())
    assert refused.value.code == code
    discord.world.allow(table, taken)
    await channel.send(view=board(0), file=picture())


async def test_what_is_gone_is_unknown(discord: Loopback, bot: SmallBot) -> None:
    channel = channel_of(bot, discord)
    sent = await channel.send("here")
    discord.world.delete(discord.channel("table").messages[sent.id])
    with pytest.raises(library.NotFound) as missing:
        await sent.edit(content="there")
    assert missing.value.code == 10008
    discord.world.remove_channel(discord.channel("table"))
    with pytest.raises(library.NotFound) as missing:
        await channel.send("anybody?")
    assert missing.value.code == 10003


async def test_discord_refuses_what_it_can_not_show(discord: Loopback, bot: SmallBot) -> None:
    channel = channel_of(bot, discord)
    with pytest.raises(library.HTTPException, match="50006"):
        await channel.send("")
    with pytest.raises(library.HTTPException, match="2000 or fewer"):
        await channel.send("x" * 2001)
    with pytest.raises(library.HTTPException, match=r"red\.png was not found"):
        await channel.send(view=board(0, "red"), file=picture("green"))
    assert discord.channel("table").last is None


async def test_without_the_intent_only_what_is_meant_for_the_bot_can_be_read(
    discord: Loopback, login: Login
) -> None:
    discord.gateway.message_content_allowed = False
    bot = await login(message_content=False)
    anna, table = discord.person("Anna"), discord.channel("table")
    board_message = await channel_of(bot, discord).send("a board")
    shown = table.messages[board_message.id]
    anna.say(table, "bare")
    anna.say(table, f"{discord.bot.mention} mentioned")
    anna.say(table, "reply", reply_to=shown)
    anna.say(table, "silent reply", reply_to=shown, ping=False)
    anna.say(anna.dm(), "direct")
    answer = await anna.slash(table, "small show", game="anna")
    anna.say(table, "reply to an answer", reply_to=answer.response)
    await eventually(lambda: len(bot.heard) == 6)
    assert bot.heard == ["", f"{discord.bot.mention} mentioned", "reply", "", "direct", ""]
    fetched = [m.content async for m in channel_of(bot, discord).history(limit=10)]
    assert "bare" not in fetched
    assert "reply" in fetched


async def test_asking_for_an_intent_that_is_off_is_refused(discord: Loopback, login: Login) -> None:
    discord.gateway.message_content_allowed = False
    with pytest.raises(library.PrivilegedIntentsRequired):
        await login(message_content=True)
