"""What the loopback Discord remembers over a restart."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.demo import Loopback
from bot.demo.drafts import Draft, File
from bot.demo.memory import KEPT, Memory, MemoryUnreadable
from bot.demo.model import EPHEMERAL, Message
from tests.bot.demo.conftest import running

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c02"
    "0000000b4944415478da6364f80f00010501012718e3660000000049454e44ae426082"
)


def remembered(path: Path) -> tuple[Loopback, Memory]:
    memory = Memory(path)
    return Loopback(memory=memory, record=False), memory


def seen(message: Message) -> dict[str, object]:
    """All that people can see of a message, apart from the server's port."""
    files = [(file.key, file.filename, file.data, file.size) for file in message.attachments]
    return {
        "id": message.id,
        "author": message.author.name,
        "content": message.content,
        "components": len(message.components),
        "files": files,
        "edited": message.edited,
        "reactions": {e: [who.name for who in people] for e, people in message.reactions.items()},
        "reply_to": message.reply_to,
        "asked": message.interaction and message.interaction.data,
    }


async def test_messages_threads_and_commands_are_there_again(tmp_path: Path) -> None:
    discord, memory = remembered(tmp_path / "file")
    async with discord:
        discord.patch()
        table, anna, ben = discord.channel("table"), discord.person("Anna"), discord.person("Ben")
        thread = anna.start_thread(table, "quiet")
        async with running(discord):
            await anna.slash(table, "small think")
            await table.wait_for(lambda message: message.content == "and more")
            said = ben.say(thread, "good day")
            ben.edit(said, "good evening")
            anna.react(said, "♥")
            gone = ben.say(table, "oops", reply_to=table.last)
            ben.delete(gone)
            ben.say(ben.dm(), "alone")
        before = {c.id: [seen(m) for m in c.messages.values()] for c in (table, thread, ben.dm())}
        commands = discord.commands.flat(table)
        url = next(file.url for m in table.messages.values() for file in m.attachments)
    memory.close()
    key = url.split("/attachments/")[1]

    again, memory = remembered(tmp_path / "file")
    async with again:
        after = {
            place.id: [seen(m) for m in place.messages.values()]
            for place in again.world.channels.values()
            if place.messages
        }
        assert after == before
        assert again.page.key == discord.page.key
        assert again.bot.id == discord.bot.id
        assert again.guild.roles.keys() == discord.guild.roles.keys()
        assert again.commands.flat(again.channel("table")) == commands
        assert again.channel("quiet").starter is again.person("Anna")
        shown = next(m for m in again.channel("table").messages.values() if m.attachments)
        assert shown.attachments[0].url == f"{again.url}/attachments/{key}"
        assert f"127.0.0.1:{discord.port}" not in str(shown.components) or (
            discord.port == again.port
        )
        assert again.world.next_id() > max(m.id for m in again.channel("quiet").messages.values())
    memory.close()


async def test_what_is_gone_stays_gone(tmp_path: Path) -> None:
    discord, memory = remembered(tmp_path / "file")
    async with discord:
        table, anna, world = discord.channel("table"), discord.person("Anna"), discord.world
        thread = anna.start_thread(table, "over soon")
        anna.say(thread, "lost with it")
        world.remove_channel(thread)
        draft = Draft(content="psst", flags=EPHEMERAL)
        world.post(table, discord.bot, draft)
        picture = world.drafts.read({"content": "look"}, [File("files[0]", "a.png", PIXEL)])
        shown = world.post(table, discord.bot, picture)
        for number in range(KEPT + 5):
            anna.say(table, f"line {number}")
    memory.close()
    again, memory = remembered(tmp_path / "file")
    async with again:
        assert [c.name for c in again.world.channels.values()][:3] == ["table", "daily", "talk"]
        assert not [c for c in again.world.channels.values() if c.name == "over soon"]
        kept = list(again.channel("table").messages.values())
        assert [m.content for m in kept] == [f"line {n}" for n in range(5, KEPT + 5)]
        assert not again.world.drafts.files
        assert shown.id not in again.channel("table").messages
    memory.close()


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("not a database, but long enough to be taken for one" * 100, encoding="utf-8")
    with pytest.raises(MemoryUnreadable, match="file can't be used: file is not a database"):
        Memory(path)
    with pytest.raises(MemoryUnreadable, match="unable to open"):
        Memory(tmp_path / "no" / "folder")


async def test_a_file_that_means_nothing_is_refused(tmp_path: Path) -> None:
    discord, memory = remembered(tmp_path / "file")
    async with discord:
        discord.person("Anna").say(discord.channel("table"), "hello")
    memory._file.execute("UPDATE messages SET data = '{}'")
    with pytest.raises(MemoryUnreadable, match="can't be understood"):
        await Loopback(memory=memory).start()
    memory.close()
