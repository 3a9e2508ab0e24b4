"""What the loopback Discord remembers from one start to the next: one SQLite file.

Messages with their pictures, threads and the bot's commands are written as they change. The
server, its channels and its people are not: they are made anew, with the ids that they had, from
the moment at which they were made first. Ephemeral answers and the permissions taken from the bot
are forgotten, as a closed window forgets them.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from pathlib import Path

from bot import logs
from bot.demo.commands import Commands
from bot.demo.drafts import picture_size
from bot.demo.model import THREAD, Attachment, Channel, Interaction, Json, Message
from bot.demo.world import Event, World

KEPT = 100
"""Messages of a channel that are kept over a restart."""
PLAIN = ("content", "embeds", "components", "flags", "kind", "reply_to", "edited", "pinned")
"""Fields of a message that are written as they are."""
FILE = ("id", "key", "filename", "content_type", "url", "description")
"""Fields of an attachment beside its content."""
HERE = "loopback:"
"""Stands for the server's address, which may be another one next time."""
TABLES = """
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT);
CREATE TABLE IF NOT EXISTS threads (id INTEGER PRIMARY KEY, data TEXT);
CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, channel INTEGER, data TEXT);
CREATE TABLE IF NOT EXISTS files (key TEXT PRIMARY KEY, message INTEGER, data BLOB);
CREATE INDEX IF NOT EXISTS files_of ON files (message);
CREATE INDEX IF NOT EXISTS messages_in ON messages (channel);
"""

log = logs.get(__name__)


class MemoryUnreadable(Exception):
    """The file can't be read or written; the text says which and why."""


