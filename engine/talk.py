"""What people say to each other, told from the moves that they type in between.

A line of bare talk is a move only if a careful reader could take it for nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum

from engine.moves import Move, MoveError
from engine.phrases import Phrase
from engine.position import Position
from engine.reading import Line
from engine.words import ARROW, COMMANDS, FILLER, POLITE, Sort, TypedPlace, clean, visible


class Manner(IntEnum):
    """How a line is meant."""

    TALK = 0
    """Perhaps not as a move: it is left alone."""
    LIKELY = 1
    """As a move if it fits one that is legal, else as talk."""
    CLEAR = 2
    """As a move and nothing else: if it can't be played, that is said."""


WORDLIKE = frozenset("as ah ad ac th ts td tc js jd jc kc kd ks qc qs ha sa da ca dj hj".split())
"""Cards that are also words or what people write short."""
_UNIT = re.compile(r"\d{1,2}[shdc]")
"""Hours, seconds, days, degrees, cents."""
_UNITS = frozenset("shdcm")
_SPAN = re.compile(r"\d{1,2}d \d{1,2}h|\d{1,2}d \d{1,2}s")
_SQUARE = re.compile(r"[a-h][1-8]")
"""Where chess is played, and some of the games."""
_HEARD = re.compile(
    r"[?¿⁇❓❔]|^\s*(?:>|[,;:=!./\\$%&+-]\S)|(?:^|\s)[;:]-?[)(dpox](?!\w)|^\s*[a-z]\s*[;:]\s*$"
    r"|~~|://|\s=\s"
)
"""Questions, quotations, commands of other bots, smileys, what is struck out."""
_SUM = re.compile(r"[^\w\s`*|.!]|\d\.\d|\d!|\d\s*\*\s*\d")
"""Between numbers or after them: scores, sums, times."""
_MINUTES = frozenset("15 30 40 45".split())
"""Of times, and points of tennis."""
_COUNTDOWN = ["3", "2", "1"]
_HEART = re.compile(r"[❤🖤🔶🍀]|\w\s+[♠♤♥♡♦♢♣♧]|[♠♤♥♡♦♢♣♧]\s+\w")
"""With a lone rank: "k ❤" is agreed."""
_ORDER = re.compile(r"[\s*_`|]*(?:(?!\band (?!then\b))[\w\s,;，；、-])*\w[\s*_`|.!,;]*")
"""Commands with nothing around them but markdown: "D-", "d & d", "d = 7" are something else."""
_ITEMS = re.compile(r"[/&]|(?<!\w)(?:and|with)(?!\w)")
"""Between cards that are perhaps only named."""
_ARROW = re.compile(r"[-=]+>|[→⇒➔➜➡⟶]")
_NUMBERED = re.compile(r"^\s*\d{1,2}[.)]\s")
_PLAIN = frozenset({"w", "h", "wr", "wb"})
"""Piles of one letter that hardly mean anything else."""
CHATTY = POLITE | FILLER - frozenset("the card cards pile place column col heap empty".split())
_PLAN = re.compile(r"(?<!\w)(?:can|could|would|want|(?:i|we)['’](?:d|ll))(?!\w)|^\s*you(?!\w)")
"""What somebody may do, said among people; said to the bot it is a request."""
SPELLED = frozenset(COMMANDS) - {"d", "redeal"}
"""Commands that are words of the language."""
OLDEST = 12
"""The highest pile that is taken up by its number and `f` and nothing else."""
_STRAY = 8
"""Characters of a slip of the finger in a line of moves; what is longer is talk."""


def manner(line: Line) -> Manner:
    """How a line of bare talk is meant, as far as its words tell."""
    seen = visible(line.text)
    if _HEARD.search(seen) or _PLAN.search(seen) or _NUMBERED.match(seen):
        return Manner.TALK
    read = [phrase for phrase in line.phrases if phrase.is_move]
    stray = [phrase for phrase in line.phrases if not phrase.is_move]
    if not read or line.phrases[0] is not read[0] or len(stray) > len(read):
        return Manner.TALK
    if any(len(phrase.text.strip()) > _STRAY and not phrase.fault for phrase in stray):
        return Manner.TALK
    if all(phrase.command for phrase in line.phrases) and not _ORDER.fullmatch(seen):
        return Manner.TALK
    if len(line.phrases) == 1:
        return _alone(read[0], seen)
    if len(read) == 1 and any(phrase.text.strip().isdigit() for phrase in stray):
        return Manner.TALK
    if any(len(phrase.places) == 1 and _is_numbers(phrase) for phrase in read):
        return Manner.TALK
    manners = [_manner(phrase) for phrase in read]
    if max(manners) < Manner.CLEAR:
        return min(manners)
    if all(_is_numbers(phrase) for phrase in read):  # sets of tennis
        return Manner.TALK if stray else Manner.LIKELY
    return Manner.CLEAR if min(manners) > Manner.TALK or len(read) > 2 else Manner.LIKELY


def is_meant(line: Line, position: Position, moves: Sequence[Move]) -> bool:
    """Whether a line of bare talk is a move: to be played, or to be told why it can't be."""
    meant = manner(line)
    if meant is not Manner.LIKELY:
        return meant is Manner.CLEAR
    try:
        steps = line.read(position, moves)
    except MoveError:
        return False
    said = {word.text for phrase in line.phrases for word in phrase.words}
    return not any(step.move.verb == "swap" and "swap" not in said for step in steps)


