"""What each verb does at a table: from the words that follow it to a use case of the tables."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import cast

from bot.markup import fenced
from bot.store.ids import TableId
from bot.tables import gamelist
from bot.tables.record import Ending, Mode
from bot.tables.tables import Tables
from bot.tables.views import Answer, Error, Offer, Player
from engine.games.catalogue import UnknownGame, find

LISTED = 12
"""Moves that `moves` writes down."""
MODES = ("open", "starter", "turns")


@dataclass(frozen=True)
class Asker:
    """Who asks, at which table, by which event: whatever has the same event is done once."""

    table: TableId
    player: Player
    event: str


class Miscounted(ValueError):
    """What follows a verb should be a number, and is none; the text is the line."""


@dataclass(frozen=True)
class Call:
    """A line that begins with a verb, said at a table."""

    tables: Tables
    asker: Asker
    line: str
    version: int | None
    """The board's that the line comes from; None where it holds for any."""
    help_text: str
    films: bool
    """Whether games can be shown as films where this is said."""

    @property
    def words(self) -> list[str]:
        """What follows the verb."""
        return self.line.split()[1:]

    @property
    def rest(self) -> str:
        """What follows the verb, with single spaces."""
        return " ".join(self.words)

    @property
    def first(self) -> str:
        """The first word after the verb in small letters, "" without one."""
        return self.words[0].casefold() if self.words else ""

    @property
    def number(self) -> int | None:
        """The first word after the verb as a number, None without one; Miscounted."""
        first = self.first
        if first in ("", "anyway"):
            return None
        if not (first.isascii() and first.isdecimal() and len(first) < 10 and int(first)):
            raise Miscounted(self.line)
        return int(first)

    @property
    def sure(self) -> bool:
        """Whether a question has been answered with "anyway"."""
        return bool(self.words) and self.words[-1].casefold() == "anyway"


Act = Callable[[Call], Awaitable[Answer]]

_OTHER = re.compile(r"\s*(?:play|try|begin)\s\D{4,60}", re.IGNORECASE)
"""Perhaps a game of another name."""

# --- playing -----------------------------------------------------------------------------------


async def play(call: Call) -> Answer:
    """Make the moves of a line."""
    of = call.asker
    played = await call.tables.play(of.table, of.player, call.line, of.event, version=call.version)
    answer = cast("Answer", played)  # None is for talk only
    if answer.error not in (Error.NO_TABLE, Error.NOT_A_MOVE):
        return answer
    try:
        game = find(call.line.strip())
    except UnknownGame:
        if not _OTHER.fullmatch(call.line):
            return answer
        text = f"{answer.text} A game that is played here? `games` lists them all."
        return replace(answer, text=text, offers=(Offer("All games", "games"), *answer.offers[:4]))
    offers = (Offer(f"Start {game.title}", f"start {game.id}"),
              Offer("Its rules", f"rules {game.id}"))  # fmt: skip
    text = f"`start {game.id}` begins {game.title}, `rules {game.id}` explains it."
    return replace(answer, text=text, offers=offers)


async def move(call: Call) -> Answer:
    """Make the moves that follow."""
    return await play(replace(call, line=call.rest))


async def deal(call: Call) -> Answer:
    """Deal, or with ``on`` deal until something fits."""
    if call.rest.casefold() != "on":
        return await play(call)
    of = call.asker
    return await call.tables.deal_on(of.table, of.player, of.event, call.version)


async def undo(call: Call) -> Answer:
    """Take moves back."""
    of = call.asker
    return await call.tables.undo(of.table, of.player, of.event, call.number, call.version)


async def redo(call: Call) -> Answer:
    """Make moves again that were taken back."""
    of = call.asker
    return await call.tables.redo(of.table, of.player, of.event, call.number, call.version)


async def finish(call: Call) -> Answer:
    """Play all cards up that can safely go."""
    of = call.asker
    return await call.tables.finish(of.table, of.player, of.event)


# --- beginning and ending ----------------------------------------------------------------------


async def start(call: Call) -> Answer:
    """Begin a game, which may have a deal behind its name: ``klondike 7``; without one an easy
    deal.
    """
    of = call.asker
    game, deal = game_and_deal(call.words[:-1] if call.sure else call.words)
    return await call.tables.start(of.table, of.player, game, of.event, deal or None, call.sure)


async def another(call: Call) -> Answer:
    """Begin the same game with another deal."""
    of = call.asker
    return await call.tables.another(of.table, of.player, of.event, replace=call.sure)


