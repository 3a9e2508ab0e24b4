"""One command is one step back, whatever followed from it, and a step back restores everything."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import DECK, card_text
from engine.game import Game
from engine.games.catalogue import find
from engine.moves import DEAL, REDEAL, IllegalMove, Move, read_exact
from engine.position import Position
from engine.record import NothingLeft, Record
from engine.rules import expand
from engine.zones import laid
from tests.engine.walks import every_game, guided, wander

ACES = laid("F1-F8", "AS AS AH AH AD AD AC AC")
RAMPARTS = dict(zip(expand("1-14"), map(card_text, DECK[13:27]), strict=True))

LONG_CHAINS: dict[str, tuple[str, dict[str, Any], str]] = {
    "a pair": ("nestor", {"piles": {"1": "2S 9H", "2": "9D", "3": "4C"}}, "pair 1 2"),
    "a pair whose places are filled": (
        "fourteenth",
        {"piles": {"1": "AS", "2": "KS", "3": "5H", "S": "2C 3C 4C"}},
        "pair 1 2",
    ),
    "a pair after which the cards close up": (
        "fourteenth",
        {"piles": {"1": "AS", "2": "KS", "3": "5H", "9": "6H", "25": "7D"}},
        "pair 1 2",
    ),
    "an exchange": ("hemispheres", {"piles": {"2": "9S", "7": "9H", "S": "2H"}}, "swap 2 7"),
    "an exchange in the square": (
        "fourteenth",
        {"piles": {"1": "AS", "2": "3S", "3": "5H", "4": "7H"}},
        "swap 1 3",
    ),
    "two cards played at once": (
        "empress-of-india",
        {"piles": {"F1": "AS", "F9": "KH", "A1": "QH", "N1": "2S", "WR": "5H", "S": "6D 7C"}},
        "pair A1 N1",
    ),
    "a married pair played": (
        "empress-of-india",
        {"piles": {"F1": "AS", "F9": "KH", "N1": "2S QH", "S": "8S 6D 7D"}},
        "play N1",
    ),
    "a card, its place filled, a knave on the way": (
        "anna",
        {"piles": {"F1": "JH", "1": "TH", "2": "QH", "S": "3C JS JD"}},
        "1 F1",
    ),
    "a run, the card under it turned, an ace picked out": (
        "klondike",
        {"piles": {"1": "(5C) (AS) 7H", "2": "8S"}},
        "1 2",
    ),
    "a deal that goes up by itself": ("dial-1", {"piles": {"S": "3S 5D"}}, "d"),
    "a deal to all places": ("great-thirteen", {"piles": {"1": "3S 5D 6H", "B1": "2S"}}, "d"),
    "a row with plays of its own": (
        "kings",
        {"piles": ACES | {"5": "3D", "S": "9S 8S 7S 6S 2C"}},
        "d",
    ),
    "holes filled": (
        "congress",
        {"piles": {"R1": "2S", "R3": "3D", "S": "9S 8S 7S"}, "phase": "rows 1"},
        "fill",
    ),
    "ramparts and Reserve filled": (
        "besieged-city",
        {"piles": RAMPARTS | {"1": "2S", "2": "3S", "R1": "9D", "W": "4C 5C", "S": "6H"}},
        "1 2",
    ),
    "a packet begun anew": (
        "fascination",
        {"piles": {"1": "5H", "2": "6S", "R1": "8C 9C", "S": "2D"}},
        "1 2",
    ),
    "the last card of a deal": (
        "sly",
        {"piles": {"H": "5H", "1": "6S", "S": "9C KH 8C"}, "phase": "deal 19"},
        "H 1",
    ),
    "a re-shuffle": ("la-belle-lucie", {"piles": {"1": "5H 6S 7S 9D", "4": "8C"}}, "redeal"),
    "a re-deal": (
        "st-louis",
        {"piles": {"1": "5H 6S", "4": "8C"}, "phase": "play", "redeals_left": 1},
        "redeal",
    ),
}
"""Commands from which much follows: game, position, move."""


def everything(game: Game, position: Position) -> list[object]:
    """All that a table shows of a position, and all that may be done in it."""
    return [
        position,
        game.dump(position),
        game.caption(position),
        game.placed(position),
        [game.seen(position, id) for id in game.pile_ids],
        [game.wanted(position, id) for id in game.pile_ids],
        game.moves(position),
    ]


@pytest.mark.parametrize("name", LONG_CHAINS)
def test_one_command_is_one_step_back(name: str) -> None:
    game_id, data, text = LONG_CHAINS[name]
    game = find(game_id)
    before = game.load(data | {"deal": "chain"})
    shown = everything(game, before)
    record = Record(game, "chain", (), 0, (before,))
    after = record.play(read_exact(text))
    assert (after.done, len(after.moves)) == (1, 1)
    changed = [a != b for a, b in zip(before.piles, after.position.piles, strict=True)]
    assert sum(changed) >= 2
    undone = after.undo()
    assert everything(game, undone.position) == shown
    assert undone.done == 0
    assert undone.redo().position == after.position
    with pytest.raises(NothingLeft):
        undone.undo()


@every_game
def test_going_back_shows_what_was_shown(game: Game) -> None:
    """Text and numbers too, and the same moves are possible as before."""
    record = Record.begin(game, "back")
    shown = [everything(game, record.position)]
    for position, move in wander(game, "back", 60):
        if position != record.position:
            break
        record = record.play(move)
        shown.append(everything(game, record.position))
    for number in range(record.done, -1, -1):
        assert everything(game, record.position) == shown[number]
        assert record.done == number == len(record.played)
        if number:
            assert record.last == record.moves[number - 1]
            record = record.undo()


@every_game
def test_the_number_of_moves_is_the_length_of_the_history(game: Game) -> None:
    """However much a move brings with it."""
    record = Record.begin(game, "1")
    for number, (move, position) in enumerate(guided(game, most=80), start=1):
        record = record.play(move)
        assert (record.done, len(record.moves), len(record.positions)) == (
            number,
            number,
            number + 1,
        )
        assert record.position == position
    back = record.undo(7) if record.done else record
    assert back.done == max(0, record.done - 7)
    assert back.undo(10_000).done == 0 if back.done else back.done == 0


@every_game
def test_a_refused_command_is_not_in_the_history(game: Game) -> None:
    """Nor does it cut off what may be done again."""
    record = Record.begin(game, "1")
    for move, _ in guided(game, most=12):
        record = record.play(move)
    record = record.undo(3) if record.done else record
    before = record.text(), everything(game, record.position), record.moves
    refused = 0
    tried = [Move("", a, b) for a in game.pile_ids[:12] for b in game.pile_ids[-12:]]
    for move in [DEAL, REDEAL, Move("fill"), Move("pair", "1", "2"), Move("", "?", "1"), *tried]:
        if not game.legal(record.position, move):
            with pytest.raises(IllegalMove):
                record.play(move)
            refused += 1
    assert refused
    assert (record.text(), everything(game, record.position), record.moves) == before
    if record.done < len(record.moves):
        assert record.redo().done == record.done + 1


@every_game
def test_a_new_move_forgets_what_was_taken_back(game: Game) -> None:
    record = Record.begin(game, "1")
    for move, _ in guided(game, most=6):
        record = record.play(move)
    if record.done < 2:
        pytest.skip("the deal ends at once")
    back = record.undo(2)
    again = back.play(record.moves[back.done])
    assert again.position == record.positions[again.done]
    with pytest.raises(NothingLeft):
        again.redo()
    assert again.played == record.moves[: again.done]


def test_winning_is_seen_again_after_undo_and_redo() -> None:
    game = find("cover")
    position = game.load({"piles": {"1": "2S", "2": "3S", "3": "4D", "4": "5C", "S": "6S 7H"}})
    record = Record(game, "1", (), 0, (position,)).play(read_exact("pair 1 2"))
    assert game.won(record.position)
    assert not game.won(record.undo().position)
    assert game.won(record.undo().redo().position)
    with pytest.raises(IllegalMove, match="won"):
        record.play(read_exact("pair 1 2"))
