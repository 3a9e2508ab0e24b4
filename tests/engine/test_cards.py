"""Cards and packs, in both forms of writing."""

import pytest

from engine.cards import (
    DECK,
    HIDDEN,
    card_symbol,
    card_text,
    card_words,
    face,
    is_hidden,
    is_red,
    pack,
    parse_card,
    parse_pile,
    pile_text,
)


def test_every_card_is_written_and_read() -> None:
    assert len(set(DECK)) == 52
    for card in DECK:
        assert parse_card(card_text(card)) == card
        assert parse_card(card_text(card).lower()) == card
        down = card | HIDDEN
        assert parse_card(card_text(down)) == down
        assert face(down) == card
        assert is_hidden(down)
    assert pile_text(parse_pile("(KH) 3C")) == "(KH) 3C"
    assert parse_pile("") == ()


def test_what_people_read() -> None:
    assert card_symbol(parse_card("TH")) == "10♥"
    assert card_words(parse_card("JS")) == "knave of spades"
    assert "K" not in card_symbol(parse_card("(KH)"))
    assert [is_red(parse_card(text)) for text in ("AS", "AH", "AD", "AC")] == [
        False,
        True,
        True,
        False,
    ]


def test_packs() -> None:
    assert pile_text(pack(1)[:3]) == "AS 2S 3S"
    assert pile_text(pack(1)[-1:]) == "KC"
    assert len(pack(4)) == 208
    assert pack(2, parse_pile("AS")).count(parse_card("AS")) == 1


@pytest.mark.parametrize("text", ["", "1H", "10H", "AX", "((AS))", "A", "ASS"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        parse_card(text)
