"""`patience scenario`: the rules dossier's test cases."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from bot.commands.common import read_json
from engine import scenario as engine_scenario
from engine.scenario import CheckOutcome

PATHS = click.Path(exists=True, path_type=Path)


@click.command()
@click.argument("paths", nargs=-1, required=True, type=PATHS, metavar="FILE_OR_FOLDER…")
def scenario(paths: tuple[Path, ...]) -> int:
    """Run the scenarios of files and folders; name each check that fails."""
    passed = failed = 0
    for file in _files(paths):
        for outcome in _outcomes(file):
            if outcome.fault:
                failed += 1
                click.echo(f"{outcome.name}: {outcome.fault}")
            else:
                passed += 1
    click.echo(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def _files(paths: tuple[Path, ...]) -> Iterator[Path]:
    for path in paths:
        if not path.is_dir():
            yield path
        elif found := sorted(path.rglob("*.json")):
            yield from found
        else:
            raise click.ClickException(f"{path} has no scenario files (*.json).")


def _outcomes(file: Path) -> Iterator[CheckOutcome]:
    """All checks of a file; one failure for a file that can't be read."""
    try:
        scenarios = read_json(file)
    except click.ClickException as error:
        yield CheckOutcome(str(file), error.message)
        return
    if not isinstance(scenarios, list) or not scenarios:
        yield CheckOutcome(str(file), "it is not a list of scenarios")
        return
    for number, entry in enumerate(scenarios, start=1):
        yield from _run(f"{file}: scenario {number}", entry)


def _run(where: str, entry: Any) -> Iterator[CheckOutcome]:
    """All checks of a scenario; one failure for what can't be read as one."""
    try:
        yield from engine_scenario.run(entry)
    except KeyError as error:
        yield CheckOutcome(where, f"it has no {error}")
    except (ValueError, TypeError, AttributeError, LookupError) as error:
        yield CheckOutcome(where, f"it can't be read: {error}")
