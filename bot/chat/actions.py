"""Commands as people write them, carried out: one grammar for buttons, chat and offers."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import cast

from bot.chat import gamelist, texts
from bot.store.seats import is_seat
from bot.tables.record import Kind, Mode
from bot.tables.tables import Answer, Offer, Player, Tables, TableView
from engine.games.catalogue import UnknownGame, find

IN_TALK = re.compile(
    r"(undo|redo)( \d{1,3})?|hint|board|finish|restart|rules|deal on|resume \d{1,6}"
    r"|vote (stop|restart)|see ([a-z]?\d{1,2}|[ahswx]|w[br])"
)
"""Commands that are understood in a channel without the bot being spoken to."""
SPOKEN = re.compile(
    IN_TALK.pattern
    + r"|start .{1,100}|stop( anyway)?|text|see \w{1,4}|history|archive|resume|help"
    + r"|games( .{1,60})?|rules .{1,60}|mode (open|starter|turns)"
)
"""Commands that are understood when the bot is spoken to."""
MODES = ("open", "starter", "turns")


@dataclass(frozen=True)
class Asker:
    """Who asks, at which table, by which event of Discord's."""

    table: int
    player: Player
    event: str


class Actions:
    """Carries commands out; `help_text` is said to whoever asks for help, `attempts` are the
    tables of the daily challenge, `films` is whether there is somebody who shows games as films.
    """

    def __init__(
        self,
        tables: Tables,
        help_text: Callable[[], str],
        attempts: Tables | None = None,
        *,
        films: bool = False,
    ) -> None:
        self.tables = tables
        self._attempts = attempts
        self._help = help_text
        self._films = films
        self.words = self._commands()

    def at(self, table: int) -> Tables:
        """Where that table is kept."""
        return self._attempts if self._attempts and is_seat(table) else self.tables

    async def life(self, view: TableView) -> str:
        """What to say of a game with little left, "" of others."""
        return await self.at(view.channel).life(view)

    async def say(self, asker: Asker, line: str, version: int | None = None) -> Answer:
        """Carry out a line; what is no command is a move."""
        words = line.split()
        act = self.words.get(words[0].casefold()) if words else None
        if act:
            answer = await act(asker, words[1:], version)
            if answer:
                return answer
        return await self.play(asker, line, version)

    async def play(self, asker: Asker, line: str, version: int | None = None) -> Answer:
        """Make the moves of a line."""
        played = await self.at(asker.table).play(
            asker.table, asker.player, line, asker.event, version=version
        )
        return cast("Answer", played)  # None is for talk only

    def _commands(self) -> dict[str, Act]:
        return {
            "undo": self._back, "redo": self._again, "restart": self._restart,
            "finish": self._finish, "hint": self._hint, "board": self._board, "text": self._text,
            "see": self._see, "rules": self._rules, "history": self._history,
            "archive": self._archive, "resume": self._resume, "start": self._start,
            "stop": self._stop, "vote": self._vote, "mode": self._mode, "deal": self._deal,
            "games": self._games, "help": self._help_me, "more": self._more,
        }  # fmt: skip

    async def _back(self, asker: Asker, words: list[str], version: int | None) -> Answer:
        steps = _number(words)
        return await self.at(asker.table).undo(
            asker.table, asker.player, asker.event, steps, version
        )

    async def _again(self, asker: Asker, words: list[str], version: int | None) -> Answer:
        steps = _number(words)
        return await self.at(asker.table).redo(
            asker.table, asker.player, asker.event, steps, version
        )

    async def _restart(self, asker: Asker, words: list[str], version: int | None) -> Answer:
        return await self.at(asker.table).restart(asker.table, asker.player, asker.event, version)

    async def _finish(self, asker: Asker, words: list[str], version: int | None) -> Answer:
        return await self.at(asker.table).finish(asker.table, asker.player, asker.event, version)

    async def _hint(self, asker: Asker, words: list[str], version: int | None) -> Answer:
        return await self.at(asker.table).hint(asker.table)

    async def _board(self, asker: Asker, words: list[str], version: int | None) -> Answer:
        return await self.at(asker.table).board(asker.table)

    async def _text(self, asker: Asker, words: list[str], version: int | None) -> Answer:
        answer = await self.at(asker.table).text(asker.table)
        return answer if answer.error else _with_text(answer, texts.fenced(answer.text))

    async def _see(self, asker: Asker, words: list[str], version: int | None) -> Answer:
        return await self.at(asker.table).look(asker.table, " ".join(words)[:20])

    async def _rules(self, asker: Asker, words: list[str], version: int | None) -> Answer:
        return await self.at(asker.table).rules(" ".join(words) or asker.table)

    async def _history(self, asker: Asker, words: list[str], version: int | None) -> Answer:
        return await self.at(asker.table).history(asker.table)

    async def _archive(self, asker: Asker, words: list[str], version: int | None) -> Answer:
        return await self.at(asker.table).archive(asker.table)

    async def _resume(self, asker: Asker, words: list[str], version: int | None) -> Answer:
        return await self.at(asker.table).resume(
            asker.table, asker.player, asker.event, _number(words), _sure(words)
        )

    async def _start(self, asker: Asker, words: list[str], version: int | None) -> Answer:
        sure = _sure(words)
        return await self.start(asker, " ".join(words[:-1] if sure else words), sure=sure)

    async def start(self, asker: Asker, game: str, deal: str = "", *, sure: bool = False) -> Answer:
        """Begin a game; `sure` when one that is on may be put away.

        Without a deal the game may have one behind its name: ``klondike 7``.
        """
        if not deal:
            game, deal = _game_and_deal(game.split())
        return await self.at(asker.table).start(
            asker.table, asker.player, game, asker.event, deal or None, sure
        )

    async def _stop(self, asker: Asker, words: list[str], version: int | None) -> Answer:
        return await self.at(asker.table).stop(
            asker.table, asker.player, asker.event, version, sure=_sure(words)
        )

    async def _vote(self, asker: Asker, words: list[str], version: int | None) -> Answer:
        kind: Kind = "restart" if _first(words) == "restart" else "stop"
        return await self.at(asker.table).vote(
            asker.table, asker.player, asker.event, kind, version
        )

    async def _mode(self, asker: Asker, words: list[str], version: int | None) -> Answer:
        mode = _first(words) if _first(words) in MODES else "open"
        return await self.at(asker.table).set_mode(
            asker.table, asker.player, asker.event, cast("Mode", mode)
        )

    async def _deal(self, asker: Asker, words: list[str], version: int | None) -> Answer | None:
        if [word.casefold() for word in words] != ["on"]:
            return None  # a move
        return await self.at(asker.table).deal_on(asker.table, asker.player, asker.event, version)

    async def _games(self, asker: Asker, words: list[str], version: int | None) -> Answer:
        page = int(words.pop()) if words and words[-1].isdecimal() and len(words[-1]) < 3 else 1
        return gamelist.answer(" ".join(words), page)

    async def _help_me(self, asker: Asker, words: list[str], version: int | None) -> Answer:
        return Answer(self._help(), None, changed=False, private=True)

    async def _more(self, asker: Asker, words: list[str], version: int | None) -> Answer:
        view = await self.at(asker.table).view(asker.table)
        if view is None:
            return await self.at(asker.table).board(asker.table)
        offers = [
            Offer("Redo", "redo"),
            *[Offer("Deal on until something fits", "deal on")] * view.record.game.deals,
            Offer("Show the board here", "board"),
            Offer("The board in words", "text"),
            Offer("Rules", "rules"),
            Offer("Who moved what", "history"),
            *[Offer("Kept games", "archive")] * (not view.table.label),
            *[Offer("The game as a film", "replay")] * (self._films and not view.table.label),
            Offer("Begin again", "restart"),
            Offer("End this attempt for good" if view.table.label else "Stop", "stop"),
        ]
        return Answer("What else?", view, changed=False, private=True, offers=tuple(offers))


Act = Callable[[Asker, list[str], int | None], Awaitable[Answer | None]]


def _first(words: list[str]) -> str:
    return words[0].casefold() if words else ""


def _sure(words: list[str]) -> bool:
    return bool(words) and words[-1].casefold() == "anyway"


def _game_and_deal(words: list[str]) -> tuple[str, str]:
    """The longest beginning that is the name of a game, and the rest."""
    for count in range(len(words), 0, -1):
        try:
            return find(" ".join(words[:count])).id, " ".join(words[count:])
        except UnknownGame:
            continue
    return " ".join(words), ""


def _number(words: list[str]) -> int | None:
    first = words[0] if words else ""
    return int(first) if first.isascii() and first.isdecimal() and len(first) < 10 else None


def _with_text(answer: Answer, text: str) -> Answer:
    return Answer(text, answer.table, changed=False, private=True, offers=answer.offers)
