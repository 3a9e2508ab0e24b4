"""Winning lines in few bytes: of the legal moves of each position, which one is made.

The moves stand in the order of their words, so that nothing but the rules decides which is which.
Where there is only one it takes no room; a line ends when it wins.
"""

from collections.abc import Iterable

from engine.game import Game
from engine.moves import read_exact
from engine.record import Record

BYTE = 256
"""More moves than that take two bytes."""


class LineError(ValueError):
    """What was written is no winning line of that deal."""


def written(game: Game, label: str, line: Iterable[str]) -> bytes:
    """A winning line, to be kept; `LineError` when it can't be played or doesn't win."""
    position, choices = Record.begin(game, label).position, bytearray()
    for text in line:
        moves = sorted(game.moves(position))
        move = read_exact(text)
        if move not in moves:
            move = game.twin(position, move)
        if move not in moves:
            raise LineError(f"{text!r} can't be played in deal {label} of {game.title}.")
        if len(moves) > 1:
            choices += moves.index(move).to_bytes(_size(len(moves)))
        position = game.after(position, move)
    if not game.won(position):
        raise LineError(f"The line of deal {label} of {game.title} doesn't win.")
    return bytes(choices)


def read(game: Game, label: str, choices: bytes) -> tuple[str, ...]:
    """The inverse of `written`: moves in canonical form; `LineError`."""
    position, line, at = Record.begin(game, label).position, list[str](), 0
    while not game.won(position):
        moves = sorted(game.moves(position))
        choice, size = 0, _size(len(moves)) if len(moves) > 1 else 0
        if size:
            choice = int.from_bytes(choices[at : at + size])
        at += size
        if choice >= len(moves) or at > len(choices):
            raise LineError(f"The line of deal {label} of {game.title} can't be played.")
        line.append(str(moves[choice]))
        position = game.after(position, moves[choice])
    if at < len(choices):
        raise LineError(f"The line of deal {label} of {game.title} wins too soon.")
    return tuple(line)


def _size(moves: int) -> int:
    return 1 if moves <= BYTE else 2
