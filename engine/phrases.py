"""From words to moves as typed: what is the source, what the target, in whichever order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.game import Game
from engine.moves import TWO_PLACES, Move, naming
from engine.words import ARROW, Sort, TypedPlace, Unreadable, Word, clean, words

MAX_TEXT = 200
"""Characters of one move."""
MAX_LINE = 12
"""Moves in one line."""

_SPLIT = re.compile(r"(?<=\S)\s*[,;，；、]|\n")
_THEN = re.compile(r"\b(?:and )?then\b")
_TIMES = re.compile(r"(?P<command>d|deal|redeal)(?: on)? (?P<count>\d+)(?: times| cards?)?")


@dataclass(frozen=True)
class Reading:
    """One way to understand a move; a place of several words must be all that they say."""

    verb: str
    source: tuple[TypedPlace, ...]
    target: tuple[TypedPlace, ...] = ()
    count: int | None = None
    others: tuple[TypedPlace, ...] = ()
    """Places that are named besides, where a verb names more than two, in any order."""

    @property
    def places(self) -> tuple[TypedPlace, ...]:
        """All of them."""
        return (*self.source, *self.target, *self.others)

    def move(self) -> Move | None:
        """The move, if every place was typed as one pile."""
        names = [[place.ids for place in side] for side in (self.source, self.target)]
        ids = [next(iter(side[0])) for side in names if len(side) == 1 and len(side[0]) == 1]
        sides = [side for side in names if side]
        if any(place.cards for place in self.places) or len(ids) != len(sides):
            return None
        if self.others:
            return naming(self.verb, [*ids, *(min(place.ids) for place in self.others)])
        if len(ids) < 2 and self.verb != "play":
            return None
        source, target, *_ = [*ids, ""]
        return Move(self.verb, source, target, self.count or 1)


@dataclass(frozen=True)
class Phrase:
    """One move as typed."""

    text: str
    words: tuple[Word, ...] = ()
    command: Move | None = None
    """The whole move, such as `d`."""
    readings: tuple[Reading, ...] = ()
    """The ways to understand it; none where it is a command or no move."""
    fault: str = ""
    """Why it is no move, where there is more to say: the rest of a sentence."""

    @property
    def is_move(self) -> bool:
        """Whether it can be understood."""
        return bool(self.command or self.readings)

    @property
    def places(self) -> list[TypedPlace]:
        """All places that are named."""
        return [word.place for word in self.words if word.place]


class _NoPhrase(ValueError):
    """Words that make no move; the text says why, where there is more to say."""


def parts(text: str) -> list[str]:
    """What stands between the commas of a line."""
    return [part for part in _SPLIT.split(text) if part.strip()]


def phrases(game: Game, text: str) -> list[Phrase]:
    """The moves of one part of a line, at least one; what can't be understood is one phrase."""
    if len(text) > MAX_TEXT:
        fault = f"a move has at most {MAX_TEXT} characters, not {len(text)}"
        return [Phrase(text, fault=fault)]
    found: list[Phrase] = []
    cleaned = clean(text)
    for part in filter(str.strip, _THEN.split(cleaned)):
        try:
            found += _moves(game, part.strip())
        except (Unreadable, _NoPhrase) as error:
            fault = str(error) if isinstance(error, _NoPhrase) else ""
            found.append(Phrase(part if part != cleaned else text, fault=fault))
    return found or [Phrase(text)]


def _moves(game: Game, text: str) -> Iterator[Phrase]:
    """The moves that follow each other without a comma; nothing when one is none."""
    if times := _TIMES.fullmatch(text):
        count = _count(times["count"])
        if count > MAX_LINE:
            raise _NoPhrase(f"a line takes at most {MAX_LINE} moves, not {count}")
        text = " ".join([times["command"]] * count)
    found: list[Phrase] = []
    if together := _together(game, words(game, text)):
        yield Phrase(text, tuple(words(game, text)), readings=(together,))
        return
    for group in _groups(words(game, text)):
        first = group[0]
        said = " ".join(word.text for word in group)
        shown = text if not found and len(group) == len(words(game, text)) else said
        if first.move:
            found.append(Phrase(shown, (first,), command=first.move))
        else:
            found.append(Phrase(shown, tuple(group), readings=tuple(_readings(group))))
    if not found:
        raise _NoPhrase
    yield from found


def _together(game: Game, said: Sequence[Word]) -> Reading | None:
    """The places of a verb that names more than two; None where there is none, or else is said."""
    places: list[TypedPlace] = []
    for word, last in zip(said, (None, *said), strict=False):
        if word.place and places and last and last.sort is Sort.SAME:
            places[-1] = word.place  # in parentheses stands the pile of the card before
        elif word.place:
            places.append(word.place)
    if game.most_named <= 2 or len(places) <= 2:
        return None
    if len(places) > game.most_named or any(word.sort is Sort.COMMAND for word in said):
        raise _NoPhrase(f"it names {len(places)} piles, and {game.most_named} are the most")
    if missing := [place for place in places if not place.ids and not place.cards]:
        raise _NoPhrase(f"there is no pile {missing[0].text} in this game")
    verb = next((word.text for word in said if word.sort is Sort.VERB), "")
    first, second, *others = places
    return Reading(verb, (first,), (second,), others=tuple(others))


def _groups(said: Sequence[Word]) -> Iterator[list[Word]]:
    """The words of each move: a command alone, else up to where the next one must begin."""
    group: list[Word] = []
    for at, word in enumerate(said):
        if word.sort is Sort.COMMAND:
            if any(each.place for each in group):
                yield group
            yield [word]
            group = []
            continue
        if _begins(group, word, last=at == len(said) - 1):
            yield group
            group = []
        if group or word.sort is not Sort.ONTO or word.text not in ("and", "with"):
            group.append(word)
    if group:
        yield group


