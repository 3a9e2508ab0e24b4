"""Packets that are open on the table: every card of them can be read in the picture."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from engine.cards import Pile
from engine.game import Game
from engine.games.catalogue import find, games
from engine.hints import greedy
from engine.position import Position
from render.frame import WIDTH, Rect
from render.runs import card_words
from render.scene import NOTHING, Scene, desk, desk_for, scene
from render.sight import sight
from render.spread import open_piles
from render.theme import Look
from tests.depth import SHARE, every
from tests.engine.endgames import won_record

with_open_packets = pytest.mark.parametrize(
    "game", [game for game in games() if open_piles(game)], ids=lambda game: game.id
)
PLAIN = Look()
RANK = 24
"""Pixels of a rank at the usual width: 12 at 550."""
NARROW = 18
"""Of a strip whose suit stands under its rank."""


def played(game: Game, deals: int, step: int) -> Iterator[Position]:
    """The recorded win, and games of the built-in player; of both every so many positions."""
    yield from won_record(game).positions[::step]
    for deal in range(1, deals + 1):
        start = game.start(str(deal))
        line = (position for _, position in greedy(game, start))
        yield from itertools.islice(itertools.chain([start], line), 0, None, step)


def check(game: Game, position: Position, look: Look = PLAIN) -> Scene:
    """Every card of every open packet is read in its place or named beside it."""
    table = desk_for(game, look, WIDTH, position)
    shown = scene(table, position, NOTHING)
    for id in open_piles(game):
        cards = [card for card in shown.cards if card.pile == id]
        pile = [card for card in sight(game, position, id) if card is not None]
        named = [badge.text for badge in shown.spills if badge.pile == id]
        unseen = pile[: len(pile) - len([card for card in cards if card.card >= 0])]
        assert [word for word in named if "under" not in word] == card_words(unseen), id
        for card, over in itertools.pairwise(cards):
            if card.card >= 0:
                cut = card.spot.cut
                assert cut.cap >= RANK * table.frame.unit - 1, (id, cut)
                apart = abs(over.spot.x - card.spot.x), abs(over.spot.y - card.spot.y)
                assert max(apart) >= NARROW * table.frame.unit - 1, (id, apart)
    return shown


@with_open_packets
def test_every_card_of_an_open_packet_can_be_read(game: Game) -> None:
    for position in played(game, 2, every(2)):
        check(game, position)


@pytest.mark.thorough
@with_open_packets
def test_every_card_can_be_read_in_many_games(game: Game) -> None:
    deals = 200 if SHARE == 1 else 1
    for position in played(game, deals, every(9)):
        for look in (PLAIN, Look(large_index=True)):
            check(game, position, look)


def test_long_packets_are_named_on_free_felt() -> None:
    """The built-in player heaps most cards on one packet."""
    game = find("sly")
    longest = max(
        (position for _, position in greedy(game, game.start("1"))),
        key=lambda position: max(len(game.pile(position, id)) for id in game.tableau_ids),
    )
    shown = check(game, longest)
    assert len(shown.spills) > 30
    solid = [card.spot.rect for card in shown.cards]
    solid += [label.rect for label in shown.plan.felt]
    felt = shown.frame.size._replace(top=shown.frame.title.bottom)
    for one, other in itertools.combinations([badge.rect for badge in shown.spills], 2):
        assert not one.meets(other)
    for badge in shown.spills:
        assert badge.rect.within(felt)
        assert not any(map(badge.rect.meets, solid)), badge


def test_neighbours_move_over_for_a_long_packet() -> None:
    """As little as can be, in their order, and all of them stay on the table."""
    game = find("house-in-the-wood")
    table = desk(game, Look(), WIDTH)
    for position in played(game, 2, 5):
        shown = scene(table, position, NOTHING)
        for row in table.rows:
            spans = [_span(shown, id) for id in row.ids if game.pile(position, id)]
            for one, other in itertools.pairwise(spans):
                assert one.right < other.left
            assert all(span.right < table.plan.corridors["F1"].left for span in spans)


def _span(shown: Scene, id: str) -> Rect:
    rects = [card.spot.rect for card in shown.cards if card.pile == id]
    return rects[0].joined(rects[-1])


def test_a_second_column_begins_only_when_the_first_is_full() -> None:
    game = find("great-thirteen")
    start = game.start("1")
    everything = [card for pile in start.piles for card in pile]
    firsts = set()
    for length in (10, 15, 20, 27):
        piles: list[Pile] = [()] * len(start.piles)
        piles[game.index["8"]] = tuple(everything[:length])
        shown = check(game, start._replace(piles=tuple(piles)))
        left = [card.spot.x for card in shown.cards if card.pile == "8"]
        assert len(set(left)) == (1 if length <= 15 else 2)
        firsts.add(left[0])
    assert len(firsts) == 1
