"""The words of the chat, and how they are made to fit Discord's limits.

All text that goes out passes `fit`; names of people are escaped by `bot.names.shown`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.names import escaped
from engine.game import Game

MESSAGE = 2000
"""Characters of an ordinary message."""
DISPLAY = 4000
"""Characters of all text displays of a message together."""
ALT_TEXT = 1024
LABEL = 80
"""Characters on a button."""
OPTION = 100
"""Characters of a select's option, a choice and its value, a custom id."""
CHOICES = 25

SOLO = "Here only you see your table, and it is played with the buttons or `/patience move`."
STALE = "The board has moved on since that button was shown. Please look again."
NOT_A_BUTTON = "This button is from an older version of me. `/patience board` shows the table anew."
NO_TABLE = "No game is on here. `/patience start` begins one."
PICTURE_MISSING = "The picture couldn't be drawn this time, so here is the board in words."
NO_FILES = (
    "I'm not allowed to attach files here, so here is the board in words. "
    "Somebody who manages this channel can give me **Attach Files**."
)
WORKING = "Nothing is lost; please try again in a moment."


def fit(text: str, limit: int = MESSAGE) -> str:
    """The text, cut at a line or word when it is too long for Discord."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    for mark in ("\n", " "):
        head, found, _ = cut.rpartition(mark)
        if found and len(head) > limit * 3 // 4:
            cut = head
            break
    fence = "\n```" if cut.count("```") % 2 else ""
    return cut[: limit - 1 - len(fence)].rstrip() + "…" + fence


def pages(lines: Iterable[str], limit: int = MESSAGE) -> list[str]:
    """The lines on as few pages as they need, none longer than `limit`."""
    found: list[str] = []
    for line in lines:
        short = fit(line, limit)
        if found and len(found[-1]) + 1 + len(short) <= limit:
            found[-1] += "\n" + short
        else:
            found.append(short)
    return found


def fenced(text: str, limit: int = MESSAGE) -> str:
    """The text in a block of fixed width."""
    safe = text.replace("`", "'")
    return f"```\n{fit(safe, limit - 8)}\n```"


_UNHEARD = re.compile(r"`((?:start|stop|games|archive|text|see|history|mode|help)\b|rules \w)")


def slashed(text: str) -> str:
    """The text with commands that aren't understood in bare chat as slash commands.

    Tables speak to terminals too, where there is no slash.
    """
    return _UNHEARD.sub(r"`/patience \1", text)


def first_steps(game: Game) -> str:
    """What a first-time player types next."""
    deal = ", `d` to deal" if game.deals else ""
    return f"Type a move such as `{game.example}`{deal}, or use the buttons."


def addressed(game: Game, mention: str) -> str:
    """How moves are made where bare chat can't be read."""
    return (
        f"Moves are read when they are written to me, as in {mention} `{game.example}`, or answer "
        "the board."
    )


def help_text(*, reads_chat: bool, mention: str) -> str:
    """How all of it works, for somebody who has never seen it."""
    typed = (
        "Just type moves in the channel"
        if reads_chat
        else f"Write to me, as in `{mention} 7h f`, or answer the board with your move"
    )
    return (
        "**Patience** – old solitaire games, played by a whole channel on one board.\n"
        "**Begin.** `/patience start` deals a game. `/patience games` finds one by name, length or "
        "difficulty, `/patience rules` explains it. New here? Nestor is short and lies open.\n"
        f"**Play.** {typed}: a card or pile, and where it goes. `7h f` plays the seven of hearts "
        "up, `3 5` moves from pile 3 to pile 5, `d` deals, `redeal` deals the cards again. "
        "Several moves: with commas between. The menu and the buttons below the board do the "
        "same.\n"
        "**Stuck?** `hint` shows a move, `undo` takes one back, `deal on` deals until something "
        "fits, `finish` plays up what is safe, `restart` begins again. Nothing can be broken.\n"
        "**See more.** `board` shows it down here again; `/patience text` tells it in words, "
        "`/patience see` lists one pile, `/patience look` changes colours, `/patience replay` "
        "makes a film of the game.\n"
        "**Stop.** `/patience stop` puts the game away, `/patience resume` brings it back. Anyone "
        "may play; `/patience mode` changes that. The table waits as long as you like.\n"
        "**Every day** there is one deal for everybody, which can be won: `/patience daily today`."
    )


def plain(text: str, limit: int = 40) -> str:
    """What somebody typed, as it may be shown back: one line, short, without mark-up."""
    return fit(escaped(" ".join(text.split())[:limit]))
