"""Boards keep up: one update on its way, the newest state wins, pauses are kept."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.chat import channels, permissions, updates
from bot.chat.custom_ids import newest
from bot.chat.guard import Place, Reason
from bot.chat.picture import Painter, Picture
from bot.chat.updates import Boards
from bot.looks import Looks, Wish
from bot.metrics import Metrics
from bot.store.connect import in_memory
from bot.store.ids import ChannelTable
from bot.store.pointers import Pointer, Pointers
from bot.tables.views import TableView
from render.theme import Look
from tests.bot.chat.conftest import Table
from tests.bot.chat.test_texts import http_error


@dataclass
class Room:
    """A channel that takes its time, and remembers what happened there."""

    id: int = 77
    open: asyncio.Event = field(default_factory=asyncio.Event)
    """Not set: whatever is asked waits."""
    events: list[tuple[str, int]] = field(default_factory=list)
    """What was done and which version was shown."""
    errors: list[Exception] = field(default_factory=list)
    nonces: list[str] = field(default_factory=list)
    guild: Any = None
    busy: int = 0
    most_busy: int = 0

    def __post_init__(self) -> None:
        self.open.set()

    async def asked(self) -> None:
        """Wait until something is on its way."""
        while not self.busy:  # noqa: ASYNC110 - nothing rings
            await asyncio.sleep(0.001)

    async def _do(self, what: str, view: Any) -> Any:
        self.busy += 1
        self.most_busy = max(self.most_busy, self.busy)
        await self.open.wait()
        self.busy -= 1
        if self.errors:
            raise self.errors.pop(0)
        ids = [part["custom_id"] for part in _parts(view.to_components()) if "custom_id" in part]
        version = newest(ids)
        self.events.append((what, version))
        number = discord.utils.time_snowflake(discord.utils.utcnow()) + len(self.events)
        return SimpleNamespace(id=number, components=[], attachments=[SimpleNamespace(id=5)])

    async def send(self, *, view: Any, nonce: str, file: Any = None) -> Any:
        """A new message."""
        self.nonces.append(nonce)
        return await self._do("post", view)

    def get_partial_message(self, number: int) -> Any:
        """A message that can be edited."""

        async def edit(*, view: Any, attachments: Any, allowed_mentions: Any) -> Any:
            edited = await self._do("edit", view)
            edited.id = number
            return edited

        return SimpleNamespace(edit=edit)


def _parts(components: list[Any]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _parts(component.get("components", []))


class Memory(Pointers):
    """Pointers without Redis."""

    def __init__(self) -> None:
        self.kept: dict[int, Pointer] = {}

    async def get(self, channel: int) -> Pointer | None:
        return self.kept.get(channel)

    async def put(self, channel: int, pointer: Pointer) -> None:
        self.kept[channel] = pointer

    async def forget(self, channel: int) -> None:
        self.kept.pop(channel, None)

    async def posted(self, guild: int, channel: int) -> None:
        pass


class Setting:
    """Boards, a room, and tables to show in it."""

    def __init__(self, table: Table) -> None:
        self.drawn: list[int] = []
        self.seen: list[Look] = []
        self.pointers = Memory()
        self.looks = Looks(in_memory())
        self.boards = Boards(Painter(Metrics(), self.paint), self.pointers, self.looks)
        self.room = Room()
        self.first = table.new("klondike")

    def paint(self, table: TableView, look: Look) -> Picture:
        self.seen.append(look)
        self.drawn.append(table.version)
        return Picture(b"png", "words", f"board-{table.version}.png")

    def show(self, version: int, fresh: str = "") -> asyncio.Future[Any]:
        view = TableView(ChannelTable(77), version, self.first.table, self.first.record, 0.0)
        return self.boards.show(cast("Place", self.room), view, fresh=fresh)


@pytest.fixture
def setting(table: Table, monkeypatch: pytest.MonkeyPatch) -> Setting:
    """Everything, with short pauses."""
    monkeypatch.setattr(updates, "PAUSE", 0.05)
    monkeypatch.setattr(updates, "AGAIN", (0.02, 0.02))
    return Setting(table)


async def test_a_burst_is_shown_as_its_last_state(setting: Setting) -> None:
    setting.room.open.clear()
    waiting = [setting.show(version) for version in range(1, 40)]
    await setting.room.asked()
    waiting += [setting.show(version) for version in range(40, 80)]
    setting.room.open.set()
    assert await asyncio.gather(*waiting) == [None] * 79
    assert setting.room.events == [("post", 39), ("edit", 79)]
    assert setting.drawn == [39, 79]
    assert setting.room.most_busy == 1


async def test_an_older_state_never_replaces_a_newer_one(setting: Setting) -> None:
    setting.show(9)
    await setting.show(3)
    assert setting.room.events == [("post", 9)]
    await setting.show(4)  # nothing is on its way any more
    assert setting.room.events == [("post", 9)]


async def test_updates_are_at_least_a_pause_apart(
    setting: Setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updates, "PAUSE", 0.2)
    began = time.monotonic()
    for version in (1, 2, 3):
        await setting.show(version)
    assert time.monotonic() - began > 0.4


async def test_channels_do_not_wait_for_each_other(setting: Setting) -> None:
    slow, quick = Room(77), Room(78)
    slow.open.clear()
    setting.room = slow
    first = setting.show(1)
    setting.room = quick
    await setting.show(1)
    assert not first.done()
    slow.open.set()
    await first


async def test_failures_are_told_and_tried_again(setting: Setting) -> None:
    setting.room.errors = [http_error(503), http_error(503)]
    refused = await setting.show(1)
    assert refused.reason is Reason.DOWN
    await setting.boards.settle(2)
    assert setting.room.events == [("post", 1)]


async def test_one_state_is_posted_once_however_often_it_is_sent(setting: Setting) -> None:
    """A post whose answer was lost is repeated with the nonce of the first."""
    setting.room.errors = [http_error(500)]
    await setting.show(1)
    await setting.boards.settle(2)
    assert len(setting.room.nonces) == 2
    assert len(set(setting.room.nonces)) == 1
    await setting.show(1, fresh="42")
    assert len(set(setting.room.nonces)) == 2
    assert all(len(nonce) <= 25 for nonce in setting.room.nonces)


async def test_a_fault_of_ours_does_not_stop_the_next_boards(
    setting: Setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr("bot.chat.board.look", broken)
        patch.setattr(updates, "AGAIN", ())
        assert (await setting.show(1)).reason is Reason.DOWN
    assert await setting.show(2) is None


async def test_missing_rights_cost_no_request(
    setting: Setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    none = discord.Permissions.none()
    monkeypatch.setattr(permissions, "permissions_in", lambda place: none)
    refused = await setting.show(1)
    assert "View Channel" in str(refused)
    assert setting.room.events == []


async def test_the_board_is_found_again_by_its_pointer(setting: Setting, table: Table) -> None:
    await setting.show(1)
    later = Setting(table)
    later.pointers.kept = dict(setting.pointers.kept)
    later.boards = Boards(Painter(Metrics(), later.paint), later.pointers, later.looks)
    await later.show(2)
    # What came below it meanwhile is not known: a new one, and the old one loses its buttons.
    assert later.room.events == [("post", 2), ("edit", 0)]


async def test_a_board_out_of_view_is_followed_by_a_new_one(setting: Setting) -> None:
    await setting.show(1)
    number = setting.pointers.kept[77].message
    for more in range(1, 4):
        setting.boards.passed(77, number + more, channels.NEAR // 3)
    setting.boards.passed(77, number, 1000)  # the board itself
    setting.boards.passed(78, number + 4, 1000)  # elsewhere
    await setting.show(2)
    assert setting.room.events.pop() == ("edit", 2)
    setting.boards.passed(77, number + 5, 1000)
    await setting.boards.gone(77, number + 5)  # deleted again
    await setting.show(2)
    assert setting.room.events.pop() == ("edit", 2)
    setting.boards.passed(77, number + 6, 3)
    await setting.show(2)
    assert setting.room.events == [("post", 1), ("post", 2), ("edit", 0)]
    await setting.show(3)
    assert setting.room.events[-1] == ("edit", 3)


async def test_many_idle_channels_are_forgotten(
    setting: Setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updates, "KEPT", 10)
    for number in range(30):
        setting.room = Room(number)
        await setting.show(1)
    assert len(setting.boards._channels) <= 11


async def test_settling_gives_up_what_takes_too_long(setting: Setting) -> None:
    setting.room.open.clear()
    waiting = setting.show(1)
    await setting.room.asked()
    await setting.boards.settle(0.05)
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_a_board_that_is_over_is_closed_and_the_next_ones_is_not(setting: Setting) -> None:
    place = cast("Place", setting.room)
    await setting.show(1)
    await setting.boards.close_board(place)
    assert setting.room.events == [("post", 1), ("edit", 0)]
    assert setting.pointers.kept == {}
    setting.room.open.clear()
    setting.show(3)
    await setting.room.asked()
    closing = asyncio.create_task(setting.boards.close_board(place))
    await asyncio.sleep(0.02)
    setting.show(5)  # another game began at once
    setting.room.open.set()
    await closing
    assert setting.room.events[2:] == [("post", 3), ("edit", 5)]
    assert setting.pointers.kept[77].version == 5


async def test_a_board_has_its_server_s_look_and_in_direct_messages_its_player_s(
    setting: Setting,
) -> None:
    player = int(setting.first.table.seats[0].id)
    await setting.looks.choose_for_guild(5, Wish("slate"))
    await setting.looks.choose_for_person(player, Wish("light"))
    await setting.show(1)
    setting.room.guild = SimpleNamespace(id=5, me=None)
    await setting.show(2)
    setting.room.guild = SimpleNamespace(id=6, me=None)
    await setting.show(3)
    assert setting.seen == [Look("light"), Look("slate"), Look()]
