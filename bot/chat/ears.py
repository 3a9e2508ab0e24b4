"""Who hears players: the process that serves them.  One that stands by is logged in beside it and
keeps what it is told for a moment, in case the other one has not heard it when it takes over.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

Payload = Any  # an event as Discord sends it
Hear = Callable[[Payload], None]

INTERACTION, SAID, CHANGED = "INTERACTION_CREATE", "MESSAGE_CREATE", "MESSAGE_UPDATE"
NOT_KEPT = ("MESSAGE_DELETE", "MESSAGE_DELETE_BULK")
"""What only the process that serves hears of, and nobody has to hear of later."""
SECONDS = 15.0
"""For so long a process that stands by keeps events, and one that serves remembers them."""
MOST = 5000
"""Events of that time."""


@dataclass(frozen=True)
class Event:
    """Something that players did."""

    at: float
    id: str
    kind: str
    payload: Payload


class Ears:
    """Between Discord and discord.py's `parsers`; open at first."""

    def __init__(self, parsers: dict[str, Hear]) -> None:
        self._hear = {kind: parsers[kind] for kind in (INTERACTION, SAID, CHANGED)}
        for kind in self._hear:
            parsers[kind] = self._listener(kind)
        for kind in NOT_KEPT:
            parsers[kind] = self._only_open(parsers[kind])
        self._open = True
        self._keeps = False
        self._kept = deque[Event](maxlen=MOST)
        self._heard = deque[tuple[float, str]](maxlen=MOST)
        self._elsewhere: frozenset[str] = frozenset()

    def stand_by(self) -> None:
        """Another process serves."""
        self._open, self._keeps = False, True

    def take_over(self, heard: Collection[str] | None) -> None:
        """Serve from now on.  `heard` is what the process before has heard last; None where it
        couldn't say: then messages are read back, and Discord knows which interactions were
        answered.
        """
        self._open, self._keeps = True, False
        self._elsewhere = frozenset(heard or ())
        kept, self._kept = list(self._kept), deque(maxlen=MOST)
        for event in kept:
            if time.monotonic() - event.at < SECONDS and (
                heard is not None or event.kind == INTERACTION
            ):
                self._pass_on(event)

    def close(self) -> list[str]:
        """Hear nothing more; what was heard last."""
        self._open = self._keeps = False
        return [id for at, id in self._heard if time.monotonic() - at < SECONDS]

    def _listener(self, kind: str) -> Hear:
        def listen(payload: Payload) -> None:
            id = str(payload["id"])
            if kind == CHANGED:
                id = f"{id} {payload.get('edited_timestamp')}"
            event = Event(time.monotonic(), id, kind, payload)
            if self._open:
                self._pass_on(event)
            elif self._keeps:
                self._kept.append(event)

        return listen

    def _pass_on(self, event: Event) -> None:
        if event.id not in self._elsewhere:
            self._heard.append((event.at, event.id))
            self._hear[event.kind](event.payload)

    def _only_open(self, hear: Hear) -> Hear:
        def listen(payload: Payload) -> None:
            if self._open:
                hear(payload)

        return listen
