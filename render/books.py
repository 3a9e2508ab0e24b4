"""What the book of a game gives its board: a back, a title face, an ornament, an imprint."""

from __future__ import annotations

from typing import NamedTuple

from engine.game import Game
from render.backs import DOTS, LATTICE, SCALES
from render.text import ITALIC, PLAIN, ROMAN, Face


class Book(NamedTuple):
    """A book's look: `kind` names its ornament and the pattern of its backs."""

    name: str
    """As the title line has it."""
    kind: int
    face: Face


_BOOKS = {
    "Dick's Games of Patience": Book("Dick", LATTICE, ROMAN),
    "Lady Cadogan's Illustrated Games": Book("Cadogan", SCALES, ITALIC),
    "Official Rules of Card Games": Book("Official Rules", DOTS, PLAIN),
    "a page of rules on the web": Book("from the web", DOTS, PLAIN),
}


def book(game: Game) -> Book:
    """The look of the book that a game is from; one that isn't known looks like the rule books."""
    return _BOOKS.get(game.book) or Book(game.book, DOTS, PLAIN)


def imprint(game: Game) -> str:
    """Book and year: ``Cadogan 1914``."""
    return f"{book(game).name} {game.year}"
