"""`patience demo`."""

import click

import bot.demo.demo


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=bot.demo.demo.PORT,
    show_default=True,
    help="Where to listen on this computer; 0 is any free port.",
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def demo(port: int, no_browser: bool) -> int:
    """Open a channel on this computer, in the browser: the whole bot, without Discord."""
    return bot.demo.demo.run_demo(port=port, browser=not no_browser)
