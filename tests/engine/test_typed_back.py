"""Whatever the bot says of a move can be typed back and is that move."""

from __future__ import annotations

from engine.game import Game
from engine.moves import AmbiguousMove, Move
from engine.position import Position
from engine.reading import Line
from engine.telling import describe
from tests.engine.walks import every_game, sample, spread


def meant(game: Game, position: Position, text: str, moves: list[Move]) -> Move:
    """The move that a text is read as."""
    [step] = Line(game, text).read(position, moves)
    return step.move


@every_game
def test_every_description_of_every_legal_move(game: Game) -> None:
    for position in sample(game)[::7]:
        moves = game.moves(position)
        for move in spread(moves, 40):
            told = describe(game, position, move)
            after = game.after(position, move)
            for text in (str(move), told, f"{told}."):
                try:
                    read = meant(game, position, text, moves)
                except AmbiguousMove as error:
                    raise AssertionError(f"{text!r} for {move} is ambiguous: {error}") from None
                same = game.fold(game.after(position, read)) == game.fold(after)
                assert read == move or same, (text, str(move), str(read))
