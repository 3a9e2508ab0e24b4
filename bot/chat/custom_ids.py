"""What buttons and menus carry: whose table they are for, its version, and the line they say.

That is all, so they work for ever, after a restart as well.  Discord keeps it as a custom id.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from bot.store.ids import Attempt, TableId

LONGEST = 100
"""Characters of a custom id."""
LONGEST_LINE = LONGEST - len("p:0:")
"""Characters of the command of a button that is for a channel's table and for every board of it."""


class Whose(Enum):
    """Whose table is meant; the value is how it is written."""

    PLACE = "p"
    """The one that is played in the channel."""
    PERSON = "s"
    """The one that only its player sees, outside the daily challenge."""
    OWN_ATTEMPT = "a"
    """Somebody's own attempt at the challenge of a day."""
    JOINT_ATTEMPT = "t"
    """The attempt at the challenge of a day that is played in the channel."""


@dataclass(frozen=True)
class Target:
    """The table that a button is for; `day` counts from 1970 and is that of a challenge."""

    whose: Whose
    day: int = 0

    @property
    def in_channel(self) -> bool:
        """Whether its board is a message in the channel, for everybody there."""
        return self.whose in (Whose.PLACE, Whose.JOINT_ATTEMPT)

    @property
    def is_attempt(self) -> bool:
        """Whether it is an attempt at a daily challenge."""
        return self.whose in (Whose.OWN_ATTEMPT, Whose.JOINT_ATTEMPT)

    def __str__(self) -> str:
        return f"{self.whose.value}{self.day if self.is_attempt else ''}"

    @classmethod
    def decode(cls, text: str) -> Target:
        """The inverse of `str`; ValueError for what no version has written."""
        if not re.fullmatch(_TARGET, text, re.ASCII):
            raise ValueError(f"{text!r} is no target of a button")
        return cls(Whose(text[:1]), int(text[1:] or 0))

    @classmethod
    def in_place(cls, table: TableId) -> Target:
        """How to reach a table that is played in a channel."""
        return cls(Whose.JOINT_ATTEMPT, table.day) if isinstance(table, Attempt) else PLACE


PLACE, PERSON = Target(Whose.PLACE), Target(Whose.PERSON)

_TARGET = r"[ps]|[at]\d{1,6}"
_HEAD = rf"(?P<target>{_TARGET}):(?P<version>\d{{1,18}})"
BUTTON = re.compile(rf"{_HEAD}:(?P<line>.{{1,{LONGEST_LINE}}})", re.ASCII | re.DOTALL)
MENU = re.compile(rf"{_HEAD}\?", re.ASCII)
FORM = re.compile(rf"(?P<target>{_TARGET})!", re.ASCII)
"""The form in which a line is typed, and the button that opens it: ``p!``, ``a20787!``."""


@dataclass(frozen=True)
class CustomId:
    """What a button or a menu says.

    `line` is as people would type it, "" for a menu, where it is what gets picked; `version` is
    the board's, 0 for a button that fits every board.
    """

    target: Target
    version: int
    line: str = ""

    def encode(self) -> str:
        """As Discord keeps it: ``p:17:undo``; ``a20787:3?`` for a menu."""
        return f"{self.target}:{self.version}" + (f":{self.line}" if self.line else "?")

    @classmethod
    def decode(cls, text: str) -> CustomId:
        """The inverse of `encode`; ValueError for what no version has written."""
        match = BUTTON.fullmatch(text) or MENU.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is no custom id of a button or a menu")
        line = match.groupdict().get("line", "")
        return cls(Target.decode(match["target"]), int(match["version"]), line)


def is_known(custom_id: str) -> bool:
    """Whether it is one that this version reads."""
    return any(known.fullmatch(custom_id) for known in (BUTTON, MENU, FORM))


def newest(custom_ids: Iterable[str]) -> int:
    """The version of the board whose controls carry these; 0 where none says one."""
    found = (BUTTON.fullmatch(id) or MENU.fullmatch(id) for id in custom_ids)
    return max((int(match["version"]) for match in found if match), default=0)
