"""From words alone: whoever hears the board and asks for its piles knows every legal move."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from functools import cache

import pytest

from engine.cards import HIDDEN, SYMBOLS, Card, Pile, face, make, rank_symbol
from engine.game import Game
from engine.games.catalogue import games
from engine.position import Position
from engine.zones import ALL_SEEN
from render.words import alt_text, pile_words
from tests.depth import every
from tests.engine.endgames import won_record
from tests.engine.walks import wander

POSITIONS = 50
FACE_DOWN: Card = make(1, 0) | HIDDEN
"""Stands for a card that a listener knows nothing of."""
RANKS = {rank_symbol(number): number for number in range(1, 14)}
WORD = re.compile(
    r"(?P<first>(?:10|[A2-9JQK])[♠♥♦♣])(?:…(?P<last>(?:10|[A2-9JQK])[♠♥♦♣]))?"
    r"|\((?P<between>\d+) face down\)"
)


def positions(game: Game) -> list[Position]:
    """Of the recorded win and of random play."""
    line = won_record(game).positions
    played = [position for position, _ in wander(game, "blind", 25 * 6)][::6]
    return [*line[:: len(line) // 25 + 1], *played][: POSITIONS : every(1)]


Counts = tuple[int, ...]


def counts(game: Game, position: Position) -> Counts:
    """What a listener counts to know how far a game is: the cards to come, and re-deals left."""
    left = [len(game.pile(position, id)) for id in ("S", "H") if id in game.index]
    return (*left, -1 if position.redeals_left is None else position.redeals_left)


@cache
def phases(game: Game) -> dict[Counts, set[str]]:
    """The stages that games come through, by what can be counted then."""
    found: dict[Counts, set[str]] = {}
    walk = (position for position, _ in wander(game, "phases", 600))
    for position in itertools.chain(walk, won_record(game).positions):
        found.setdefault(counts(game, position), set()).add(position.phase)
    return found


def cards(word: re.Match[str]) -> Iterator[Card]:
    if word["between"]:
        yield from [FACE_DOWN] * int(word["between"])
        return
    first, last = (_card(symbol) for symbol in (word["first"], word["last"] or word["first"]))
    yield from range(first, last + 1) if last >= first else range(first, last - 1, -1)


def _card(symbol: str) -> Card:
    return make(RANKS[symbol[:-1]], SYMBOLS.index(symbol[-1]))


def pile(said: str) -> Pile:
    """The cards of an answer to `see`."""
    body = said.partition(" It takes ")[0]
    if body.endswith("is empty."):
        return ()
    if alone := re.search(r": (\d+) cards?, face down\.$", body):
        return (FACE_DOWN,) * int(alone[1])
    below = re.search(r" (\d+) of them can't be seen\.$", body)
    listed = body.partition("): ")[2].rpartition("the top one last: ")[2]
    told = [card for word in WORD.finditer(listed) for card in cards(word)]
    return (FACE_DOWN,) * int(below[1] if below else 0) + tuple(told)


def redeals(said: str) -> int | None:
    """How many re-deals the description leaves."""
    found = re.search(r"(\d+|no) re-deals? left", said)
    if found:
        return 0 if found[1] == "no" else int(found[1])
    return None if "re-deals free" in said else 0


def heard(game: Game, position: Position) -> Position:
    """The position, read from words; its stage is left open."""
    piles = []
    for id in game.pile_ids:
        told = pile(pile_words(game, position, id))
        lying = game.zone_of(id).seen == ALL_SEEN
        piles.append(told if lying else tuple(map(face, told)))
    return Position(tuple(piles), redeals(alt_text(game, position)))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_legal_move_follows_from_words(game: Game) -> None:
    for position in positions(game):
        said, listened = alt_text(game, position), heard(game, position)
        for id in game.pile_ids:
            assert len(game.pile(listened, id)) == len(game.pile(position, id)), id
        # The stage of the game has to be heard as well, as far as it matters.
        fitting = [
            possible
            for phase in phases(game).get(counts(game, position), set()) | {position.phase}
            if alt_text(game, possible := listened._replace(phase=phase)) == said
        ]
        assert fitting
        for possible in fitting:
            assert set(game.moves(possible)) == set(game.moves(position)), possible.phase
