"""Cards as emoji of the application, in menus and texts; where it has none, words stay as they are.

They are uploaded by `patience emoji`, under names that end with a hash of their picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import discord

from bot import markup
from engine.cards import DECK, RANK_WORDS, SUIT_WORDS, card_symbol, rank, suit
from render.emoji import BACK, EMPTY, EMPTY_NAME, FACE_DOWN

MOST = 20
"""Emoji of one text: each is fifty characters long."""
CARD = re.compile(r"(?<![\w\u2026])(?:10|[2-9AJQK])[♠♥♦♣]\ufe0f?(?!\u2026)")
"""A card by itself; the ends of a run (``A♠…7♠``) stay together as text."""
_CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)
_NAMES = {
    **{f"{RANK_WORDS[rank(card)]}_of_{SUIT_WORDS[suit(card)]}": card_symbol(card) for card in DECK},
    FACE_DOWN: BACK,
    EMPTY_NAME: EMPTY,
}
_FILLS = re.compile(r"fill\b")


class CardEmoji:
    """What the application has, by what it stands for."""

    def __init__(self) -> None:
        self._known: Mapping[str, discord.PartialEmoji] = {}

    def learn(self, emoji: Iterable[discord.Emoji]) -> None:
        """These are all; the newest one counts where a sign has two."""
        found: dict[str, discord.PartialEmoji] = {}
        for one in sorted(emoji, key=lambda one: one.id):
            if of := _NAMES.get(one.name.rpartition("_")[0]):
                found[of] = discord.PartialEmoji(name=one.name, id=one.id)
        self._known = found

    def of(self, label: str) -> discord.PartialEmoji | None:
        """The emoji of a menu's option: of the first card in it, else a back or an empty place."""
        if card := CARD.search(label):
            return self._known.get(card[0].rstrip("\ufe0f"))
        return self._known.get(EMPTY if _FILLS.match(label) else BACK)

    def written(self, text: str) -> str:
        """The text with emoji for the cards in it, as far as it has room for them."""
        if not self._known:
            return text
        parts, left = _CODE.split(text), MOST

        def shown(match: re.Match[str]) -> str:
            nonlocal left
            emoji = self._known.get(match[0].rstrip("\ufe0f"))
            if emoji is None or not left:
                return match[0]
            left -= 1
            return str(emoji)

        parts[::2] = [CARD.sub(shown, part) for part in parts[::2]]
        whole = "".join(parts)
        return whole if len(whole) <= markup.MESSAGE else text


CARDS = CardEmoji()
"""Those of the application as which this process is logged in; learnt at the login."""
