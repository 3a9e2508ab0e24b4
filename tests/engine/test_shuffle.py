"""The written-down shuffle, against its known answers."""

import pytest

from engine import shuffle as shuffle_module
from engine.cards import pack, parse_pile, pile_text
from engine.shuffle import DealError, check_label, shuffled

EIGHT_ACES = parse_pile("AS AS AH AH AD AD AC AC")


@pytest.mark.parametrize(
    ("cards", "deal", "shuffle", "first"),
    [
        (pack(1), "1", 0, "7D TH 3H 6C 3D TD TS 8D AS 5S"),
        (pack(2), "20261130", 0, "TS KH TH 5D 4H 2H QS 4C 2S 8C"),
        (pack(1), "Grüße, Anna", 2, "8C 3D 2D TC JS 9H 7C KC AH 7H"),
        (pack(2, EIGHT_ACES), "7", 0, "7C JH 2D 5H 8H 8S 4H 4D JD 5S"),
    ],
)
def test_known_answers(cards: list[int], deal: str, shuffle: int, first: str) -> None:
    result = shuffled(cards, deal, shuffle)
    assert pile_text(result[:10]) == first
    assert sorted(result) == sorted(cards)


def test_words_that_would_favour_small_numbers_are_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """For three cards the last word is one too many, for two every word will do."""
    last = 2**32 - 1
    for words, dealt in (([last, 2, last], [1, 2, 3]), ([last - 1, 1], [1, 2, 3])):
        monkeypatch.setattr(shuffle_module, "_words", lambda _, words=words: iter(words))
        assert shuffled([1, 2, 3], "1", 0) == dealt


@pytest.mark.parametrize(
    ("typed", "label"),
    [("7", "7"), ("007", "7"), ("000", "0"), (" 12 ", "12"), ("Anna", "Anna"), ("٣", "٣")],
)
def test_labels(typed: str, label: str) -> None:
    assert check_label(typed) == label


@pytest.mark.parametrize("typed", ["", "   ", "a\nb", "x" * 65, "\u202eabc", "a\x00"])
def test_what_is_no_label(typed: str) -> None:
    with pytest.raises(DealError, match="1 to 64"):
        check_label(typed)


def test_a_whole_number_below_four_packs_is_as_likely_as_any_other() -> None:
    firsts = [shuffled(list(range(4)), str(deal), 0)[0] for deal in range(4000)]
    assert all(900 < firsts.count(card) < 1100 for card in range(4))
