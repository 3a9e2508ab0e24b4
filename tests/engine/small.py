"""Small positions by chance: low cards are home, the few that are left lie anywhere.

So a game is played with a shortened pack, which brute force can go through.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.cards import DECK, HIDDEN, Card
from engine.game import Game
from engine.games.catalogue import games
from engine.position import Position
from engine.zones import Kind

AWAY = range(5, 11)
"""So many cards are not home yet."""
SHORTENED = [
    game
    for game in games()
    if game.packs == 1
    and game.id != "flower-garden"  # with so few cards in as many beds nothing is lost
    and (game.by_routes or game.home_first or type(game).stock_waits is not Game.stock_waits)
]
"""Games with a foundation for each suit, in which the search leaves out what can't matter."""


def small_positions(game: Game, number: int, seed: int = 1) -> Iterator[Position]:
    """Of games with a foundation for each suit; cards of the talon and of rows lie face up."""
    choose = random.Random(f"{game.id} {seed}")
    for _ in range(number):
        away = choose.choice(AWAY)
        yield _small(game, choose, away)


def _small(game: Game, choose: random.Random, away: int) -> Position:
    piles = {id: list[Card]() for id in game.pile_ids}
    start = game.start(str(choose.randrange(1000)))
    for id in game.pile_ids:  # a base that lies there stays
        if game.zone_of(id).kind is Kind.FOUNDATION:
            piles[id] = list(game.pile(start, id))[:1]
    home = [id for id in game.pile_ids if game.zone_of(id).kind is Kind.FOUNDATION]
    left = [card for card in DECK if all(card not in piles[id] for id in home)]
    while len(left) > away:
        id = choose.choice(home)
        position = start._replace(piles=tuple(tuple(piles[id]) for id in game.pile_ids))
        wanted = [card for card in left if game.takes(position, id) >> card & 1]
        if wanted:
            piles[id].append(choose.choice(wanted))
            left.remove(piles[id][-1])
    choose.shuffle(left)
    places = [id for id in game.pile_ids if id not in game.home]
    few = choose.sample(places, min(len(places), choose.randint(2, 6)))
    few += [id for id in ("S", "W") if id in game.index]
    for card in left:
        id = choose.choice(few)
        if game.zone_of(id).kind is Kind.RESERVE and len(game.zone_of(id).ids) > 4 and piles[id]:
            id = next(id for id in game.zone_of(id).ids if not piles[id])  # one card each
        piles[id].append(card)
    if game.id == "klondike":  # of a column only the last card lies open
        for id in game.tableau_ids:
            piles[id] = [card | HIDDEN for card in piles[id][:-1]] + piles[id][-1:]
    left_over = choose.randint(0, game.redeals) if game.redeals else game.redeals
    phase = choose.choice(["fresh", "played"]) if game.id == "fascination" else start.phase
    return start._replace(
        piles=tuple(tuple(piles[id]) for id in game.pile_ids), redeals_left=left_over, phase=phase
    )
