"""What the buttons of the daily challenge say, as it stands in their custom ids for ever."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class Wanted(StrEnum):
    """What is to be done; the value is how it is written."""

    TODAY = "today"
    PLAY = "play"
    BY_MESSAGE = "dm"
    """Go on in direct messages."""
    TOGETHER = "together"
    SHARE = "share"
    BOARD = "board"


_LINE = re.compile(
    r"daily (?P<wanted>\w+)(?: (?P<day>\d{1,6}))?(?: (?P<who>alone|together))?", re.ASCII
)


@dataclass(frozen=True)
class Pressed:
    """A button's line.

    `day` counts from 1970, None is the day on which it is pressed; `joint` says whose result is
    shared, the server's or that of whoever presses it.
    """

    wanted: Wanted
    day: int | None = None
    joint: bool = False

    def __str__(self) -> str:
        """Such as ``daily play 20787`` or ``daily share 20787 alone``."""
        words = ["daily", self.wanted.value]
        if self.day is not None:
            words.append(str(self.day))
        if self.wanted is Wanted.SHARE:
            words.append("together" if self.joint else "alone")
        return " ".join(words)

    @classmethod
    def parse(cls, line: str) -> Pressed:
        """The inverse of `str`; ValueError for what no version wrote."""
        match = _LINE.fullmatch(line)
        if match is None:
            raise ValueError(f"{line!r} is no line of a daily button")
        day = int(match["day"]) if match["day"] else None
        return cls(Wanted(match["wanted"]), day, match["who"] == "together")
