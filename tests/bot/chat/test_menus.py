"""Which deal a message names."""

from __future__ import annotations

import pytest

from bot.chat import board
from bot.chat.menus import deal_of
from engine.game import Game
from engine.games.catalogue import games
from engine.record import Record
from tests.bot.chat.conftest import Table

LABELS = ("1", "Grüße, Anna", "a · deal 3", "*_`<@1>\\", "\\*", "@everyone", "#" * 64)


@pytest.mark.parametrize("game", games()[::6], ids=lambda game: game.id)
def test_every_board_names_its_deal(game: Game, table: Table) -> None:
    text = board.status(table(Record.begin(game, "1")), "### note\n-# Anna · deal 5")
    assert deal_of([text]) == (game.id, "1")


@pytest.mark.parametrize("label", LABELS)
def test_whatever_the_deal_is_called(label: str, table: Table) -> None:
    game = games()[0]
    text = board.status(table(Record.begin(game, label)), "Anna: deal.")
    assert deal_of([text]) == (game.id, label)


@pytest.mark.parametrize("text", ["", "start anna 7", "### Nothing\n-# no move yet · deal 7"])
def test_what_names_no_deal(text: str) -> None:
    assert deal_of([text]) is None
