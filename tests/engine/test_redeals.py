"""Re-deals: how many there are, what they say, and in which order the cards come again."""

from __future__ import annotations

import random

import pytest

from engine.cards import DECK, Card, Pile, parse_pile, pile_text
from engine.game import Game
from engine.games.catalogue import find, games
from engine.moves import DEAL, REDEAL, IllegalMove
from engine.position import Position
from engine.record import Record
from engine.rulebook import TIMES, text
from engine.rules import expand
from engine.shuffle import shuffled
from tests.engine.expected import expected, is_turned
from tests.engine.walks import every_game

REDEALT = [game for game in games() if game.redeals != 0]


@every_game
def test_re_deals_are_those_of_the_book(game: Game) -> None:
    assert game.redeals == expected(game).redeals
    assert is_turned(game) == expected(game).turned


def redealt(game: Game, deal: str, most: int) -> list[Record]:
    """A game in which everything is dealt again as soon as may be: the record at each re-deal.

    Cards go to the foundations only where nothing else is possible, and it ends when a card gives
    re-deals back.
    """
    choose = random.Random(f"{game.id} {deal}")
    record = Record.begin(game, deal)
    found: list[Record] = []
    for _ in range(2500):
        moves = game.moves(record.position)
        if not moves or len(found) == most:
            break
        if REDEAL in moves:
            found.append(record)
        ways = [move for move in (REDEAL, DEAL) if move in moves]
        ways += [move for move in moves if move.target not in game.home]
        left = record.position.redeals_left
        if ways[:1] in ([REDEAL], [DEAL]):
            record = record.play(ways[0])
        else:
            record = record.play(choose.choice(ways or moves))
        if (record.position.redeals_left or 0) > (left or 0):
            break
    return found


@pytest.mark.parametrize("game", REDEALT, ids=lambda game: game.id)
def test_so_many_re_deals_are_allowed_and_no_more(game: Game) -> None:
    """Counted down one by one, each undone as one, then refused in words."""
    counted = game.redeals is not None
    most = game.redeals if game.redeals is not None else 6
    deals = [str(deal) for deal in range(60)]
    lines = (redealt(game, deal, most + counted) for deal in deals)
    line = next(line for line in lines if len(line) >= most)
    assert len(line) == most, "no more than the book allows"
    for number, record in enumerate(line):
        left = most - number if counted else None
        after = record.play(REDEAL)
        assert record.position.redeals_left == left
        assert after.position.redeals_left == (None if left is None else left - 1)
        assert after.undo().position == record.position
        assert after.undo().redo().position == after.position
    if counted:
        spent = line[-1].play(REDEAL)
        assert spent.position.redeals_left == 0
        assert REDEAL not in game.moves(spent.position)
        with pytest.raises(IllegalMove, match=r"none is left|No re-deal is left"):
            spent.play(REDEAL)


@pytest.mark.parametrize("game", REDEALT, ids=lambda game: game.id)
def test_an_empty_talon_is_not_dealt_again(game: Game) -> None:
    """Nothing lies anywhere but on one foundation, and the game is not won."""
    base = next(id for id in game.pile_ids if id in game.home)
    piles = tuple((DECK[0],) if id == base else () for id in game.pile_ids)
    for phase in (game.first_phase, "play"):
        position = Position(piles, game.redeals, phase)
        assert REDEAL not in game.moves(position)
        with pytest.raises(IllegalMove) as caught:
            game.apply(position, REDEAL)
        assert str(caught.value).endswith(".")


@every_game
def test_a_game_without_re_deals_says_so(game: Game) -> None:
    start = game.start("1")
    if game.redeals == 0:
        with pytest.raises(IllegalMove, match="has no re-deal"):
            game.apply(start, REDEAL)
        assert "`redeal`" not in text(game)
    else:
        assert TIMES[game.redeals] in text(game)


# --- orders --------------------------------------------------------------------------------------


def laid(game: Game, piles: dict[str, str], phase: str | None = None) -> Position:
    """A position with these cards, which need not belong to one pack."""
    data = {id: parse_pile(cards) for id, cards in piles.items()}
    return Position(
        tuple(data.get(id, ()) for id in game.pile_ids),
        game.redeals,
        game.first_phase if phase is None else phase,
        deal="orders",
    )


def order_of_dealing(game: Game, position: Position) -> Pile:
    return game.pile(position, "S")[::-1]


