"""The command line: `patience COMMAND …`.  What a command needs is loaded when it is asked for."""

import importlib
import sys
from collections.abc import MutableMapping, Sequence
from typing import Any, NamedTuple

import click


class LazyCommand(NamedTuple):
    """Where a command is (``module:function`` in `bot.commands`), and what it does."""

    where: str
    words: str


COMMANDS = {
    "play": LazyCommand("play:play", "Play a game in this terminal."),
    "demo": LazyCommand("demo:demo", "Open a channel on this computer, in the browser."),
    "run": LazyCommand("run:run", "Run the bot on Discord."),
    "doctor": LazyCommand("doctor:doctor", "Check the set-up, and say what to fix."),
    "emoji": LazyCommand("emoji:emoji", "Give the bot on Discord its emoji of cards."),
    "backup": LazyCommand("backup:backup", "Write everything that is kept into a file."),
    "restore": LazyCommand("backup:restore", "Put a backup back, into any kind of Redis."),
    "games": LazyCommand("catalogue:games", "List all games."),
    "rules": LazyCommand("catalogue:rules", "Explain the rules of a game."),
    "deal": LazyCommand("positions:deal", "Print the starting position of a deal."),
    "moves": LazyCommand("positions:moves", "Print the legal moves of a position."),
    "render": LazyCommand("pictures:render", "Draw a position."),
    "replay": LazyCommand("pictures:replay", "Draw a record as an animation."),
    "gallery": LazyCommand("pictures:gallery", "Draw all games at three stages."),
    "solve": LazyCommand("search:solve", "Look for a line of moves that wins."),
    "vet": LazyCommand("vet:vet", "Look for deals that can be won, for the daily challenge."),
    "scenario": LazyCommand("scenarios:scenario", "Run scenario files."),
    "bench": LazyCommand("bench:bench", "Measure the speed of engine, pictures or tables."),
}
FAULT = 2
"""The exit code of everything that can't be done as it was asked for."""


class LazyGroup(click.Group):
    """A group that imports a command only when it is used, and says errors in one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the help text."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name; its module is imported now."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module, _, function = entry.where.partition(":")
        command: click.Command = getattr(
            importlib.import_module(f"bot.commands.{module}"), function
        )
        return command

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the program is; how many games there are is counted when somebody asks."""
        count = len(importlib.import_module("engine.games.catalogue").games())
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(f"{count} {self.help}")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list for the help text, from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.words) for name, entry in COMMANDS.items()])

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command and leave with its exit code; errors take one line and code 2."""
        try:
            code = super().main(
                args, prog_name or "patience", complete_var, standalone_mode=False,
                windows_expand_args=windows_expand_args, **extra,
            )  # fmt: skip
            sys.stdout.flush()
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.ctx.get_help())
            sys.exit(0)
        except click.ClickException as error:
            text = " ".join(error.format_message().split())
            # What isn't UTF-8 in an argument can't be printed as it is.
            text = text.encode(errors="surrogateescape").decode(errors="replace")
            click.echo(f"patience: {text}", err=True)
            sys.exit(FAULT)
        except (click.Abort, KeyboardInterrupt):
            sys.exit(130)
        except BrokenPipeError:  # `patience games | head`
            sys.stderr.close()
            sys.exit(0)
        except OSError as error:  # standard output can't be written: a full disk
            click.echo(f"patience: {error.strerror or error}", err=True)
            sys.exit(FAULT)
        sys.exit(code if isinstance(code, int) else 0)


def _settings() -> MutableMapping[str, Any]:
    return {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(
    "patience",
    cls=LazyGroup,
    help="historical games of patience, for a Discord channel, a terminal or a browser.",
    context_settings=_settings(),
)
@click.version_option(package_name="patience", message="%(prog)s %(version)s")
def main() -> None:
    """The program."""
