"""One process after the other: what the one that leaves tells the one that stands by."""

from __future__ import annotations

import msgspec

from bot import logs
from bot.store.owner import Owner

log = logs.get(__name__)


class Handover(msgspec.Struct):
    """What a process that leaves tells the next one."""

    heard: list[str]
    """Ids of the events that it has heard last, and sees to."""
    behind: list[tuple[int, int]]
    """Server and channel of the boards that don't show the newest state yet."""


def read(told: list[str]) -> Handover | None:
    """What those who left have told together; None when nobody could."""
    whole = Handover([], [])
    for text in told:
        try:
            one = msgspec.json.decode(text, type=Handover)
        except msgspec.DecodeError as error:
            log.warning("the handover can't be read", reason=str(error))
            return None
        whole.heard += one.heard
        whole.behind += one.behind
    return whole if told else None


async def leave(owner: Owner, handover: Handover) -> None:
    """Hand the shards over."""
    await owner.leave(msgspec.json.encode(handover).decode())