def _begins(group: Sequence[Word], word: Word, *, last: bool) -> bool:
    """Whether a word can't belong to the move before it."""
    if not (_is_whole(group) and (word.place or word.sort in (Sort.VERB, Sort.FROM))):
        return False
    if group[-1].sort in (Sort.FROM, Sort.ONTO, Sort.SAME):
        return False
    if word.place and (last or word.place.is_number or word.place.upwards):
        return False
    return word.sort is not Sort.FROM or any(each.sort is Sort.FROM for each in group)


def _is_whole(group: Sequence[Word]) -> bool:
    """Whether source and target have been named."""
    sides = _sides(group)
    return bool(sides.source or sides.free) and bool(sides.target or len(sides.free) > 1)


@dataclass
class _Sides:
    """Places by the words in front of them; `free` have none."""

    free: list[list[TypedPlace]] = field(default_factory=list)
    source: list[TypedPlace] = field(default_factory=list)
    target: list[TypedPlace] = field(default_factory=list)
    after: bool = False
    """Whether the last free place came after all others."""

    @property
    def named(self) -> bool:
        """Whether any place has been."""
        return bool(self.free or self.source or self.target)


def _sides(group: Sequence[Word]) -> _Sides:
    sides, before = _Sides(), None
    two = any(word.sort is Sort.VERB and word.text in TWO_PLACES for word in group)
    last: list[TypedPlace] = []
    for word in group:
        if word.sort is Sort.SAME or not word.place:
            if word.sort is Sort.ONTO and (two or (word.text == ARROW and not sides.named)):
                continue  # "pair 3 → 7"; "→ 3 → 7"
            before = word if word.sort is not Sort.COUNT else before
            continue
        place, sides.after = word.place, False
        if before and before.sort is Sort.SAME:
            last.append(place)
        elif place.upwards or (
            before and before.sort is Sort.ONTO and before.text not in ("and", "with")
        ):
            if sides.target and sides.target[-1].upwards:
                sides.target.pop()  # "up to F2"
            if sides.target:
                raise _NoPhrase
            sides.target.append(place)
            last = sides.target
        elif before and before.sort is Sort.FROM:
            if sides.source:
                raise _NoPhrase
            sides.source.append(place)
            last = sides.source
        else:
            last = [place]
            sides.free.append(last)
            sides.after = bool(sides.source or sides.target)
        before = None
    return sides


def _readings(group: Sequence[Word]) -> Iterator[Reading]:
    """All ways to understand the words of one move."""
    verbs = [word.text for word in group if word.sort is Sort.VERB]
    if len(verbs) > 1:
        raise _NoPhrase
    verb = verbs[0] if verbs else ""
    counts = [_count(word.text) for word in group if word.sort is Sort.COUNT]
    count = counts[0] if counts else None
    sides = _sides(group)
    free, source, target = sides.free, tuple(sides.source), tuple(sides.target)
    full = (source and target) or len(free) > 2 - bool(source or target)
    if full and free and _is_count(free[-1]) and (sides.after or not (source or target)):
        count = _count(free.pop()[0].text)
    for place in (*source, *target, *(place for side in free for place in side)):
        if not place.ids and not place.cards:
            raise _NoPhrase(f"there is no pile {place.text} in this game")
    yield from _assigned(verb, [tuple(side) for side in free], source, target, count)
    number = group[-1].place if group else None
    if count is not None and not counts and number and number.ids and not (source or target):
        free = sides.free  # "6s 5 4": perhaps the card that lies on 5, to 4
        if len(free) == 2 and any(side[0].is_card for side in free):
            yield Reading(verb, (*free[0], *free[1]), (number,))


def _assigned(
    verb: str,
    free: list[tuple[TypedPlace, ...]],
    source: tuple[TypedPlace, ...],
    target: tuple[TypedPlace, ...],
    count: int | None,
) -> Iterator[Reading]:
    """Which of the places without a word in front is the source, which the target."""
    flat = tuple(place for side in free for place in side)
    cards = tuple(place for place in flat if place.is_card)
    if target and (source or free):  # all the rest says what is moved
        yield Reading(verb, (*flat, *source), target, count)
    elif source and not free:
        yield Reading(verb, source, (), count)
    elif source and len(free) == 1:
        if cards:
            yield Reading(verb, (*flat, *source), (), count)
        if not cards or not any(place.is_card for place in source):
            yield Reading(verb, source, flat, count)
    elif source and len(free) == 2 and cards:
        if verb == "play":  # two cards that lie on one pile
            yield Reading(verb, (*flat, *source), (), count)
        first, second = free if free[0][0].is_card else free[::-1]
        yield Reading(verb, (*first, *source), second, count)
    elif len(free) == 1 and not target:
        yield Reading(verb, free[0], (), count)
    elif len(free) == 2:
        yield Reading(verb, free[0], free[1], count)
    elif len(free) == 3 and len(cards) == 1:  # a card, where it lies, and where it goes
        piles = [side for side in free if not side[0].is_card]
        yield Reading(verb, (*cards, *piles[0]), piles[1], count)
    else:
        raise _NoPhrase


def _is_count(side: Sequence[TypedPlace]) -> bool:
    return len(side) == 1 and side[0].is_number


def _count(text: str) -> int:
    if int(text) < 1:
        raise _NoPhrase("a number of cards or deals is at least 1")
    return int(text)
