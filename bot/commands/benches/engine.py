"""How fast the engine plays: random playouts of every game, and Klondike beside pytience's.

A move is counted with all that it takes: listing the legal moves, choosing one, and making it with
all its automatic effects.  Contenders take turns in short rounds, in processor time, and medians
are compared, so that a busy machine slows all of them alike.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import itertools
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.game import Game
from engine.games.catalogue import find, games
from engine.record import Record

Playout = Callable[[float], tuple[int, float]]
"""Plays for so many seconds; answers moves made and seconds taken."""

ROUNDS = 5
MOST_MOVES = 400
"""Moves of a playout; games with endless redeals would never end."""
LONG_GAME = 300
PEER, PEER_VERSION = "pytience", "0.0.4"


@dataclass
class Contender:
    """Something that plays, and how fast it was in each round."""

    name: str
    play: Playout
    rates: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Moves per second."""
        return statistics.median(self.rates)


def run(seconds: float = 0.1, chosen: Sequence[Game] = ()) -> Iterator[str]:
    """The report, line by line; each game plays so many seconds in each round."""
    contenders = [Contender(game.id, playouts(game)) for game in chosen or games()]
    klondike = next((c for c in contenders if c.name == "klondike"), None)
    rival = peer()
    if klondike and rival:
        contenders.insert(
            contenders.index(klondike) + 1, Contender(f"{PEER} {PEER_VERSION}", rival)
        )
    for _ in range(ROUNDS):
        for contender in contenders:
            made, took = contender.play(seconds)
            contender.rates.append(made / took)
    yield f"{'random playouts':24}{'moves/s':>10}" + (f"{'of klondike':>13}" if klondike else "")
    for contender in contenders:
        share = f"{contender.rate / klondike.rate:13.2f}" if klondike else ""
        yield f"{contender.name:24}{contender.rate:10,.0f}{share}"
    if klondike and rival:
        times = klondike.rate / contenders[contenders.index(klondike) + 1].rate
        yield f"Klondike: {times:.1f} × {PEER} {PEER_VERSION} (accepted random commands)"
    elif klondike:
        yield f"{PEER} {PEER_VERSION} isn't installed: see deploy/requirements-bench.txt"
    yield undo_line()


def playouts(game: Game) -> Playout:
    """Random games, deal after deal; dealing itself isn't timed."""

    def play(seconds: float) -> tuple[int, float]:
        chance, made, took = random.Random(1), 0, 0.0  # noqa: S311 - the same games every time
        for deal in itertools.count(1):
            position = game.start(str(deal))
            start = time.process_time()
            for _ in range(MOST_MOVES):
                moves = game.moves(position)
                if not moves:
                    break
                position = game.after(position, chance.choice(moves))
                made += 1
            took += time.process_time() - start
            if took >= seconds:
                break
        return made, took

    return play


def peer() -> Playout | None:
    """The other program's Klondike, played by random commands; None where it isn't installed.

    Only commands that it accepts are counted.
    """
    try:
        if importlib.metadata.version(PEER) != PEER_VERSION:
            return None
        # Its command loop needs a broken readline and is left alone.
        klondike: Any = importlib.import_module(f"{PEER}.games.solitaire.klondike")
        refused: Any = importlib.import_module(f"{PEER}.games.solitaire.exception")
        empty: Any = importlib.import_module(f"{PEER}.cards.exception")
        suits = list(importlib.import_module(f"{PEER}.cards.deck").Suit)
    except ImportError:  # also "no such package"
        return None
    refusals = (refused.IllegalMoveException, empty.NoCardsRemainingException)

    def play(seconds: float) -> tuple[int, float]:
        random.seed(1)  # its shuffle uses the shared generator
        chance, made, took = random.Random(1), 0, 0.0  # noqa: S311
        while took < seconds:
            game = klondike.KlondikeGame()
            start = time.process_time()
            for _ in range(MOST_MOVES):
                try:
                    _command(game, suits, chance)
                    made += 1
                except refusals:
                    pass
            took += time.process_time() - start
        return made, took

    return play


def _command(game: Any, suits: Sequence[Any], chance: random.Random) -> None:
    """One of its four commands, each with as many arguments as it takes or fewer, all by chance."""
    match chance.randrange(4):
        case 0:
            game.deal()
        case 1:
            game.select_waste(*(chance.randrange(7),) * chance.randrange(2))
        case 2:
            pile = chance.randrange(7)
            card = chance.randrange(max(1, len(game.tableau.piles[pile])))
            game.select_tableau(*(pile, card, chance.randrange(7))[: chance.randrange(4)])
        case _:
            game.select_foundation(
                chance.choice(suits), *(chance.randrange(7),) * chance.randrange(2)
            )


def undo_line() -> str:
    """How long an undo takes in a long game: from memory, and from what is stored."""
    record = long_record()
    warm = _milliseconds(record.undo)
    text = record.text()
    cold = _milliseconds(lambda: Record.parse(text).undo())
    return (
        f"Undo in a game of {record.done} moves: {warm:.3f} ms; {cold:.1f} ms when it is played "
        "again from its record first"
    )


def long_record() -> Record:
    """A game of 300 moves."""
    game = find("zodiac")
    for deal in itertools.count(1):
        record, chance = Record.begin(game, str(deal)), random.Random(1)  # noqa: S311
        while moves := game.moves(record.position):
            record = record.play(chance.choice(moves))
            if record.done == LONG_GAME:
                return record
    raise AssertionError("there are always more deals")


def _milliseconds(call: Callable[[], object], times: int = 25) -> float:
    took = []
    for _ in range(times):
        start = time.perf_counter()
        call()
        took.append(time.perf_counter() - start)
    return 1000 * statistics.median(took)
