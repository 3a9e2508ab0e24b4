"""The rules in words agree with the rules that are played."""

import re
from typing import ClassVar

import pytest

from engine.game import Game
from engine.games.catalogue import find, games
from engine.moves import DEAL
from engine.rulebook import LONGEST, TIMES, fit_words, short, text
from engine.rules import Route
from engine.zones import Kind

ALL = [pytest.param(game, id=game.id) for game in games()]


def section(rules: str, name: str) -> str:
    """The text behind a bold head."""
    found = re.search(rf"\*\*{re.escape(name)}\.\*\* (.*?)(?=\n\*\*|\Z)", rules, re.DOTALL)
    assert found, f"no section {name}"
    return found[1]


@pytest.mark.parametrize("game", ALL)
def test_names_the_game_its_book_and_its_packs(game: Game) -> None:
    head, second, *_ = text(game).splitlines()
    assert game.title in head
    assert game.book in head
    assert str(game.year) in head
    assert second.startswith({1: "One pack,", 2: "Two packs,", 4: "Four packs,"}[game.packs])


@pytest.mark.parametrize("game", ALL)
def test_comes_in_the_order_in_which_it_is_needed(game: Game) -> None:
    heads = re.findall(r"^\*\*([A-Z][a-z A-Z]+)\.\*\*", text(game), re.MULTILINE)
    order = ["Object", "On the table", "Moves", "Mind", "Dealing", "The end", "What to type"]
    assert heads == [head for head in order if head in heads]
    assert set(order) - set(heads) <= {"Mind"}


@pytest.mark.parametrize("game", ALL)
def test_is_short_enough_for_one_message(game: Game) -> None:
    assert len(text(game)) <= LONGEST


@pytest.mark.parametrize("game", ALL)
def test_every_pile_is_on_the_table(game: Game) -> None:
    table = section(text(game), "On the table")
    named: dict[str, list[str]] = {zone.name: [] for zone in game.zones}
    for zone in game.zones:
        named[zone.name] += zone.ids
    for name, ids in named.items():
        assert f"`{short(ids)}` {name}" in table


@pytest.mark.parametrize("game", [game for game in games() if game.deals], ids=lambda game: game.id)
def test_dealing_names_all_places_that_are_dealt_to(game: Game) -> None:
    """Also those that the first deal doesn't reach; and no hand that the game doesn't have."""
    told, position = section(text(game), "Dealing"), game.start("1")
    assert "hand" not in told or any(zone.kind is Kind.HAND for zone in game.zones)
    for _ in range(60):
        moves = game.moves(position)
        if not moves:
            break
        after = game.after(position, DEAL if DEAL in moves else moves[0])
        for id in game.pile_ids if DEAL in moves else ():
            zone = game.zone_of(id)
            grows = len(game.pile(after, id)) > len(game.pile(position, id))
            if grows and id not in game.home and zone.kind is not Kind.ORNAMENT:
                name = "hand" if zone.kind is Kind.HAND else zone.name
                assert name in told, f"{zone.name}: {told}"
        position = after


@pytest.mark.parametrize("game", ALL)
def test_redeals_are_those_of_the_game(game: Game) -> None:
    dealing = section(text(game), "Dealing")
    if game.redeals == 0:
        assert "`redeal`" not in dealing
    else:
        assert f", {TIMES[game.redeals]}." in dealing
    assert ("`d`" in dealing) == game.deals


@pytest.mark.parametrize("game", ALL)
def test_verbs_are_those_of_the_game(game: Game) -> None:
    typing = section(text(game), "What to type")
    told = {verb for verb in ("pair", "swap", "fill", "play") if re.search(rf"`{verb}[` ]", typing)}
    assert told == set(game.verbs)
    assert f"`{game.example}`" in typing


@pytest.mark.parametrize("game", ALL)
def test_every_way_of_building_is_told(game: Game) -> None:
    rules = text(game)
    left_out = "At a later stage there are more" in rules
    for route in game.routes:
        assert fit_words(route) in rules or (left_out and route.phases)


def test_a_changed_definition_changes_the_text() -> None:
    klondike = type(find("klondike"))

    class Other(klondike):  # type: ignore[misc, valid-type]
        id = "other"
        redeals: ClassVar[int | None] = 3
        routes: ClassVar[tuple[Route, ...]] = klondike.routes[:1]

    before, after = text(find("klondike")), text(Other())
    assert "There is no re-deal" in before
    assert "three times" in after
    assert "Within the columns" in before
    assert "Within the columns" not in after


@pytest.mark.parametrize(
    ("ids", "words"),
    [
        (["1", "2", "3"], "1–3"),
        (["F1", "F2"], "F1 F2"),
        (["1", "3", "5"], "1 3 5"),
        (["H", "W", "1", "2", "3"], "H W 1–3"),
        ([f"{letter}{n}" for n in range(1, 9) for letter in "abcdefgh"], "a1…h8"),
    ],
)
def test_piles_are_written_short(ids: list[str], words: str) -> None:
    assert short(ids) == words
