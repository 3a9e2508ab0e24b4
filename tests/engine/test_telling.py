"""What a move is told with: the cards that it names, and those that go up by themselves."""

from __future__ import annotations

from engine.cards import card_symbol
from engine.game import Game
from engine.games.catalogue import find
from engine.moves import DEAL
from engine.telling import follow_up
from engine.zones import Kind
from tests.engine.walks import every_game, wander


def test_an_ace_that_is_dealt_is_told() -> None:
    game = find("klondike")
    position = game.load({"piles": {"S": "5S AC", "1": "KD"}})
    after = game.after(position, DEAL)
    assert follow_up(game, position, DEAL, after) == " (A♣ goes up by itself)"
    assert follow_up(game, after, DEAL, game.after(after, DEAL)) == ""


@every_game
def test_every_card_that_goes_up_unnamed_is_told(game: Game) -> None:
    homes = [id for id in game.pile_ids if game.zone_of(id).kind is Kind.FOUNDATION]
    for position, move in wander(game, "told", 60):
        after = game.after(position, move)
        told = follow_up(game, position, move, after)
        grown = {id: len(game.pile(after, id)) - len(game.pile(position, id)) for id in homes}
        if move.verb in ("", "d", "redeal"):
            unnamed = sum(grown.values()) - (move.count if move.target in homes else 0)
            assert bool(told) == (unnamed > 0), (str(move), told)
        for id, more in grown.items():
            if told and 0 < more < 4 and id != move.target:
                shown = [card_symbol(card) for card in game.pile(after, id)[-more:]]
                assert "more" in told or all(card in told for card in shown)
