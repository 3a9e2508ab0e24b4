"""A loopback Discord per test, and a small real client in it.

What the client asks and what the loopback answers is held against Discord's description.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from bot.demo import Loopback, model
from tests.bot.demo.small_bot import SmallBot
from tests.contracts.check import assert_contract, check_reply

Login = Callable[..., Awaitable[SmallBot]]


@pytest.fixture(autouse=True)
def slack(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is late because the machine is busy."""
    monkeypatch.setattr(model, "SLACK", 10.0)


@pytest.fixture
async def discord() -> AsyncIterator[Loopback]:
    async with Loopback() as discord:
        discord.patch()
        yield discord
        assert_contract(discord.requests)
        answers = discord.requests
        assert not [f"{r.method} {r.path}: {fault}" for r in answers for fault in check_reply(r)]


@asynccontextmanager
async def running(discord: Loopback, *, message_content: bool = True) -> AsyncIterator[SmallBot]:
    bot = SmallBot(message_content=message_content)
    task = asyncio.create_task(bot.start(discord.token))
    waiting = asyncio.create_task(discord.gateway.ready())
    try:
        done, _ = await asyncio.wait((task, waiting), return_when=asyncio.FIRST_COMPLETED)
        if waiting in done:
            yield bot
    finally:
        waiting.cancel()
        await bot.close()
        await asyncio.wait_for(task, 60)


@pytest.fixture
async def login(discord: Loopback) -> AsyncIterator[Login]:
    """Starts a client and ends it after the test."""
    async with AsyncExitStack() as stack:

        async def begin(*, message_content: bool = True) -> SmallBot:
            return await stack.enter_async_context(
                running(discord, message_content=message_content)
            )

        yield begin


@pytest.fixture
async def bot(login: Login) -> SmallBot:
    return await login()


async def eventually(fulfilled: Callable[[], object], seconds: float = 60.0) -> None:
    """Waits for something about the client."""
    async with asyncio.timeout(seconds):
        while not fulfilled():  # noqa: ASYNC110 - the client rings no bell
            await asyncio.sleep(0.01)
