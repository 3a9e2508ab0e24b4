"""`patience solve`."""

import json
import time
from pathlib import Path

import click

from bot.commands.common import FILE, GAME, Seconds, begin, read_position, told
from engine import solver
from engine.game import Game

MOST = 10**9
"""Positions that are looked at: as many as the seconds allow."""


@click.command()
@click.argument("game", type=GAME, required=False)
@click.option("--deal", "label", metavar="LABEL", help="A number, or any text.")
@click.option("--position", "file", type=FILE, help="A file with a game and a position.")
@click.option("--seconds", type=Seconds(min=0), default=10.0, show_default=True)
@click.option("--prove", is_flag=True, help="Go through all positions, and try nothing else.")
@click.option("--json", "as_json", is_flag=True)
def solve(
    game: Game | None,
    label: str | None,
    file: Path | None,
    seconds: float,
    prove: bool,
    as_json: bool,
) -> None:
    """Look for a line of moves that wins a deal of GAME, or from a position.

    The last word is "won", "lost" (only when that is proven) or "unknown".
    """
    if file is not None:
        if game or label:
            raise click.UsageError("Give a game with --deal, or --position, not both.")
        game, position = read_position(file)
    elif game and label:
        position = begin(game, label).position
    else:
        raise click.UsageError("Give a game with --deal, or --position.")
    start = time.monotonic()
    with told():  # a position from a file may be an impossible one
        found = solver.solve(
            game,
            position,
            most=MOST,
            stop=lambda: time.monotonic() - start >= seconds,
            prove=prove,
        )
    verdict = found.verdict.value
    if as_json:
        facts = {
            "game": game.id,
            "deal": label,
            "moves": [str(move) for move in found.moves],
            "positions": found.positions,
            "seconds": round(time.monotonic() - start, 3),
            "verdict": verdict,
        }
        click.echo(json.dumps(facts, ensure_ascii=False))
        return
    for move in found.moves:
        click.echo(str(move))
    click.echo(verdict)
