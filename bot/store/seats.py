"""Whose attempt at which day: the number that stands for it where tables have their channel."""

from typing import NamedTuple

_MARK = 1 << 192
"""Above all of Discord's ids, so that no channel is taken for an attempt."""


class Seat(NamedTuple):
    """An attempt: of a person, or with person 0 of a whole server together.

    Guild 0 stands for direct messages.
    """

    guild: int
    day: int
    person: int = 0

    @property
    def together(self) -> bool:
        """Whether the server plays it in a channel."""
        return self.person == 0

    @property
    def number(self) -> int:
        """What `seat_of` reads."""
        return _MARK | self.guild << 128 | self.person << 64 | self.day


def is_seat(number: int) -> bool:
    """Whether the number stands for an attempt and not for a channel."""
    return number >= _MARK


def seat_of(number: int) -> Seat:
    """The inverse of `Seat.number`."""
    low = (1 << 64) - 1
    return Seat(guild=number >> 128 & low, day=number & low, person=number >> 64 & low)
