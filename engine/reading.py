"""What people type, read against a position.

Generous in form (``3 f``, ``7h 8s``, ``7♥→8♠``, ``to 5 from 3``, ``jack of hearts to 5``, ``d``),
strict in meaning: a line is played when exactly one legal move fits it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import permutations

from engine import unfit
from engine.cards import Card
from engine.game import Game
from engine.moves import (
    ALONE,
    TWO_PLACES,
    AmbiguousMove,
    IllegalMove,
    InvalidMove,
    Move,
    MoveError,
    Way,
)
from engine.phrases import MAX_LINE, Phrase, Reading, parts, phrases
from engine.position import Position
from engine.record import Step
from engine.telling import describe, listed
from engine.words import TypedPlace

_COURTESY = re.compile(
    r"^\s*(?:(?:ok|okay|now|please|pls),\s*)+(?=\S)"
    r"|(?<=\S)\s*,\s*(?:please|pls|thanks|thank you|thx)\s*[.!]*\s*$",
    re.IGNORECASE,
)
"""What is said with a comma before or after a line and means nothing."""


class Line:
    """A line of moves, separated by commas or just one after the other.  Its words are looked at
    once, whether it is asked if they are meant as moves or read against a position.
    """

    def __init__(self, game: Game, text: str) -> None:
        self._game = game
        self.text = _COURTESY.sub("", text.replace("```", " "))
        said = parts(self.text)
        self.count = len(said)
        self.phrases = [p for part in said[:MAX_LINE] or [""] for p in phrases(game, part)]
        self.count = max(self.count, len(self.phrases))
        self._known: tuple[Position, list[Step]] | None = None

    def read(self, position: Position, moves: Sequence[Move] | None = None) -> list[Step]:
        """All moves, each read where the one before it led, with the positions after them.

        `moves` are the legal moves of the position, where they are known.  Raises the error of
        the first move that can't be played, which has its `number` and, in a line of several,
        says which it is; then none should be played.
        """
        if self._known and self._known[0] is position:
            return self._known[1]
        if self.count > MAX_LINE:
            raise InvalidMove(f"That is {self.count} moves in one line; {MAX_LINE} are the most.")
        start, steps = position, list[Step]()
        for number, phrase in enumerate(self.phrases, start=1):
            legal = self._game.moves(position) if moves is None or steps else moves
            try:
                move = _read(self._game, position, phrase, legal)
            except MoveError as error:
                raise self._told(error, number, [step.move for step in steps]) from None
            position = self._game.after(position, move)
            steps.append(Step(move, position))
        self._known = start, steps
        return steps

    def _told(self, error: MoveError, number: int, made: Sequence[Move]) -> MoveError:
        """The error of one move, as it is said of the line that it stands in."""
        told, error.number = error, number
        if len(self.phrases) > 1:
            which = f"Move {number} of {len(self.phrases)}"
            if not isinstance(error, InvalidMove):  # which says itself what was typed
                which += f", “{unfit.shown(self.phrases[number - 1].text)}”"
            text = f"{which}: {error} None of them was made."
            if isinstance(error, AmbiguousMove):
                rest = [phrase.text for phrase in self.phrases[number:]]
                ways = [
                    way._replace(line=", ".join([*map(str, made), way.line, *rest]))
                    for way in error.ways
                ]
                told = AmbiguousMove(text, error.candidates, ways)
            else:
                told = type(error)(text)
            told.number = number
        return told


def read_line(game: Game, position: Position, text: str) -> list[Move]:
    """All moves of a line; see `Line.read`."""
    return [step.move for step in Line(game, text).read(position)]


def read(game: Game, position: Position, text: str, moves: Sequence[Move] | None = None) -> Move:
    """The one legal move that the text means; `moves` are all that are, where they are known.

    Raises `InvalidMove` (not a move), `IllegalMove` (a move, but not here) or `AmbiguousMove`.
    """
    found = phrases(game, text)
    phrase = found[0] if len(found) == 1 else Phrase(text)
    return _read(game, position, phrase, game.moves(position) if moves is None else moves)


def fitting(game: Game, position: Position, phrase: Phrase, moves: Sequence[Move]) -> list[Move]:
    """The legal moves that a phrase could mean, of equal ones only the first."""
    if phrase.command:
        return [phrase.command] if phrase.command in moves else []
    typed = _as_typed(phrase)
    if typed and (typed in moves or game.twin(position, typed) in moves):
        return [typed]
    found = [move for move in moves if any(_fits(game, position, move, r) for r in phrase.readings)]
    if any(move.verb == "play" for move in found) and phrase.readings[0].verb == "play":
        found = [move for move in found if move.verb == "play"]
    return unfit.different(game, position, found)


def _read(game: Game, position: Position, phrase: Phrase, moves: Sequence[Move]) -> Move:
    """The one of the legal `moves` that is meant."""
    if not phrase.is_move:
        raise InvalidMove(unfit.no_move(game, position, phrase.text, moves, phrase.fault))
    found = fitting(game, position, phrase, moves)
    if len(found) == 1:
        return found[0]
    if found:
        ways = [Way(describe(game, position, move), str(move)) for move in found]
        told = listed([f"`{way.line}` ({way.what})" for way in ways], 5)
        raise AmbiguousMove(f"That could be {told}. Which one?", found, ways)
    if phrase.command:
        raise IllegalMove(game.why_not(position, phrase.command))
    raise IllegalMove(unfit.reason(game, position, phrase.readings[0], _as_typed(phrase)))


def _as_typed(phrase: Phrase) -> Move | None:
    """The move, if it was typed in the words of moves, pile to pile."""
    return phrase.readings[0].move() if phrase.readings else None


def _fits(game: Game, position: Position, move: Move, reading: Reading) -> bool:
    if move.verb in ALONE or (reading.count and move.count != reading.count):
        return False
    if (
        reading.verb
        and move.verb != reading.verb
        and not (reading.verb == "play" and not move.verb)
    ):
        return False
    if move.others or reading.others:
        return any(
            all(names(game, position, *pair) for pair in zip(reading.places, way, strict=True))
            for way in permutations(move.piles, len(reading.places))
        )
    sides = [(move.source, move.target)]
    if move.verb in TWO_PLACES:
        sides.append((move.target, move.source))
    return any(
        _is_source(game, position, move, source, reading.source)
        and all(bool(target) and names(game, position, p, target) for p in reading.target)
        for source, target in sides
    )


def _is_source(
    game: Game, position: Position, move: Move, id: str, places: Sequence[TypedPlace]
) -> bool:
    """Whether all that is said of the source is true of the cards that the move takes."""
    cards = [place for place in places if place.is_card]
    if len(cards) < 2 and move.count == 1 and move.verb != "play":
        return all(names(game, position, place, id) for place in places)
    taken = _taken(game, position, move)
    if not all(id in place.ids or _has(place, taken) for place in places):
        return False
    leads = move.verb == "play" or not cards or _has(cards[0], [game.leading(position, move)])
    return leads or (len(cards) > 1 and _has(cards[-1], [game.leading(position, move)]))


def _taken(game: Game, position: Position, move: Move) -> Sequence[Card]:
    """The cards that a move takes, as far as players see them."""
    pile = game.pile(position, move.source)
    seen = game.seen(position, move.source)
    if move.verb == "play":
        return pile[len(pile) - seen :]
    return pile[-move.count :] if seen >= move.count else ()


def _has(place: TypedPlace, cards: Sequence[Card]) -> bool:
    return any(place.cards >> card & 1 for card in cards)


def names(game: Game, position: Position, place: TypedPlace, id: str) -> bool:
    """Whether a place means a pile: by its name, or by its top card if players see it."""
    pile = game.pile(position, id)
    return id in place.ids or bool(
        place.cards and pile and game.seen(position, id) and place.cards >> pile[-1] & 1
    )