@pytest.mark.parametrize("name", ["sultan", "red-and-black"])
def test_the_talon_is_shuffled_as_the_next_shuffle_of_the_deal(name: str) -> None:
    game = find(name)
    start = game.start("shuffled")
    piles = dict(zip(game.pile_ids, start.piles, strict=True))
    cards = order_of_dealing(game, start)
    for shuffles in (0, 1):
        position = start._replace(piles=tuple((piles | {"S": (), "W": cards}).values()))
        after = game.apply(position._replace(shuffles=shuffles), REDEAL)
        assert list(order_of_dealing(game, after)) == shuffled(
            list(cards), "shuffled", shuffles + 1
        )
        assert after.shuffles == shuffles + 1


def heap(*piles: str) -> Pile:
    return parse_pile(" ".join(piles))


RING = {
    "1": "2S 3S",
    "2": "4S",
    "3": "",
    "4": "5S 6S",
    "5": "7S",
    "6": "8S 9S TS",
    "7": "2H 3H",
    "8": "4H 5H",
    "9": "6H",
    "10": "7H 8H",
    "11": "",
    "12": "9H TH JH",
}


def test_st_louis_is_taken_up_from_the_seventh_packet_round() -> None:
    game = find("st-louis")
    after = game.apply(laid(game, RING, "play"), REDEAL)
    order = heap(*(RING[id] for id in expand("7-12 1-6")))
    ring = [game.pile(after, id) for id in expand("1-12")]
    assert ring == [(card,) for card in order[:12]]
    assert order_of_dealing(game, after) == order[12:]
    assert after.phase == "first"


def test_st_louis_with_twelve_cards_or_fewer_is_in_play_at_once() -> None:
    game = find("st-louis")
    after = game.apply(laid(game, {"2": "4S 5S", "9": "6H 7H 8H"}, "play"), REDEAL)
    assert [game.pile(after, id) for id in expand("1-5")] == [(c,) for c in heap("6H 7H 8H 4S 5S")]
    assert (order_of_dealing(game, after), after.phase) == ((), "play")


def test_the_four_corners_are_taken_up_from_the_first_packet_and_dealt_anew() -> None:
    game = find("four-corners")
    after = game.apply(laid(game, RING, "play"), REDEAL)
    assert order_of_dealing(game, after) == heap(*(RING[id] for id in expand("1-12")))
    assert not any(game.pile(after, id) for id in expand("1-12"))
    assert after.phase == "deal:0"


def test_napoleons_favorite_is_taken_up_from_the_last_packet_and_dealt_in_rounds() -> None:
    game = find("napoleons-favorite")
    after = game.apply(laid(game, RING), REDEAL)
    order = heap(*(RING[id] for id in expand("1-12")))
    for number, id in enumerate(expand("1-12")):
        assert game.pile(after, id) == order[number::12]
    assert after.phase == "free"


def test_la_nivernaise_deals_its_line_again_by_fours() -> None:
    game = find("la-nivernaise")
    line = {
        "1": RING["6"],
        "2": "",
        "3": RING["1"] + " JS QS",
        "4": "KH",
        "5": RING["12"],
        "6": "AC",
    }
    flanks = {"L1": "2C", "L8": "3C", "F1": "AS"}
    after = game.apply(laid(game, {**line, **flanks}), REDEAL)
    order = heap(*line.values())
    assert len(order) == 12
    for number, id in enumerate(expand("1-6")):
        assert game.pile(after, id) == order[4 * number : 4 * number + 4]
    for id, cards in flanks.items():
        assert pile_text(game.pile(after, id)) == cards


def test_la_nivernaise_keeps_what_its_line_does_not_hold() -> None:
    game = find("la-nivernaise")
    cards = pile_text(DECK[:30])
    after = game.apply(laid(game, {"3": cards}), REDEAL)
    assert [game.pile(after, id) for id in expand("1-6")] == [
        DECK[4 * k : 4 * k + 4] for k in range(6)
    ]
    assert order_of_dealing(game, after) == DECK[24:30]


def test_perseverance_deals_its_packets_again_by_fours_in_the_same_order() -> None:
    game = find("perseverance")
    after = game.apply(laid(game, RING), REDEAL)
    order = heap(*(RING[id] for id in expand("1-12")))
    for number, id in enumerate(expand("1-12")):
        assert game.pile(after, id) == order[4 * number : 4 * number + 4]
    start = game.start("1")
    assert game.apply(start, REDEAL).piles == start.piles


def test_perseverance_has_two_re_deals_after_every_card_that_goes_up() -> None:
    game = find("perseverance")
    position = laid(game, {"F1": "AS", "1": "2S 5H", "2": "3H 2H", "F2": "AH"})
    position = game.apply(game.apply(position, REDEAL), REDEAL)
    assert REDEAL not in game.moves(position)
    up = next(move for move in game.moves(position) if move.target in game.home)
    assert game.apply(position, up).redeals_left == 2


