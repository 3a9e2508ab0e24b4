"""Which cards may be taken, zone by zone, and that a covered or hidden one never is."""

from __future__ import annotations

import contextlib
import random
from functools import cache
from typing import Any

import pytest

from engine.cards import DECK, HIDDEN, Card, card_text, is_hidden, pile_text
from engine.game import Game
from engine.games.catalogue import find, games
from engine.moves import IllegalMove, Move, MoveError
from engine.position import Position
from engine.reading import read
from engine.record import Record
from engine.rules import expand
from engine.telling import describe
from tests.engine.walks import every_game, guided, sample, spread, wander

pytestmark = pytest.mark.thorough

WAYS = {
    "anna": "H>F W>F #>F H># #>#",
    "anna-cadogan": "W>F #>F W># S># #>#",
    "babette": "a>F",
    "besieged-city": "#>F H>F #># R># R>R swap-R-R",
    "blondes-and-brunettes": "W>F #>F W># #>#",
    "congress": "R>F #>F R># #># fill",
    "constitution": "#>F L># C>L P>C",
    "cover": "pair-#-#",
    "dial-1": "W>F",
    "dial-2": "W>F",
    "dial-2-single": "W>F",
    "empress-of-india": "A>N N>A pair-A-N play-A play-N",
    "fascination": "W>F R>F #>F W># R># #>#",
    "flower-garden": "#>F R>F #># R>#",
    "fourteenth": "pair-#-# swap-#-#",
    "gathering-of-the-clans": "A>F W>F #>F",
    "great-thirteen": "#>N",
    "hemispheres": "W>F #>F B>F W># #># swap-#-#",
    "house-in-the-wood": "#>F #>#",
    "house-on-the-hill": "#>F #>#",
    "japanese-rug": "a>F a>W W>F",
    "kings": "#>F #>#",
    "klondike": "W>F #>F W># #>#",
    "la-belle-lucie": "#>F #>#",
    "la-nivernaise": "#>F L>F F>F #>L S>L",
    "marguerite": "W>F #>F",
    "napoleons-favorite": "#>F #>#",
    "napoleons-square": "W>F #>F W># #>#",
    "napoleons-square-single": "W>F #>F W># #>#",
    "nestor": "pair-#-# pair-#-R pair-R-R",
    "odd-and-even": "W>F #>F",
    "perseverance": "#>F #>#",
    "reversal": "#>F D>F",
    "rouge-et-noir": "W>F #>F W># #>#",
    "salic-law": "#>F #>#",
    "sly": "#>F H>F H>#",
    "st-louis": "#>F #>#",
    "storehouse": "W>F R>F #>F W># R>#",
    "sultan": "W>F #>F",
    "zodiac": "E>Z W>Z W>E E>F Z>F",
}
"""Who feeds whom, by the letters of the piles (# for plain numbers), and the games' own verbs."""

RUNS = {"fascination", "klondike", "napoleons-favorite"}
"""Games in which several cards may move as one."""


RAMPARTS = dict(zip(expand("1-14"), map(card_text, DECK[13:27]), strict=True))


@cache
def letters(game: Game, id: str) -> str:
    return game.zone_of(id).ids[0].rstrip("0123456789") or "#"


@cache
def way(game: Game, move: Move) -> str:
    piles = [letters(game, id) for id in (move.source, move.target) if id]
    return "-".join([move.verb, *piles]) if move.verb else ">".join(piles)


def late(game: Game) -> list[Position]:
    """Positions that play by chance seldom reaches."""
    data: dict[str, list[dict[str, Any]]] = {
        "besieged-city": [{"piles": {"R1": "2S", "R2": "5S"} | RAMPARTS, "phase": "end"}],
        "fourteenth": [{"piles": {"1": "2S", "2": "5S", "3": "9D"}}],
        "nestor": [{"piles": {"1": "2S", "R1": "2H"}}, {"piles": {"R1": "2S", "R2": "2H"}}],
        "empress-of-india": [
            {
                "piles": {
                    "F1": "AS",
                    "F9": "KH",
                    "A1": "QH 2S",
                    "A2": "QH",
                    "N1": "2S QH",
                    "N2": "2S",
                }
            }
        ],
    }
    return [game.load(one) for one in data.get(game.id, [])]


