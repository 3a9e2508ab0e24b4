"""Cards in a row as words, runs of one suit in short."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card, card_symbol, rank, suit

HIDDEN_SIGN, RUN_SIGN = "▒", "…"
_RUN = 4  # shorter sequences are written out


def card_words(cards: Sequence[Card | None]) -> list[str]:
    """Cards in the order given, as words: ``▒×3``, ``9♥``, and ``A♠…7♠`` for a run of one suit."""
    words: list[str] = []
    at = 0
    while at < len(cards):
        card = cards[at]
        end = at + 1
        if card is None:
            while end < len(cards) and cards[end] is None:
                end += 1
            words.append(HIDDEN_SIGN + (f"×{end - at}" if end - at > 1 else ""))
        else:
            end = run_end(cards, at)
            if end - at >= _RUN:
                words.append(f"{card_symbol(card)}{RUN_SIGN}{card_symbol(cards[end - 1] or 0)}")
            else:
                end = at + 1
                words.append(card_symbol(card))
        at = end
    return words


def run_end(cards: Sequence[Card | None], start: int) -> int:
    """Just behind the longest run of one suit, up or down by ones, that begins here."""
    end, step = start + 1, 0
    while end < len(cards):
        low, high = cards[end - 1], cards[end]
        if low is None or high is None or suit(low) != suit(high):
            break
        change = rank(high) - rank(low)
        if abs(change) != 1 or (step and change != step):
            break
        step = change
        end += 1
    return end
