"""What people say to the bot who don't know its commands, as the command that they mean.

Only for lines that are written to the bot: among people the same words are talk.
"""

import re
from collections.abc import Iterator
from contextlib import suppress

from bot.tables.actions import game_and_deal
from bot.tables.verbs import verb_of
from engine.games.catalogue import UnknownGame, find

_COURTESY = re.compile(
    r"^(?:/?patience|(?:can|could|would|may|will) (?:you|we|i)|i(?:'d| would) like to"
    r"|i (?:want to|wanna)|please|pls|plz|hey|ok|okay|so|now|then|and|just|let's"
    r"|lets|let us)\b[\s,]*"
    r"|[\s,]*\b(?:please|pls|plz|thanks|thank you|thx|now|then|for me)$",
    re.IGNORECASE,
)
"""What people say around a command without meaning anything by it."""
_IT = r"(?: (?:it|this|that|(?:the|this|my|our)(?: last)? (?:game|move|one)|last move))?"
_ME = r"(?: (?:me|us))?"
_WORDS = {
    "moves": (
        r"what (?:can|could|should|do|now|next)\b.*",
        r"(?:legal |possible )?(?:moves|options)",
    ),
    "undo": (
        rf"(?:(?:take|go|step|put){_IT} )?back{_IT}",
        rf"oops|(?:un ?do|revert){_IT}",
        r"(?:undo|take back|go back)(?: the)?(?: last)? (?P<count>\w+)(?: moves?| steps?| times)?",
    ),
    "redo": (rf"redo{_IT}|forward",),
    "d": (
        rf"(?:deal|draw|flip|turn|hit|get|give){_ME}(?: (?:a|one|another|the next|the top|next))?"
        r" (?:card|one)",
        r"(?:next|new|another) card|next|draw|flip|turn over|hit me",
    ),
    "hint": (
        rf"(?:(?:give|show|tell|have){_ME} |i need |i have )?(?:a |an |any |some |\w+ )?"
        r"(?:hint|tip|clue|idea)s?",
        r"(?:i need|give me) (?:some )?help|help (?:me|us)",
        r"(?:(?:what is|what's) )?(?:the )?(?:best|next|right) move",
        rf"(?:i'm |we're |im )?stuck|no idea|solve{_IT}",
    ),
    "odds": (
        r"(?:can|could) (?:i|we|this|it|one|anybody)(?: still)? (?:win|be won|be solved)"
        r"(?: this| it)?",
        r"is (?:it|this|this game|the game|this deal)(?: still)? "
        r"(?:winnable|lost|possible|solvable|won|over|open|dead)",
        r"winnable",
    ),
    "finish": (
        r"auto ?(?:play|finish|complete)?|finish (?:up|it|this|off)",
        r"(?:(?:play|put|move) )?(?:all|everything) (?:up|home)",
    ),
    "rules": (
        rf"(?:(?:show|tell|explain|read){_ME} |what are )?the rules",
        r"how (?:do|does|can|to|should)(?: i| we| you| one| this| it)*(?: game)?"
        r" (?:win|play|work|go)(?: this| it)?(?: game)?",
    ),
    "games": (
        rf"(?:(?:list|show){_ME}|which|what|other|more|all)(?: all)?(?: the)?(?: other)? games?"
        r"(?: (?:are there|do you (?:have|know)|can (?:i|we) play))?",
    ),
    "board": (
        rf"(?:show|see|repost){_ME}(?: the| our)? (?:board|table|tableau|cards|picture)|the board",
        r"show|status|(?:(?:what is|what's) )?(?:the )?score|refresh|where are we",
    ),
    "again": (
        r"(?:start|begin|play|deal) (?:over|again|anew|from the beginning)",
        r"same (?:deal|cards) again|once more|reset|rematch",
    ),
    "another": (r"(?:a |the )?(?:next|new|other|another|different) (?:game|deal|round)",),
    "stop": (
        rf"(?:quit|exit|leave|end|close|cancel|abandon)(?:{_IT}| game)",
        r"(?:i|we) (?:give up|surrender)",
    ),
}
_WISHES = {command: re.compile("|".join(words)) for command, words in _WORDS.items()}
_COUNTS = {"two": "2", "three": "3", "four": "4", "five": "5", "all": "1000", "everything": "1000"}
_BEGIN = re.compile(
    r"(?:start|begin|play|deal|switch to|change to|try)(?: a| the)?(?: game)?(?: of)? (.{1,80})",
    re.IGNORECASE,
)
"""Somebody names a game that they want to play."""
_RULES = re.compile(r"(?:.{1,30} )?rules (?:of|for|to) (.{1,60})", re.IGNORECASE)


def meant(line: str) -> str:
    """The command that a line written to the bot is, in the bot's own words, where they are known;
    else the line as it is.
    """
    asked = ""
    for asked in _ever_plainer(" ".join(line.split())):
        if command := _wish(asked.casefold().replace("’", "'")):
            return command
        verb = verb_of(asked)
        if verb and verb.is_meant(asked):
            return asked
    return _game_named(asked) or line.strip()


def _wish(asked: str) -> str:
    """The command, "" when it isn't known what is wished for."""
    if found := _RULES.fullmatch(asked):
        with suppress(UnknownGame):
            return f"rules {find(found[1]).id}"
    for command, pattern in _WISHES.items():
        if not (found := pattern.fullmatch(asked)):
            continue
        typed = found.groupdict().get("count")
        if not typed:
            return command
        if count := _COUNTS.get(typed, typed if re.fullmatch(r"[1-9][0-9]{0,5}", typed) else ""):
            return f"{command} {count}"
    return ""


def _ever_plainer(line: str) -> Iterator[str]:
    """The line, then with ever less courtesy around it."""
    shorter = line.strip(" .!?,")
    while shorter:
        yield shorter
        bare = _COURTESY.sub("", shorter, count=1).strip(" .!?,")
        if bare == shorter:
            return
        shorter = bare


def _game_named(asked: str) -> str:
    """The command that begins the game which somebody names, "" when none is named."""
    if not (found := _BEGIN.fullmatch(asked)) or found[1][0].isdecimal():
        return ""
    game, deal = game_and_deal(found[1].split())
    try:
        return f"start {find(game).id} {deal}".strip()
    except UnknownGame:
        return ""
