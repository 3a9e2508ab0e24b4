"""What discord.py does by itself after the end: nothing comes of it."""

from __future__ import annotations

import asyncio

import pytest

from bot.chat.client import PatienceClient
from tests.e2e.conftest import Boot


async def test_a_bot_that_ends_before_its_shards_are_ready_does_nothing_more(
    boot: Boot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py calls a shard ready two seconds after its last server, come what may."""
    heard: list[str] = []
    dispatch = PatienceClient.dispatch

    def listening(self: PatienceClient, event: str, /, *args: object, **kwargs: object) -> None:
        if self.is_closed():
            heard.append(event)
        dispatch(self, event, *args, **kwargs)

    async def ready(self: PatienceClient, shard: int) -> None:
        handled.append(shard)

    handled: list[int] = []
    monkeypatch.setattr(PatienceClient, "dispatch", listening)
    monkeypatch.setattr(PatienceClient, "on_shard_ready", ready)
    bot = await boot()
    assert not handled
    await bot.stop()
    waiting = {
        task
        for task in asyncio.all_tasks()
        if "_delay_" in getattr(task.get_coro(), "__qualname__", "")
    }
    assert waiting
    await asyncio.wait(waiting)
    assert "shard_ready" in heard
    assert not handled
