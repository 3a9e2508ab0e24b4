"""The month of the daily challenge: every sign differs without colour, and its words say all."""

from __future__ import annotations

import io
import itertools

import pytest
from PIL import Image, ImageChops

from bot.daily.dates import LANGUAGES, month_of, weekdays
from render.calendar import WIDTH, Sign, month, words
from render.theme import THEMES, Look

NAMES = weekdays()


def picture(signs: list[Sign], look: Look | None = None, today: int | None = 3) -> Image.Image:
    drawn = month("December 2026", NAMES, 1, signs, today, look or Look())
    return Image.open(io.BytesIO(drawn))


@pytest.mark.parametrize("theme", THEMES)
def test_signs_are_told_apart_without_colour(theme: str) -> None:
    grey = {sign: picture([sign], Look(theme), None).convert("L") for sign in Sign}
    for one, other in itertools.combinations(Sign, 2):
        box = (0, 72, WIDTH, 140)  # the day, without the words below
        apart = ImageChops.difference(grey[one].crop(box), grey[other].crop(box))
        assert sum(1 for value in apart.tobytes() if value > 60) > 40, (one, other)


def test_a_month_of_six_weeks_with_all_signs_fits() -> None:
    signs = [sign for sign, _ in zip(itertools.cycle(Sign), range(31), strict=False)]
    drawn = month("December 2026", NAMES, 6, signs, 31, Look())
    image = Image.open(io.BytesIO(drawn))
    assert image.size[0] == WIDTH
    assert image.size[1] < 640
    assert len(drawn) < 30_000
    assert drawn == month("December 2026", NAMES, 6, signs, 31, Look())


def test_words_say_what_the_picture_shows() -> None:
    signs = [Sign.WON, Sign.WON, Sign.FINISHED, Sign.MISSED, Sign.WON, Sign.BLANK]
    assert words("May 2026", signs) == "May 2026. won: 1–2, 5; finished: 3; missed: 4."
    assert words("May 2026", [Sign.BLANK] * 31) == "May 2026. Nothing was played."


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_and_weekdays_fit(language: str) -> None:
    assert len(set(weekdays(language))) == 7  # type: ignore[arg-type]
    assert month_of(20_787, language).endswith("2026")  # type: ignore[arg-type]
