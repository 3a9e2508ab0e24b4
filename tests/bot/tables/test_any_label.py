"""Deals for which nobody gave a number."""

from bot.tables.tables import any_label
from engine.games.catalogue import find
from engine.shuffle import check_label


def test_a_thousand_deals_by_chance_are_a_thousand_different_deals() -> None:
    game = find("klondike")
    labels = [any_label(game) for _ in range(1000)]
    assert len({game.start(label).piles for label in labels}) == 1000
    assert all(check_label(label) == label and len(label) <= 9 for label in labels)
