"""What is owed by one login, and what it may not take for another's."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.chat import owed
from bot.chat.owed import Ledger
from bot.store.connect import in_memory
from bot.store.owed import OwedStore

PRESS = {"id": "77", "guild_id": "5", "token": "secret"}


class Slow(OwedStore):
    """Takes its time to strike a debt out."""

    def __init__(self) -> None:
        super().__init__(in_memory())
        self.may_drop = asyncio.Event()

    async def drop(self, bot: int, shard: int, interaction: int) -> None:
        """As soon as it may."""
        await self.may_drop.wait()
        await super().drop(bot, shard, interaction)


def heard(ledger: Ledger) -> list[str]:
    """Ids of what a ledger has answered, from now on."""
    ids = []

    def answer(payload: Any) -> None:
        ids.append(payload["id"])
        debt = owed.current()
        assert debt
        debt.begin()
        debt.paid()

    ledger.heard(answer)
    return ids


async def test_what_is_being_struck_out_is_not_answered_again() -> None:
    store = Slow()
    first, other = Ledger(store), Ledger(store)
    answered, elsewhere = heard(first), heard(other)
    first._listen(PRESS)
    while not await store.all(0, 0):  # noqa: ASYNC110 - nothing rings
        await asyncio.sleep(0)
    assert await first.settle(0) == 0
    assert answered == ["77"]
    assert await other.settle(0) == 1  # as if the first one had been killed now
    assert elsewhere == ["77"]
    store.may_drop.set()
    await first.close(5)
    await other.close(5)
    assert await store.all(0, 0) == {}
