"""`patience run`."""

import importlib
import signal
import sys

import click


@click.command()
def run() -> int:
    """Run the bot on Discord; settings are read from the environment and from .env."""
    # Loading takes seconds on a small machine, and the first process of a container gets no
    # SIGTERM that it doesn't ask for.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    code: int = importlib.import_module("bot.run").main()
    return code
