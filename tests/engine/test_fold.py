"""Positions that are taken for one go on alike."""

import random
from collections.abc import Iterator

import pytest

from engine.cards import HIDDEN, face, make, rank, suit
from engine.game import Game
from engine.games.catalogue import games
from engine.position import Position
from tests.engine.endgames import won_record
from tests.engine.walks import every_game, sample

RANKS_ONLY = [game for game in games() if game.ranks_only]


def stages(game: Game) -> Iterator[Position]:
    """Positions from a won game and from others, as they are and in the last deal."""
    line = won_record(game).positions
    for position in (*line[:: max(1, len(line) // 20)], *sample(game)[::6]):
        yield position
        if position.redeals_left:
            yield position._replace(redeals_left=0)


@pytest.mark.thorough
@every_game
def test_piles_that_are_alike_go_on_alike(game: Game) -> None:
    choose = random.Random(game.id)
    for position in stages(game):
        piles = list(position.piles)
        for group in game._alike if position.redeals_left == 0 else game._ever_alike:
            mixed = [piles[i] for i in group]
            choose.shuffle(mixed)
            for i, pile in zip(group, mixed, strict=True):
                piles[i] = pile
        other = position._replace(piles=tuple(piles))
        assert game.fold(other) == game.fold(position)
        assert futures(game, other) == futures(game, position)


@pytest.mark.thorough
@pytest.mark.parametrize("game", RANKS_ONLY, ids=lambda game: game.id)
def test_suits_make_no_difference_where_a_game_says_so(game: Game) -> None:
    choose = random.Random(game.id)
    for position in stages(game):
        # cards of a rank change places, wherever they lie
        suits: dict[int, list[int]] = {}
        for card in (card for pile in position.piles for card in pile):
            suits.setdefault(rank(card), []).append(suit(card))
        for one in suits.values():
            choose.shuffle(one)
        piles = tuple(
            tuple(make(rank(card), suits[rank(card)].pop()) | card & HIDDEN for card in pile)
            for pile in position.piles
        )
        other = position._replace(piles=piles)
        assert game.fold(other) == game.fold(position)
        assert futures(game, other) == futures(game, position)


@every_game
def test_what_lies_otherwise_is_not_taken_for_the_same(game: Game) -> None:
    seen: dict[bytes, list[tuple[int, ...]]] = {}
    for position in stages(game):
        shape = sorted(len(pile) for pile in position.piles)
        ranks = sorted(rank(face(card)) for pile in position.piles for card in pile)
        assert seen.setdefault(game.fold(position), [*map(tuple, (shape, ranks))]) == [
            tuple(shape),
            tuple(ranks),
        ]


def futures(game: Game, position: Position) -> set[bytes]:
    return {game.fold(game.after(position, move)) for move in game.moves(position)}