@pytest.mark.parametrize(
    ("name", "packets"),
    [("la-belle-lucie", 18), ("house-in-the-wood", 35), ("house-on-the-hill", 35)],
)
def test_packets_are_shuffled_from_the_first_to_the_last_and_dealt_in_threes(
    name: str, packets: int
) -> None:
    game = find(name)
    ids = expand(f"1-{packets}")
    position = laid(game, RING | {f"{packets}": "KS"})
    for shuffles in (1, 2):
        order: list[Card] = [card for id in ids for card in game.pile(position, id)]
        order = shuffled(order, "orders", shuffles)
        position = game.apply(position, REDEAL)
        for number, id in enumerate(ids):
            assert game.pile(position, id) == tuple(order[3 * number : 3 * number + 3])
        assert position.shuffles == shuffles
    assert REDEAL not in game.moves(position)


def test_babette_takes_up_its_columns_so_that_the_last_is_dealt_first() -> None:
    game = find("babette")
    columns = {letter: [f"{letter}1", f"{letter}2", f"{letter}13"] for letter in "abcdefgh"}
    cards = iter(DECK)
    garden = {id: pile_text([next(cards)]) for ids in columns.values() for id in ids}
    after = game.apply(laid(game, garden, "13"), REDEAL)
    order = heap(*(garden[id] for letter in "hgfedcba" for id in columns[letter]))
    assert order_of_dealing(game, after) == order
    assert after.phase == "0"
    row = game.apply(after, DEAL)
    assert [game.pile(row, f"{letter}1") for letter in "abcdefgh"] == [(c,) for c in order[:8]]


def test_the_reversal_takes_up_its_packets_then_the_dropped_cards() -> None:
    game = find("reversal")
    lying = {"1": "3S 4S", "2": "", "3": "5S", "4": "6S 7S", "D1": "8S", "D3": "9S", "D12": "TS"}
    after = game.apply(laid(game, lying, "next 4"), REDEAL)
    assert order_of_dealing(game, after) == heap(*lying.values())
    assert after.phase == "next 1"


def test_the_reversals_last_deal_drops_no_cards() -> None:
    game = find("reversal")
    position = laid(game, {"S": "TS 9S 8S 7S 6S 5S 4S 3S"})
    for left, dropped in ((1, 2), (0, 0)):
        after = position._replace(redeals_left=left)
        for _ in range(8):
            after = game.apply(after, DEAL)
        assert sum(len(game.pile(after, f"D{k}")) for k in range(1, 33)) == dropped
        assert pile_text(game.pile(after, "1")) == ("3S 9S" if left else "3S 7S")


def test_the_kings_are_dealt_left_and_right_in_turn_from_the_top_row_down() -> None:
    game = find("kings")
    aces = {f"F{k}": "AS" for k in range(1, 9)}
    pack = "4S 6S 8S TS QS KS JS 9S 7S 5S"  # no card follows an ace; the last is dealt first
    position = laid(game, {**aces, "S": pack})
    for lane, phase in (("1-4", "deal:right"), ("5-8", "deal:left"), ("1-4", "play")):
        before = order_of_dealing(game, position)
        position = game.apply(position, DEAL)
        for id, card in zip(expand(lane), before, strict=False):
            assert game.pile(position, id)[-1] == card
        assert position.phase == phase
    assert [len(game.pile(position, id)) for id in expand("1-8")] == [2, 2, 1, 1, 1, 1, 1, 1]


# --- Fascination's bunches ------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6, 7, 8, 31])
def test_bunches_of_three_are_the_same_after_undoing_the_end_of_a_pass(size: int) -> None:
    """Whatever is left over at the end; the same bunches come in the next pass too."""
    game = find("fascination")
    start = game.start("bunches")
    piles = dict(zip(game.pile_ids, start.piles, strict=True))
    piles["S"] = piles["S"][:size]
    record = Record(
        game, start.deal, (), 0, (start._replace(piles=tuple(piles.values()), phase="played"),)
    )
    order = piles["S"][::-1]
    for _ in range(2):
        begun = record.done
        for last in range(0, size, 3):
            assert game.pile(record.position, "W") == order[:last]
            record = record.play(DEAL)
            assert game.pile(record.position, "W") == order[: last + 3]
        with pytest.raises(IllegalMove, match="dealt out"):
            record.play(DEAL)
        whole = record.positions
        while record.done > begun:
            record = record.undo()
            assert record.position == whole[record.done]
        record = record.redo(len(whole))
        assert record.positions == whole
        record = record.play(REDEAL) if record.position.phase == "played" else record.restart()
