"""`patience games` and `patience rules`."""

import json

import click

from bot.commands.common import GAME
from bot.daily.pool import ShippedPool
from engine import rulebook
from engine.game import Game
from engine.games import catalogue


@click.command()
@click.option("--json", "as_json", is_flag=True, help="As JSON, with everything there is to know.")
def games(as_json: bool) -> None:
    """List all games."""
    if as_json:
        click.echo(json.dumps([_facts(game) for game in catalogue.games()], ensure_ascii=False))
        return
    width = max(len(game.id) for game in catalogue.games())
    for game in catalogue.games():
        packs = f"{game.packs} pack{'s' if game.packs > 1 else ' '}"
        click.echo(f"{game.id:{width}}  {packs}  {game.kind:5}  {game.length:6}  {game.title}")


def _facts(game: Game) -> dict[str, object]:
    return {
        "id": game.id,
        "name": game.title,
        "aliases": list(game.aliases),
        "book": game.book,
        "year": game.year,
        "packs": game.packs,
        "kind": game.kind,
        "length": game.length,
        "daily": game.daily,
        "proven_deals": len(ShippedPool().deals(game.id)),
    }


@click.command()
@click.argument("game", type=GAME)
def rules(game: Game) -> None:
    """Explain the rules of GAME."""
    click.echo(rulebook.text(game).replace("**", "").replace("`", ""))
