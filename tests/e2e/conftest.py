"""The whole bot in a loopback Discord, with a real Redis; what it asked of Discord is checked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot import logs
from bot.chat import updates
from bot.chat.client import PatienceClient
from bot.chat.custom_ids import newest
from bot.demo import Loopback, interactions, model, payloads
from bot.demo.model import Channel, Interaction, Message, User
from bot.run import serving, stay_connected
from bot.settings import (
    DiscordSettings,
    LogSettings,
    MetricsSettings,
    Settings,
    ShardSettings,
    StoreSettings,
)
from bot.store.connect import connect
from bot.store.database import Database
from tests.contracts.check import assert_contract

Boot = Callable[[], Awaitable["Running"]]


class Running:
    """A bot at work, and how it is ended."""

    def __init__(self, stop: asyncio.Event, clients: list[PatienceClient]) -> None:
        self._stop = stop
        self._clients = clients
        self.over = asyncio.Event()

    @property
    def client(self) -> PatienceClient:
        """The present login."""
        return self._clients[-1]

    @property
    def logins(self) -> int:
        """How many there were so far."""
        return len(self._clients)

    async def stop(self) -> None:
        """As SIGTERM does."""
        self._stop.set()
        await asyncio.wait_for(self.over.wait(), 100)


def settings(url: str, data: Path, token: str) -> Settings:
    """What the environment would say."""
    return Settings(
        DiscordSettings(_env_file=None, token=SecretStr(token)),  # type: ignore[call-arg]
        ShardSettings(_env_file=None),  # type: ignore[call-arg]
        StoreSettings(_env_file=None, redis_url=url, data=data),  # type: ignore[call-arg]
        LogSettings(_env_file=None),  # type: ignore[call-arg]
        MetricsSettings(_env_file=None),  # type: ignore[call-arg]
    )


@asynccontextmanager
async def running(discord: Loopback, url: str, data: Path) -> AsyncIterator[Running]:
    """The bot from login to the end."""
    stop, clients = asyncio.Event(), list[PatienceClient]()
    bot = Running(stop, clients)
    database = await connect(url, data)
    async with serving(settings(url, data, discord.token), database) as make:

        def made(reads_chat: bool) -> PatienceClient:
            clients.append(make(reads_chat))
            return clients[-1]

        async def work() -> None:
            try:
                await stay_connected(made, discord.token, stop, reads_chat=True)
            finally:
                bot.over.set()

        task = asyncio.create_task(work())
        waiting = asyncio.create_task(discord.gateway.ready())
        await asyncio.wait((task, waiting), return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if task.done():
            task.result()
        try:
            yield bot
        finally:
            stop.set()
            await asyncio.wait_for(task, 100)


@pytest.fixture(autouse=True)
def slack(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is late because the machine is busy."""
    monkeypatch.setattr(model, "SLACK", 10.0)


@pytest.fixture
async def discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Loopback]:
    """A Discord whose records are checked against the contract in the end."""
    monkeypatch.setattr(updates, "PAUSE", 0.05)
    logs.configure("info")
    async with Loopback() as discord:
        discord.patch()
        yield discord
        assert_contract(discord.requests)


@pytest.fixture
async def boot(
    discord: Loopback, database: Database, redis_url: str, tmp_path: Path
) -> AsyncIterator[Boot]:
    """Starts a bot; all of them end with the test."""
    async with AsyncExitStack() as stack:

        async def begin() -> Running:
            return await stack.enter_async_context(running(discord, redis_url, tmp_path))

        yield begin


@pytest.fixture
async def bot(boot: Boot) -> Running:
    """A bot that is logged in."""
    return await boot()


@pytest.fixture
def installed_by_people(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot is in no server: people have it, and bring it along."""

    def alone(what: Interaction, bot_user: User) -> dict[str, object]:
        payload = payloads.interaction(what, bot_user)
        return payload | {"authorizing_integration_owners": {"1": payload["member"]["user"]["id"]}}

    class Payloads:
        interaction = staticmethod(alone)

        def __getattr__(self, name: str) -> object:
            return getattr(payloads, name)

    monkeypatch.setattr(interactions, "payloads", Payloads())


@pytest.fixture
def table(discord: Loopback) -> Channel:
    """The channel that most tests play in."""
    return discord.channel("table")


def is_board(message: Message) -> bool:
    """Whether it has a picture or the controls of a board."""
    return any(part["type"] == 17 for part in message.parts)


def has_buttons(message: Message) -> bool:
    """Whether there is something to press."""
    return any(part["type"] == 2 for part in message.parts)


def version(message: Message) -> int:
    """The version that a board's controls carry; 0 without controls."""
    return newest(str(part["custom_id"]) for part in message.parts if "custom_id" in part)


async def board_at(channel: Channel, least: int, timeout: float = 90.0) -> Message:
    """The channel's living board as soon as it shows that version or a later one."""
    return await channel.wait_for(lambda m: is_board(m) and version(m) >= least, timeout)


async def board_says(channel: Channel, text: str, timeout: float = 90.0) -> Message:
    """The channel's board as soon as it says that."""
    return await channel.wait_for(lambda m: is_board(m) and text in m.text, timeout)


async def whisper(interaction: Interaction, timeout: float = 90.0) -> Message:
    """What the bot says to whoever pressed a button, seen by them alone."""
    return await interaction.bell.until(
        lambda: interaction.follow_ups[-1] if interaction.follow_ups else None, timeout
    )


async def silence(interaction: Interaction, timeout: float = 90.0) -> None:
    """Wait until nothing is left of an answer: the board in the channel says it all."""
    await interaction.bell.until(
        lambda: True if interaction.answered and not interaction.messages else None, timeout
    )