async def again(call: Call) -> Answer:
    """Deal the same cards again, also after the game was stopped."""
    of = call.asker
    if await call.tables.view(of.table):
        return await restart(call)
    return await call.tables.again(of.table, of.player, of.event)


async def restart(call: Call) -> Answer:
    """Deal the same cards again."""
    of = call.asker
    return await call.tables.restart(of.table, of.player, of.event, call.version)


async def stop(call: Call) -> Answer:
    """Put the game away."""
    of = call.asker
    return await call.tables.stop(of.table, of.player, of.event, call.version, sure=call.sure)


async def vote(call: Call) -> Answer:
    """Vote to restart or to stop."""
    of = call.asker
    kind: Ending = "restart" if call.first == "restart" else "stop"
    return await call.tables.vote(of.table, of.player, of.event, kind, call.version)


async def resume(call: Call) -> Answer:
    """Go on with a kept game: that of a number, or the last one."""
    of = call.asker
    return await call.tables.resume(of.table, of.player, of.event, call.number, call.sure)


async def archive(call: Call) -> Answer:
    """List the kept games."""
    return await call.tables.archive(call.asker.table)


async def mode(call: Call) -> Answer:
    """Decide who may play."""
    of = call.asker
    mode = call.first if call.first in MODES else "open"
    return await call.tables.set_mode(of.table, of.player, of.event, cast("Mode", mode))


# --- looking -----------------------------------------------------------------------------------


async def hint(call: Call) -> Answer:
    """Suggest a move."""
    return await call.tables.hint(call.asker.table)


async def odds(call: Call) -> Answer:
    """Whether the game can still be won."""
    return await call.tables.odds(call.asker.table)


async def board(call: Call) -> Answer:
    """Show the board again."""
    return await call.tables.board(call.asker.table)


async def moves(call: Call) -> Answer:
    """What can be played, best first."""
    view = await call.tables.view(call.asker.table)
    if view is None:
        return await hint(call)
    choices = call.tables.move_choices(view)
    if not choices:
        return await hint(call)
    shown = [f"- `{move}`{label.removeprefix(move)}" for label, move in choices[:LISTED]]
    if more := len(view.moves) - len(shown):
        shown.append(f"and {more} more.")
    offers = tuple(Offer(f"Play {move}", move) for _, move in choices[:4])
    text = "\n".join(["This can be played now:", *shown])
    return Answer(text, view, changed=False, private=True, offers=offers)


async def text(call: Call) -> Answer:
    """The board in words."""
    answer = await call.tables.text(call.asker.table)
    return answer if answer.error else replace(answer, text=fenced(answer.text))


async def see(call: Call) -> Answer:
    """All cards of a pile that may be seen."""
    return await call.tables.look(call.asker.table, call.rest[:20])


async def history(call: Call) -> Answer:
    """Who moved what."""
    return await call.tables.history(call.asker.table)


async def rules(call: Call) -> Answer:
    """The rules of a game, else of the one that is on."""
    return await call.tables.rules(call.rest or call.asker.table)


async def games(call: Call) -> Answer:
    """List the games that fit what follows; a number at its end is a page."""
    words = call.words
    page = int(words.pop()) if words and words[-1].isdecimal() and len(words[-1]) < 3 else 1
    return gamelist.answer(" ".join(words), page)


async def help(call: Call) -> Answer:  # noqa: A001 - named as people type it
    """How it works."""
    return Answer(call.help_text, None, changed=False, private=True)


async def more(call: Call) -> Answer:
    """Offer what has no button of its own on the board."""
    view = await call.tables.view(call.asker.table)
    if view is None:
        return await board(call)
    challenge = bool(view.table.label)
    offers = [
        Offer("Redo", "redo"),
        *[Offer("Deal on until something fits", "deal on")] * view.record.game.deals,
        Offer("Repost the board", "board"),
        Offer("The board in words", "text"),
        Offer("Rules", "rules"),
        Offer("Who moved what", "history"),
        *[Offer("Kept games", "archive")] * (not challenge),
        *[Offer("The game as a film", "replay")] * (call.films and not challenge),
        Offer("Begin again", "restart"),
        *[Offer("Another deal", "another")] * (not challenge),
        Offer("End this attempt for good" if challenge else "Stop", "stop"),
    ]
    return Answer("What else?", view, changed=False, private=True, offers=tuple(offers))


def game_and_deal(words: list[str]) -> tuple[str, str]:
    """The longest beginning that is the name of a game, and the rest."""
    for count in range(len(words), 0, -1):
        try:
            return find(" ".join(words[:count])).id, " ".join(words[count:])
        except UnknownGame:
            continue
    return " ".join(words), ""
