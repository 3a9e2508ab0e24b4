"""`patience backup` and `patience restore`."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import click

from bot.settings import SettingsError, load_store
from bot.store import backup as backups
from bot.store.connect import connect
from bot.store.database import Database
from bot.store.errors import StoreUnavailable


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Write all tables and the daily challenge's data into FILE, also while the bot runs."""
    count = _with_database(lambda database: backups.save(database, file), file)
    click.echo(f"{count} keys are in {file}. It holds secrets and names: keep it to yourself.")


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Delete what is there first.")
def restore(file: Path, replace: bool) -> None:
    """Put everything from a backup FILE into the Redis of the settings; the bot must not run."""
    count = _with_database(lambda database: backups.load(database, file, replace=replace), file)
    click.echo(f"{count} keys are back.")


def _with_database(work: Callable[[Database], Awaitable[int]], file: Path) -> int:
    async def run() -> int:
        settings = load_store()
        database = await connect(settings.redis_url, settings.data)
        try:
            return await work(database)
        finally:
            await database.aclose()

    try:
        return asyncio.run(run())
    except OSError as error:
        raise click.ClickException(f"{file}: {error.strerror or error}") from None
    except (SettingsError, StoreUnavailable, backups.BackupError) as error:
        raise click.ClickException(str(error)) from None
