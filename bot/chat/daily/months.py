"""A month of somebody's daily challenges, as a picture with its words."""

from __future__ import annotations

import io

import discord

from bot import markup
from bot.daily.calendar import weekday
from bot.daily.dates import Language, month_of, weekdays
from bot.daily.people import Statistics
from bot.daily.streaks import Fate
from render.calendar import Sign, month, words
from render.theme import Look

SIGNS = {
    Fate.FINISHED: Sign.FINISHED,
    Fate.OPEN: Sign.OPEN,
    Fate.SPARE: Sign.SPARE,
    Fate.PAUSED: Sign.PAUSED,
    Fate.DOWN: Sign.AWAY,
    Fate.MISSED: Sign.MISSED,
}


def month_picture(
    found: Statistics, days: range, today: int, language: Language, look: Look
) -> discord.File:
    """The month that these days make up; drawing takes its time."""
    signs = [_sign(found, day) for day in days]
    title, now = month_of(days[0], language), today - days[0] + 1 if today in days else None
    picture = month(title, weekdays(language), weekday(days[0]), signs, now, look)
    return discord.File(
        io.BytesIO(picture),
        "month.png",
        description=markup.fit(words(title, signs), markup.ALT_TEXT),
    )


def _sign(found: Statistics, day: int) -> Sign:
    if day in found.won:
        return Sign.WON
    fate = found.run.fates.get(day)
    return SIGNS[fate] if fate else Sign.BLANK
