"""`patience run`."""

import click

import bot.run


@click.command()
def run() -> int:
    """Run the bot on Discord; the settings are in the environment or a .env file."""
    return bot.run.main()
