"""Deals: the written-down decks, what lies where at the start, and the same start again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter

import pytest

from engine.cards import KING, pack, parse_pile, pile_text, rank
from engine.game import Game
from engine.games.catalogue import find, games
from engine.record import Record
from engine.rules import expand
from engine.shuffle import shuffled
from tests.engine.expected import DEALS, counts, expected
from tests.engine.walks import all_cards, cards_of, every_game, wander

ONE = """
7D 2H 6H 4S 5D KS AD 4H QC 6S 9H JS KC KH TD AH 9D 6C JC AS 4D JD TC 8D 3C 4C TS QS KD 7H 8H 2C
5H 7C TH QD 8S 6D 9S QH 2S 5S 3D 3S 3H AC 8C 5C 9C JH 2D 7S
"""
TWO = """
TS KH TH 5D 4H 2H QS 4C 2S 8C JS QD TH TC 7D AH JH JD 9H JC KS QS 6C 3C 6C 3D 3D 2H 4H 9C 5D AD
9D QC 5H 3S JC 6H AD 7H KC 2D 4S KD 7D 6H 2C TS 3S 8D KH AC QH TD 5C TC 8S 6D 2S KS JD KD JS 8C
7S 5S 2D 7C TD 9C 9S 8H 4D 4D 8H 4C AS 9D 6D 7H 9S KC 6S 8D 3H AC 7C 3H 2C JH 9H 5S AH AS QH QC
QD 5C 5H 4S 6S 8S 3C 7S
"""
FOUR = """
8C QD 4H 7S 9D 4C 6H 4H 4C 8H 5C 8S TH 4D 9H 5C 2H 2C AD 3H 5H 2C JS 7C 3D TC 9C 3D 2D JC JC QH
5S AD 3H KC 7D 7C 2D 6D 6S 6D 8S TC 2S KS 2H 3D 9S 8C 3C 3C 2S 7H 6S 5D TS 3S KS TD 6C 3C 3S 5C
AD 7H AH QH JS 7S 6H 5S 9C JS 6C 5D TC 5D 4D TD TS QD 4D 7H QH TS 7H 5S TH 8D 2C 8H 8C 7D 9S 4H
3S KS 8D 4S 6C JC 4C 8H 9D TD QD 4S 9D 7D TC AH 3D 3S 2S 9D 6H KC 3H 9H 7C 9H 9H 8C 2H 8D TH AH
4S 2C TH KS 6C 4D 4S AD 2D 4H QD 7S QH 5H 2D 6S TD 4C 9C 6H 5H JC 8D KC 5D 7S 2H JS 9S 6S 8H 9S
AH 5S 5C 9C 5H TS KC 8S 2S 6D 8S 6D 7D 3H 3C 7C
"""
"""Deal 20261130, in the order of dealing: one pack, two packs, and four packs less what The Empress
of India lays out and withdraws."""

some_deals = pytest.mark.parametrize("deal", [str(number) for number in range(20)])


def test_the_decks_are_those_that_are_written_down() -> None:
    empress = find("empress-of-india")
    out = parse_pile(" ".join([*empress.bases.values(), empress.aside]))
    for cards, deck in ((pack(1), ONE), (pack(2), TWO), (pack(4, out), FOUR)):
        assert pile_text(shuffled(cards, "20261130", 0)) == " ".join(deck.split())


def test_a_game_deals_the_deck_from_its_first_card_on() -> None:
    dealt = parse_pile(ONE)
    klondike, dial = find("klondike"), find("dial-1")
    assert dial.pile(dial.start("20261130"), "S")[::-1] == dealt
    garden = find("flower-garden")
    position = garden.start("20261130")
    beds = [card for bed in expand("1-6 R1-R16") for card in garden.pile(position, bed)]
    assert tuple(beds) == dealt
    assert klondike.pile(klondike.start("20261130"), "S")[::-1] == dealt[28:]


@every_game
def test_as_many_cards_lie_everywhere_as_the_book_says(game: Game) -> None:
    board = counts(expected(game).deals)
    assert board.keys() <= set(game.pile_ids)
    for deal in range(DEALS):
        position = game.start(str(deal))
        assert position.redeals_left == game.redeals
        assert cards_of(position) == all_cards(game)
        for id in game.pile_ids:
            count = board.get(id, 0)
            if count is not None:
                assert len(game.pile(position, id)) == count, id


@some_deals
def test_what_the_cards_decide_of_the_first_board(deal: str) -> None:
    def count(game_id: str, ids: str) -> int:
        game = find(game_id)
        position = game.start(deal)
        return sum(len(game.pile(position, id)) for id in expand(ids))

    assert count("anna", "S F1-F8") == count("anna-cadogan", "S F1-F8") == 96
    assert count("blondes-and-brunettes", "S F1-F8") == 96
    assert count("marguerite", "S X") == 31
    assert count("reversal", "S F1-F8") == 98
    assert count("sly", "S F1-F8") == 84
    assert count("empress-of-india", "S WR WB") == 208 - 7 - 9 - 16 - 48
    assert not count("empress-of-india", "WR") or not count("empress-of-india", "WB")
    assert count("klondike", "1-7 F1-F4") == 28


@some_deals
def test_klondike_begins_with_one_open_card_in_every_column(deal: str) -> None:
    game = find("klondike")
    position = game.start(deal)
    gone = [len(game.pile(position, f"F{suit}")) for suit in range(1, 5)]
    assert set(gone) <= {0, 1}
    for number in range(1, 8):
        column = game.pile(position, f"{number}")
        assert len(column) >= number - sum(gone)
        assert [card < 64 for card in column] == [False] * (len(column) - 1) + [True] * bool(column)


@some_deals
def test_what_the_books_want_of_some_deals(deal: str) -> None:
    nestor = find("nestor")
    position = nestor.start(deal)
    for id in expand("1-8"):
        assert set(Counter(map(rank, nestor.pile(position, id))).values()) == {1}
    clans = find("gathering-of-the-clans")
    assert set(Counter(clans.pile(clans.start(deal), "A")).values()) == {1}
    thirteen = find("great-thirteen")
    position = thirteen.start(deal)
    for number in range(1, 9):
        (balcony,) = thirteen.pile(position, f"B{number}")
        assert rank(balcony) != KING


@every_game
def test_restart_brings_the_first_board_again_byte_for_byte(game: Game) -> None:
    record = Record.begin(game, "restart")
    first = json.dumps(game.dump(record.position))
    for position, move in wander(game, "restart", 150):
        if position.deal != record.deal:
            break
        record = record.play(move)
    again = record.restart()
    assert json.dumps(game.dump(again.position)) == first
    assert json.dumps(game.dump(find(game.id).start("restart"))) == first
    assert again.done == 0
    if record.done:
        assert again.redo(record.done).positions == record.positions
    fresh = Record.replay(game, "restart", [str(move) for move in record.moves])
    assert fresh.positions == record.positions, "re-shuffles too are the same again"


def test_a_deal_is_the_same_in_another_process() -> None:
    """However Python scatters its sets."""
    program = (
        "import json; from engine.games.catalogue import games; "
        "print(json.dumps([game.dump(game.start('Grüße')) for game in games()]))"
    )
    here = json.dumps([game.dump(game.start("Grüße")) for game in games()])
    for seed in ("1", "2"):
        ran = subprocess.run(
            [sys.executable, "-X", "utf8", "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        )
        assert ran.stdout.strip() == here