def test_every_game_is_known() -> None:
    assert WAYS.keys() == {game.id for game in games()}


@every_game
def test_cards_go_where_the_book_lets_them_and_nowhere_else(game: Game) -> None:
    described = {
        way(game, Move("", source, target))
        for route in game.routes
        for source in route.source.ids
        for target in route.target_ids
    }
    made = {
        way(game, move)
        for position in (*sample(game), *late(game))
        for move in game.moves(position)
        if move.source or move.verb == "fill"
    }
    assert described | made == set(WAYS[game.id].split())


@every_game
def test_only_top_cards_move_but_in_games_of_runs(game: Game) -> None:
    for position in sample(game):
        for move in game.moves(position):
            cards = game.pile(position, move.source)[-move.count :] if move.source else ()
            assert not any(map(is_hidden, cards))
            assert move.count == 1 or game.id in RUNS
    if game.id not in RUNS:
        for position in sample(game)[::3]:
            for move in spread(game.moves(position)):
                if not move.verb:
                    assert not game.legal(position, move._replace(count=2))


@every_game
def test_a_covered_card_that_is_named_is_refused_and_nothing_else_is_moved(game: Game) -> None:
    choose = random.Random(game.id)
    for position in sample(game, 30):
        free = {
            game.pile(position, id)[-move.count]
            for move in game.moves(position)
            for id in (move.source, move.target)
            if id and len(game.pile(position, id)) >= move.count
        }
        covered: list[Card] = [
            card
            for id in game.pile_ids
            for card in game.pile(position, id)[-game.seen(position, id) : -1]
            if not is_hidden(card) and card not in free
        ]
        for card in choose.sample(covered, min(6, len(covered))):
            target = choose.choice([id for id in game.pile_ids if game.pile(position, id)])
            for text in (f"{card_text(card)} {target}", f"{card_text(card)} f", card_text(card)):
                with pytest.raises(MoveError):
                    read(game, position, text)


@every_game
def test_a_named_card_is_the_one_that_moves(game: Game) -> None:
    choose = random.Random(f"named {game.id}")
    for position in sample(game, 30):
        tops = [pile[-1] for pile in position.piles if pile and not is_hidden(pile[-1])]
        for card in choose.sample(tops, min(8, len(tops))):
            target = choose.choice(game.pile_ids)
            with contextlib.suppress(MoveError):
                move = read(game, position, f"{card_text(card)} {target}")
                assert game.legal(position, move)
                named = [game.pile(position, move.source)[-move.count]]
                if move.verb:
                    named += game.pile(position, move.target)[-1:]
                assert card in named
                assert target in (move.source, move.target)


# --- hidden cards --------------------------------------------------------------------------------


@every_game
def test_only_klondike_hides_cards_among_open_ones(game: Game) -> None:
    hidden = any(is_hidden(card) for p in sample(game) for pile in p.piles for card in pile)
    assert hidden == (game.id == "klondike")


@pytest.mark.parametrize("count", [3, 4])
def test_a_hidden_card_is_no_part_of_a_run(count: int) -> None:
    game = find("klondike")
    piles = {"1": "(9D) (8H) 7S 6D", "2": "9C", "3": "8D", "4": "TS"}
    position = game.load({"piles": piles})
    assert set(map(str, game.moves(position))) == {"1 3 2", "3 2"}
    for target in "234":
        with pytest.raises(IllegalMove, match="all face-up cards together"):
            game.apply(position, Move("", "1", target, count))
    after = game.apply(position, Move("", "1", "3", 2))
    assert pile_text(game.pile(after, "1")) == "(9D) 8H"


def test_hints_and_telling_never_take_a_hidden_card() -> None:
    game = find("klondike")
    for deal in range(12):
        position = game.start(str(deal))
        for move, after in guided(game, str(deal)):
            cards = game.pile(position, move.source)[-move.count :] if move.source else ()
            assert all(card < HIDDEN for card in cards)
            assert "▒" not in describe(game, position, move)
            position = after


# --- zone by zone --------------------------------------------------------------------------------


def sources(game: Game, position: Position) -> set[str]:
    """The piles from which some route may take the top card now."""
    found = {
        game.pile_ids[at]
        for route in game.routing.now(position.phase)
        for _, at, _ in route.source.bind(game.index)(position.piles)
    }
    assert all(game.pile(position, id) for id in found)
    return found


