"""What people type, read against a position.

Generous in form (``3 f``, ``7h 8s``, ``7♥→8♠``, ``jack of hearts to 5``, ``d``), strict in
meaning: a line is played when exactly one legal move fits it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import (
    RANK_WORDS,
    SUIT_WORDS,
    Card,
    card_symbol,
    face,
    is_hidden,
    make,
    of_suit,
    suit,
)
from engine.game import Game
from engine.moves import (
    ALONE,
    DEAL,
    FILL,
    REDEAL,
    TWO_PLACES,
    VERBS,
    AmbiguousMove,
    IllegalMove,
    InvalidMove,
    Move,
    MoveError,
)
from engine.position import Position
from engine.record import Step
from engine.telling import describe, listed
from engine.zones import HOME, Kind

MAX_TEXT = 200
MAX_LINE = 12
"""Moves in one line."""

COMMANDS = {
    "d": DEAL, "deal": DEAL, "redeal": REDEAL, "re-deal": REDEAL, "deal again": REDEAL,
    "fill": FILL,
}  # fmt: skip
FILLER = frozenset("to on onto from the a an move card cards pile and with at then place".split())
FOUNDATION_WORDS = frozenset("f up home foundation foundations".split())
VERB_WORDS = {verb: verb for verb in VERBS - ALONE} | {"exchange": "swap", "match": "pair"}

_RANKS = {word: number for number, word in RANK_WORDS.items()} | {
    "deuce": 2, "jack": 11, "a": 1, "t": 10, "10": 10, "j": 11, "q": 12, "k": 13,
    **{str(n): n for n in range(2, 10)},
}  # fmt: skip
_SUITS = {word: number for number, word in SUIT_WORDS.items()} | {
    symbol: number
    for number, symbols in enumerate(("s♠♤", "h♥♡", "d♦♢", "c♣♧"))
    for symbol in symbols
}
_SUITS |= {word.rstrip("s"): number for number, word in SUIT_WORDS.items()}
_CARD = re.compile(
    "(" + "|".join(sorted(map(re.escape, _RANKS), key=len, reverse=True)) + r")\s*(?:of\s+)?("
    + "|".join(sorted(map(re.escape, _SUITS), key=len, reverse=True)) + r")(?!\w)"
)  # fmt: skip
_ARROWS = re.compile(r"[-=–—]*>|[→⇒➔➜➡⟶]")
_SPLIT = re.compile(r"[,;\n]")


@dataclass(frozen=True)
class Token:
    """One place as typed: pile ids it may mean, or a card."""

    text: str
    ids: frozenset[str] = frozenset()
    card: Card | None = None


@dataclass(frozen=True)
class Phrase:
    """One move as typed: its words are understood, or `error` says that they are no move."""

    text: str
    verb: str = ""
    tokens: Sequence[Token] = ()
    count: int | None = None
    error: InvalidMove | None = None


class Line:
    """A line of moves separated by commas.  Its words are looked at once, whether it is asked if
    they are meant as moves or read against a position.
    """

    def __init__(self, game: Game, text: str) -> None:
        self._game = game
        parts = [part for part in _SPLIT.split(text[: MAX_TEXT * MAX_LINE]) if part.strip()]
        self._count = len(parts)
        self._phrases = [_phrase(game, part) for part in parts[:MAX_LINE] or [""]]

    @property
    def is_move_like(self) -> bool:
        """Whether talk in a channel is meant as a move: a verb, at least two places, or a card.

        What follows the first move of a line may be mistyped, but "ah, I see" is no ace of hearts.
        """
        for phrase in self._phrases:
            if phrase.error:
                return False
            if phrase.verb or len(phrase.tokens) == 2:
                return True
            if not phrase.tokens[0].card:
                return False
        return True

    def read(self, position: Position, moves: Sequence[Move] | None = None) -> list[Step]:
        """All moves, each read where the one before it led, with the positions after them.

        `moves` are the legal moves of the position, where they are known.  Raises the error of
        the first move that can't be played, which has its `number`; then none should be.
        """
        if self._count > MAX_LINE:
            raise InvalidMove(f"That is {self._count} moves in one line; {MAX_LINE} are the most.")
        steps: list[Step] = []
        for number, phrase in enumerate(self._phrases, start=1):
            legal = self._game.moves(position) if moves is None or steps else moves
            try:
                move = _read(self._game, position, phrase, legal)
            except MoveError as error:
                error.number = number
                raise
            position = self._game.after(position, move)
            steps.append(Step(move, position))
        return steps


def read_line(game: Game, position: Position, text: str) -> list[Move]:
    """All moves of a line; see `Line.read`."""
    return [step.move for step in Line(game, text).read(position)]


def read(game: Game, position: Position, text: str, moves: Sequence[Move] | None = None) -> Move:
    """The one legal move that the text means; `moves` are all that are, where they are known.

    Raises `InvalidMove` (not a move), `IllegalMove` (a move, but not here) or `AmbiguousMove`.
    """
    return _read(
        game, position, _phrase(game, text), game.moves(position) if moves is None else moves
    )


def is_move_like(game: Game, text: str) -> bool:
    """Whether talk in a channel is meant as a move; see `Line.is_move_like`."""
    return Line(game, text).is_move_like


def _read(game: Game, position: Position, phrase: Phrase, moves: Sequence[Move]) -> Move:
    """The one of the legal `moves` that is meant."""
    if phrase.error:
        raise phrase.error
    verb, tokens, count = phrase.verb, phrase.tokens, phrase.count
    typed = Move(verb) if verb in ALONE else _as_typed(verb, tokens, count)
    if typed and (typed in moves or game.twin(position, typed) in moves):
        return typed
    if verb in ALONE:
        raise IllegalMove(game.why_not(position, Move(verb)))
    fitting = [move for move in moves if _fits(game, position, move, verb, tokens, count)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        ways = [f"`{move}` ({describe(game, position, move)})" for move in fitting]
        raise AmbiguousMove(f"That could be {listed(ways, 5)}. Which one?", fitting)
    raise IllegalMove(_reason(game, position, verb, tokens, count, typed))


def _phrase(game: Game, text: str) -> Phrase:
    try:
        return Phrase(text, *_tokens(game, _clean(text), text))
    except InvalidMove as error:
        return Phrase(text, error=error)


def _clean(text: str) -> str:
    text = unicodedata.normalize("NFKC", text[:MAX_TEXT]).casefold().replace("\ufe0f", "")
    return " ".join(_ARROWS.sub(" ", text).strip(" .!?`*_").split())


def _tokens(game: Game, text: str, typed: str) -> tuple[str, list[Token], int | None]:
    if text in COMMANDS:
        return COMMANDS[text].verb, [], None
    known: dict[str, set[str]] = {}  # in the rug, f1 and F1 are two places
    for id in game.pile_ids:
        known.setdefault(id.casefold(), set()).add(id)
    verb, tokens, count = "", [], None
    rest = text
    while rest:
        word = rest.split(" ", 1)[0]
        card = _CARD.match(rest)
        if word in known and not (card and " " in card[0]):
            tokens.append(Token(word, frozenset(known[word])))
        elif card:
            tokens.append(Token(card[0], card=make(_RANKS[card[1]], _SUITS[card[2]])))
            rest = rest[card.end() :].lstrip()
            continue
        elif word in VERB_WORDS and not verb:
            verb = VERB_WORDS[word]
        elif word in FOUNDATION_WORDS and tokens:
            tokens.append(Token(word, game.home))
        elif word.isascii() and word.isdigit() and len(tokens) == 2 and len(word) < 4:
            count = int(word)
        elif word not in FILLER:
            raise _not_a_move(game, typed)
        rest = rest[len(word) :].lstrip()
    if len(tokens) == 3 and tokens[2].text.isdigit():
        count = int(tokens.pop().text)
    if not 1 <= len(tokens) <= 2:
        raise _not_a_move(game, typed)
    return verb, tokens, count


def _not_a_move(game: Game, typed: str) -> InvalidMove:
    shown = " ".join(typed.split())[:40].replace("`", "'")
    return InvalidMove(
        f"“{shown}” is not a move. Type a card or pile and where it goes, "
        f"such as `{game.example}`" + (", or `d` to deal." if game.deals else ".")
    )


def _as_typed(verb: str, tokens: Sequence[Token], count: int | None) -> Move | None:
    """The move, if every place was typed as one pile."""
    ids = [next(iter(token.ids)) for token in tokens if len(token.ids) == 1]
    if len(ids) != len(tokens) or (len(ids) < 2 and verb != "play"):
        return None
    source, target, *_ = [*ids, ""]
    return Move(verb, source, target, count or 1)


def _fits(
    game: Game,
    position: Position,
    move: Move,
    verb: str,
    tokens: Sequence[Token],
    count: int | None,
) -> bool:
    if move.verb in ALONE or (verb and move.verb != verb) or (count and move.count != count):
        return False
    places = [move.source, move.target] if move.target else [move.source]
    if len(tokens) > len(places):
        return False
    ways = [places, places[::-1]] if move.verb in TWO_PLACES else [places]
    if move.count > 1 and tokens[0].card is not None:
        seen = game.seen(position, move.source) >= move.count
        if not seen or game.leading(position, move) != tokens[0].card:
            return False
        tokens, ways = tokens[1:], [places[1:]]
    return any(
        all(_names(game, position, *pair) for pair in zip(tokens, way, strict=False))
        for way in ways
    )


def _names(game: Game, position: Position, token: Token, id: str, count: int = 1) -> bool:
    """Whether a token means a pile: by its name, or by the card `count` from its top."""
    if token.card is None:
        return id in token.ids
    pile = game.pile(position, id)
    return len(pile) >= count and pile[-count] == token.card and game.seen(position, id) >= count


def _reason(
    game: Game,
    position: Position,
    verb: str,
    tokens: Sequence[Token],
    count: int | None,
    typed: Move | None,
) -> str:
    if typed or game.won(position):
        return game.why_not(position, typed or Move())
    first, *others = tokens
    sources = _places(game, position, first, count or 1)
    if not sources:
        return _where(game, position, first)
    if not others:
        if verb == "play":
            return game.why_not(position, Move(verb, sources[0]))
        return f"{first.text.upper()} can go nowhere just now."
    targets = _places(game, position, others[0], 1)
    if not targets:
        return _where(game, position, others[0])
    if others[0].card is None:
        targets.sort(key=lambda id: id not in game.home)
    source = min(sources, key=lambda id: id in game.home)
    best = _likely(game, position, source, targets)
    return game.why_not(position, Move(verb, source, best, count or 1))


def _places(game: Game, position: Position, token: Token, count: int) -> list[str]:
    if token.card is None:
        return [id for id in game.pile_ids if id in token.ids]
    ids = [id for id in game.pile_ids if game.zone_of(id).kind not in HOME] + list(game.home)
    return [id for n in {count, 1} for id in ids if _names(game, position, token, id, n)]


def _likely(game: Game, position: Position, source: str, targets: Sequence[str]) -> str:
    """The place to speak of in a refusal: a foundation of the card's suit, if there is one."""
    pile = game.pile(position, source)
    if not pile:
        return targets[0]
    own = of_suit(suit(pile[-1]))
    fitting = [id for id in targets if game.takes(position, id) & own]
    return (fitting or list(targets))[0]


def _where(game: Game, position: Position, token: Token) -> str:
    """Why a card that was typed can't be taken: where it lies, as far as players may know."""
    if token.card is None:
        return f"There is no {token.text} to go to."
    name = card_symbol(token.card)
    home = None
    for id in game.pile_ids:
        pile = game.pile(position, id)
        seen = pile[len(pile) - game.seen(position, id) :]
        if token.card not in [face(card) for card in seen if not is_hidden(card)]:
            continue
        if game.zone_of(id).kind is Kind.FOUNDATION or id in game.home:
            home = id
            continue
        return f"{name} lies on {id} under {card_symbol(pile[-1])}."
    if home:
        return f"{name} is on {home} already."
    return f"{name} is nowhere to be seen."
