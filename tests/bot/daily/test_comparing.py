"""Two people beside each other, in words."""

from __future__ import annotations

from typing import cast

from bot.daily.comparing import Comparing
from bot.daily.people import DayPlayed, People
from bot.daily.results import Result
from bot.tables.views import Player

DAY = 20_700
ME, OTHER = Player("1", "Me"), Player("2", "You are Ben")


class Played:
    """Stands in for what is kept: four days of two people."""

    async def played_in(self, guild: int, person: int) -> list[DayPlayed]:
        """I place twenty cards each day, they ten more each day."""
        placed = [20] * 4 if person == 1 else [10, 20, 30, 40]
        return [
            DayPlayed(DAY + n, guild, "klondike", Result(won=False, placed=up, moves=9), 0, True)
            for n, up in enumerate(placed)
        ]


async def test_who_is_ahead_is_said_with_names_as_they_are() -> None:
    said = await Comparing(cast("People", Played())).compare(5, ME, OTHER)
    assert "**You and You are Ben** · 4 days" in said
    assert "\nYou are Ben is ahead 2 : 1, 1 alike; won: you 0, You are Ben 0." in said
    assert "Klondike: You are Ben is ahead 2 : 1, 1 alike; on average 20 of 52" in said
    said = await Comparing(cast("People", Played())).compare(5, OTHER, ME)
    assert "\nYou are ahead 2 : 1, 1 alike" in said
    assert "Klondike: you are ahead 2 : 1, 1 alike; on average 25 of 52 cards, Me 20" in said
