"""`patience bench`."""

import asyncio
import importlib
from pathlib import Path

import click

from bot.commands.common import GAME, Seconds
from engine.game import Game

SECONDS = Seconds(min=0.001)


@click.group()
def bench() -> None:
    """Measure the speed of engine, pictures or tables."""


@bench.command()
@click.option("--seconds", type=SECONDS, default=0.1, show_default=True, help="A round of a game.")
@click.argument("games", type=GAME, nargs=-1)
def engine(seconds: float, games: tuple[Game, ...]) -> None:
    """Moves a second in random playouts, of all GAMES or some; Klondike beside another program."""
    for line in importlib.import_module("bot.commands.benches.engine").run(seconds, games):
        click.echo(line)


@bench.command("games")
@click.option("--deals", type=click.IntRange(1, 10_000), default=500, show_default=True)
@click.option("--solve", type=click.IntRange(0, 1000), default=10, show_default=True)
@click.argument("chosen", metavar="[GAMES]...", type=GAME, nargs=-1)
def figures(deals: int, solve: int, chosen: tuple[Game, ...]) -> None:
    """How often each game comes out, for a beginner and for the solver, as a Markdown table."""
    for line in importlib.import_module("bot.commands.benches.games").run(deals, solve, chosen):
        click.echo(line)


@bench.command("proofs")
@click.option("--deals", type=click.IntRange(1, 10_000), default=20, show_default=True)
@click.option("--seconds", type=SECONDS, default=60.0, show_default=True, help="For each deal.")
@click.argument("chosen", metavar="[GAMES]...", type=GAME, nargs=-1)
def decided(deals: int, seconds: float, chosen: tuple[Game, ...]) -> None:
    """How many of the first deals the solver decides, of GAMES or of eight hard ones."""
    for line in importlib.import_module("bot.commands.benches.games").decided(
        deals, seconds, chosen
    ):
        click.echo(line)


@bench.command()
def render() -> None:
    """Pictures beside the usual way of drawing them."""
    for line in importlib.import_module("render.bench").run():
        click.echo(line)


@bench.command()
@click.option("--seconds", type=SECONDS, default=3.0, show_default=True)
@click.option("--tables", type=click.IntRange(1, 1000), default=50, show_default=True)
def bot(seconds: float, tables: int) -> None:
    """Commands a second at many tables, with a real Redis where there is one."""

    async def tell() -> None:
        async for line in importlib.import_module("bot.commands.benches.tables").run(
            seconds, tables
        ):
            click.echo(line)

    asyncio.run(tell())


@bench.command()
@click.option("--seconds", type=SECONDS, default=30.0, show_default=True)
@click.option("--rate", type=click.FloatRange(1, 500), default=20.0, help="Commands a second.")
def load(seconds: float, rate: float) -> None:
    """A bot under load beside bare discord.py: latency, processor time, memory, nothing lost."""
    if not Path("/proc/self/stat").exists():
        raise click.UsageError("What a process costs is read from /proc, which only Linux has.")

    async def tell() -> None:
        async for line in importlib.import_module("bot.commands.benches.load").run(seconds, rate):
            click.echo(line)

    asyncio.run(tell())
