"""Text for Discord's messages: made to fit its limits, and safe to be shown.

All text that goes out passes `fit`; names of people are escaped by `bot.names.shown`.
"""

from collections.abc import Iterable

from bot.names import escaped

MESSAGE = 2000
"""Characters of an ordinary message."""
ALT_TEXT = 1024
LABEL = 80
"""Characters on a button."""
OPTION = 100
"""Characters of a select's option, a choice and its value, a custom id."""
CHOICES = 25
"""Options of a select, choices of an argument."""


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


def plain(text: str, limit: int = 40) -> str:
    """What somebody typed, as it may be shown back: one line, short, without mark-up."""
    return fit(escaped(" ".join(text.split())[:limit]))
