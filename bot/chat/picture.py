"""Boards drawn and told, in a few threads beside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

from bot import logs
from bot.metrics import Metrics
from bot.tables.texts import plural
from bot.tables.views import TableView
from engine.game import Game
from engine.moves import TWO_PLACES, Move
from engine.position import Position
from engine.telling import describe, listed
from render.board import draw
from render.replay import animate
from render.theme import Look
from render.words import told

WORKERS = 2
"""Drawing takes milliseconds and frees the interpreter only in part; more threads gain nothing."""

log = logs.get(__name__)


@dataclass(frozen=True)
class Picture:
    """A PNG, and the same in words for those who can't see it."""

    data: bytes
    alt: str
    name: str
    """The file's name, fresh for each version, so that no client shows an older one it kept."""
    whole: bool = True
    """Whether `alt` tells every card in play."""


def paint(table: TableView, look: Look) -> Picture:
    """The table as it lies; takes its time."""
    record = table.record
    before = before_last(table)
    by = table.entries[-1].name if before else ""
    words, whole = told(
        record.game, record.position, last=record.last, before=before, by=by, moves=record.done
    )
    return Picture(
        draw(
            record.game,
            record.position,
            look=look,
            before=before,
            # A deal with a label is a challenge's, and its number a secret.
            deal="" if table.table.label else record.deal,
            moves=record.done,
        ),
        words,
        f"board-{table.version}.png",
        whole,
    )


def hinted(table: TableView, look: Look, move: Move) -> Picture:
    """The table with a move pointed out; takes its time."""
    game, position = table.record.game, table.record.position
    return Picture(
        draw(game, position, look=look, hint=move, moves=table.record.done),
        f"{game.title}, with the hint marked: {describe(game, position, move)}.",
        f"hint-{table.version}.png",
    )


def starred(table: TableView, look: Look) -> Picture:
    """The table with a star on each pile that can be played from; takes its time."""
    game, position = table.record.game, table.record.position
    sources = {id for move in game.moves(position) for id in _taken_from(move) if id}
    ids = [id for id in game.pile_ids if id in sources]
    return Picture(
        draw(game, position, look=look, available=sources, moves=table.record.done),
        f"{game.title}; something can be played from {listed(ids, 25, 'and') or 'no pile'}.",
        f"stars-{table.version}.png",
    )


def covered(table: TableView, look: Look) -> Picture:
    """How far the table got, with every card face down; takes its time."""
    record = table.record
    game = record.game
    return Picture(
        draw(game, record.position, look=look, moves=record.done, covered=True),
        f"{game.title}, every card face down; {state(table)}.",
        f"result-{table.version}.png",
    )


def undealt(game: Game, look: Look) -> Picture:
    """A game as it is dealt, every card face down; of no deal in particular."""
    return Picture(
        draw(game, game.start("1"), look=look, covered=True),
        f"{game.title} as it is dealt, every card face down.",
        f"{game.id}.png",
    )


def state(table: TableView) -> str:
    """``won`` or ``12 of 52 up``."""
    record = table.record
    if table.won:
        return "won"
    return record.game.progress(record.position) or plural(record.done, "move")


def _taken_from(move: Move) -> tuple[str, ...]:
    """The piles whose cards a move uses."""
    return move.piles if move.verb in TWO_PLACES or move.others else (move.source,)


@dataclass(frozen=True)
class Film:
    """A game as an animated WebP, its last position as a PNG, and its record as text."""

    moving: bytes
    last: Picture
    text: str
    words: str
    """What the animation shows, for those who can't see it."""


def shoot(table: TableView, look: Look) -> Film:
    """The table's game as a film; takes seconds."""
    record = table.record
    deal = "" if table.table.label else record.deal
    last = paint(table, look)
    return Film(
        animate(record, look=look, deal=deal),
        replace(last, name=f"{record.game.id}.png"),
        record.text(),
        f"{record.game.title}: {plural(record.done, 'move')} from the deal on, "
        f"{state(table)}. Animated.",
    )


def before_last(table: TableView) -> Position | None:
    """The position before the last move."""
    record = table.record
    return record.positions[record.done - 1] if record.done else None


class Painter:
    """Draws in its own threads; `paint` may be another for tests."""

    def __init__(
        self,
        metrics: Metrics,
        paint: Callable[[TableView, Look], Picture] = paint,
        workers: int = WORKERS,
    ) -> None:
        self.metrics = metrics
        self._paint = paint
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="painter")
        # Films take seconds; boards don't wait behind them.
        self._cutting = ThreadPoolExecutor(1, thread_name_prefix="films")
        self._closed = False

    async def picture(self, table: TableView, look: Look) -> Picture | None:
        """The picture, or None when it can't be drawn: then the table is shown in words."""
        return await self._drawn(table, partial(self._paint, table, look))

    async def hinted(self, table: TableView, look: Look, move: Move) -> Picture | None:
        """As `picture`, with the move pointed out."""
        return await self._drawn(table, partial(hinted, table, look, move))

    async def starred(self, table: TableView, look: Look) -> Picture | None:
        """As `picture`, with stars on what can be played."""
        return await self._drawn(table, partial(starred, table, look))

    async def covered(self, table: TableView, look: Look) -> Picture | None:
        """As `picture`, with every card face down."""
        return await self._drawn(table, partial(covered, table, look))

    async def undealt(self, game: Game, look: Look) -> Picture | None:
        """A game's board face down, before anybody has played."""
        return await self._drawn(game, partial(undealt, game, look))

    async def _drawn(self, what: TableView | Game, paint: Callable[[], Picture]) -> Picture | None:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._threads, self._timed, paint)
        except Exception:  # any fault of drawing must leave the table playable
            if self._closed:
                return None  # the program ends, and the threads with it
            table, game = (None, what) if isinstance(what, Game) else (what.id, what.record.game)
            log.exception("not drawn", table=str(table), game=game.id)
            return None

    async def film(self, table: TableView, look: Look) -> Film:
        """The table's game from the deal on."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._cutting, shoot, table, look)

    def _timed(self, paint: Callable[[], Picture]) -> Picture:
        with self.metrics.render.time():
            return paint()

    def close(self) -> None:
        """Ends the threads when they have finished what they draw."""
        self._closed = True
        for threads in (self._threads, self._cutting):
            threads.shutdown(wait=False, cancel_futures=True)
