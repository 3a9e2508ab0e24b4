"""Which table is meant: of a channel, of a person alone, or an attempt at a day's challenge."""

from dataclasses import dataclass

_MARK = 1 << 192
_LOW = (1 << 64) - 1


@dataclass(frozen=True)
class ChannelTable:
    """The table of a channel, a thread or direct messages."""

    channel: int

    def __str__(self) -> str:
        return f"channel {self.channel}"


@dataclass(frozen=True)
class PersonTable:
    """The table that only its player sees, where nothing but answers to them is possible."""

    person: int

    def __str__(self) -> str:
        return f"person {self.person}"


@dataclass(frozen=True)
class Attempt:
    """An attempt at the challenge of a day: a person's, or with person 0 of a server together.

    Guild 0 stands for direct messages; days count from 1970.
    """

    guild: int
    day: int
    person: int = 0

    @property
    def together(self) -> bool:
        """Whether the server plays it in a channel."""
        return self.person == 0

    def encode(self) -> str:
        """As Redis has it: one number, above all of Discord's ids."""
        return str(_MARK | self.guild << 128 | self.person << 64 | self.day)

    @classmethod
    def decode(cls, text: str | bytes) -> "Attempt":
        """The inverse of `encode`; ValueError for what is none."""
        number = int(text)
        if number < _MARK:
            raise ValueError(f"{number} is no attempt")
        return cls(guild=number >> 128 & _LOW, day=number & _LOW, person=number >> 64 & _LOW)

    def __str__(self) -> str:
        who = f"person {self.person}" if self.person else "together"
        return f"day {self.day} in server {self.guild}, {who}"


TableId = ChannelTable | PersonTable | Attempt
PlaceTable = ChannelTable | PersonTable
"""Those that play whatever people like."""
