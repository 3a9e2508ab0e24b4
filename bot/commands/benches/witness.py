"""Whether what players were told is what was stored: every event once, in order, none lost."""

from __future__ import annotations

import itertools
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.chat.custom_ids import newest
from bot.demo.model import LOADING, Channel, Interaction, Message
from bot.demo.people import Person
from bot.demo.server import Loopback
from bot.demo.world import Event


@dataclass
class Sent:
    """An event, how it came, and when (`time.perf_counter`) it and what followed happened."""

    who: Person
    event: Message | Interaction
    at: float
    acknowledged: float | None = None
    """When the interaction was answered; a chat line is answered by its board."""
    shown: float | None = None
    """When a board first showed it, or a later move."""


@dataclass
class Table:
    """What was said in a channel, what the bot answered there, and the boards seen."""

    sent: list[Sent] = field(default_factory=list)
    movers: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    """Version of a board to the ids of those that it named as having moved last."""
    answered: set[int] = field(default_factory=set)
    """Ids of the messages that the bot replied to: it says why a line was not played."""
    newest: int = 0
    """Version of the last board that was drawn."""


class Witness:
    """Listens to a loopback Discord. In each channel every event has a sender of its own, so a
    record, which says who moved, says which event made each move.
    """

    def __init__(self, discord: Loopback) -> None:
        self._discord = discord
        self._people: list[Person] = []
        self._by_name: dict[str, int] = {}
        self.tables: dict[int, Table] = defaultdict(Table)
        self.pictures = 0
        """Messages with a picture that the bot has posted."""
        discord.world.listeners.append(self._hear)

    def sender(self, channel: Channel) -> Person:
        """Who has said nothing in this channel so far."""
        number = len(self.tables[channel.id].sent)
        while number >= len(self._people):
            person = self._discord.add_person(f"Sitter{len(self._people)}x")
            self._discord.world.join(self._discord.guild, person)
            self._people.append(person)
            self._by_name[person.name] = person.id
        return self._people[number]

    def note(self, channel: Channel, who: Person, event: Message | Interaction, at: float) -> Sent:
        """An event is on its way; notes come in the order of the events."""
        sent = Sent(who, event, at)
        self.tables[channel.id].sent.append(sent)
        return sent

    def _hear(self, event: Event) -> None:
        message = event.message
        if message is None or message.author is not self._discord.bot:
            return
        self.pictures += event.name == "MESSAGE_CREATE" and bool(message.attachments)
        table = self.tables.get(message.channel.id)
        if table is None:
            return
        if message.reply_to is not None:
            table.answered.add(message.reply_to)
        if version := board_version(message):
            table.newest = version
            for sent in table.sent[: version - 1]:
                sent.shown = sent.shown or time.perf_counter()
            words = message.text.replace("*", " ").replace(":", " ").split()
            table.movers[version] |= {self._by_name[w] for w in words if w in self._by_name}

    def all_shown(self) -> bool:
        """Whether each channel's board shows as many moves as there were events."""
        return all(table.newest > len(table.sent) for table in self.tables.values())

    def faults(self, records: Mapping[int, Sequence[int]]) -> list[str]:
        """What contradicts the stored records (channel id to the ids of those who moved, in
        order): a sentence each, none when all is as it was told.
        """
        found = []
        for id, table in self.tables.items():
            record = records.get(id, ())
            found += [f"channel {id}: {fault}" for fault in _faults(table, record)]
        return found


def board_version(message: Message) -> int:
    """The version that a board's buttons carry; 0 when it is no board, or one without buttons."""
    if not any(part["type"] == 17 for part in message.parts):
        return 0
    return newest(str(part["custom_id"]) for part in message.parts if "custom_id" in part)


def succeeded(event: Message | Interaction) -> bool:
    """Whether an interaction was answered and nothing is left to say: the board says it all."""
    return isinstance(event, Interaction) and bool(event.answered) and not event.messages


def _refused(event: Message | Interaction, table: Table) -> bool:
    """Whether its sender was told why it was not played."""
    if isinstance(event, Message):
        return event.id in table.answered
    return any(not message.flags & LOADING for message in event.messages)


def _faults(table: Table, record: Sequence[int]) -> list[str]:
    place = {sent.who.id: number for number, sent in enumerate(table.sent)}
    name = {sent.who.id: f"event {number}" for number, sent in enumerate(table.sent)}
    found = [f"{name.get(who, who)} is stored {n} times" for who, n in Counter(record).items()
             if n > 1]  # fmt: skip
    found += [f"{who} moved, but nobody sent that" for who in set(record) - set(place)]
    order = [place[who] for who in record if who in place]
    found += [
        f"event {later} was played before event {earlier}"
        for later, earlier in itertools.pairwise(order)
        if later > earlier
    ]
    # A board of version v shows v - 2 moves before its last one: version 1 is the start.
    for version, movers in table.movers.items():
        stored = record[version - 2] if 2 <= version < len(record) + 2 else None
        found += [
            f"a board of version {version} showed {name[who]}, which the record doesn't have there"
            for who in movers
            if who != stored
        ]
    kept = set(record)
    for sent in table.sent:
        if sent.who.id in kept:
            continue
        if succeeded(sent.event):
            found.append(f"{name[sent.who.id]} was acknowledged and is lost")
        elif isinstance(sent.event, Message) and not _refused(sent.event, table):
            found.append(f"{name[sent.who.id]} is neither played nor answered")
    if table.newest != len(record) + 1:
        found.append(f"the board shows version {table.newest} of {len(record) + 1}")
    return found
