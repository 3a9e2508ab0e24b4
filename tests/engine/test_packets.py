"""Packets that move as a whole: which card decides, how they are named, and what is refused."""

from __future__ import annotations

from typing import ClassVar

import pytest

from engine import rulebook
from engine.cards import pile_text
from engine.game import Game
from engine.layout import row
from engine.moves import IllegalMove, read_exact
from engine.position import Position
from engine.reading import read
from engine.rules import Building, Match, Packets, Route
from engine.telling import describe
from engine.zones import Zone, tableau

DOWN = Building((-1,), Match.ANY)


class ByLowest(Game):
    """Six packets and no foundations."""

    id = "by-lowest"
    title = "By the Lowest"
    book = "A Book of Tests"
    year = 1900
    packs = 1
    kind = "luck"
    length = "short"
    object = "Bring all cards together."
    example = "2 1"
    zones: ClassVar[tuple[Zone, ...]] = (tableau("1-6", row(6, 0, 0), "the row"),)
    board = (6.6, 1)
    deals = False
    routes: ClassVar[tuple[Route, ...]] = (Route(Packets("1-6"), "1-6", DOWN),)

    def won(self, position: Position) -> bool:
        """Whether one packet is left."""
        return sum(map(bool, position.piles)) == 1


class ByTop(ByLowest):
    """The same, but the cards on top decide."""

    id = "by-top"
    routes: ClassVar[tuple[Route, ...]] = (Route(Packets("2-6", by_top=True), "1-5", DOWN),)


LYING = {"piles": {"1": "9S", "2": "8H 3C", "3": "4D KD", "4": "(8C) 8D"}}


@pytest.mark.parametrize(("game", "moves"), [(ByLowest(), {"2 1 2"}), (ByTop(), {"4 1 2"})])
def test_one_card_decides_for_the_whole_packet(game: Game, moves: set[str]) -> None:
    position = game.load(LYING)
    assert set(map(str, game.moves(position))) == moves
    for text in moves:
        move = read_exact(text)
        whole = game.pile(position, move.source)
        after = game.apply(position, move)
        assert game.pile(after, move.target)[-len(whole) :] == whole
        assert game.pile(after, move.source) == ()


@pytest.mark.parametrize(("game", "card"), [(ByLowest(), "8h"), (ByTop(), "8d")])
def test_a_packet_is_named_by_the_card_that_decides(game: Game, card: str) -> None:
    position = game.load(LYING)
    (move,) = game.moves(position)
    for text in (card, f"{card} 9s", f"{card} 1", f"{move.source} 1"):
        assert read(game, position, text) == move
    for text in ("3c 1", "8c 9s"):
        with pytest.raises(IllegalMove):
            read(game, position, text)


def test_a_packet_is_told_by_the_card_that_decides() -> None:
    game = ByTop()
    position = game.load(LYING)
    (move,) = game.moves(position)
    assert describe(game, position, move) == "8♦ and what lies under it from 4 onto 9♠ (1)"


def test_refusals_speak_of_the_packet() -> None:
    game = ByTop()
    position = game.load(LYING)
    for text, reason in (
        ("3 2", "K♦ doesn't go on 3♣"),
        ("4 1 1", "From 4 moves the whole packet, not one card."),
        ("5 6", "There is no card on 5."),
        ("4 6", "From the row (4) cards go only to 1 or 2 or 3 or 4 or 5."),
    ):
        with pytest.raises(IllegalMove) as caught:
            game.apply(position, read_exact(text))
        assert reason in str(caught.value)


def test_nothing_is_said_of_what_the_game_has_not() -> None:
    game = ByTop()
    rules = rulebook.text(game)
    assert "the whole packet" in rules
    assert "Top cards" not in rules
    position = game.load(LYING)
    assert game.goal == 0
    assert game.progress(position) == ""
    assert pile_text(game.pile(position, "4")) == "(8C) 8D"
