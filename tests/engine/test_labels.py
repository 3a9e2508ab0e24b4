"""Labels that look alike are alike, and what was kept stays what it was."""

import unicodedata

import pytest

from engine.games.catalogue import find
from engine.record import Record
from engine.shuffle import DealError

GAME = find("klondike")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zoë", unicodedata.normalize("NFD", "Zoë")),
        ("123", "１２３"),
        ("123", "000123"),
        ("123", "００123"),
        ("two words", "two   words"),
        ("two words", "two\u3000words"),
        ("two words", "two\u00a0words"),
        ("two words", "  two words "),
        ("Anna!", "Ａｎｎａ！"),
        ("가", unicodedata.normalize("NFD", "가")),
    ],
)
def test_what_looks_alike_is_the_same_deal(one: str, other: str) -> None:
    assert GAME.start(one) == GAME.start(other)
    assert GAME.start(other).deal == one


def test_what_looks_different_is_another_deal() -> None:
    labels = ["zoe", "Zoe", "Zoë", "m²", "m2", "½", "1/2", "ﬁ", "fi"]
    assert len({GAME.start(label) for label in labels}) == len(labels)


@pytest.mark.parametrize("label", ["", " ", "\u3000", "a\tb", "a\nb", "x\u200by", "x" * 65])
def test_what_is_no_label(label: str) -> None:
    with pytest.raises(DealError):
        GAME.start(label)


def test_records_keep_the_label_that_they_were_played_with() -> None:
    label = unicodedata.normalize("NFD", "Zoë")
    kept = Record.replay(GAME, label, ["d", "d"])
    assert kept.deal == label
    assert kept.positions[0] == GAME.start(label, kept=True)
    assert kept.positions[0].piles != GAME.start(label).piles
    assert Record.parse(kept.text()) == kept
