"""Lines as strangers write them: hidden signs, dashes, markdown, pictures of cards, any order."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.cards import card_text, parse_pile
from engine.game import Game
from engine.games.catalogue import find
from engine.moves import Move, MoveError
from engine.position import Position
from engine.reading import Line, read
from engine.telling import describe
from tests.engine.walks import wander

SIGNS = dict(zip("SHDC", "♠♥♦♣", strict=True))
PICTURES = dict(zip("SHDC", (0x1F0A0, 0x1F0B0, 0x1F0C0, 0x1F0D0), strict=True))
RANKS = "A23456789TJ?QK"  # Unicode has a knight before the queen


def onto_a_card(game: Game) -> tuple[Position, Move, str, str]:
    """A position with a move of one card onto another, which no other move could be meant by."""
    for position, move in wander(game, "written", 400):
        if move.verb or move.count > 1 or move.target in game.home:
            continue
        under = game.pile(position, move.target)
        if not under:
            continue
        texts = card_text(game.leading(position, move)), card_text(under[-1])
        try:
            if read(game, position, " ".join(texts)) == move:
                return position, move, *texts
        except MoveError:
            continue
    raise AssertionError(game.id)


def ways(card: str, under: str, move: Move) -> Iterator[str]:
    rank, suit = card[0], card[1]
    yield f"{card}\u200b {under}"
    yield f"\u200f{card} {under}"
    yield f"{card}\ufe0f {under}"
    yield f"{card}-{under}"
    yield f"{card} – {under}"
    yield f"{card} → {under}"
    yield f"||{card} {under}||"
    yield f"**{card} {under}**"
    yield f"`{card} {under}`"
    yield f"{SIGNS[suit]}{rank} {under}"
    yield f"{chr(PICTURES[suit] + 1 + RANKS.index(rank))} {under}"
    yield f"{card} from {move.source} to {move.target}"
    yield f"to {move.target} from {move.source}"
    yield f"{card} to {move.target} from {move.source}"
    yield f"{card.lower()} onto {under.lower()}"


@pytest.mark.parametrize("id", ["klondike", "fortress", "napoleon-at-st-helena", "rouge-et-noir"])
def test_a_move_is_read_however_it_is_written(id: str) -> None:
    game = find(id)
    position, move, card, under = onto_a_card(game)
    for typed in (*ways(card, under, move), describe(game, position, move)):
        assert read(game, position, typed) == move, typed


def test_to_and_from_carry_meaning_where_both_ways_are_legal() -> None:
    game = find("fortress")
    found = 0
    for position, move in wander(game, "there and back", 300):
        back = Move("", move.target, move.source)
        if move.verb or move.count > 1 or back not in game.moves(position):
            continue
        found += 1
        for one in (move, back):
            assert read(game, position, f"to {one.target} from {one.source}") == one
            assert read(game, position, f"from {one.source} to {one.target}") == one
    assert found


def test_of_two_equal_foundations_the_first_is_taken() -> None:
    game = find("napoleon-at-st-helena")
    piles = {"F1": "AC", "F2": "AC", "1": "KS 2C"}
    position = game.start("1")._replace(
        piles=tuple(parse_pile(piles.get(id, "")) for id in game.pile_ids)
    )
    assert read(game, position, "2c f") == Move("", "1", "F1")


def test_a_number_behind_a_swap_is_refused_in_a_sentence() -> None:
    game = find("fourteenth")
    position = game.apply(game.start("22"), read(game, game.start("22"), "pair 11 13"))
    with pytest.raises(MoveError, match=r"takes no number"):
        read(game, position, "swap 1 2 2")


def test_a_line_without_commas_is_played_or_says_which_part_is_wrong() -> None:
    game = find("klondike")
    start = game.start("1")
    assert [str(move) for move, _ in Line(game, "d d d").read(start)] == ["d"] * 3
    assert [str(move) for move, _ in Line(game, "deal 3").read(start)] == ["d"] * 3
    for typed in ("d, xx, d", "7h 8s 2h f"):
        with pytest.raises(MoveError, match=r"^Move \d of \d"):
            Line(game, typed).read(start)


@pytest.mark.parametrize(
    ("typed", "written"),
    [("7h8s", "7h 8s"), ("7s8h", "7s 8h"), ("red 7 on black 8", "7h 8s"),
     ("the red seven on the black eight", "7h 8s"), ("col 2 to col 5", "2 5")],
)  # fmt: skip
def test_other_ways_to_name_the_same_places(typed: str, written: str) -> None:
    game = find("klondike")
    piles = {"1": "7H", "2": "9C", "3": "8S", "4": "7S", "5": "TH", "6": "8H"}
    position = game.load({"piles": piles})
    assert read(game, position, typed) == read(game, position, written)


@pytest.mark.parametrize("name", ["ace", "jack", "queen", "king"])
def test_figures_are_cards_and_never_piles(name: str) -> None:
    game = find("klondike")
    position = game.load({"piles": {str(number): f"{number + 2}S" for number in range(1, 8)}})
    with pytest.raises(MoveError, match=f"No {name} can be moved just now."):
        read(game, position, name)
