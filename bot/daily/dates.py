"""Days written out, for titles; times of day are left to Discord's own time stamps."""

from typing import Literal

from bot.daily.calendar import date_of, weekday

Language = Literal["en", "de", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "de", "fr")

_WEEKDAYS: dict[Language, str] = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "de": "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche",
}
_MONTHS: dict[Language, str] = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
}
_FORMS: dict[Language, str] = {
    "en": "{weekday}, {day} {month} {year}",
    "de": "{weekday}, {day}. {month} {year}",
    "fr": "{weekday} {day} {month} {year}",
}


def written(day: int, language: Language = "en") -> str:
    """``Monday, 30 November 2026``, ``Montag, 30. November 2026``, ``lundi 30 novembre 2026``."""
    date = date_of(day)
    number = "1er" if language == "fr" and date.day == 1 else str(date.day)
    return _FORMS[language].format(
        weekday=_WEEKDAYS[language].split()[weekday(day)],
        day=number,
        month=_MONTHS[language].split()[date.month - 1],
        year=date.year,
    )


def month_of(day: int, language: Language = "en") -> str:
    """``November 2026``."""
    date = date_of(day)
    return f"{_MONTHS[language].split()[date.month - 1]} {date.year}"


def weekdays(language: Language = "en") -> list[str]:
    """Monday to Sunday in three letters."""
    return [name[:3] for name in _WEEKDAYS[language].split()]
