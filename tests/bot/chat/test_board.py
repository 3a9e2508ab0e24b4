"""The board's message: within Discord's limits for every game, and without secrets."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from discord import ui

from bot.chat import board
from bot.chat.custom_ids import PLACE, is_known
from bot.chat.picture import Picture, before_last
from bot.tables.views import Offer, TableView
from engine.cards import HIDDEN
from engine.game import Game
from engine.games.catalogue import games
from engine.position import Position
from engine.record import Record
from render.words import alt_text
from tests.bot.chat.conftest import Table


def payload(view: TableView, note: str = "", offers: tuple[Offer, ...] = ()) -> dict[str, Any]:
    """All that Discord is sent of a table, but the picture."""
    record = view.record
    alt = alt_text(
        record.game, record.position, last=record.last, before=before_last(view), by="Anna"
    )
    shown = board.look(view, note, offers)
    picture = Picture(b"", alt, f"board-{view.version}.png")
    return {
        "components": _components(board.message(shown, picture, PLACE)),
        "words": _components(board.message(shown, None, PLACE, "remark")),
    }


def _components(view: ui.LayoutView) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = view.to_components()  # type: ignore[no-untyped-call]
    return sent


def strings(value: Any) -> list[str]:
    """All texts in a payload."""
    if isinstance(value, dict):
        return [text for part in value.values() for text in strings(part)]
    if isinstance(value, list | tuple):
        return [text for part in value for text in strings(part)]
    return [value] if isinstance(value, str) else []


def walks(game: Game, steps: int = 12) -> list[Record]:
    """The first position, and one after some moves."""
    record = Record.begin(game, "1")
    chance, found = random.Random(1), [record]
    for _ in range(steps):
        moves = game.moves(record.position)
        if not moves:
            break
        record = record.play(chance.choice(moves))
    return [*found, record]


DISPLAY = 4000
"""Discord's bound for all text of one message."""


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_boards_of_every_game_keep_discords_limits(game: Game, table: Table) -> None:
    offers = tuple(Offer(f"Offer {n} " + "x" * 90, f"resume {n}") for n in range(7))
    for record in walks(game):
        for view in (table(record, 10**9), table(record)):
            sent = payload(view, "*" * 5000, offers)
            for components in sent.values():
                everything = list(parts(components))
                assert len(everything) <= 40
                content = [part["content"] for part in everything if part["type"] == 10]
                assert sum(map(len, content)) <= DISPLAY
                ids = [part["custom_id"] for part in everything if "custom_id" in part]
                assert len(ids) == len(set(ids))
                assert all(len(id) <= 100 and is_known(id) for id in ids)
                labels = [part["label"] for part in everything if "label" in part]
                assert all(1 <= len(label) <= 80 for label in labels)
                for part in everything:
                    if part["type"] == 1:
                        assert 1 <= len(part["components"]) <= 5
                    for option in part.get("options", ()):
                        assert 1 <= len(option["label"]) <= 100
                        assert 1 <= len(option["value"]) <= 100


def parts(components: list[Any]) -> list[dict[str, Any]]:
    """All components, from the outside in."""
    found = []
    for component in components:
        found += [component, *parts(component.get("components", []))]
    return found


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_no_board_depends_on_cards_that_are_not_seen(game: Game, table: Table) -> None:
    """Other cards where nobody can look change nothing in texts, choices and buttons."""
    for record in walks(game):
        here, twin = (
            table(Record(game, record.deal, (), 0, (position,)))
            for position in (record.position, disguised(game, record.position))
        )
        assert payload(twin) == payload(here)


def disguised(game: Game, position: Position) -> Position:
    """The position with all unseen cards in other places; what is seen stays."""
    places, cards = [], []
    for i, id in enumerate(game.pile_ids):
        seen = game.seen(position, id)
        pile = position.piles[i]
        for j, card in enumerate(pile):
            if j < len(pile) - seen or card & HIDDEN:
                places.append((i, j))
                cards.append(card & ~HIDDEN)
    random.Random(5).shuffle(cards)
    piles = [list(pile) for pile in position.piles]
    for (i, j), card in zip(places, cards, strict=True):
        piles[i][j] = card | (position.piles[i][j] & HIDDEN)
    return position._replace(piles=tuple(map(tuple, piles)))


def test_what_a_board_says(table: Table) -> None:
    view = table.new("klondike")
    text = "\n".join(strings(payload(view)))
    assert "Klondike" in text
    assert "Type `d` to deal." in text
    assert json.dumps(payload(view))
    later = table(view.record.play(view.record.game.moves(view.record.position)[0]))
    said = "\n".join(strings(payload(later)))
    assert "Anna \\*: " in said
    noted = "\n".join(strings(payload(later, "Ben votes.")))
    assert "Ben votes." in noted


def test_offers_that_repeat_a_button_or_are_too_long_are_left_out() -> None:
    offers = [Offer("One", "board"), Offer("Two", "board"), Offer("Long", "start " + "x" * 91)]
    view = board.said(offers, PLACE, 3)
    assert view is not None
    assert len(view.children) == 1
    assert board.said([], PLACE, 3) is None
