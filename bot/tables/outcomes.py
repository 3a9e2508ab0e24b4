"""What a use case wants done with a table, or why nothing is done."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from bot.tables.record import TableRecord
from bot.tables.views import Answer, Error, Offer, TableView
from engine.record import Record


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer without the table, as it is remembered for its event."""

    text: str
    changed: bool = False
    private: bool = False
    offers: tuple[Offer, ...] = ()
    error: Error | None = None

    def answer(self, table: TableView | None) -> Answer:
        """The answer, with the table as it is now."""
        return Answer(self.text, table, self.changed, self.private, self.offers, self.error)


class Refusal(Exception):
    """Nothing is done; `said` is the answer, which is remembered for the event."""

    def __init__(self, error: Error, text: str, *offers: Offer) -> None:
        super().__init__(text)
        self.said = Said(text, private=True, offers=offers, error=error)


class NotMeant(Exception):
    """The line is talk and not meant for the table: nothing is done, said or remembered."""


class Sitting(NamedTuple):
    """What the store has for a table: one that can be read, or one that must be left alone."""

    version: int
    view: TableView | None
    blob: bytes
    trouble: str = ""
    """Why it can't be read; then there is no view."""


@dataclass(frozen=True)
class Outcome:
    """What a use case wants done, all at once.

    `table` is the new table (None: there is none any more), `record` its game as far as it is
    known already; `archive` and `resumes` as in `TableStore.commit`.
    """

    said: Said
    table: TableRecord | None
    record: Record | None = None
    archive: bool = False
    resumes: int | None = None


OnSitting = Callable[[Sitting | None], Awaitable[Outcome]]
"""Decides what to do with whatever is on; raises `Refusal` or `NotMeant`."""
