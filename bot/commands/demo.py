"""`patience demo`."""

import click

from bot.demo.demo import PORT, run_demo


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True)
@click.option("--no-browser", is_flag=True, help="Only say where it is.")
def demo(port: int, no_browser: bool) -> int:
    """Open a channel on this computer, in the browser: no account and no token needed."""
    return run_demo(port=port, browser=not no_browser)
