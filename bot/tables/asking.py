"""Questions about a table, which change nothing: board, text, hint, history and so on.

Each answer is for the asker alone, but for the board.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot import names
from bot.store.tables import Archived
from bot.tables import texts
from bot.tables.outcomes import Sitting
from bot.tables.record import UnreadableTable, decode
from bot.tables.views import Answer, Error, Offer, TableView
from engine import hints
from engine.moves import ALONE, AmbiguousMove, Move, MoveError
from engine.reading import read
from engine.telling import describe
from render.words import pile_words, text_board

CHOICES = 25
"""What Discord's autocomplete and selects take, and how long each may be."""
CHOICE_LENGTH = 100
HISTORY = 20
"""Moves that `history` lists."""

ODDS = Offer("Can it be won?", "odds")


def private(
    text: str, view: TableView | None, *offers: Offer, error: Error | None = None
) -> Answer:
    """An answer for the asker alone."""
    return Answer(text, view, changed=False, private=True, offers=offers, error=error)


def nothing(sitting: Sitting | None, not_begun: str = texts.NO_TABLE) -> Answer:
    """Where there is no table that can be shown."""
    if sitting:
        return private(sitting.trouble, None, error=Error.UNREADABLE)
    return private(not_begun, None, error=Error.NO_TABLE)


def board(view: TableView) -> Answer:
    """The board again."""
    return Answer(texts.status(view), view, changed=True)


def text(view: TableView) -> Answer:
    """The board in words, to be shown in a fixed-width block."""
    return private(text_board(view.record.game, view.record.position), view)


def hint(view: TableView, move: Move | None, life: str, *ways_on: Offer) -> Answer:
    """What a careful beginner would do: `move`; `life` says how the game stands where there is
    none or the game is lost.
    """
    if move:
        what = describe(view.record.game, view.record.position, move)
        text = f"{life} Else try `{move}`: {what}." if life else f"Try `{move}`: {what}."
        said = private(text, view, Offer(f"Play {move}", str(move)), ODDS, *ways_on)
        return replace(said, hint=move)
    if view.won:
        return private(texts.WON, view)
    lost = "Every move leads back to where this game has been. `undo` may open another way."
    return private(life or lost, view, *ways_on)


def look(view: TableView, pile: str) -> Answer:
    """All cards of a pile that players may see."""
    try:
        return private(pile_words(view.record.game, view.record.position, pile), view)
    except LookupError as error:
        return private(names.escaped(str(error.args[0])), view, error=Error.NO_PILE)


def history(view: TableView) -> Answer:
    """The last moves and whose they were."""
    entries = view.entries
    if not entries:
        return private("No move has been made yet.", view)
    first = max(0, len(entries) - HISTORY)
    lines = [
        f"{number}\\. {names.shown(entry.name)}: `{entry.move}`"
        for number, entry in enumerate(entries[first:], start=first + 1)
    ]
    return private("\n".join([texts.status(view), *lines]), view)


def archive(view: TableView | None, shelf: Sequence[Archived]) -> Answer:
    """Tables that can be resumed, the last one put away first; `view` is the one that is on."""
    lines, offers = [], []
    for kept in shelf:
        try:
            table, game = decode(kept.blob)
        except UnreadableTable:
            lines.append(f"{kept.id}\\. a table that this version can't read")
            continue
        won = ", won" if table.announced else ""
        lines.append(
            f"{kept.id}\\. {texts.headline(game, table.deal)}, "
            f"{texts.plural(table.done, 'move')}{won}, <t:{int(kept.at)}:R>"
        )
        offers.append(Offer(f"Resume {kept.id}: {game.title}", f"resume {kept.id}"))
    if not lines:
        return private("No games are kept here.", view)
    head = "Kept games; `resume` with a number goes on with one:"
    return private("\n".join([head, *lines]), view, *offers)


def move_choices(view: TableView, typed: str, best: Move | None) -> list[tuple[str, str]]:
    """Up to 25 legal moves in words with what to type for them: `best`, then those that go up.

    `typed` keeps those that it could mean or whose words it stands in.
    """
    game, position = view.record.game, view.record.position
    moves = sorted(
        view.moves,
        key=lambda move: (move != best, not hints.is_homeward(game, move), move.verb in ALONE),
    )
    choices = [(move, f"{move} – {describe(game, position, move)}") for move in moves]
    if typed.strip():
        meant = _meant(view, typed)
        words = typed.casefold().split()
        choices = [
            (move, label)
            for move, label in choices
            if move in meant or all(word in label.casefold() for word in words)
        ]
        choices.sort(key=lambda choice: choice[0] not in meant)
    return [(label[:CHOICE_LENGTH], str(move)[:CHOICE_LENGTH]) for move, label in choices[:CHOICES]]


def _meant(view: TableView, typed: str) -> tuple[Move, ...]:
    """What is typed, read as one move."""
    try:
        return (read(view.record.game, view.record.position, typed, view.moves),)
    except AmbiguousMove as error:
        return error.candidates
    except MoveError:
        return ()
