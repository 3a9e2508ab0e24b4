"""`patience vet`."""

import time
from pathlib import Path

import click

from bot.commands.common import GAME, Seconds, told
from bot.daily import pool
from engine.game import Game


@click.command()
@click.option("--game", type=GAME, required=True, help="Whose deals.")
@click.option("--count", type=click.IntRange(min=1), default=100, show_default=True)
@click.option(
    "--seconds", type=Seconds(min=0.1), default=2.0, help="Of processor time, for a deal."
)
@click.option("--minutes", type=Seconds(min=0), metavar="MINUTES", default=60.0, help="In all.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    default=pool.FOLDER,
    help="Where the pool is; the one that comes with the program if not given.",
)
def vet(game: Game, count: int, seconds: float, minutes: float, folder: Path) -> None:
    """Look for deals of GAME that can be won, until its pool has COUNT of them.

    Each is kept with its winning line as soon as it is found, so this can be stopped and gone on
    with at any time.  Pools made by other rules are proven anew.
    """
    end = time.monotonic() + 60 * minutes
    with told():
        if not game.daily:
            raise ValueError(f"{game.title} is all luck and no challenge, so it has no pool.")
        proven = pool.Proven.read(game, folder)
        looked, before = 0, proven
        for label, later in pool.vet(proven, count, seconds, time.process_time):
            looked += bool(label)
            if len(later.deals) > len(proven.deals):
                click.echo(f"{label}: {len(later.line(label))} moves")
            proven = later
            proven.write(folder)
            if time.monotonic() >= end:
                break
    new = len(proven.deals) - len(before.deals)
    click.echo(f"{looked} deals looked at, {new} more won: {len(proven.deals)} in the pool")
