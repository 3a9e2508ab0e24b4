"""What discord.py does by itself after the end: nothing comes of it."""

from __future__ import annotations

import asyncio

import pytest

from bot.chat.client import PatienceClient
from tests.e2e.conftest import Boot


async def test_no_event_is_handled_after_the_end(
    boot: Boot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py calls a shard ready two seconds after its last server, come what may."""
    handled: list[int] = []

    async def ready(self: PatienceClient, shard: int) -> None:
        handled.append(shard)

    bot = await boot()
    monkeypatch.setattr(PatienceClient, "on_shard_ready", ready)
    bot.client.dispatch("shard_ready", 7)
    await asyncio.sleep(0)
    await bot.stop()
    bot.client.dispatch("shard_ready", 8)
    await asyncio.sleep(0)
    assert 7 in handled
    assert 8 not in handled