class Memory:
    """The file at `path`, made when it isn't there. Raises MemoryUnreadable."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._file = sqlite3.connect(path, isolation_level=None)
            # A message that is lost when the power fails is no harm here.
            self._file.executescript(f"PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; {TABLES}")
            self.founded = float(self._fact("founded", str(time.time())))
            self.key = self._fact("key", secrets.token_urlsafe(18))
        except (sqlite3.Error, ValueError) as error:
            raise MemoryUnreadable(f"{path} can't be used: {error}") from None
        path.chmod(0o600)

    def _fact(self, name: str, default: str) -> str:
        """What was said under this name at the first start."""
        self._file.execute("INSERT OR IGNORE INTO facts VALUES (?, ?)", (name, default))
        (value,) = self._file.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return str(value)

    def close(self) -> None:
        self._file.close()

    # From the file into the world

    def recall(self, world: World, commands: Commands) -> None:
        """Puts back what there was, then writes down what happens. Raises MemoryUnreadable."""
        try:
            self._recall_threads(world)
            self._recall_messages(world)
            for guild, stored in json.loads(self._fact("commands", "[]")):
                commands.registered[guild] = stored
        except (sqlite3.Error, ValueError, LookupError, TypeError) as error:
            raise MemoryUnreadable(f"{self._path} can't be understood: {error!r}") from None
        world.listeners.append(lambda event: self._listen(event, world))
        commands.listeners.append(lambda: self._keep_commands(commands))

    def _recall_threads(self, world: World) -> None:
        for number, text in self._file.execute("SELECT id, data FROM threads ORDER BY id"):
            data = json.loads(text)
            if parent := world.channels.get(data.pop("parent")):
                starter = world.users.get(data.pop("starter"))
                thread = Channel(number, THREAD, data.pop("name"), world.bell, parent.guild, **data)
                thread.parent, thread.starter = parent, starter
                world.register(thread)

    def _recall_messages(self, world: World) -> None:
        ranked = (
            "SELECT id, row_number() OVER (PARTITION BY channel ORDER BY id DESC) AS age"
            " FROM messages"
        )
        old = f"SELECT id FROM ({ranked}) WHERE age > ?"  # noqa: S608 - made of constants
        self._file.execute(f"DELETE FROM messages WHERE id IN ({old})", (KEPT,))  # noqa: S608
        self._file.execute("DELETE FROM files WHERE message NOT IN (SELECT id FROM messages)")
        rows = self._file.execute("SELECT id, channel, data FROM messages ORDER BY id").fetchall()
        for number, place, text in rows:
            if channel := world.channels.get(place):
                data = json.loads(text.replace(HERE, world.drafts.base_url))
                channel.messages[number] = self._message(number, channel, data, world)

    def _message(self, number: int, channel: Channel, data: Json, world: World) -> Message:
        files = self._file.execute("SELECT key, data FROM files WHERE message = ?", (number,))
        contents: dict[str, bytes] = dict(files.fetchall())
        attachments = []
        for entry in data.pop("attachments"):
            content = contents[entry["key"]]
            found = Attachment(data=content, size=picture_size(content), **entry)
            world.drafts.files[found.key] = found
            attachments.append(found)
        asked = data.pop("interaction")
        if asked is not None:
            who = world.users[asked.pop("user")]
            asked = Interaction(
                token="", user=who, channel=channel, created=0, bell=world.bell, **asked
            )
        people = {emoji: [world.users[i] for i in ids] for emoji, ids in data["reactions"].items()}
        return Message(
            number,
            channel,
            world.users[data.pop("author")],
            attachments=attachments,
            interaction=asked,
            mentions=[world.users[i] for i in data.pop("mentions")],
            **(data | {"reactions": people}),
        )

    # From the world into the file

    def _listen(self, event: Event, world: World) -> None:
        try:
            self._write(event, world)
        except sqlite3.Error as error:  # a full disk; the channel goes on without
            log.warning("not remembered", path=str(self._path), reason=str(error))

    def _write(self, event: Event, world: World) -> None:
        if event.message is not None:
            # Only a channel's own list says whether it stays: ephemeral answers are on none.
            if event.message.id in event.message.channel.messages:
                self._keep(event.message, world.drafts.base_url)
            else:
                self._forget(event.message.id)
        elif event.name.startswith("THREAD_") and event.channel is not None:
            self._keep_thread(event.channel, there=event.channel.id in world.channels)

    def _keep(self, message: Message, here: str) -> None:
        asked = message.interaction
        data: Json = {
            "author": message.author.id,
            "attachments": [
                {name: getattr(file, name) for name in FILE} for file in message.attachments
            ],
            "mentions": [who.id for who in message.mentions],
            "reactions": {
                emoji: [who.id for who in people] for emoji, people in message.reactions.items()
            },
            "interaction": asked
            and {"id": asked.id, "kind": asked.kind, "user": asked.user.id, "data": asked.data},
            **{name: getattr(message, name) for name in PLAIN},
        }
        text = json.dumps(data).replace(here, HERE)
        row = (message.id, message.channel.id, text)
        with self._file:
            self._file.execute("BEGIN")
            self._file.execute("INSERT OR REPLACE INTO messages VALUES (?, ?, ?)", row)
            keys = [file.key for file in message.attachments]
            marks = ", ".join("?" * len(keys))
            gone = f"DELETE FROM files WHERE message = ? AND key NOT IN ({marks})"  # noqa: S608
            self._file.execute(gone, (message.id, *keys))
            self._file.executemany(
                "INSERT OR IGNORE INTO files VALUES (?, ?, ?)",
                [(file.key, message.id, file.data) for file in message.attachments],
            )

    def _forget(self, number: int) -> None:
        self._file.execute("DELETE FROM messages WHERE id = ?", (number,))
        self._file.execute("DELETE FROM files WHERE message = ?", (number,))

    def _keep_thread(self, thread: Channel, *, there: bool) -> None:
        self._file.execute("DELETE FROM threads WHERE id = ?", (thread.id,))
        if not there or thread.parent is None:
            self._file.execute("DELETE FROM messages WHERE channel = ?", (thread.id,))
            return
        data = {
            "name": thread.name,
            "parent": thread.parent.id,
            "starter": thread.starter.id if thread.starter else 0,
            "archived": thread.archived,
            "locked": thread.locked,
        }
        self._file.execute("INSERT INTO threads VALUES (?, ?)", (thread.id, json.dumps(data)))

    def _keep_commands(self, commands: Commands) -> None:
        text = json.dumps([*commands.registered.items()])
        self._file.execute("UPDATE facts SET value = ? WHERE name = 'commands'", (text,))
