"""`patience doctor`."""

import click

import bot.doctor


@click.command()
def doctor() -> int:
    """Check token, Redis, permissions and fonts, and say what to mend."""
    return bot.doctor.main()