def _alone(phrase: Phrase, seen: str) -> Manner:
    """How the only move of a line is meant."""
    if phrase.command:
        word = phrase.words[0].text
        bare = clean(seen) == word
        if ".." in seen:
            return Manner.TALK
        if not bare:
            return Manner.LIKELY if word == "d" else Manner.TALK
        if word in SPELLED:  # "Deal!" is agreed
            return Manner.TALK if "!" in seen else Manner.LIKELY
        return Manner.CLEAR
    if len(phrase.places) == 1:
        if "!" in seen or ".." in seen or "…" in seen or _HEART.search(seen):
            return Manner.TALK
        return _manner(phrase)
    if _is_numbers(phrase) and _SUM.search(_ARROW.sub(" ", seen)):
        return Manner.TALK  # scores, sums, times
    meant = _manner(phrase)
    return min(meant, Manner.LIKELY) if _ITEMS.search(seen) else meant


def _manner(phrase: Phrase) -> Manner:
    """How one move is meant, by its words alone."""
    if phrase.command:
        return Manner.CLEAR
    places = phrase.places
    verb = any(word.sort is Sort.VERB for word in phrase.words)
    if not verb and not all(place.plain for place in places):
        return Manner.TALK
    chatty = bool(set(phrase.text.casefold().split()) & CHATTY)
    if len(places) == 1:
        verbs = [word.text for word in phrase.words if word.sort is Sort.VERB]
        return Manner.TALK if chatty and not verb else _lone(places[0], verbs)
    if chatty:
        return Manner.TALK if _is_numbers(phrase) and not verb else Manner.LIKELY
    if _is_short(places) and all(word.sort is Sort.PLACE for word in phrase.words):
        return Manner.TALK
    if _is_numbers(phrase):
        return _numbers(phrase, verb=verb)
    if not all(place.plain for place in places) or _is_doubtful(places):
        return Manner.LIKELY
    return Manner.CLEAR


def _lone(place: TypedPlace, verbs: Sequence[str]) -> Manner:
    """A single place: a card that is no word, or what a verb says of it.

    `verbs` holds "" for "take" and the like, which say it of cards: "take the W" is a victory.
    """
    if verbs:
        meant = place.is_card or (verbs != [""] and place.plain and not place.is_number)
        return Manner.LIKELY if meant and place.plain else Manner.TALK
    wordlike = place.text in WORDLIKE or _UNIT.fullmatch(place.text)
    return Manner.LIKELY if place.is_card and not wordlike else Manner.TALK


def _numbers(phrase: Phrase, *, verb: bool) -> Manner:
    """Places that are numbers, with nothing else or words such as "to"."""
    sorts = {word.sort for word in phrase.words}
    if verb or Sort.COUNT in sorts or {Sort.FROM, Sort.ONTO} <= sorts:
        return Manner.LIKELY
    numbers = [place for place in phrase.places if place.is_number]
    if any(word.place and word.text != word.place.text for word in phrase.words):
        return Manner.LIKELY  # "column 3 to column 5"
    upwards = [place.text for place in phrase.places if place.upwards]
    arrows = [word.text for word in phrase.words if word.sort is Sort.ONTO] == [ARROW]
    texts = [place.text for place in phrase.places]
    if len(set(texts)) == 1 or texts == _COUNTDOWN:
        return Manner.TALK
    if (sorts != {Sort.PLACE} and not arrows) or (upwards and upwards != ["f"]):
        return Manner.TALK
    if upwards and any(int(place.text) > OLDEST for place in numbers):
        return Manner.LIKELY  # "25 f" may be somebody's age
    if not arrows and not _MINUTES.isdisjoint(texts):
        return Manner.LIKELY
    return Manner.CLEAR if len(numbers) + len(upwards) == 2 else Manner.LIKELY


def _is_numbers(phrase: Phrase) -> bool:
    """Whether no more is named than numbers, and perhaps the foundations."""
    return bool(phrase.places) and all(place.is_number or place.upwards for place in phrase.places)


def _is_short(places: Sequence[TypedPlace]) -> bool:
    """Whether people write so in short: "13 h", hours; "5 th"; "ah up"."""
    first, last = places[0], places[-1]
    unit = first.is_number and last.text in _UNITS | WORDLIKE
    return unit or (first.text in WORDLIKE and last.upwards and last.text != "f")


def _is_doubtful(places: Sequence[TypedPlace]) -> bool:
    """Whether places could be something else: spans of time, words, squares of chess."""
    texts = [place.text for place in places]
    if places[0].is_card and texts[-1] in _MINUTES:  # "8h 30"
        return True
    if all(map(_UNIT.fullmatch, texts)) and len({text[-1] for text in texts}) == 1:  # "2h to 3h"
        return True
    if _SPAN.fullmatch(" ".join(texts)) or len(set(texts)) < len(texts):
        return True
    if all(_SQUARE.fullmatch(text) for text in texts):
        return True
    return not any(_is_sure(place) for place in places)


def _is_sure(place: TypedPlace) -> bool:
    """Whether this is said of cards and piles only."""
    if place.is_card:
        return place.text not in WORDLIKE
    if place.is_number or place.upwards:
        return False
    if _SQUARE.fullmatch(place.text):
        return all(id.startswith("F") for id in place.ids)
    return len(place.text) > 1 or place.text in _PLAIN
