"""Questions about a table, which change nothing: board, text, hint, rules, history and so on."""

from dataclasses import replace

from bot import names
from bot.tables import texts
from bot.tables.desk import Desk, Sitting
from bot.tables.record import UnreadableTable, decode
from bot.tables.views import Answer, Offer, TableView
from engine import hints, rulebook
from engine.game import Game
from engine.games.catalogue import UnknownGame, find
from engine.hints import Outlook
from engine.moves import ALONE, AmbiguousMove, Move, MoveError
from engine.reading import read
from engine.telling import describe
from render.words import pile_words, text_board

CHOICES = 25
"""What Discord's autocomplete and selects take, and how long each may be."""
CHOICE_LENGTH = 100
HISTORY = 20
"""Moves that `history` lists."""
NO_TABLE = "No game is on here. Start one, such as `start anna`; `games` lists all."


class Asking:
    """The use cases that only look.  Each answer is for the asker alone, but for `board`."""

    _desk: Desk

    async def view(self, channel: int) -> TableView | None:
        """The table as it is now; None if there is none, or none that can be read."""
        sitting = await self._desk.look(channel)
        return sitting.view if sitting else None

    async def outlook(self, view: TableView) -> Outlook:
        """How its game stands."""
        return await self._desk.outlook(view)

    async def life(self, view: TableView) -> str:
        """What to say of a game with little left, "" of others."""
        return "" if view.won or view.table.over else texts.life(await self._desk.outlook(view))

    async def board(self, channel: int) -> Answer:
        """The board again."""
        sitting = await self._desk.look(channel)
        if not sitting or not sitting.view:
            return _nothing(sitting)
        return Answer(texts.status(sitting.view), sitting.view, changed=True)

    async def text(self, channel: int) -> Answer:
        """The board in words, to be shown in a fixed-width block."""
        sitting = await self._desk.look(channel)
        if not sitting or not sitting.view:
            return _nothing(sitting)
        record = sitting.view.record
        return _private(text_board(record.game, record.position), sitting.view)

    async def hint(self, channel: int) -> Answer:
        """What a careful beginner would do."""
        sitting = await self._desk.look(channel)
        if not sitting or not sitting.view:
            return _nothing(sitting)
        view, record = sitting.view, sitting.view.record
        move: Move | None = await self._desk.run(hints.hint, record)
        if move:
            what = describe(record.game, record.position, move)
            text = f"Try `{move}`: {what}."
            return replace(_private(text, view, Offer(f"Play {move}", str(move))), hint=move)
        if view.won:
            return _private("The game is won; there is nothing left to do.", view)
        life = texts.life(await self._desk.outlook(view))
        lost = "Every move leads back to where this game has been. `undo` may open another way."
        return _private(life or lost, view)

    async def look(self, channel: int, pile: str) -> Answer:
        """All cards of a pile that players may see."""
        sitting = await self._desk.look(channel)
        if not sitting or not sitting.view:
            return _nothing(sitting)
        record = sitting.view.record
        try:
            return _private(pile_words(record.game, record.position, pile), sitting.view)
        except LookupError as error:
            text = names.escaped(str(error.args[0]))
            return _private(text, sitting.view, error="no-pile")

    async def rules(self, where: int | str) -> Answer:
        """The rules of a game, or of the game that is on in a channel."""
        if isinstance(where, str):
            try:
                return _private(rulebook.text(find(where)), None)
            except UnknownGame as error:
                return _private(names.escaped(str(error)), None, error="unknown-game")
        sitting = await self._desk.look(where)
        if not sitting or not sitting.view:
            return _nothing(sitting)
        return _private(rulebook.text(sitting.view.record.game), sitting.view)

    async def history(self, channel: int) -> Answer:
        """The last moves and whose they were."""
        sitting = await self._desk.look(channel)
        if not sitting or not sitting.view:
            return _nothing(sitting)
        view, entries = sitting.view, sitting.view.entries
        if not entries:
            return _private("No move has been made yet.", view)
        first = max(0, len(entries) - HISTORY)
        lines = [
            f"{number}\\. {names.shown(entry.name)}: `{entry.move}`"
            for number, entry in enumerate(entries[first:], start=first + 1)
        ]
        return _private("\n".join([texts.status(view), *lines]), view)

    async def archive(self, channel: int) -> Answer:
        """Tables of the channel that can be resumed, the last one put away first."""
        sitting = await self._desk.look(channel)
        view = sitting.view if sitting else None
        lines, offers = [], []
        for kept in await self._desk.store.archived(channel):
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
            return _private("No games are kept here.", view)
        head = "Kept games; `resume` with a number goes on with one:"
        return _private("\n".join([head, *lines]), view, *offers)

    def move_choices(self, view: TableView, typed: str = "") -> list[tuple[str, str]]:
        """Up to 25 legal moves in words with what to type for them, best first.

        `typed` keeps those that it could mean or whose words it stands in.
        """
        return move_choices(view.record.game, view, typed, hints.hint(view.record))


def move_choices(
    game: Game, view: TableView, typed: str, best: Move | None
) -> list[tuple[str, str]]:
    """See `Asking.move_choices`; `best` comes first."""
    position = view.record.position
    moves = sorted(
        game.moves(position),
        key=lambda move: (move != best, not hints.is_homeward(game, move), move.verb in ALONE),
    )
    choices = [(move, f"{move} – {describe(game, position, move)}") for move in moves]
    if typed.strip():
        meant = _meant(game, view, typed)
        words = typed.casefold().split()
        choices = [
            (move, label)
            for move, label in choices
            if move in meant or all(word in label.casefold() for word in words)
        ]
        choices.sort(key=lambda choice: choice[0] not in meant)
    return [(label[:CHOICE_LENGTH], str(move)[:CHOICE_LENGTH]) for move, label in choices[:CHOICES]]


def _meant(game: Game, view: TableView, typed: str) -> tuple[Move, ...]:
    try:
        return (read(game, view.record.position, typed),)
    except AmbiguousMove as error:
        return error.candidates
    except MoveError:
        return ()


def _private(text: str, view: TableView | None, *offers: Offer, error: str = "") -> Answer:
    return Answer(text, view, changed=False, private=True, offers=offers, error=error)


def _nothing(sitting: Sitting | None) -> Answer:
    if sitting:
        return _private(sitting.trouble, None, error="unreadable")
    return _private(NO_TABLE, None, error="no-table")
