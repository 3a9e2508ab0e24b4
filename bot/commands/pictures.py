"""`patience render`, `patience replay` and `patience gallery`."""

from pathlib import Path

import click

from bot.commands import sheets as all_games
from bot.commands.common import (
    FILE,
    GAME,
    PNG,
    WEBP,
    begin,
    look_options,
    read_position,
    read_text,
    told,
    write,
)
from engine.game import Game
from engine.phrases import MAX_LINE
from engine.reading import read_line
from engine.record import Record
from render.board import draw
from render.replay import animate
from render.theme import Look
from render.words import text_board


@click.command()
@click.argument("game", type=GAME, required=False)
@click.option("--deal", "label", metavar="LABEL", help="A number, or any text.")
@click.option("--moves", "line", default="", help='Moves to play first, such as "d, 7 F1".')
@click.option("--position", "file", type=FILE, help="A file with a game and a position.")
@click.option("-o", "out", type=PNG, help="The PNG to write (- for standard output).")
@click.option("--text", is_flag=True, help="Print the board in words.")
@look_options
def render(
    game: Game | None,
    label: str | None,
    line: str,
    file: Path | None,
    out: Path | None,
    text: bool,
    theme: str,
    four_colours: bool,
    large_index: bool,
) -> None:
    """Draw a deal of GAME, after some moves if you like, or a position from a file."""
    if not out and not text:
        raise click.UsageError("Give -o OUT.png, or --text, or both.")
    if text and str(out) == "-":
        raise click.UsageError("Picture and words can't both go to standard output.")
    if file is not None:
        if game or label or line:
            raise click.UsageError("Give a game with --deal, or --position, not both.")
        game, position = read_position(file)
        before, label, done = None, "", None
    elif game and label:
        record = _played(begin(game, label), line)
        position, done = record.position, record.done
        before = record.positions[done - 1] if done else None
    else:
        raise click.UsageError("Give a game with --deal, or --position.")
    with told():  # a position from a file may be an impossible one
        if text:
            click.echo(text_board(game, position))
        if out:
            look = Look(theme, four_colours, large_index)
            png = draw(game, position, look=look, before=before, deal=label or "", moves=done)
            write(out, png)


def _played(record: Record, line: str) -> Record:
    """The record after the moves of a line, however many."""
    parts = [part for part in line.replace(";", ",").split(",") if part.strip()]
    with told():
        for first in range(0, len(parts), MAX_LINE):
            text = ",".join(parts[first : first + MAX_LINE])
            for move in read_line(record.game, record.position, text):
                record = record.play(move)
    return record


@click.command()
@click.argument("file", type=FILE, metavar="RECORD")
@click.option(
    "-o", "out", type=WEBP, required=True, help="The animated WebP to write (- for stdout)."
)
@click.option("--final", type=PNG, help="A PNG of the last position to write as well.")
@look_options
def replay(
    file: Path, out: Path, final: Path | None, theme: str, four_colours: bool, large_index: bool
) -> None:
    """Draw the game in RECORD, a record's text, as an animation of at most 20 seconds."""
    if str(out) == str(final) == "-":
        raise click.UsageError("Animation and PNG can't both go to standard output.")
    with told():
        record = Record.parse(read_text(file))
        look = Look(theme, four_colours, large_index)
        write(out, animate(record, look=look, deal=record.deal))
        if final:
            game, done = record.game, record.done
            write(final, draw(game, record.position, look=look, deal=record.deal, moves=done))


@click.command()
@click.option("-o", "folder", type=click.Path(file_okay=False, path_type=Path), required=True)
@click.option("--deal", "label", default="1", show_default=True, metavar="LABEL")
@click.argument("games", type=GAME, nargs=-1)
def gallery(folder: Path, label: str, games: tuple[Game, ...]) -> None:
    """Draw all games, or some, at the start, in the middle and at the end."""
    with told():
        for file in all_games.draw_all(folder, label, games):
            click.echo(file)
