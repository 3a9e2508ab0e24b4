"""`patience deal` and `patience moves`."""

import json
from pathlib import Path

import click

from bot.commands.common import FILE, GAME, begin, read_position
from engine.game import Game
from render.words import text_board


@click.command()
@click.argument("game", type=GAME)
@click.option("--deal", "label", required=True, metavar="LABEL", help="A number, or any text.")
@click.option("--json", "as_json", is_flag=True, help="All cards, in the form of scenarios.")
def deal(game: Game, label: str, as_json: bool) -> None:
    """Print the starting position of a deal of GAME."""
    position = begin(game, label).position
    if as_json:
        form = {"game": game.id, "position": game.dump(position)}
        click.echo(json.dumps(form, ensure_ascii=False, indent=1))
    else:
        click.echo(text_board(game, position))


@click.command()
@click.argument("file", type=FILE)
def moves(file: Path) -> None:
    """Print the legal moves of the position in FILE ("-" for standard input)."""
    game, position = read_position(file)
    for move in game.moves(position):
        click.echo(str(move))
