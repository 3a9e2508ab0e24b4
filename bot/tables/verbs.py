"""The verbs that people say to the bot: one table of what they are, where and how they are
understood, what carries them out, and how they are counted.

A new verb is an entry of `VERBS` and the function that carries it out.  Chat, buttons, the
terminal, the slash commands without arguments and the figures take it from there.
"""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum

from bot.tables import actions
from bot.tables.actions import Act


class Surface(Enum):
    """Where something can be said."""

    TALK = "bare talk"
    SPOKEN = "a line written to the bot"
    BUTTON = "a button"
    SLASH = "a slash command"
    TERMINAL = "the terminal"


@dataclass(frozen=True)
class Verb:
    """One verb.

    `talk` and `spoken` are patterns of what may follow it in bare talk and in a line that is
    written to the bot, in small letters and with single spaces; None: it isn't understood there.
    What is understood in bare talk is understood in lines to the bot too.
    """

    name: str
    act: Act | None
    """What carries it out; None for a verb that each of its surfaces carries out by itself."""
    example: str
    """A line with it, as somebody might type it."""
    slash: str = ""
    """What Discord says of its slash command, "" where there is none."""
    talk: str | None = None
    spoken: str | None = None
    wrong: str | None = None
    """A pattern of what is no use behind it, but meant so well that carrying it out says why."""
    button: bool = True
    terminal: bool = True
    lasting: bool = False
    """It means the same on any board, so its buttons never get stale."""
    fresh: bool = False
    """The board that it leads to is a new message, not an edit."""
    repeats: bool = False
    """It shows what was there before and has no news."""
    aliases: tuple[str, ...] = ()
    """Other words for it."""

    @property
    def surfaces(self) -> frozenset[Surface]:
        """Where it is understood."""
        found = {
            Surface.TALK: self.talk is not None,
            Surface.SPOKEN: self.talk is not None or self.spoken is not None,
            Surface.BUTTON: self.button,
            Surface.SLASH: bool(self.slash),
            Surface.TERMINAL: self.terminal,
        }
        return frozenset(surface for surface, there in found.items() if there)

    def fits(self, line: str, *, spoken_to: bool) -> bool:
        """Whether a line of chat that begins with this verb is said to the bot."""
        return self._fits(line, self.talk, self.spoken if spoken_to else None)

    def is_meant(self, line: str) -> bool:
        """Whether a line written to the bot is to be carried out, if only to say what is wrong."""
        return self._fits(line, self.talk, self.spoken, self.wrong)

    def _fits(self, line: str, *patterns: str | None) -> bool:
        first, gap, rest = " ".join(line.casefold().split()).partition(" ")
        return first in (self.name, *self.aliases) and any(
            pattern is not None and re.fullmatch(pattern, gap + rest) for pattern in patterns
        )


ALONE = ""
STEPS = r"( [0-9]{1,3})?"
NUMBER = r" [0-9]{1,6}"
COUNTED = r" [-+]?\d{1,20}"
PILE = r" ([a-z]?\d{1,2}|[ahswx]|w[br])"

