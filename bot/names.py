"""Names of people, made fit to be shown: the one place where they are cleaned and escaped."""

import re
import unicodedata

LONGEST = 32
"""Characters as people count them: a letter with its accents, a flag, a family of emoji."""
MOST_MARKS = 2
"""Accents on one letter; more is the kind of name that drips over its neighbours."""
MOST_JOINED = 6
"""Signs that joiners make one of; the longest real emoji has four."""
NOBODY = "somebody"

_JOINER = "\u200d"
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def tidy(name: str) -> str:
    """The name as plain text: one line, no control or direction characters, bounded.

    This is what is stored, and what goes where no markdown is read.
    """
    letters: list[str] = []
    for char in unicodedata.normalize("NFC", name[: LONGEST * 40]):
        kind = unicodedata.category(char)
        if char == _JOINER and letters and unicodedata.category(letters[-1][-1]) in ("So", "Mn"):
            letters[-1] += char
        elif kind in _DROPPED:
            continue
        elif kind[0] == "Z":
            if letters and letters[-1] != " ":
                letters.append(" ")
        elif letters and _joins(letters[-1], char, kind):
            letters[-1] += char
        elif kind[0] != "M":
            letters.append(char)
    while letters and letters[-1] == " ":
        letters.pop()
    if len(letters) > LONGEST:
        letters[LONGEST - 1 :] = ["…"]
    text = "".join(letter.rstrip(_JOINER) for letter in letters)
    return text if any(_is_seen(char) for char in text) else NOBODY


def shown(name: str) -> str:
    """The name for a Discord message: tidy, with nothing in it that markdown or Discord reads.

    Every ASCII sign is escaped, so neither `*`, links, `<@1>`, `@everyone` nor `:emoji:` come
    through; Discord shows the name as it was.
    """
    return escaped(tidy(name))


def escaped(text: str) -> str:
    """Any text of one line, so that Discord shows it as it is."""
    return _PUNCTUATION.sub(r"\\\1", text).replace("\\@", "@\u200b")


def unescaped(text: str) -> str:
    """The inverse of `escaped`."""
    return _ESCAPED.sub(r"\1", text.replace("@\u200b", "@"))


def _joins(letter: str, char: str, kind: str) -> bool:
    """Whether a character belongs to the letter before it, and may: runs of marks are cut off."""
    if letter == " ":
        return False
    if kind[0] == "M":
        return sum(unicodedata.category(c)[0] == "M" for c in letter) < MOST_MARKS
    if letter[-1] == _JOINER:
        return letter.count(_JOINER) < MOST_JOINED
    return unicodedata.category(char) == "Sk" and char > "\U0001f3fa"  # skin tones


def _is_seen(char: str) -> bool:
    # Blank letters of Hangul and Braille count as letters or signs, but nobody sees them.
    blanks = "\u115f\u1160\u2800\u3164\uffa0"
    return unicodedata.category(char)[0] in "LNPS" and char not in blanks
