"""Makes what a game needs besides its module and its scenario file, all of it or some parts.

pool       deals that are proven winnable, for games in the competition
win        a whole game that is won: of the pool, or of the first deal that the solver wins
expected   what the game does now, for the tests to hold it to; see `tests.engine.expected`
snapshots  its board at three stages of play
readme     its row in the README's table
measure    the same, with its figures taken anew
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import click

from bot.commands.benches import games as bench
from bot.commands.common import GAME
from bot.daily import pool
from bot.daily.pool import Proven
from engine.game import Game
from engine.record import Record, RecordError
from engine.scenario import run
from tests import readme
from tests.engine import expected
from tests.engine.endgames import WINS, won_record
from tests.render.boards import STAGES, board, keep

VECTORS = Path(__file__).parent / "vectors"
DEALS = {"skill": 105, "mixed": 40, "luck": 40}
"""How many deals a pool has, by the kind of its game."""
SECONDS = 10.0
"""For one deal."""


def make_pool(game: Game, minutes: float) -> Iterator[str]:
    """As many deals as there is time for; it goes on where it was."""
    if not game.daily:
        yield "no pool, since it is not in the competition"
        return
    end = time.monotonic() + 60 * minutes
    proven = Proven.read(game)
    for _, later in pool.vet(proven, DEALS[game.kind], SECONDS):
        proven = later
        proven.write()
        if time.monotonic() >= end:
            break
    yield f"{len(proven.deals)} proven deals"
    if len(proven.deals) < DEALS[game.kind]:
        yield f"{DEALS[game.kind]} would be good: run `pool` again, with more --minutes"


def make_win(game: Game, minutes: float) -> Iterator[str]:
    """The win that is there stays while it is one."""
    path = WINS / f"{game.id}.txt"
    try:
        kept = Record.parse(path.read_text("utf-8"))
        line = tuple(map(str, kept.moves)) if kept.game is game else ()
        if pool.wins(game, kept.deal, line):
            yield f"the win of deal {kept.deal} stays"
            return
    except (OSError, RecordError):
        pass
    deal, line = _some_win(game, minutes)
    path.write_text(Record.replay(game, deal, list(line)).text(), "utf-8")
    won_record.cache_clear()
    yield f"deal {deal} is won in {len(line)} moves"


def _some_win(game: Game, minutes: float) -> tuple[str, tuple[str, ...]]:
    end = time.monotonic() + 60 * minutes
    for deal in map(str, count(1)):
        if line := pool.prove(game, deal, SECONDS):
            return deal, line
        if time.monotonic() >= end:
            raise click.ClickException(
                f"No deal was won in time. Give it more --minutes, or win one yourself "
                f"(`patience play {game.id}`) and save the record as tests/data/wins/{game.id}.txt."
            )
    raise AssertionError


def make_expected(game: Game, minutes: float) -> Iterator[str]:
    """What the game does now."""
    expected.write(game)
    known = expected.expected(game)
    yield "compare with the book:"
    yield f"  at the start   {known.deals}"
    yield f"  ways           {known.ways}"
    yield f"  foundations    {known.foundations or 'none that follow one suit'}"
    yield f"  re-deals       {'any number' if known.redeals is None else known.redeals}"


def make_snapshots(game: Game, minutes: float) -> Iterator[str]:
    """The boards, small."""
    for stage in STAGES:
        keep(f"{game.id}-{stage}", board(game, stage))
    yield f"look at tests/render/snapshots/{game.id}-*.png"


def make_readme(game: Game, minutes: float) -> Iterator[str]:
    """The row; a game that has none is measured."""
    rows = readme.rows()
    if game.title not in rows:
        yield from measure(game, minutes)
        return
    rows[game.title] = readme.refreshed(game, rows[game.title])
    readme.write(rows)
    yield "the row says what the game says"


def measure(game: Game, minutes: float) -> Iterator[str]:
    """The figures, which take a minute or two."""
    *_, line = bench.run(chosen=[game])
    rows = readme.rows() | {game.title: [cell.strip() for cell in line.strip("|").split("|")]}
    readme.write(rows)
    yield line
    share = bench.beginner(game, 100)[0]
    yield f"the beginner wins {share:.0%}, and the game calls itself {game.difficulty}"


PARTS: dict[str, Callable[[Game, float], Iterator[str]]] = {
    "pool": make_pool,
    "win": make_win,
    "expected": make_expected,
    "snapshots": make_snapshots,
    "readme": make_readme,
}


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n"))  # keeps the lines apart
@click.argument("game", type=GAME)
@click.argument("parts", nargs=-1, metavar="[PART]...", type=click.Choice([*PARTS, "measure"]))
@click.option("--minutes", type=float, default=20.0, show_default=True, help="For each search.")
def main(game: Game, parts: tuple[str, ...], minutes: float) -> None:
    scenarios = VECTORS / f"{game.id}.json"
    if not scenarios.exists():
        raise click.ClickException(f"Write tests/vectors/{scenarios.name} first.")
    faults = [
        f"{outcome.name}: {outcome.fault}"
        for scenario in json.loads(scenarios.read_text("utf-8"))
        for outcome in run(scenario)
        if outcome.fault
    ]
    if faults:
        raise click.ClickException("\n".join(["Its scenarios come first:", *faults]))
    makers = PARTS | {"measure": measure}
    for part in parts or PARTS:
        for said in makers[part](game, minutes):
            click.echo(f"{part:9}  {said}")


if __name__ == "__main__":
    main(prog_name="python -m tests.new_game")
