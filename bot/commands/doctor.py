"""`patience doctor`."""

import click

import bot.commands.checks


@click.command()
def doctor() -> int:
    """Check token, Redis, permissions and fonts, and say what to fix."""
    return bot.commands.checks.main()
