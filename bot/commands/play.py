"""`patience play`."""

import os
import sys
from typing import cast

import click

from bot.commands.common import GAME, look_options
from bot.settings import SettingsError, load_store
from bot.store.errors import StoreUnavailable
from bot.terminal import session as terminal
from bot.terminal.picture import PROTOCOLS, PictureProtocol, protocol_for
from engine.game import Game
from render.theme import Look


@click.command()
@click.argument("game", type=GAME)
@click.argument("deal", required=False)
@click.option("--deal", "label", metavar="LABEL", help="The same as DEAL.")
@click.option(
    "--picture",
    type=click.Choice(["auto", *PROTOCOLS]),
    default="auto",
    show_default=True,
    help="How the board is drawn; none is the board in text.",
)
@look_options
def play(
    game: Game,
    deal: str | None,
    label: str | None,
    picture: str,
    theme: str,
    four_colours: bool,
    large_index: bool,
) -> None:
    """Play GAME in this terminal, with the same commands as in a channel.

    DEAL is a number, or any text; without it some deal is dealt, or the kept table goes on.
    """
    if deal and label:
        raise click.ClickException("Name one deal, not two.")
    try:
        store = load_store()
    except SettingsError as error:
        raise click.ClickException(str(error)) from None
    shown = cast("PictureProtocol", picture)
    if picture == "auto":
        shown = protocol_for(os.environ) if sys.stdout.isatty() else "none"
    look = Look(theme, four_colours, large_index)
    try:
        terminal.main(
            game, deal or label, url=store.redis_url, data=store.data, picture=shown, look=look
        )
    except (StoreUnavailable, ValueError) as error:
        raise click.ClickException(str(error)) from None
