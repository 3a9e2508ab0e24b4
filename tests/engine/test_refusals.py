"""Refusals: sentences for the player that change nothing and give nothing away."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from itertools import islice

import pytest

from engine.cards import card_text, face
from engine.game import Game
from engine.games.catalogue import games
from engine.moves import IllegalMove, Move, MoveError
from engine.reading import read
from engine.zones import Kind
from tests.depth import every, much
from tests.engine.walks import every_game, sample, spread, wander


def first_moves(game: Game) -> Sequence[Move]:
    """Some legal moves of a game's beginning, of all kinds."""
    return [move for _, move in wander(game, "typed", 12)]


@every_game
def test_refusals_are_sentences_and_change_nothing(game: Game) -> None:
    choose = random.Random(game.id)
    ids = game.pile_ids
    for position, _ in wander(game, "refused", 150):
        before = game.dump(position)
        for _ in range(4):
            verb = choose.choice(["", "", "", "pair", "swap", "d", "redeal", "fill", "play"])
            names = {"play": 1, "d": 0, "redeal": 0, "fill": 0}.get(verb, 2)
            source, target, *_ = [*choose.choices(ids, k=names), "", ""]
            move = Move(verb, source, target)
            if game.legal(position, move):
                continue
            with pytest.raises(IllegalMove) as caught:
                game.apply(position, move)
            text = str(caught.value)
            assert text.endswith((".", "?")), text
            assert text[0].isupper() or not text[0].isalpha() or text[0].isdigit(), text
            assert 10 < len(text) < 300, text
        assert game.dump(position) == before


@cache
def commands() -> Sequence[str]:
    """Commands of every game, as people who have just played another one type them."""
    return tuple(dict.fromkeys(str(move) for game in games() for move in first_moves(game)))


COUNTS = ("", " 1", " 2", " 3", " 13", " 0", " 104")


@every_game
def test_commands_of_other_games_and_any_count_are_refused_in_a_sentence(game: Game) -> None:
    choose = random.Random(game.id)
    for position in sample(game)[:: every(4)]:
        moves = game.moves(position)
        own = [str(move) for move in spread(moves, 10)]
        for typed in [*own, *choose.sample(commands(), much(60))]:
            for count in choose.sample(COUNTS, much(len(COUNTS), 2)):
                try:
                    read(game, position, typed + count, moves)
                except MoveError as error:
                    text = str(error)
                    assert text.endswith((".", "?")), (typed + count, text)
                    assert 10 < len(text) < 700, (typed + count, text)


@every_game
def test_refusals_never_name_a_hidden_card(game: Game) -> None:
    for position, _ in islice(wander(game, "leak", 60), 0, None, 6):
        hidden = {
            card_text(face(card)).replace("T", "10")
            for id in game.pile_ids
            if game.zone_of(id).kind is Kind.STOCK
            for card in game.pile(position, id)
        }
        for source in game.pile_ids:
            if game.zone_of(source).kind is Kind.STOCK:
                move = Move("", source, game.pile_ids[-1])
                if not game.legal(position, move):
                    text = game.why_not(position, move)
                    assert not any(f" {card} " in f" {text} " for card in hidden)
