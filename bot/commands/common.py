"""What commands share: games as arguments, files of positions, faults in one line."""

import json
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from engine.game import Game
from engine.games.catalogue import UnknownGame, find, games
from engine.position import Position
from engine.record import Record
from render.theme import THEMES


class GameName(click.ParamType[Game]):
    """A game by id, title or alias."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Game:
        """The game; a usage error that offers similar names."""
        if isinstance(value, Game):
            return value
        try:
            return find(str(value))
        except UnknownGame as error:
            raise click.ClickException(str(error)) from None

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The ids that begin so."""
        return [
            CompletionItem(game.id, help=game.title)
            for game in games()
            if game.id.startswith(incomplete.casefold())
        ]


class Seconds(click.FloatRange):
    """A time; ``nan`` and ``inf`` are none."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """See `click.ParamType.convert`."""
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return float(super().convert(number, param, ctx))


GAME = GameName()
FILE = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)


class Output(click.Path):
    """A file to write, ``-`` for standard output; its name may not promise another format."""

    def __init__(self, ending: str) -> None:
        super().__init__(dir_okay=False, allow_dash=True, path_type=Path)
        self._ending = ending

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """See `click.ParamType.convert`."""
        path = Path(value)
        if not path.name:
            self.fail("a file's name is needed.", param, ctx)
        if path.suffix.casefold() not in ("", self._ending):
            self.fail(f"{str(path)!r} would be a {self._ending} all the same.", param, ctx)
        return super().convert(value, param, ctx)


PNG = Output(".png")
WEBP = Output(".webp")


def look_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a `Look`: --theme, --four-colours, --large-index."""
    for option in (
        click.option("--large-index", is_flag=True, help="Larger ranks and suits."),
        click.option(
            "--four-colours",
            is_flag=True,
            help="For colour-blind eyes too.",
        ),
        click.option("--theme", type=click.Choice(list(THEMES)), default="felt", show_default=True),
    ):
        command = option(command)
    return command


@contextmanager
def told() -> Iterator[None]:
    """What can't be read, played or written is told in one line.

    The engine's errors (moves, deals, records, positions) are all `ValueError`.
    """
    try:
        yield
    except (ValueError, LookupError) as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise click.ClickException(f"{where}{error.strerror or error}") from None


def read_text(path: Path) -> str:
    """A file, or standard input for ``-``."""
    with told():
        try:
            if str(path) != "-":
                return path.read_text(encoding="utf-8")
            if isinstance(sys.stdin, TextIOWrapper):
                sys.stdin.reconfigure(encoding="utf-8", errors="strict")
            return sys.stdin.read()
        except UnicodeDecodeError:
            raise click.ClickException(f"{path} is not a text in UTF-8.") from None


def read_json(path: Path) -> Any:
    """The JSON in a file, or from standard input for ``-``."""
    try:
        return json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise click.ClickException(
            f"{path} is not JSON: {error.msg} in line {error.lineno}."
        ) from None
    except (ValueError, RecursionError):  # a number of thousands of digits; brackets in brackets
        raise click.ClickException(f"{path} is too deep or has too long a number.") from None


def read_position(path: Path) -> tuple[Game, Position]:
    """Game and position of ``{"game": …, "position": {"piles": {…}, …}}``."""
    data = read_json(path)
    form = data.get("position") if isinstance(data, dict) else None
    if not isinstance(form, dict) or not isinstance(data.get("game"), str):
        raise click.ClickException(f'{path} has no {{"game": …, "position": {{…}}}}.')
    if not isinstance(form.get("piles"), dict):
        raise click.ClickException(f'{path} has no "piles" in its position.')
    try:
        game = find(data["game"])
        position = game.load(form)
        game.moves(position)  # piles that lie as no game leaves them may show here
    except (ValueError, TypeError, AttributeError, LookupError) as error:
        raise click.ClickException(f"{path}: {error}") from None
    return game, position


def begin(game: Game, deal: str) -> Record:
    """A fresh deal."""
    with told():
        return Record.begin(game, deal)


def write(path: Path, data: bytes) -> None:
    """Write a file, or to standard output for ``-``."""
    if str(path) == "-":
        sys.stdout.buffer.write(data)
        return
    with told():
        path.write_bytes(data)
