"""What each foundation takes, from its first card to its last, and that it keeps what it has.

The sequences are those of the books, written out once more and not taken from the games.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise

import pytest

from engine.cards import (
    RANKS,
    SUITS,
    Card,
    Pile,
    card_text,
    mask,
    parse_card,
    parse_pile,
    pile_text,
    rank,
    suit,
)
from engine.game import Game
from engine.games.catalogue import find, games
from engine.moves import Move
from engine.position import Position
from engine.rules import expand
from tests.depth import much
from tests.engine.expected import by_hand, expected, known
from tests.engine.walks import every_game, guided, wander

UP = "A23456789TJQK"
NUMERALS = dict(
    zip(
        UP[:-1],
        "23456789TJQK 468TQA3579JK 69Q258JA47TK 8Q37J26TA59K T27Q49A6J38K Q5J4T3928A7K "
        "A8293T4J5Q6K 3J6A94Q72T5K 5AT62J73Q84K 74AJ852Q963K 9753AQT8642K JT98765432AK".split(),
        strict=True,
    )
)
"""The Great Thirteen: what each balcony card asks for."""

pytestmark = pytest.mark.thorough


@dataclass(frozen=True)
class Built:
    """One foundation on its way: for each step the cards that it takes, and the one it is given.

    `beside` are piles that decide what it takes.
    """

    target: str
    steps: list[tuple[set[Card], Card]]
    beside: Mapping[str, Pile] = field(default_factory=dict)


def of(ranks: str, suits: str = SUITS) -> set[Card]:
    return {parse_card(r + s) for r in ranks for s in suits}


def in_suit(target: str, order: str, own: str, bases: str = "") -> Built:
    """A foundation in one suit; its first card may be of any of the suits in `bases`."""
    steps = [(of(letter, own), parse_card(letter + own)) for letter in order]
    return Built(target, [(of(order[0], bases or own), steps[0][1]), *steps[1:]])


def by_suit(text: str) -> Iterator[Built]:
    """Foundations in suit: piles, the suit of each (``*`` for whichever comes first), ranks."""
    for part in text.split(" / "):
        ids, suits, order = part.split()
        if suits == "*":
            yield from (in_suit(id, order, own, SUITS) for id in expand(ids) for own in SUITS)
        else:
            yield from (in_suit(id, order, own) for id, own in zip(expand(ids), suits, strict=True))


def red_and_black(suits: str = "SHCDSHCD") -> Iterator[Built]:
    """Up from the ace, red and black in turn, whatever the suit."""
    for target, own in zip(expand("F1-F8"), suits, strict=True):
        colours = ("HD", "SC") if own in "SC" else ("SC", "HD")
        later = [of(letter, colours[k % 2]) for k, letter in enumerate(UP[1:])]
        yield Built(target, [(of("A", own), parse_card("A" + own)), *((c, max(c)) for c in later)])


def dial_1() -> Iterator[Built]:
    """The diamond, then black and red in turn."""
    for target, letter in zip(expand("F1-F13"), UP, strict=True):
        taken = [("D", "D"), ("SC", "S"), ("HD", "H"), ("SC", "C")]
        yield Built(target, [(of(letter, some), parse_card(letter + one)) for some, one in taken])


def turned(last: str) -> Iterator[Built]:
    """In suit from the rank of the first card of F1, ace after king."""
    for own in SUITS:
        for start, letter in enumerate(UP):
            order = (UP * 2)[start : start + 13]
            base = {"F1": (parse_card(letter + own),)}
            yield Built("F1", in_suit("F1", order, own).steps, base)
            yield Built(last, in_suit(last, order, own, SUITS).steps, base)


def chosen() -> Iterator[Built]:
    """From the rank of the first card of F1, red and black in turn, ace after king."""
    for start in range(len(UP)):
        order = (UP * 2)[start : start + 13]
        for own, colours in (("S", ("HD", "SC")), ("D", ("SC", "HD"))):
            base = parse_card(order[0] + own)
            later = [of(letter, colours[k % 2]) for k, letter in enumerate(order[1:])]
            steps = [(of(order[0]), base), *((cards, max(cards)) for cards in later)]
            yield from (Built(id, steps, {"F1": (base,)}) for id in ("F1", "F8"))


def ground() -> Iterator[Built]:
    """Four times up from the ace on the mill, and down from each king, whatever the suits."""
    steps = [(of(letter), max(of(letter))) for letter in UP]
    yield Built("F1", steps * 4)
    for id in expand("F2-F5"):
        yield Built(id, steps[::-1], {id: (parse_card("KD"),)})


def numerals() -> Iterator[Built]:
    for letter, order in NUMERALS.items():
        for target, above in (("N1", "B1"), ("N8", "B8")):
            steps = [(of(rank), max(of(rank))) for rank in order]
            yield Built(target, steps, {above: (parse_card(letter + "D"),)})


def any_suit() -> Iterator[Built]:
    steps = [(of(letter), max(of(letter))) for letter in UP]
    yield from (Built(id, steps) for id in expand("F1-F8"))


def queenless() -> Iterator[Built]:
    """Up to the knave, whatever the suit; the ace comes by itself."""
    steps = [(of(letter), max(of(letter))) for letter in UP[:11]]
    yield from (Built(id, steps, {id: (parse_card("AS"),)}) for id in expand("F1-F8"))


def kingless() -> Iterator[Built]:
    """In suit up to the queen; the ace comes by itself."""
    for one in by_suit(f"F1-F8 SSHHDDCC {UP[:12]}"):
        yield replace(one, beside={one.target: (one.steps[0][1],)})


ODD: dict[str, Callable[[], Iterator[Built]]] = {
    "blondes-and-brunettes": red_and_black,
    "dial-1": dial_1,
    "fairie-queen": kingless,
    "fascination": partial(turned, "F4"),
    "general-sedgewick": partial(turned, "F4"),
    "gathering-of-the-clans": partial(turned, "F8"),
    "great-thirteen": numerals,
    "kings": any_suit,
    "light-and-shade": partial(red_and_black, "SSHHCCDD"),
    "mill": ground,
    "rouge-et-noir": red_and_black,
    "terrace": chosen,
    "salic-law": queenless,
}
"""Foundations that don't simply follow suit; of the others the game's file tells the order."""

BUILDING = [
    pytest.param(game, id=game.id)
    for game in games()
    if game.id in ODD or ((kept := known(game)) and kept.foundations)
]


def feeders(game: Game, target: str, card: Card) -> Iterator[tuple[str, str]]:
    """Piles that may bring this card to a foundation, with a phase in which they may."""
    for route in game.routes:
        if target in route.target_ids and route.cards >> card & 1:
            phase = route.phases[0] if route.phases else game.first_phase
            yield route.source.ids[-1], {"deal": "deal 0", "deal:0": "play"}.get(phase, phase)


def lying(game: Game, phase: str, piles: dict[str, Pile]) -> Position:
    return Position(tuple(piles.get(id, ()) for id in game.pile_ids), game.redeals, phase)


@pytest.mark.parametrize("game", BUILDING)
def test_a_foundation_takes_its_cards_in_their_order_and_no_others(game: Game) -> None:
    text = expected(game).foundations
    foundations = list(by_suit(text) if text else ODD[game.id]())
    if text:
        assert sorted(one.target for one in foundations) == sorted(
            by_hand(game) * (1 + 3 * ("*" in text))
        )
    for foundation in foundations:
        target, steps = foundation.target, foundation.steps
        assert game.zone_of(target).capacity == len(steps)
        laid = parse_pile(game.bases.get(target, "")) or foundation.beside.get(target, ())
        assert all(card in cards for card, (cards, _) in zip(laid, steps, strict=False))
        for number in range(len(laid), len(steps) + 1):
            pile = (*laid, *(card for _, card in steps[len(laid) : number]))
            if number < len(steps):
                check(game, foundation, pile, steps[number][0])
            elif game.id != "dial-1":  # all four cards of the rank lie there
                check(game, foundation, pile, set())


def check(game: Game, foundation: Built, pile: Pile, wanted: set[Card]) -> None:
    """That this pile asks for these cards, and that a move brings each of them and no other."""
    target = foundation.target
    near = {*wanted, *of("A2K")}
    for card in {*wanted, *pile[-1:]}:
        near |= of("".join(RANKS[(rank(card) + step - 1) % 13] for step in (-2, -1, 0, 1, 2)))
    others = sorted(near - wanted)
    choose = random.Random(f"{target} {len(pile)}")
    for card in (*wanted, *choose.sample(others, much(len(others), 3))):
        told = f"{card_text(card)} to {target}: {pile_text(pile)}"
        ways = list(feeders(game, target, card))
        assert ways or card not in wanted, told
        for source, phase in ways[:1]:
            piles = {**foundation.beside, target: pile, source: (card,)}
            position = lying(game, phase, piles)
            assert game.takes(position, target) & mask(near) == mask(wanted), told
            assert game.legal(position, Move("", source, target)) == (card in wanted), told


@pytest.mark.parametrize("own", "SCHD")
def test_the_empress_has_families_without_queens_or_knaves(own: str) -> None:
    game = find("empress-of-india")
    order, other = ("A23456789TJK", "KQ") if own in "SC" else ("KQT98765432A", "A2")
    place, beside = {"S": ("F1", "F9"), "C": ("F5", "F9"), "H": ("F9", "F1"), "D": ("F13", "F1")}[
        own
    ]
    its, partner = ("N1", "A1") if own in "SC" else ("A1", "N1")
    partner_suit = "H" if own in "SC" else "S"
    for number in range(1, len(order) + 1):
        pile = parse_pile(" ".join(letter + own for letter in order[:number]))
        for card in of(RANKS, "SC" if own in "SC" else "HD"):
            piles = {
                place: pile,
                beside: (parse_card(other[0] + partner_suit),),
                its: (card,),
                partner: (parse_card(other[1] + partner_suit),),
            }
            fits = number < len(order) and card == parse_card(order[number] + own)
            assert game.legal(lying(game, "", piles), Move("pair", "A1", "N1")) == fits


def test_pairs_are_what_each_game_calls_a_pair() -> None:
    for a in of(RANKS):
        for b in of(RANKS) - {a}:
            for game_id, places, fits in (
                ("nestor", ("1", "2"), rank(a) == rank(b)),
                ("nestor", ("1", "R1"), rank(a) == rank(b)),
                ("cover", ("1", "4"), suit(a) == suit(b)),
                ("fourteenth", ("1", "5"), rank(a) + rank(b) == 14),
                ("fourteenth", ("3", "23"), rank(a) + rank(b) == 14),
                ("fourteenth", ("1", "7"), False),
            ):
                game = find(game_id)
                position = lying(
                    game, game.first_phase, dict(zip(places, ((a,), (b,)), strict=True))
                )
                assert game.legal(position, Move("pair", *places)) == fits


# --- what lies there stays ------------------------------------------------------------------------


@every_game
def test_no_card_leaves_a_foundation(game: Game) -> None:
    """Not by hand, and not by what follows from a move, where the game has no exchanges."""
    by_chance = (position for position, _ in wander(game, "stays", much(600)))
    by_hints = (position for _, position in guided(game))
    for positions in (by_chance, by_hints):
        for before, after in pairwise(positions):
            if after.deal != before.deal:
                continue
            for id in game.home:
                had, has = game.pile(before, id), game.pile(after, id)
                if has[: len(had)] != had:
                    assert exchanges(game)
                    assert had[:-1] == has
                    assert any(game.pile(after, twin)[-1:] == had[-1:] for twin in game.home - {id})


@every_game
def test_no_move_takes_from_a_foundation(game: Game) -> None:
    for position, _ in wander(game, "asked", much(120)):
        for move in game.moves(position):
            if move.source in game.home:
                assert exchanges(game)
                assert game.zone_of(move.target).kind == game.zone_of(move.source).kind


def exchanges(game: Game) -> bool:
    """Whether foundations give each other cards."""
    homes = {id.rstrip("0123456789") for id in game.home}
    return any(f"{one}>{other}" in expected(game).ways for one in homes for other in homes)


def test_la_nivernaise_exchanges_all_but_the_bases() -> None:
    game = find("la-nivernaise")
    for up, down, moves in (
        ("F1: AS 2S", "F5: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S", {"F1 F5", "F5 F1"}),
        ("F1: AS", "F5: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", {"F5 F1"}),
        ("F1: AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS", "F5: KS", {"F1 F5"}),
        ("F1: AS 2S", "F6: KH QH JH TH 9H 8H 7H 6H 5H 4H 3H", set()),
    ):
        piles = {id: parse_pile(cards) for id, cards in (up.split(": "), down.split(": "))}
        assert set(map(str, game.moves(lying(game, "", piles)))) == moves