def test_all_flowers_of_the_bouquet_are_free_and_none_is_laid_there() -> None:
    game = find("flower-garden")
    for position, _ in wander(game, "bouquet", 200):
        full = {id for id in game.pile_ids if game.pile(position, id)} - game.home
        assert sources(game, position) == full
        assert not any(move.target.startswith("R") for move in game.moves(position))


def test_the_rug_gives_cards_with_a_free_narrow_end() -> None:
    game = find("japanese-rug")
    for position, _ in wander(game, "ends", 200):
        expected = {"W"} if game.pile(position, "W") else set()
        for column, letter in enumerate("abcdefgh"):
            for row in range(1, 9):
                upright = (column + row) % 2 == 1  # a1 stands upright
                near = (
                    (f"{letter}{row - 1}", f"{letter}{row + 1}")
                    if upright
                    else (f"{chr(ord(letter) - 1)}{row}", f"{chr(ord(letter) + 1)}{row}")
                )
                if game.pile(position, f"{letter}{row}") and any(
                    id not in game.index or not game.pile(position, id) for id in near
                ):
                    expected.add(f"{letter}{row}")
        assert sources(game, position) == expected


def test_the_garden_of_babette_gives_cards_with_nothing_below_them() -> None:
    game = find("babette")
    for position in sample(game, 200):
        expected = {
            id
            for id in game.pile_ids
            if id[0] in "abcdefgh" and game.pile(position, id)
            if id.endswith("13") or not game.pile(position, f"{id[0]}{int(id[1:]) + 1}")
        }
        assert sources(game, position) == expected


def test_the_kings_give_their_outermost_cards_only_and_only_after_the_deal() -> None:
    game = find("kings")
    position = game.load({"piles": {"1": "3S 5H 2D", "6": "8C", "F1": "AS"}, "phase": "play"})
    assert set(map(str, game.moves(position))) >= {"1 F1", "1 2", "6 2"}
    after = game.apply(position, Move("", "1", "F1"))
    assert Move("", "1", "F1") not in game.moves(after), "the three lies under the five"
    with pytest.raises(IllegalMove, match="lies on 1 under"):
        read(game, after, "3s f1")
    dealing = position._replace(piles=game.start("1").piles, phase="deal:left")
    assert list(map(str, game.moves(dealing))) == ["d"]


def test_the_assembly_of_the_clans_gives_its_last_card_only() -> None:
    game = find("gathering-of-the-clans")
    piles = {"F1": "5H", "A": "6H 5S 9C", "W": "5C 2D", "1": "5D", "2": "KS"}
    position = game.load({"piles": piles})
    assert set(map(str, game.moves(position))) == {"1 F2", "redeal"}
    for text in ("5s f", "6h f1", "5c f"):
        with pytest.raises(IllegalMove):
            read(game, position, text)


def test_army_and_navy_are_all_free_at_once() -> None:
    game = find("empress-of-india")
    position = game.start("1")
    moves = {str(move) for move in game.moves(position) if not move.verb}
    army, navy = expand("A1-A24"), expand("N1-N24")
    assert moves == {f"{a} {n}" for a in army for n in navy} | {
        f"{n} {a}" for a in army for n in navy
    }


def test_married_cards_stay_together() -> None:
    game = find("empress-of-india")
    record = Record.begin(game, "1").play(Move("", "A1", "N1"))
    red, black = (
        record.positions[0].piles[game.index["A1"]],
        record.positions[0].piles[game.index["N1"]],
    )
    assert game.pile(record.position, "N1") == black + red
    assert not any(
        "N1" in (move.source, move.target) and move.verb != "play"
        for move in game.moves(record.position)
    )


def test_the_reserve_of_nestor_is_closed_while_columns_match() -> None:
    game = find("nestor")
    for position, _ in wander(game, "reserve", 300):
        moves = game.moves(position)
        columns = [move for move in moves if not {move.source[0], move.target[0]} & {"R"}]
        assert columns == moves or not columns


def test_the_rivers_of_the_congress_give_their_last_cards_only() -> None:
    game = find("congress")
    position = game.load({"piles": {"F1": "AS", "R1": "2S 9D", "R2": "5H 2S", "1": "KC"}})
    assert [str(move) for move in game.moves(position) if move.target == "F1"] == ["R2 F1"]