_TABLE = (
    # Playing
    Verb("d", actions.play, "d"),
    Verb("redeal", actions.play, "redeal"),
    Verb("deal", actions.deal, "deal on", "Deal from the pack", talk=r" on"),
    Verb("move", actions.move, "move 7h f", "Make a move"),
    Verb("undo", actions.undo, "undo", "Take moves back", talk=STEPS,
         wrong=COUNTED),
    Verb("redo", actions.redo, "redo", "Make moves again that were taken back", talk=STEPS,
         wrong=COUNTED, lasting=True),
    Verb("finish", actions.finish, "finish", "Play all safe cards to the foundations", talk=ALONE),
    # Beginning and ending
    Verb("start", actions.start, "start anna", "Begin a game", spoken=r"( .{1,100})?",
         lasting=True, fresh=True),
    Verb("another", actions.another, "another", spoken=r"( deal| game)?( anyway)?", fresh=True,
         aliases=("new",)),
    Verb("again", actions.again, "again", spoken=ALONE, fresh=True),
    Verb("stop", actions.stop, "stop", "Put the game away; it can be resumed",
         spoken=r"( anyway)?", aliases=("surrender",)),
    Verb("give", actions.stop, "give up", spoken=r" up( anyway)?"),
    Verb("restart", actions.restart, "restart", "Deal the same cards again", talk=ALONE),
    Verb("vote", actions.vote, "vote stop", "Vote to stop or to begin again",
         talk=r" (stop|restart)"),
    Verb("resume", actions.resume, "resume 7", "Go on with a game that was put away", talk=NUMBER,
         spoken=r"( [0-9]{1,6})?( anyway)?", wrong=COUNTED, fresh=True),
    Verb("archive", actions.archive, "archive", "List this channel's games that can be resumed",
         spoken=ALONE, lasting=True),
    Verb("mode", actions.mode, "mode turns", "Decide who may play at this table",
         spoken=r" (open|starter|turns)"),
    # Looking
    Verb("hint", actions.hint, "hint", "Suggest a move", talk=ALONE),
    Verb("odds", actions.odds, "odds", talk=ALONE),
    Verb("board", actions.board, "board", "Repost the board at the end of the channel", talk=ALONE,
         lasting=True, fresh=True, repeats=True),
    Verb("text", actions.text, "text", "Describe the board in words, for you alone",
         spoken=ALONE, lasting=True),
    Verb("see", actions.see, "see 1", "List the face-up cards of one pile, for you alone",
         talk=PILE, spoken=r" \w{1,4}", lasting=True),
    Verb("history", actions.history, "history", "Who moved what", spoken=ALONE, lasting=True),
    Verb("rules", actions.rules, "rules", "The rules of a game", talk=ALONE, spoken=r" .{1,60}",
         lasting=True),
    Verb("games", actions.games, "games", "All games, or those that fit what you remember",
         spoken=r"( .{1,60})?", lasting=True),
    Verb("help", actions.help, "help", "How this works", spoken=ALONE, lasting=True),
    Verb("more", actions.more, "more", spoken=ALONE, lasting=True),
    # Carried out by the chat itself
    Verb("replay", None, "replay", "Show the game as a film, from the deal to where it stands",
         terminal=False, lasting=True),
    Verb("look", None, "look", "How boards look: table, colours, size of the index",
         button=False, terminal=False),
    Verb("daily", None, "daily board", "The daily challenge: the same deal for all",
         terminal=False, lasting=True),
    Verb("settings", None, "settings change", "Server settings, for those who manage the server",
         terminal=False, lasting=True),
    Verb("privacy", None, "privacy delete", "What is kept about you", terminal=False,
         lasting=True),
    Verb("duel", None, "duel throw anna 7", terminal=False, lasting=True),
    Verb("moves", actions.moves, "moves", spoken=ALONE, lasting=True),
    # Carried out by the terminal itself
    Verb("quit", None, "quit", button=False, aliases=("exit", "q", "bye")),
)  # fmt: skip
VERBS = {verb.name: verb for verb in _TABLE}
_BY_WORD = {word: verb for verb in _TABLE for word in (verb.name, *verb.aliases)}


def verb_of(line: str) -> Verb | None:
    """The verb that a line begins with; None for what would be a move."""
    words = line.split(maxsplit=1)
    return _BY_WORD.get(words[0].casefold()) if words else None


def heard(line: str, *, spoken_to: bool) -> Verb | None:
    """The verb of a line of chat, if the line is said to the bot; other lines may be moves."""
    verb = verb_of(line)
    return verb if verb and verb.fits(line, spoken_to=spoken_to) else None


def counted(line: str) -> str:
    """How a line is counted: as its verb, and whatever else is typed as a move.

    A figure's label has few values; no text of people's becomes one.
    """
    verb = verb_of(line)
    return verb.name if verb else "move"


def on(surface: Surface) -> tuple[Verb, ...]:
    """The verbs that are understood there."""
    return tuple(verb for verb in _TABLE if surface in verb.surfaces)


_NO_SLIPS = frozenset({"play", "next", "red"})
"""Words that begin what people say of moves, and only look like "replay", "text" and "redo"."""


def near(line: str) -> Verb | None:
    """The verb that the first word of a line was perhaps meant to be."""
    words = line.casefold().split()
    if words and words[0] in _NO_SLIPS:
        return None
    found = get_close_matches(words[0].strip("./!?"), list(VERBS), 1, 0.75) if words else []
    return VERBS[found[0]] if found else None


_QUOTED = re.compile(r"`([a-z][^`\n]*)`")


def slashed(text: str) -> str:
    """The text with quoted lines as slash commands, where bare talk isn't understood so.

    Tables speak to terminals too, where there is no slash.
    """

    def fitting(found: re.Match[str]) -> str:
        verb = verb_of(found[1])
        if not verb or not verb.slash or verb.fits(found[1], spoken_to=False):
            return found[0]
        return f"`/patience {found[1]}`"

    return _QUOTED.sub(fitting, text)
